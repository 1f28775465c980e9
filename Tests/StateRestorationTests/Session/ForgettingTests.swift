import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That what is to be forgotten is gone, and nothing else.
@MainActor
final class ForgettingTests: XCTestCase {
    private static let options: [(ForgetOptions, folder: String)] = [
        (.recentlyClosed, "closed"), (.previousSession, "previous-session"), (.history, "history"),
        (.workspaces, "workspaces"), (.trash, "trash"), (.quarantine, "quarantine"),
    ]

    /// A run that has something in each folder, and the open windows “open” and “work”.
    private func makeTester() async throws -> RestorationTester {
        let tester = try RestorationTester {
            $0.history = HistoryLimits()
            $0.recentlyClosedLimit = 1
        }
        tester.open("open", "work", "parked", "resting")
        let scenes = tester.session.scenes
        for title in ["parked", "work"] {
            let scene = try XCTUnwrap(scenes.first { $0.title == title })
            let saved = tester.session.saveWorkspace(named: "Workspace of \(title)", of: [scene])
            if title == "parked" { tester.session.leaveWorkspace(try XCTUnwrap(saved).id) }
        }
        let damaged = try XCTUnwrap(tester.session.scenes.first { $0.title == "open" })
        tester.end(.quit)
        let path = RestorationTester.path("windows/\(damaged.id).state")
        let bytes = try XCTUnwrap(tester.files.files[path])
        tester.files.setContents(path, bytes + Array("spoiled\n".utf8))
        try tester.start()
        try tester.restartAndRestore(after: .quit)
        let resting = try XCTUnwrap(tester.session.scenes.first { $0.title == "resting" })
        tester.session.saveWorkspace(named: "Resting", of: [resting])
        for scene in tester.open("evicted", "closed") {
            tester.clock.advance(by: .seconds(60))
            tester.session.close(scene)
        }
        tester.clock.advance(by: .seconds(60))
        tester.session.flush()
        for (_, folder) in Self.options {
            XCTAssertFalse(tester.names(in: folder).isEmpty, folder)
        }
        return tester
    }

    private func count(_ text: String, in tester: RestorationTester, outside folders: [String])
        -> Int
    {
        tester.files.files.filter { path, bytes in
            !folders.contains { path.hasPrefix(RestorationTester.path($0) + "/") }
                && String(decoding: bytes, as: UTF8.self).contains(text)
        }.count
    }

