import StateRestorationTesting
import XCTest

@testable import StateRestoration

@MainActor
final class RestorableTextTests: XCTestCase {
    func testEditsComeBackAfterAKill() async throws {
        let tester = try RestorationTester()
        do {
            let draft = RestorableText("draft", in: tester.session.makeScene().root)
            draft.replace(offset: 0, removing: "", inserting: "Agatha 🦅 guards")
            draft.replace(offset: 7, removing: "🦅", inserting: "the Hawk")
            draft.replace(offset: 0, removing: "A", inserting: "a")
            XCTAssertEqual(draft.string, "agatha the Hawk guards")
        }
        for _ in 0..<3 {
            let scene = try XCTUnwrap(tester.restartAndRestore().scenes.first)
            XCTAssertEqual(RestorableText("draft", in: scene.root).string, "agatha the Hawk guards")
        }
        XCTAssertTrue(tester.session.report.isComplete)
    }

    func testKeystrokeWritesAFewBytesWhateverTheLength() async throws {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        draft.setString(String(repeating: "sea wall ", count: 100_000))
        tester.session.flush()
        tester.files.resetOperations()
        for offset in 0..<200 {
            draft.replace(offset: 400_000 + offset, removing: "", inserting: "x")
            tester.clock.advance(by: .milliseconds(50))
        }
        let appends = tester.files.operations.filter { $0.kind == .append }
        XCTAssertEqual(appends.count, 200)
        XCTAssertLessThanOrEqual(appends.map(\.byteCount).reduce(0, +), 200 * 64)
        XCTAssertFalse(tester.files.operations.contains { $0.kind == .create })
    }

    func testLogThatOutgrowsItsContentIsRewritten() async throws {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        tester.session.flush()
        tester.files.resetOperations()
        for offset in 0..<6000 {
            draft.replace(offset: offset, removing: "", inserting: "x")
            tester.clock.advance(by: .milliseconds(50))
        }
        tester.session.waitForWriter()
        let operations = tester.files.operations
        let written = operations.map(\.byteCount).reduce(0, +)
        XCTAssertLessThanOrEqual(written, 6000 * 64)
        XCTAssertTrue((2...6).contains(operations.filter { $0.kind == .create }.count))
        let scene = try XCTUnwrap(tester.restartAndRestore(after: .killAtOnce).scenes.first)
        XCTAssertEqual(
            RestorableText("draft", in: scene.root).string,
            String(repeating: "x", count: 6000)
        )
    }

    func testMaximumDelayIsNotBegunAnewByFurtherTyping() async throws {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        tester.session.flush()
        tester.files.resetOperations()
        for offset in 0..<10 {
            draft.replace(offset: offset, removing: "", inserting: "x")
            tester.clock.advance(by: .milliseconds(20))
        }
        XCTAssertGreaterThanOrEqual(tester.files.operations.filter { $0.kind == .append }.count, 3)
    }

    func testEditThatDoesNotFitIsAppliedAndReported() async throws {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        draft.setString("abc")
        draft.replace(offset: 1, removing: "xy", inserting: "-")
        XCTAssertEqual(draft.string, "a-")
        draft.replace(offset: 99, removing: "", inserting: "!")
        XCTAssertEqual(draft.string, "a-!")
        XCTAssertEqual(tester.session.report.entries.filter { $0.subject == "draft" }.count, 1)
        let scene = try XCTUnwrap(tester.restartAndRestore().scenes.first)
        XCTAssertEqual(RestorableText("draft", in: scene.root).string, "a-!")
    }

    func testEmptiedTextLeavesNothingBehind() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        let draft = RestorableText("draft", in: scene.root)
        draft.setString("abc")
        draft.setString("")
        XCTAssertEqual(scene.storedKeys(), [])
        draft.replace(offset: 0, removing: "", inserting: "a")
        draft.replace(offset: 0, removing: "a", inserting: "")
        XCTAssertEqual(scene.storedKeys(), [])
        XCTAssertEqual(try XCTUnwrap(tester.restartAndRestore().scenes.first).storedKeys(), [])
    }

    func testObserverIsToldAfterTheDraftWasWritten() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        let draft = RestorableText("draft", in: scene.root)
        let persisted = expectation(description: "persisted")
        let files = tester.files
        let observation = scene.onDidPersist {
            let path = "\(RestorationTester.directory)/windows/\(scene.id).state"
            let isThere = files.files.contains { name, bytes in
                name.hasPrefix(path)
                    && String(decoding: bytes, as: UTF8.self).contains("half a thought")
            }
            if isThere { persisted.fulfill() }
        }
        draft.setString("half a thought")
        tester.clock.advance(by: .milliseconds(50))
        await fulfillment(of: [persisted], timeout: 10)
        observation.cancel()
    }
}

final class ChunkedTextTests: XCTestCase {
    func testRandomEditsGiveWhatAnArrayOfScalarsGives() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("aé漢🦅\u{301}\n".unicodeScalars)
        for _ in 0..<4 {
            var text = ChunkedText()
            var expected: [Unicode.Scalar] = []
            for _ in 0..<100 {
                let count = Bool.random() ? Int.random(in: 0..<4) : Int.random(in: 0..<9000)
                let inserted = (0..<count).map { _ in
                    alphabet.randomElement(using: &generator) ?? "a"
                }
                let offset = Int.random(in: 0...expected.count)
                let removal = min(Int.random(in: 0..<6000), expected.count - offset)
                let removed = text.replace(
                    offset: offset,
                    count: removal,
                    with: ChunkedTextTests.string(inserted)
                )
                XCTAssertEqual(
                    Array(removed.unicodeScalars),
                    Array(expected[offset..<offset + removal])
                )
                expected.replaceSubrange(offset..<offset + removal, with: inserted)
                XCTAssertEqual(text.scalarCount, expected.count)
            }
            let string = ChunkedTextTests.string(expected)
            XCTAssertEqual(Array(text.string.utf8), Array(string.utf8))
            XCTAssertEqual(text.utf8Count, string.utf8.count)
        }
    }

    /// As many edits as a person makes in a month, or as replacing a word everywhere makes at once.
    func testEditsInManyPlacesDoNotCrumbleTheText() {
        let line = String(repeating: "sea wall ", count: 100)
        var text = ChunkedText(String(repeating: line, count: 1000))
        let wholeCount = text.pieceCount
        for offset in (0..<999).reversed() {
            text.replace(offset: offset * 900, count: 890, with: "")
        }
        XCTAssertLessThanOrEqual(text.pieceCount, 5)
        XCTAssertEqual(text.scalarCount, 900_000 - 999 * 890)
        for offset in 0..<999 { text.replace(offset: offset * 900, count: 0, with: line) }
        XCTAssertLessThanOrEqual(text.pieceCount, 2 * wholeCount)
        text.replace(offset: 1, count: .max, with: "")
        XCTAssertEqual(text.pieceCount, 1)
        text.replace(offset: 0, count: 1, with: "")
        XCTAssertEqual(text.pieceCount, 0)
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
