import StateRestorationTesting
import XCTest

@testable import StateRestoration

@MainActor
final class UndoHistoryTests: XCTestCase {
    private func draft(_ tester: RestorationTester) -> RestorableText {
        let scene = tester.session.scenes.first ?? tester.session.makeScene()
        return RestorableText("draft", in: scene.root)
    }

    /// Types at the offset, a key at a time.
    private func type(_ string: String, at offset: Int, into draft: RestorableText) {
        var offset = offset
        for character in string {
            draft.replace(offset: offset, removing: "", inserting: String(character))
            offset += character.unicodeScalars.count
        }
    }

    /// Replays the history forwards and backwards, as an editor does.
    private func checkHistory(_ draft: RestorableText, line: UInt = #line) {
        var text = Array(draft.textBeforeHistory.unicodeScalars)
        for edit in draft.undoHistory {
            let range = edit.offset..<(edit.offset + edit.removed.unicodeScalars.count)
            guard range.upperBound <= text.count else { return XCTFail("\(edit)", line: line) }
            XCTAssertTrue(text[range].elementsEqual(edit.removed.unicodeScalars), line: line)
            text.replaceSubrange(range, with: edit.inserted.unicodeScalars)
        }
        XCTAssertEqual(text, Array(draft.string.unicodeScalars), line: line)
        for edit in draft.undoHistory.reversed() {
            let range = edit.offset..<(edit.offset + edit.inserted.unicodeScalars.count)
            text.replaceSubrange(range, with: edit.removed.unicodeScalars)
        }
        XCTAssertEqual(text, Array(draft.textBeforeHistory.unicodeScalars), line: line)
    }

    func testHistoryComesBackHoweverTheRunEnds() async throws {
        let expected = [
            TextEdit(offset: 6, removed: "", inserted: " guards"),
            TextEdit(offset: 13, removed: "", inserted: " the"),
            TextEdit(offset: 17, removed: "", inserted: " 🦅"),
            TextEdit(offset: 0, removed: "Agatha", inserted: "Skye"),
        ]
        for ending in [RestorationTester.Ending.quit, .kill, .powerCut] {
            let tester = try RestorationTester()
            do {
                let draft = draft(tester)
                draft.setString("Agatha")
                type(" guards the 🦅", at: 6, into: draft)
                draft.replace(offset: 0, removing: "Agatha", inserting: "Skye")
            }
            // Read from what was appended, and then from what was written anew.
            for round in 0..<3 {
                try tester.restartAndRestore(after: ending)
                let draft = draft(tester)
                XCTAssertEqual(draft.string, "Skye guards the 🦅", "\(ending)")
                XCTAssertEqual(draft.textBeforeHistory, "Agatha")
                XCTAssertEqual(draft.undoHistory, expected)
                checkHistory(draft)
                let root = tester.session.scenes[0].root
                SceneStorage(wrappedValue: 0, "other", in: root).wrappedValue = round + 1
            }
        }
    }

    func testRandomEditsComeBackWithTheirHistory() async throws {
        let alphabet = Array("ab \né漢🦅\u{301}👩‍🚀")
        let endings = [RestorationTester.Ending.quit, .kill, .powerCut]
        let tester = try RestorationTester()
        for _ in 0..<40 {
            let before: (text: String, base: String, edits: [TextEdit])
            do {
                let draft = draft(tester)
                for _ in 0..<Int.random(in: 0..<60) {
                    randomEdit(of: draft, alphabet)
                }
                checkHistory(draft)
                before = (draft.string, draft.textBeforeHistory, draft.undoHistory)
            }
            try tester.restartAndRestore(after: endings.randomElement() ?? .kill)
            let draft = draft(tester)
            XCTAssertEqual(Array(draft.string.utf8), Array(before.text.utf8))
            XCTAssertEqual(Array(draft.textBeforeHistory.utf8), Array(before.base.utf8))
            XCTAssertEqual(draft.undoHistory, before.edits)
            checkHistory(draft)
        }
    }

