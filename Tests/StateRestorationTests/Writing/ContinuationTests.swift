import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That the first change after a launch to a window with a long draft costs what was typed, and that
/// what was there at launch stays as it was.
@MainActor
final class ContinuationTests: XCTestCase {
    private let folder = RestorationTester.directory + "/windows"
    private let length = isExhaustive ? 10_000_000 : 1_000_000

    private func quitWithLongDraft() throws -> (tester: RestorationTester, text: String) {
        let tester = try RestorationTester()
        let text = String(repeating: "Agatha guards the sea wall.\n", count: length / 28)
        let scene = tester.open("long")[0]
        RestorableText("draft", in: scene.root).setString(text)
        _ = scene.setValue(.int(1), at: "zoom")
        tester.end(.quit)
        return (tester, text)
    }

    private func type(_ text: String, _ tester: RestorationTester, at offset: Int = 0) throws {
        let scene = try XCTUnwrap(tester.session.scenes.first)
        RestorableText("draft", in: scene.root)
            .replace(offset: offset, removing: "", inserting: text)
        tester.clock.advance(by: .milliseconds(50))
    }

    private func draft(_ tester: RestorationTester) throws -> String {
        let scene = try XCTUnwrap(tester.session.scenes.first)
        return RestorableText("draft", in: scene.root).string
    }

    private func writtenBytes(_ tester: RestorationTester) -> Int {
        tester.files.operations.reduce(0) { $0 + $1.byteCount }
    }

    // MARK: - What it costs

    func testFirstChangesCostWhatWasTypedAndNotTheLengthOfTheDraft() async throws {
        let (tester, text) = try quitWithLongDraft()
        for ending in [RestorationTester.Ending.quit, .kill, .powerCut] {
            try tester.start()
            tester.files.resetOperations()
            let before = try draft(tester)
            try type("x", tester)
            XCTAssertLessThan(writtenBytes(tester), 400, "\(ending)")
            for _ in 0..<5 { try type("y", tester) }
            XCTAssertLessThan(writtenBytes(tester), 800, "\(ending)")
            // Not yet synced: a kill leaves two files.
            try tester.restartAndRestore(after: .killAtOnce)
            XCTAssertEqual(try draft(tester), "yyyyyx" + before, "\(ending)")
            XCTAssertTrue(tester.session.report.isComplete, "\(tester.session.report.entries)")
            XCTAssertEqual(tester.names(in: "windows").count, 1, "\(ending)")
            tester.end(ending)
        }
        try tester.start()
        XCTAssertTrue(try draft(tester).hasSuffix("x" + text))
    }

    func testWholeStateFollowsWithTheSync() async throws {
        let (tester, text) = try quitWithLongDraft()
        try tester.start()
        try type("x", tester)
        XCTAssertEqual(tester.names(in: "windows").count, 2)
        tester.clock.advance(by: .seconds(1))
        tester.session.waitForWriter()
        XCTAssertEqual(tester.names(in: "windows").count, 1)
        tester.files.resetOperations()
        try type("y", tester)
        XCTAssertLessThan(writtenBytes(tester), 64)
        tester.end(.powerCutAtOnce)
        tester.files.losePower()
        try tester.start()
        XCTAssertTrue(try draft(tester).hasSuffix("x" + text))
    }

    func testPastedBookIsWrittenOnceAsTheFirstChange() async throws {
        let (tester, text) = try quitWithLongDraft()
        try tester.start()
        tester.files.resetOperations()
        try type(text, tester)
        XCTAssertLessThan(writtenBytes(tester), text.utf8.count * 22 / 10)
        // Small files of the launch may still be on their way.
        let large = tester.files.operations.filter { $0.byteCount > text.utf8.count / 2 }
        XCTAssertEqual(large.map(\.kind), [.create])
    }

    func testShortFileIsWrittenAnew() async throws {
        let tester = try RestorationTester()
        tester.open("short")
        try tester.restartAndRestore(after: .quit)
        try type("x", tester)
        tester.session.waitForWriter()
        XCTAssertEqual(tester.names(in: "windows").count, 1)
    }

    // MARK: - What was there at launch