    func testEachIsForgottenByItself() async throws {
        for (option, folder) in Self.options {
            let tester = try await makeTester()
            let before = tester.files.files
            let problems = await tester.session.forget(option)
            XCTAssertTrue(problems.isEmpty, "\(folder): \(problems)")
            XCTAssertEqual(tester.names(in: folder), [], folder)
            tester.session.flush()
            for (path, bytes) in before
            where !path.contains("/\(folder)/") && !path.hasSuffix("/session.json") {
                XCTAssertEqual(tester.files.files[path], bytes, "\(folder): \(path)")
            }
            XCTAssertEqual(Set(tester.titles), ["resting", "work", "open"], folder)
            try tester.restartAndRestore(after: .powerCut)
            XCTAssertEqual(Set(tester.titles), ["resting", "work", "open"], folder)
            XCTAssertEqual(tester.session.report.complaints, [], folder)
            switch option {
            case .recentlyClosed: XCTAssertEqual(tester.session.recentlyClosed, [])
            case .workspaces: XCTAssertEqual(tester.session.workspaces, [])
            default:
                XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["closed"])
                XCTAssertEqual(tester.session.workspaces.count, 3)
            }
        }
    }

    func testNothingOfWhatIsForgottenIsLeftAnywhere() async throws {
        let tester = try await makeTester()
        let problems = await tester.session.forget(.everything)
        XCTAssertTrue(problems.isEmpty)
        tester.session.flush()
        for text in ["evicted", "of closed", #""title":"closed""#, "parked", "Workspace of"] {
            XCTAssertEqual(count(text, in: tester, outside: []), 0, text)
        }
        XCTAssertEqual(tester.session.recentlyClosed, [])
        XCTAssertEqual(tester.session.workspaces, [])
        XCTAssertFalse(tester.session.hasPreviousSession)
        let history = try await tester.session.history()
        XCTAssertEqual(history, [])
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(Set(tester.titles), ["resting", "work", "open"])
        XCTAssertEqual(tester.session.report.complaints, [])
        // What comes now is kept as before.
        tester.session.close(tester.session.scenes[0])
        XCTAssertEqual(tester.session.recentlyClosed.count, 1)
    }

    func testAWindowThatAWorkspaceBringsBackIsNotForgottenWithTheClosedOnes() async throws {
        let tester = try await makeTester()
        let resting = try XCTUnwrap(tester.session.scenes.first { $0.title == "resting" })
        tester.session.close(resting)
        let problems = await tester.session.forget(.recentlyClosed)
        XCTAssertTrue(problems.isEmpty)
        let workspace = try XCTUnwrap(tester.session.workspaces.first { $0.name == "Resting" })
        let opened = await tester.session.openWorkspace(workspace.id)
        XCTAssertEqual(opened?.scenes.map(\.draft), ["draft of resting"])
    }

    func testTheIndexOfASessionWithoutWindowsTellsNothingEither() async throws {
        let tester = try RestorationTester()
        for scene in tester.open("a", "b") {
            tester.clock.advance(by: .seconds(60))
            tester.session.close(scene)
        }
        // The application has gone on with a private window.
        tester.session.makeScene(isPrivate: true)
        tester.session.flush()
        _ = await tester.session.forget(.everything)
        tester.session.flush()
        XCTAssertEqual(count("\"title\"", in: tester, outside: []), 0)
        XCTAssertEqual(tester.names(in: "closed"), [])
    }

    func testWhatCannotBeRemovedIsTold() async throws {
        for code in [POSIXErrorCode.EACCES, .EIO, .EROFS] {
            let tester = try await makeTester()
            let name = try XCTUnwrap(tester.names(in: "closed").first)
            tester.files.setFault { operation, _ in
                operation.kind == .remove && operation.path.hasSuffix(name) ? .fail(code) : nil
            }
            let problems = await tester.session.forget(.everything)
            XCTAssertEqual(problems.count, 1, "\(code): \(problems)")
            XCTAssertEqual(problems.first?.url?.lastPathComponent, name)
            XCTAssertEqual(tester.names(in: "closed"), [name])
            XCTAssertEqual(tester.names(in: "trash"), [])
            // Whoever asks again gets it done.
            tester.files.setFault(nil)
            let again = await tester.session.forget(.everything)
            XCTAssertTrue(again.isEmpty)
            XCTAssertEqual(tester.names(in: "closed"), [])
        }
    }

    func testWhatWaitsForAFailingDiskGoesAsSoonAsItWorks() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b")
        tester.files.setFault { operation, _ in
            operation.path.contains("/closed/") ? .fail(.EIO) : nil
        }
        tester.session.close(tester.session.scenes[0])
        tester.session.flush()
        let problems = await tester.session.forget(.recentlyClosed)
        XCTAssertEqual(problems.count, 1)
        tester.files.setFault(nil)
        tester.clock.advance(by: .seconds(60))
        tester.session.flush()
        XCTAssertEqual(tester.names(in: "closed"), [])
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.titles, ["a"])
        XCTAssertEqual(tester.session.recentlyClosed, [])
    }

    func testFilesOfOthersStay() async throws {
        let tester = try await makeTester()
        let paths = Self.options.map { RestorationTester.path("\($0.folder)/notes.txt") }
        for path in paths { tester.files.setContents(path, [1]) }
        tester.files.setKind(RestorationTester.path("trash/link"), .symbolicLink)
        let problems = await tester.session.forget(.everything)
        XCTAssertTrue(problems.isEmpty)
        for path in paths { XCTAssertEqual(tester.files.files[path], [1]) }
    }

    func testTheNumberOfClosedWindowsCanBeChanged() async throws {
        let tester = try RestorationTester { $0.recentlyClosedLimit = 5 }
        tester.open("last")
        for scene in tester.open("a", "b", "c", "d") {
            tester.clock.advance(by: .seconds(60))
            tester.session.close(scene)
        }
        XCTAssertEqual(tester.session.recentlyClosedLimit, 5)
        tester.session.recentlyClosedLimit = 2
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["d", "c"])
        tester.session.flush()
        XCTAssertEqual(tester.names(in: "closed").count, 2)
        XCTAssertEqual(tester.names(in: "trash").count, 2)
        tester.session.recentlyClosedLimit = 3
        tester.clock.advance(by: .seconds(60))
        tester.session.close(tester.open("e")[0])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["e", "d", "c"])
        tester.session.recentlyClosedLimit = -1
        XCTAssertEqual(tester.session.recentlyClosed, [])
    }
}