    private func randomEdit(of draft: RestorableText, _ alphabet: [Character]) {
        func random(_ count: Int) -> String {
            String((0..<count).map { _ in alphabet.randomElement() ?? "a" })
        }
        let scalars = Array(draft.string.unicodeScalars)
        let offset = Int.random(in: 0...scalars.count)
        switch Int.random(in: 0..<10) {
        case 0: draft.setString(random(Int.random(in: 1..<300)))
        case 1:
            // What it says to remove is not what stands there.
            draft.replace(offset: offset - 3, removing: random(4), inserting: random(1))
        case 2...4:
            let end = min(scalars.count, offset + Int.random(in: 0..<5))
            var removed = String.UnicodeScalarView()
            removed.append(contentsOf: scalars[offset..<end])
            draft.replace(
                offset: offset,
                removing: String(removed),
                inserting: random(Int.random(in: 0..<3))
            )
        default: type(random(Int.random(in: 0..<20)), at: offset, into: draft)
        }
    }

    func testHistoryComesBackWithAReopenedWindowAndThePreviousSession() async throws {
        let tester = try RestorationTester()
        type("half a thought", at: 0, into: draft(tester))
        tester.session.close(tester.session.scenes[0])
        let stays = tester.session.makeScene()
        stays.title = "stays"
        try tester.restartAndRestore(after: .quit)
        let found = await tester.session.reopenMostRecentlyClosed()
        let reopened = try XCTUnwrap(found)
        let draft = RestorableText("draft", in: reopened.root)
        XCTAssertEqual(draft.undoHistory.map(\.inserted), ["half", " a", " thought"])
        XCTAssertEqual(draft.textBeforeHistory, "")
        checkHistory(draft)
        try tester.restartAndRestore(after: .quit)
        let copies = await tester.session.restoreWholePreviousSession()
            .filter { $0.title != "stays" }
        let copy = RestorableText("draft", in: try XCTUnwrap(copies.first).root)
        XCTAssertEqual(copy.undoHistory.map(\.inserted), ["half", " a", " thought"])
        checkHistory(copy)
    }

    func testHistoryEndsWhereTheFileIsDamaged() async throws {
        let tester = try RestorationTester()
        do {
            let draft = draft(tester)
            draft.setString("Agatha")
            type(" guards the sea wall", at: 6, into: draft)
        }
        tester.end(.quit)
        let path = "\(RestorationTester.directory)/windows/\(tester.session.scenes[0].id).state"
        let whole = try XCTUnwrap(tester.files.files[path])
        var texts: [String] = []
        for end in whole.indices where whole[end] == 0x0A {
            guard case .state(let state, _) = StateFileReader.read(Array(whole[...end])),
                case .text(let text) = state.contents["draft"]
            else { continue }
            texts.append(text.string)
            XCTAssertEqual(text.textBeforeHistory.string, "Agatha")
        }
        let steps = ["Agatha", "Agatha guards", "Agatha guards the", "Agatha guards the sea"]
        XCTAssertEqual(texts, steps + ["Agatha guards the sea wall"])
    }

    /// Who knows nothing of history finds a text and edits that were appended to it.
    func testSnapshotHoldsTheTextBeforeTheHistoryAndThenItsEdits() async throws {
        let tester = try RestorationTester()
        do {
            let draft = draft(tester)
            draft.setString("Agatha")
            type(" 🦅", at: 6, into: draft)
        }
        tester.end(.quit)
        let path = "\(RestorationTester.directory)/windows/\(tester.session.scenes[0].id).state"
        let file = String(decoding: try XCTUnwrap(tester.files.files[path]), as: UTF8.self)
        let lines = file.split(separator: "\n").dropFirst().map { line in
            line.drop { $0 != "k" }.dropFirst(2)
        }
        XCTAssertEqual(
            lines,
            [
                #":1,"path":"draft","t":"Agatha"}"#,
                #":1,"path":"draft","s":[6," 🦅",6]}"#,
            ]
        )
    }
}

// MARK: - What the history begins with, and how far it goes