    func testPreviousSessionStaysAsItWas() async throws {
        let (tester, text) = try quitWithLongDraft()
        let before = try XCTUnwrap(tester.files.files.first { $0.key.hasPrefix(folder) }?.value)
        try tester.start()
        for letter in ["x", "y"] {
            try type(letter, tester)
            tester.session.waitForWriter()
            let kept = tester.files.files.first { $0.key.contains("/previous-session/long") }
            XCTAssertNil(kept)
            XCTAssertTrue(previousFiles(tester).contains(before))
        }
        try tester.restartAndRestore(after: .killAtOnce)
        // Now it is the one that was killed, in one file.
        let copies = await tester.session.restoreWholePreviousSession()
        XCTAssertEqual(copies.map(\.draft), ["yx" + text])
        XCTAssertEqual(previousFiles(tester).count, 1)
        let trash = tester.files.files.filter { $0.key.contains("/trash/previous-session-1/") }
        XCTAssertTrue(trash.values.contains(before))
        // And stays it, whatever is typed.
        let kept = previousFiles(tester)
        try type("z", tester)
        tester.session.flush()
        XCTAssertEqual(previousFiles(tester), kept)
    }

    private func previousFiles(_ tester: RestorationTester) -> [[UInt8]] {
        tester.files.files.filter {
            $0.key.contains("/previous-session/") && $0.key.hasSuffix(".state")
        }.map(\.value)
    }

    func testLaunchThatDiesLeavesBothFilesForTheNextOne() async throws {
        let (tester, text) = try quitWithLongDraft()
        try tester.start()
        try type("x", tester)
        let left = tester.files.files.filter { $0.key.hasPrefix(folder) }
        for _ in 0..<3 {
            try tester.restartAndRestore(after: .killAtOnce) { session in
                XCTAssertEqual(session.scenesToRestore.map(\.draft), ["x" + text])
            }
            XCTAssertEqual(tester.files.files.filter { $0.key.hasPrefix(folder) }, left)
        }
        // A window that is not opened keeps its files, and is in the previous session.
        try tester.restartAndRestore(after: .killAtOnce) { $0.completeRestoration() }
        XCTAssertEqual(tester.files.files.filter { $0.key.hasPrefix(folder) }, left)
        let copies = await tester.session.restoreWholePreviousSession()
        XCTAssertEqual(copies.map(\.draft), ["x" + text])
    }

    func testWindowThatIsNotChosenIsClosedWithAllThatWasTyped() async throws {
        for _ in ["closed", "reopened at once"] {
            let (tester, text) = try quitWithLongDraft()
            try tester.start()
            try type("x", tester)
            try tester.restartAndRestore(after: .killAtOnce) { session in
                session.restoreOnly([], others: .recentlyClosed)
                session.completeRestoration()
            }
            let reopened = await tester.session.reopenMostRecentlyClosed()
            XCTAssertEqual(reopened?.draft, "x" + text)
            try tester.restartAndRestore(after: .kill)
            XCTAssertEqual(try draft(tester), "x" + text)
            XCTAssertTrue(tester.session.report.isComplete)
        }
    }

    func testWindowThatIsClosedRightAfterItsFirstChangeLeavesNothingBehind() async throws {
        let (tester, text) = try quitWithLongDraft()
        try tester.start()
        tester.open("another")
        try type("x", tester)
        let long = try XCTUnwrap(tester.session.scenes.first { $0.title == "long" })
        RestorableText("draft", in: long.root).replace(offset: 0, removing: "", inserting: "y")
        tester.clock.advance(by: .milliseconds(50))
        tester.session.close(long)
        tester.session.flush()
        XCTAssertEqual(tester.names(in: "windows").count, 1)
        let reopened = await tester.session.reopenMostRecentlyClosed()
        XCTAssertEqual(reopened?.draft.hasSuffix("y" + text), true)
    }

    // MARK: - Files that have changed

    func testFileThatWasReplacedSinceTheLaunchIsNotGoneOnFrom() async throws {
        let (tester, text) = try quitWithLongDraft()
        let path = try XCTUnwrap(tester.files.files.keys.first { $0.hasPrefix(folder) })
        let bytes = try XCTUnwrap(tester.files.files[path])
        for change in ["appended to", "replaced", "removed"] {
            let files = tester.files.copy()
            let other = try RestorationTester(files: files)
            switch change {
            case "appended to": try files.fileSystem.append(path, [0x0A])
            case "removed": try files.fileSystem.remove(path)
            default:
                try files.fileSystem.remove(path)
                try files.fileSystem.create(path, bytes)
            }
            try type("x", other)
            XCTAssertGreaterThan(writtenBytes(other), length, change)
            try other.restartAndRestore(after: .killAtOnce)
            XCTAssertEqual(try draft(other), "x" + text, change)
        }
    }

    func testFileThatIsReplacedAfterTheFirstChangeIsWrittenAnewAtTheNext() async throws {
        let (tester, text) = try quitWithLongDraft()
        try tester.start()
        try type("x", tester)
        let path = try XCTUnwrap(
            tester.files.files.keys.first { $0.hasPrefix(folder) && $0.hasSuffix(".state") }
        )
        try tester.files.fileSystem.remove(path)
        try type("y", tester)
        try tester.restartAndRestore(after: .killAtOnce)
        XCTAssertEqual(try draft(tester), "yx" + text)
    }

