import Foundation
import XCTest

@testable import HawkNotes

final class ProgramLocationsTests: XCTestCase {
    private func locations(
        of executable: String,
        _ environment: [String: String] = [:],
        existing paths: Set<String>
    ) -> ProgramLocations {
        ProgramLocations(
            executable: URL(fileURLWithPath: executable),
            environment: ["HOME": "/home/reader"].merging(environment) { $1 },
            exists: { paths.contains($0.standardizedFileURL.path) }
        )
    }

    func testAnInstalledProgramUsesWhatWasInstalledWithIt() throws {
        let configuration = try XCTUnwrap(
            locations(
                of: "/opt/notes/bin/hawk-notes",
                existing: ["/opt/notes/share/hawk-notes/style.css"]
            ).configuration
        )
        XCTAssertEqual(configuration.dataDirectory.path, "/opt/notes/share/hawk-notes")
        XCTAssertEqual(configuration.iconDirectory.path, "/opt/notes/share/icons")
        XCTAssertEqual(configuration.localeDirectory.path, "/opt/notes/share/locale")
    }

    func testABuiltProgramUsesTheTreeThatItWasBuiltFrom() throws {
        let configuration = try XCTUnwrap(
            locations(
                of: "/src/notes/.build/x86_64/debug/hawk-notes",
                existing: ["/src/notes/Package.swift", "/src/notes/data/style.css"]
            ).configuration
        )
        XCTAssertEqual(configuration.dataDirectory.path, "/src/notes/data")
        XCTAssertEqual(configuration.iconDirectory.path, "/src/notes/data/icons")
        XCTAssertEqual(configuration.localeDirectory.path, "/src/notes/.build/locale")
    }

    func testTheLibraryForImportsIsLookedForWhereItWasInstalledAndBesideTheProgram() throws {
        let configuration = try XCTUnwrap(
            locations(
                of: "/opt/notes/bin/hawk-notes",
                existing: ["/opt/notes/share/hawk-notes/style.css"]
            ).configuration
        )
        XCTAssertEqual(
            configuration.importLibraries.map(\.path),
            [
                "/opt/notes/lib/hawk-notes/libHawkNotesImport.so",
                "/opt/notes/bin/libHawkNotesImport.so",
            ]
        )
    }

    func testTheFolderNamedInTheEnvironmentCountsAlone() throws {
        let environment = ["HAWK_NOTES_DATA_DIR": "/elsewhere"]
        let installed = "/usr/share/hawk-notes/style.css"
        let configuration = try XCTUnwrap(
            locations(
                of: "/usr/bin/hawk-notes",
                environment,
                existing: [installed, "/elsewhere/style.css"]
            ).configuration
        )
        XCTAssertEqual(configuration.dataDirectory.path, "/elsewhere")
        XCTAssertNil(
            locations(of: "/usr/bin/hawk-notes", environment, existing: [installed]).configuration
        )
    }

    func testTheLengthOfAClosingRunIsASettingOfTheTests() throws {
        let values = ["500": Duration.milliseconds(500), "": nil, "-1": nil, "long": nil]
        for (value, interval) in values {
            let configuration = locations(
                of: "/usr/bin/hawk-notes",
                ["HAWK_NOTES_CLOSING_RUN_MS": value],
                existing: ["/usr/share/hawk-notes/style.css"]
            ).configuration
            XCTAssertEqual(try XCTUnwrap(configuration).closingRunInterval, interval, value)
        }
    }

    func testAnotherMachineIsASettingOfTheTests() throws {
        let cases: [(host: String, time: String, Duration?)] = [
            ("desk", "500", Duration.milliseconds(500)), ("", "-1", nil), ("", "long", nil),
        ]
        for (host, time, duration) in cases {
            let configuration = locations(
                of: "/usr/bin/hawk-notes",
                ["HAWK_NOTES_HOST": host, "HAWK_NOTES_LEASE_MS": time],
                existing: ["/usr/share/hawk-notes/style.css"]
            ).configuration
            XCTAssertEqual(try XCTUnwrap(configuration).hostName, host.isEmpty ? nil : host)
            XCTAssertEqual(try XCTUnwrap(configuration).leaseTime, duration)
        }
    }

    func testTranslationsNamedInTheEnvironmentGoBeforeAllOthers() throws {
        let locations = locations(
            of: "/opt/notes/bin/hawk-notes",
            ["HAWK_NOTES_LOCALE_DIR": "/tmp/locale"],
            existing: ["/opt/notes/share/hawk-notes/style.css"]
        )
        XCTAssertEqual(locations.configuration?.localeDirectory.path, "/tmp/locale")
    }

    /// Behind a link on the way there may be a folder per version.
    func testTheNameOnThePathThatLeadsToTheProgramOutlivesAnUpgrade() {
        let links = ["/usr/local/bin/hawk-notes": "/opt/notes-1/bin/hawk-notes"]
        func path(_ executable: String, searching variable: String?) -> String {
            ProgramLocations.lastingPath(
                of: URL(fileURLWithPath: executable),
                searching: variable
            ) { links[$0] ?? $0 }
        }
        let versioned = "/opt/notes-1/bin/hawk-notes"
        let link = "/usr/local/bin/hawk-notes"
        XCTAssertEqual(path(versioned, searching: "/bin:/usr/local/bin:/usr/bin"), link)
        XCTAssertEqual(path(versioned, searching: "/opt/notes-1/bin:/usr/local/bin"), versioned)
        for other in ["/bin:/usr/bin", "", ".:bin", nil] {
            XCTAssertEqual(path(versioned, searching: other), versioned)
        }
        let another = "/opt/notes-2/bin/hawk-notes"
        XCTAssertEqual(path(another, searching: "/usr/local/bin"), another)
    }

    func testWithoutItsDataThereIsNoConfiguration() {
        XCTAssertNil(locations(of: "/usr/bin/hawk-notes", existing: []).configuration)
    }

    func testFilesOfTheUserFollowTheBaseFolders() throws {
        let existing: Set = ["/usr/share/hawk-notes/style.css"]
        let standard = try XCTUnwrap(
            locations(of: "/usr/bin/hawk-notes", existing: existing).configuration
        )
        XCTAssertEqual(
            standard.libraryFile.path,
            "/home/reader/.local/share/hawk-notes/library.sqlite"
        )
        XCTAssertEqual(standard.stateDirectory.path, "/home/reader/.local/state/hawk-notes")
        let moved = try XCTUnwrap(
            locations(
                of: "/usr/bin/hawk-notes",
                ["XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"],
                existing: existing
            ).configuration
        )
        XCTAssertEqual(moved.libraryFile.path, "/d/hawk-notes/library.sqlite")
        XCTAssertEqual(moved.stateDirectory.path, "/s/hawk-notes")
        let relative = try XCTUnwrap(
            locations(
                of: "/usr/bin/hawk-notes",
                ["XDG_DATA_HOME": "d", "XDG_STATE_HOME": ""],
                existing: existing
            ).configuration
        )
        XCTAssertEqual(relative.libraryFile.path, standard.libraryFile.path)
        XCTAssertEqual(relative.stateDirectory.path, standard.stateDirectory.path)
    }
}