extension UndoHistoryTests {
    func testFirstTextIsNotAnEditThatCouldBeUndone() async throws {
        let tester = try RestorationTester()
        let draft = draft(tester)
        draft.setString("the note as it was saved")
        XCTAssertEqual(draft.undoHistory, [])
        XCTAssertEqual(draft.textBeforeHistory, "the note as it was saved")
    }

    func testReplacingTheWholeTextIsOneEdit() async throws {
        let tester = try RestorationTester()
        let draft = draft(tester)
        draft.setString("Bó 漢 Riders")
        draft.setString("Bó 滤 Riders")
        XCTAssertEqual(draft.undoHistory, [TextEdit(offset: 3, removed: "漢", inserted: "滤")])
        draft.setString("Bó 滤 Riders")
        XCTAssertEqual(draft.undoHistory.count, 1)
        draft.setString("ó")
        XCTAssertEqual(draft.undoHistory.count, 2)
        checkHistory(draft)
    }

    func testDeletingEverythingCanBeUndoneAfterARestart() async throws {
        let tester = try RestorationTester()
        do {
            let draft = draft(tester)
            draft.setString("half a thought")
            draft.replace(offset: 0, removing: "half a thought", inserting: "")
        }
        for ending in [RestorationTester.Ending.kill, .quit] {
            try tester.restartAndRestore(after: ending)
            let scene = tester.session.scenes[0]
            XCTAssertEqual(scene.storedKeys(), [])
            XCTAssertEqual(scene.unclaimedKeys, [])
            XCTAssertNil(scene.storedValue(at: "draft"))
            let draft = draft(tester)
            XCTAssertTrue(draft.isEmpty)
            XCTAssertEqual(draft.undoHistory.map(\.removed), ["half a thought"])
            checkHistory(draft)
        }
    }

    func testDraftThatWasSentLeavesNothingBehind() async throws {
        let tester = try RestorationTester()
        do {
            let draft = draft(tester)
            type("secret", at: 0, into: draft)
            draft.setString("")
            XCTAssertEqual(draft.undoHistory, [])
        }
        tester.end(.quit)
        let files = tester.files.files.filter { $0.key.contains("/windows/") }
        XCTAssertFalse(files.isEmpty)
        for bytes in files.values {
            XCTAssertFalse(String(decoding: bytes, as: UTF8.self).contains("secret"))
        }
    }

    func testHistoryDoesNotGrowWithoutBound() async throws {
        let tester = try RestorationTester()
        let text = draft(tester)
        for number in 0..<3000 {
            type(" word\(number % 10)", at: number * 6, into: text)
        }
        XCTAssertEqual(text.undoHistory.count, 500)
        XCTAssertEqual(text.textBeforeHistory.count, 2500 * 6)
        checkHistory(text)
        let page = String(repeating: "sea wall ", count: 1000)
        for _ in 0..<100 { text.replace(offset: 9, removing: "", inserting: page) }
        let byteCount = text.undoHistory.reduce(0) { $0 + $1.byteCount }
        XCTAssertLessThanOrEqual(byteCount, 256 * 1024)
        XCTAssertGreaterThan(byteCount, 256 * 1024 - page.utf8.count)
        checkHistory(text)
    }

    /// It neither doubles the memory of a long draft, nor the file.
    func testEditThatIsTooLargeToKeepEndsTheHistoryBeforeIt() async throws {
        let tester = try RestorationTester()
        let draft = draft(tester)
        let book = String(repeating: "sea wall ", count: 40_000)
        type("Agatha", at: 0, into: draft)
        draft.replace(offset: 0, removing: "", inserting: book)
        XCTAssertEqual(draft.undoHistory, [])
        XCTAssertEqual(draft.textBeforeHistory, book + "Agatha")
        type(" guards", at: draft.string.count, into: draft)
        XCTAssertEqual(draft.undoHistory.map(\.inserted), [" guards"])
        draft.setString("short")
        XCTAssertEqual(draft.undoHistory, [])
        XCTAssertEqual(draft.textBeforeHistory, "short")
        draft.setString("shorter")
        XCTAssertEqual(draft.undoHistory.map(\.inserted), ["er"])
    }
}
