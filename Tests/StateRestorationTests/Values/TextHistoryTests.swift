import XCTest

@testable import StateRestoration

final class TextHistoryTests: XCTestCase {
    private func steps(_ edits: [TextEdit]) -> [TextEdit] {
        var history = TextHistory()
        for edit in edits { history.add(edit) }
        return history.edits
    }

    private func insert(_ offset: Int, _ text: String) -> TextEdit {
        TextEdit(offset: offset, removed: "", inserted: text)
    }

    private func remove(_ offset: Int, _ text: String) -> TextEdit {
        TextEdit(offset: offset, removed: text, inserted: "")
    }

    func testWhatIsTypedIsOneStepPerWord() {
        let typed = "ab  c\n\nd".enumerated().map { insert($0.offset, String($0.element)) }
        XCTAssertEqual(steps(typed).map(\.inserted), ["ab", "  c", "\n\nd"])
    }

    func testTypingElsewhereIsAnotherStep() {
        XCTAssertEqual(steps([insert(0, "a"), insert(0, "b")]).count, 2)
        XCTAssertEqual(steps([insert(0, "a"), insert(2, "b")]).count, 2)
        XCTAssertEqual(steps([insert(0, "a"), insert(1, "pasted")]).count, 2)
        XCTAssertEqual(steps([insert(0, "🦅"), insert(1, "b")]), [insert(0, "🦅b")])
    }

    func testDeletingInEitherDirectionIsOneStep() {
        XCTAssertEqual(
            steps([remove(2, "c"), remove(1, "b"), remove(0, "é")]),
            [remove(0, "ébc")]
        )
        XCTAssertEqual(steps([remove(1, "b"), remove(1, "c")]), [remove(1, "bc")])
        XCTAssertEqual(steps([remove(1, "b"), remove(3, "c")]).count, 2)
        XCTAssertEqual(steps([remove(1, "b"), insert(1, "c"), remove(1, "c")]).count, 3)
    }

    func testKeyThatIsHeldDownIsMoreThanOneStep() {
        let typed = (0..<1000).map { insert($0, "x") }
        XCTAssertTrue((5...20).contains(steps(typed).count))
        XCTAssertEqual(steps(typed).map(\.inserted).joined().count, 1000)
    }

    func testStepsReadBackAreTheSameSteps() {
        for _ in 0..<200 {
            let edits = (0..<60).map { _ in
                let offset = Int.random(in: 0..<4)
                let count = Int.random(in: 1..<3)
                let text = String((0..<count).map { _ in "ab 🦅".randomElement() ?? "a" })
                return Bool.random() ? insert(offset, text) : remove(offset, text)
            }
            XCTAssertEqual(steps(steps(edits)), steps(edits))
        }
    }

    func testDifferenceIsTheShortestThatKeepsScalarsWhole() {
        let alphabet = Array("aé漢滤🦅🦉\u{301}".unicodeScalars)
        func random() -> [Unicode.Scalar] {
            (0..<Int.random(in: 0..<8)).map { _ in alphabet.randomElement() ?? "a" }
        }
        func string(_ scalars: some Collection<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        for _ in 0..<5000 {
            let (old, new) = (random(), random())
            guard let edit = TextEdit(from: string(old), to: string(new)) else {
                XCTAssertEqual(old, new)
                continue
            }
            var text = old
            let range = edit.offset..<(edit.offset + edit.removed.unicodeScalars.count)
            XCTAssertEqual(string(old[range]).utf8.map { $0 }, Array(edit.removed.utf8))
            text.replaceSubrange(range, with: edit.inserted.unicodeScalars)
            XCTAssertEqual(text, new)
            if let left = edit.removed.unicodeScalars.first,
                let right = edit.inserted.unicodeScalars.first
            {
                XCTAssertNotEqual(left, right)
            }
        }
    }
}