    /// The file is removed or replaced, and the process is killed.
    func testWhatWasTypedIsNeverPutIntoATextToWhichItWasNotTyped() async throws {
        let (tester, text) = try quitWithLongDraft()
        let path = try XCTUnwrap(tester.files.files.keys.first { $0.hasPrefix(folder) })
        let bytes = try XCTUnwrap(tester.files.files[path])
        try tester.start()
        try type("typed", tester)
        tester.end(.killAtOnce)
        for change in ["removed", "other text of the same length", "cut off", "later"] {
            let files = tester.files.copy()
            var other = bytes
            switch change {
            case "removed": try files.fileSystem.remove(path)
            case "cut off": files.setContents(path, Array(bytes.dropLast(9)))
            case "later":
                var later = try XCTUnwrap(state(of: bytes))
                later.nextSequence += 100
                var encoder = StateFileEncoder()
                let id = try XCTUnwrap(later.window)
                files.setContents(path, encoder.snapshot(of: &later, id, writer: "other"))
            default:
                other = try XCTUnwrap(rewritten(bytes))
                files.setContents(path, other)
            }
            let next = try RestorationTester(files: files)
            let found = try draft(next)
            let entries = next.session.report.entries
            switch change {
            case "removed":
                // It has a second name in the previous session.
                XCTAssertEqual(found, "typed" + text)
            case "later": XCTAssertEqual(found, text)
            case "cut off": XCTAssertEqual(found, "typed" + text)
            default:
                XCTAssertEqual(found, "typed" + text, "the previous session has the file")
            }
            XCTAssertEqual(entries.filter { $0.outcome == .notRestored }.count, 0, change)
        }
    }

    private func state(of bytes: [UInt8]) -> WindowState? {
        guard case .state(let state, nil) = StateFileReader.read(bytes) else { return nil }
        return state
    }

    /// The same numbers, the same lengths, another text.
    private func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
        guard var state = state(of: bytes), let window = state.window,
            case .text(let text)? = state.contents["draft"]
        else { return nil }
        state.nextSequence -= bytes.split(separator: 0x0A).count
        let other = text.string.replacing("Agatha", with: "Brenda")
        state.contents["draft"] = .text(EditedText(ChunkedText(other)))
        var encoder = StateFileEncoder()
        return encoder.snapshot(of: &state, window, writer: "tester 1")
    }

    func testWhatWasTypedIsOfferedWhenTheFileIsLostEverywhere() async throws {
        let (tester, _) = try quitWithLongDraft()
        try tester.start()
        try type("typed", tester)
        tester.end(.killAtOnce)
        let files = tester.files.copy()
        for path in files.files.keys where path.hasSuffix(".state") {
            try files.fileSystem.remove(path)
        }
        let next = try RestorationTester(files: files)
        let texts = next.session.report.entries.flatMap(\.salvagedTexts)
        XCTAssertEqual(texts, [SalvagedText(path: "draft", pieces: ["typed"])])
        XCTAssertEqual(next.names(in: "quarantine").count, 1)
    }

    // MARK: - Files of older formats, and damaged ones

    func testFileOfAnOlderFormatAndADamagedOneAreWrittenAnew() async throws {
        let (tester, text) = try quitWithLongDraft()
        let path = try XCTUnwrap(tester.files.files.keys.first { $0.hasPrefix(folder) })
        let bytes = try XCTUnwrap(tester.files.files[path])
        for problem in ["older", "torn", "no line feed"] {
            let files = tester.files.copy()
            switch problem {
            case "older": files.setContents(path, inOlderFormat(bytes))
            case "torn": files.setContents(path, bytes + Array("1c291ca3 {\"n\":17,".utf8))
            default: files.setContents(path, Array(bytes.dropLast()))
            }
            let next = try RestorationTester(files: files)
            files.resetOperations()
            try type("x", next)
            next.session.waitForWriter()
            XCTAssertEqual(next.names(in: "windows").count, 1, problem)
            try next.restartAndRestore(after: .killAtOnce)
            XCTAssertEqual(try draft(next), "x" + text, problem)
        }
    }

    private func inOlderFormat(_ bytes: [UInt8]) -> [UInt8] {
        var rewritten: [UInt8] = []
        for line in bytes.split(separator: 0x0A) {
            guard case .record(var members) = line.withUnsafeBufferPointer(StateLine.read) else {
                continue
            }
            for index in members.indices where members[index].key == "format" {
                members[index].value = .int(StateLine.format - 1)
            }
            StateLine.append(members, to: &rewritten)
        }
        return rewritten
    }
}
