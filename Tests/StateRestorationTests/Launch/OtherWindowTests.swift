import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Files under the name of a window that is not theirs: copies, and renamed ones.
@MainActor
final class OtherWindowTests: XCTestCase {
    private func path(_ id: SceneIdentifier, in folder: String = "windows") -> String {
        RestorationTester.path("\(folder)/\(id).state")
    }

    /// A session that has ended with two windows, “a” and “b”, for the second time.
    private func start() throws -> (RestorationTester, a: SceneIdentifier, b: SceneIdentifier) {
        let tester = try RestorationTester()
        let scenes = tester.open("a", "b")
        try tester.restartAndRestore(after: .quit)
        tester.end(.quit)
        return (tester, scenes[0].id, scenes[1].id)
    }

    private func copy(_ from: String, to path: String, _ tester: RestorationTester) throws {
        tester.files.setContents(path, try XCTUnwrap(tester.files.files[from]))
    }

    func testCopyInPlaceOfAnotherWindowIsSetAsideAndTheWindowComesBackAsItWas() async throws {
        let (tester, a, b) = try start()
        try copy(path(a), to: path(b), tester)
        let copy = try XCTUnwrap(tester.files.files[path(b)])
        try tester.start()
        XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
        let codes = tester.session.report.entries.filter { $0.outcome != .restored }.map(\.code)
        XCTAssertEqual(Set(codes), [.otherWindow, .olderCopy])
        tester.session.flush()
        XCTAssertEqual(tester.names(in: "quarantine").count, 1)
        XCTAssertTrue(
            tester.files.files.contains { $0.key.contains("/quarantine/") && $0.value == copy }
        )
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
        XCTAssertTrue(tester.session.report.isComplete)
    }

    func testCopyUnderANewNameIsNoWindow() async throws {
        let (tester, a, _) = try start()
        try copy(path(a), to: RestorationTester.path("windows/new.state"), tester)
        try copy(path(a), to: RestorationTester.path("windows/\(a).state.7.new"), tester)
        try tester.start()
        XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
        XCTAssertTrue(tester.session.report.isComplete)
        tester.session.flush()
        XCTAssertEqual(tester.names(in: "windows").count, 2)
        XCTAssertEqual(tester.names(in: "quarantine").count, 1)
    }

    func testRenamedFileGetsItsNameBack() async throws {
        for ending in [RestorationTester.Ending.quit, .kill, .powerCut] {
            let (tester, a, _) = try start()
            let other = RestorationTester.path("windows/renamed.state")
            try copy(path(a), to: other, tester)
            tester.files.setContents(path(a), nil)
            tester.files.setContents(path(a, in: "previous-session"), nil)
            try tester.start()
            XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
            XCTAssertEqual(tester.session.scenes.map(\.id).contains(a), true)
            XCTAssertTrue(tester.session.report.isComplete)
            tester.session.flush()
            XCTAssertNotNil(tester.files.files[path(a)])
            XCTAssertNil(tester.files.files[other])
            try tester.restartAndRestore(after: ending)
            XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
            XCTAssertFalse(tester.session.report.codes().contains(.otherWindow))
        }
    }

    func testRenamedFileIsKeptUntilItsWindowIsOpened() async throws {
        let (tester, a, _) = try start()
        let other = RestorationTester.path("windows/renamed.state")
        try copy(path(a), to: other, tester)
        tester.files.setContents(path(a), nil)
        tester.files.setContents(path(a, in: "previous-session"), nil)
        for _ in 1...3 {
            try tester.start { $0.completeRestoration() }
            tester.end(.quit)
        }
        try tester.start()
        XCTAssertEqual(tester.drafts["a"], "draft of a")
    }

    func testSwappedFilesAreToldApart() async throws {
        let (tester, a, b) = try start()
        let first = try XCTUnwrap(tester.files.files[path(a)])
        try copy(path(b), to: path(a), tester)
        tester.files.setContents(path(b), first)
        try tester.start()
        XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
        let drafts = Dictionary(
            uniqueKeysWithValues: tester.session.scenes.map { ($0.id, $0.draft) }
        )
        XCTAssertEqual(drafts, [a: "draft of a", b: "draft of b"])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
        XCTAssertTrue(tester.session.report.isComplete)
    }

    func testCopyAmongTheClosedWindowsIsNotReopened() async throws {
        let tester = try RestorationTester()
        let scenes = tester.open("stays", "a", "b")
        for scene in scenes[1...] { tester.session.close(scene) }
        tester.end(.quit)
        let (a, b) = (scenes[1].id, scenes[2].id)
        try copy(path(a, in: "closed"), to: path(b, in: "closed"), tester)
        try copy(path(a, in: "closed"), to: RestorationTester.path("closed/new.state"), tester)
        try tester.start()
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["b", "a"])
        let wrong = await tester.session.reopen(b)
        XCTAssertNil(wrong)
        let right = await tester.session.reopen(a)
        XCTAssertEqual(right?.draft, "draft of a")
        XCTAssertTrue(tester.session.report.codes().contains(.otherWindow))
    }

    func testCopyInThePreviousSessionIsNoWindow() async throws {
        let (tester, a, b) = try start()
        try tester.start()
        tester.session.flush()
        try copy(
            path(a, in: "previous-session"),
            to: path(b, in: "previous-session"),
            tester
        )
        let copies = await tester.session.restoreWholePreviousSession()
        XCTAssertEqual(copies.map(\.title), ["a"])
    }

    /// An older program keeps the name of a window as something unknown, and writes it even into the
    /// file of a new window that it has made from a copy.
    func testNameInAFileOfAnOlderFormatIsNotTrustedAndNotKept() async throws {
        let (tester, a, b) = try start()
        var lines = BadFileSetup.lines(of: try XCTUnwrap(tester.files.files[path(a)]))
        lines[0] = BadFileSetup.line(
            #"{"n":0,"format":1,"minimumReader":1,"writer":"old","window":"\#(b)","mood":"calm"}"#
        )
        var bytes = lines[0]
        for (number, line) in lines.dropFirst().enumerated() {
            guard
                case .record(let members) =
                    line.dropLast().withUnsafeBufferPointer(StateLine.read)
            else { continue }
            StateLine.append(
                [.init("n", .int(number + 1))] + members.filter { $0.key != "n" },
                to: &bytes
            )
        }
        tester.files.setContents(path(a), bytes)
        try tester.start()
        XCTAssertEqual(tester.drafts, ["a": "draft of a", "b": "draft of b"])
        XCTAssertTrue(tester.session.report.isComplete)
        let scene = try XCTUnwrap(tester.session.scenes.first { $0.id == a })
        scene.type("!")
        tester.end(.quit)
        let text = String(decoding: try XCTUnwrap(tester.files.files[path(a)]), as: UTF8.self)
        let header = try XCTUnwrap(text.split(separator: "\n").first)
        XCTAssertTrue(header.contains(#""window":"\#(a)""#), "\(header)")
        XCTAssertFalse(header.contains(b.rawValue), "\(header)")
        XCTAssertTrue(header.contains(#""mood":"calm""#), "\(header)")
    }
}
