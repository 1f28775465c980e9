import Foundation
import GTKBridge
import XCTest

@testable import HawkNotes

/// Where a person's files belong is known, or it is said why not; never is another folder used silently.
final class PersonalFoldersTests: XCTestCase {
    private func locations(
        _ environment: [String: String],
        unreadable: Set<String> = [],
        accountHome: String? = "/home/account"
    ) -> ProgramLocations {
        ProgramLocations(
            executable: URL(fileURLWithPath: "/usr/bin/hawk-notes"),
            environment: environment,
            unreadable: unreadable,
            accountHome: accountHome,
            exists: { $0.path == "/usr/share/hawk-notes/style.css" }
        )
    }

    func testWithoutAUsableHomeTheAccountsOwnIsTaken() throws {
        for environment in [[:], ["HOME": ""], ["HOME": "reader"], ["HOME": "./reader"]] {
            let locations = locations(environment)
            XCTAssertNil(locations.problem)
            let configuration = try XCTUnwrap(locations.configuration)
            XCTAssertEqual(
                configuration.libraryFile.path,
                "/home/account/.local/share/hawk-notes/library.sqlite"
            )
            XCTAssertEqual(
                configuration.crashReports?.folder.path,
                "/home/account/.local/state/hawk-notes/crashes"
            )
        }
    }

    func testWithoutAnyHomeTheReasonIsSaid() {
        let almost = ["HOME": "reader", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"]
        for environment in [[:], almost] {
            for accountHome in [nil, "", "reader"] {
                let locations = locations(environment, accountHome: accountHome)
                XCTAssertEqual(locations.problem, .noHome)
                XCTAssertNil(locations.configuration)
            }
        }
        XCTAssertTrue(LocationProblem.noHome.text.contains("HOME"))
    }

    func testWhereEveryFolderIsNamedNoHomeIsNeeded() throws {
        let environment = ["XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c"]
        for unreadable in [[], ["HOME"]] as [Set<String>] {
            let locations = locations(environment, unreadable: unreadable, accountHome: nil)
            XCTAssertNil(locations.problem)
            let configuration = try XCTUnwrap(locations.configuration)
            XCTAssertEqual(configuration.libraryFile.path, "/d/hawk-notes/library.sqlite")
            XCTAssertEqual(configuration.webDataDirectory.path, "/d/hawk-notes/web")
            XCTAssertEqual(configuration.stateDirectory.path, "/s/hawk-notes")
            XCTAssertEqual(configuration.webCacheDirectory.path, "/c/hawk-notes/web")
        }
    }

    func testAFolderWhoseNameIsNoTextIsNamedAndNotReplacedByAnother() {
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            // What is left of the bytes when they are taken for text.
            let locations = locations([variable: "/home/re\u{FFFD}der"], unreadable: [variable])
            XCTAssertEqual(locations.problem, .notUTF8(variable: variable))
            XCTAssertNil(locations.configuration)
            XCTAssertTrue(LocationProblem.notUTF8(variable: variable).text.contains(variable))
        }
    }

    /// The program can do without it.
    func testTheFolderOfTheSessionsEntriesIsWhereTheSessionLooks() {
        let home = ["HOME": "/home/reader"]
        XCTAssertEqual(locations(home).autostartFolder?.path, "/home/reader/.config/autostart")
        let moved = home.merging(["XDG_CONFIG_HOME": "/c"]) { $1 }
        XCTAssertEqual(locations(moved).autostartFolder?.path, "/c/autostart")
        let relative = home.merging(["XDG_CONFIG_HOME": "c"]) { $1 }
        XCTAssertEqual(
            locations(relative).autostartFolder?.path,
            "/home/reader/.config/autostart"
        )
        let unreadable = locations(moved, unreadable: ["XDG_CONFIG_HOME"])
        XCTAssertNil(unreadable.autostartFolder)
        XCTAssertNotNil(unreadable.configuration)
        XCTAssertNil(unreadable.configuration?.loginEntry)
    }

    func testTheAccountOfTheTestsHasAHome() {
        XCTAssertEqual(AccountHome.path?.hasPrefix("/"), true)
    }
}
