import CGTK
import DisplayTestSupport
import TestSupport
import XCTest

@testable import GTKBridge

final class TextBufferTests: DisplayTestCase {
    /// A copy of a buffer's text that is kept by its edits alone, as a draft is.
    @MainActor
    private final class Copy {
        var scalars: [Unicode.Scalar] = []
        var edits: [TextBuffer.Edit] = []

        var text: String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }

        func follow(_ buffer: TextBuffer) {
            scalars = Array(buffer.text.unicodeScalars)
            buffer.onEdit { [weak self] edit in self?.apply(edit) }
        }

        private func apply(_ edit: TextBuffer.Edit) {
            edits.append(edit)
            let end = edit.offset + edit.removed.unicodeScalars.count
            XCTAssertEqual(
                Array(edit.removed.unicodeScalars),
                Array(scalars[edit.offset..<end]),
                "what was removed is not what stood there"
            )
            scalars.replaceSubrange(edit.offset..<end, with: edit.inserted.unicodeScalars)
        }
    }

    func testDeletionsWithBackspaceComeBackInOrder() {
        onMainActor {
            let alphabet = "abcdefghijklmnopqrstuvwxyz"
            let texts = [
                "a👨‍👩‍👧b🇩🇪c👋🏽", alphabet + alphabet, "Ünïcödé and more words than fit, to the end",
                "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "short", "日本語の文章を一文字ずつ消していく",
            ]
            for text in texts {
                for rest in ["", "|the rest"] {
                    let buffer = TextView(name: "Test").buffer
                    buffer.setTextWithoutUndo(text + rest)
                    let length = text.unicodeScalars.count
                    buffer.selection = (length, length)
                    for _ in 0..<3 {
                        Self.eraseBackwards(buffer)
                        XCTAssertEqual(buffer.text, rest)
                        while buffer.canUndo {
                            buffer.undo()
                            let cursor = buffer.selection.cursor
                            let before = buffer.text.unicodeScalars.prefix(cursor)
                            XCTAssertTrue(text.unicodeScalars.starts(with: before), buffer.text)
                            XCTAssertEqual(
                                Array(buffer.text.unicodeScalars.dropFirst(cursor)),
                                Array(rest.unicodeScalars)
                            )
                        }
                        XCTAssertEqual(buffer.text, text + rest)
                        while buffer.canRedo { buffer.redo() }
                        XCTAssertEqual(buffer.text, rest)
                        while buffer.canUndo { buffer.undo() }
                        buffer.selection = (length, length)
                    }
                }
            }
        }
    }

    func testDeletionsAfterAnUndoComeBackInOrder() {
        onMainActor {
            let text = "abcdefghijklmnopqrstuvwxyz0123456789"
            let buffer = TextView(name: "Test").buffer
            buffer.setTextWithoutUndo(text)
            buffer.selection = (text.count, text.count)
            for undos in [1, 0, 2, 1] {
                Self.eraseBackwards(buffer, upTo: 30)
                for _ in 0..<undos { buffer.undo() }
                Self.eraseBackwards(buffer, upTo: 3)
            }
            while buffer.canUndo { buffer.undo() }
            XCTAssertEqual(buffer.text, text)
        }
    }

    func testAFewDeletionsAreOneStep() {
        onMainActor {
            let buffer = TextView(name: "Test").buffer
            buffer.setTextWithoutUndo("a few words")
            buffer.selection = (11, 11)
            Self.eraseBackwards(buffer)
            buffer.undo()
            XCTAssertEqual(buffer.text, "a few words")
        }
    }

    /// Presses Backspace in front of the cursor.
    @MainActor
    private static func eraseBackwards(_ buffer: TextBuffer, upTo count: Int = .max) {
        var left = count
        while left > 0, buffer.selection.cursor > 0 {
            left -= 1
            let typed: UnsafeMutablePointer<GtkTextBuffer> = buffer.cast()
            var place = GtkTextIter()
            gtk_text_buffer_get_iter_at_mark(typed, &place, gtk_text_buffer_get_insert(typed))
            gtk_text_buffer_backspace(typed, &place, 1, 1)
        }
    }

    /// Text whose scalars, UTF-8 bytes and graphemes all have different numbers.
    private static let text = "Ag̈atha 👩‍👩‍👧 é e\u{301} 🇸🇪\nJaime"

    @MainActor
    private static func insert(_ text: String, at offset: Int, in buffer: TextBuffer) {
        var position = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &position, gint(offset))
        gtk_text_buffer_insert(buffer.cast(), &position, text, gint(text.utf8.count))
    }

    @MainActor
    private static func delete(_ range: Range<Int>, in buffer: TextBuffer) {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &start, gint(range.lowerBound))
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &end, gint(range.upperBound))
        gtk_text_buffer_delete(buffer.cast(), &start, &end)
    }

    func testOffsetsCountUnicodeScalars() {
        onMainActor {
            let field = TextView(name: "field")
            let buffer = field.buffer
            buffer.text = Self.text
            XCTAssertEqual(buffer.count, Self.text.unicodeScalars.count)
            let copy = Copy()
            copy.follow(buffer)
            Self.insert("👨‍👦", at: 8, in: buffer)
            Self.insert("\u{308}", at: 1, in: buffer)
            Self.insert("end", at: buffer.count, in: buffer)
            Self.delete(8..<15, in: buffer)
            Self.delete(0..<2, in: buffer)
            XCTAssertEqual(copy.edits.map(\.offset).prefix(2), [8, 1])
            XCTAssertEqual(Array(copy.text.unicodeScalars), Array(buffer.text.unicodeScalars))
        }
    }

    func testUndoAndRedoAreEditsToo() {
        onMainActor {
            let field = TextView(name: "field")
            let buffer = field.buffer
            buffer.setTextWithoutUndo(Self.text)
            let copy = Copy()
            copy.follow(buffer)
            Self.delete(0..<buffer.count, in: buffer)
            XCTAssertEqual(copy.text, "")
            gtk_text_buffer_undo(buffer.cast())
            XCTAssertEqual(buffer.text, Self.text)
            XCTAssertEqual(copy.text, Self.text)
            gtk_text_buffer_redo(buffer.cast())
            XCTAssertEqual(copy.text, "")
        }
    }

    func testOnlyWhiteSpaceIsBlank() {
        onMainActor {
            let buffer = TextView(name: "field").buffer
            for blank in ["", " ", " \n\t\u{A0}\u{2003}"] {
                buffer.text = blank
                XCTAssertTrue(buffer.isBlank, "\(blank.unicodeScalars.map(\.value))")
            }
            for text in ["a", "\n\n 🦅", " é "] {
                buffer.text = text
                XCTAssertFalse(buffer.isBlank, text)
            }
        }
    }

    func testRestoredTextIsNoStepToUndo() {
        onMainActor {
            let field = TextView(name: "field")
            field.buffer.setTextWithoutUndo(Self.text)
            XCTAssertFalse(field.buffer.canUndo)
            Self.insert("more", at: 0, in: field.buffer)
            XCTAssertTrue(field.buffer.canUndo)
            field.buffer.setTextWithoutUndo(Self.text)
            XCTAssertFalse(field.buffer.canUndo)
            XCTAssertEqual(field.buffer.text, Self.text)
        }
    }

    func testEditsAreUndoneOneByOneAndNoFurtherThanToTheTextThatWasSet() {
        onMainActor {
            let field = TextView(name: "field")
            let buffer = field.buffer
            buffer.setTextWithoutUndo("Agatha")
            buffer.apply(.init(offset: 6, removed: "", inserted: " guards "))
            buffer.apply(.init(offset: 14, removed: "", inserted: "the 👩‍👩‍👧"))
            buffer.apply(.init(offset: 0, removed: "Agatha", inserted: "Jaime"))
            buffer.apply(.init(offset: 0, removed: "Jaime guards the 👩‍👩‍👧", inserted: ""))
            var steps = [buffer.text]
            while buffer.canUndo {
                buffer.undo()
                steps.append(buffer.text)
            }
            XCTAssertEqual(
                steps,
                [
                    "", "Jaime guards the 👩‍👩‍👧", "Agatha guards the 👩‍👩‍👧", "Agatha guards ",
                    "Agatha",
                ]
            )
        }
    }

    func testChangesAndMovesOfTheCursorAreTold() {
        onMainActor {
            let field = TextView(name: "field")
            var (changes, moves) = (0, 0)
            field.buffer.onChanged { changes += 1 }
            field.buffer.onSelectionChanged { moves += 1 }
            field.buffer.text = "some text"
            XCTAssertEqual(changes, 1)
            moves = 0
            field.buffer.selection = (2, 2)
            XCTAssertGreaterThan(moves, 0)
            XCTAssertEqual(changes, 1)
        }
    }

    func testTheSelectionIsKeptInBothDirectionsAndClamped() {
        onMainActor {
            let field = TextView(name: "field")
            let buffer = field.buffer
            buffer.text = Self.text
            let count = buffer.count
            let cases: [(set: (Int, Int), expected: (Int, Int))] = [
                ((3, 9), (3, 9)), ((9, 3), (9, 3)), ((0, count), (0, count)),
                ((-5, 2), (0, 2)), ((count + 7, 4), (count, 4)), ((.max, .min), (count, 0)),
            ]
            for (set, expected) in cases {
                buffer.selection = set
                XCTAssertEqual(buffer.selection.cursor, expected.0, "\(set)")
                XCTAssertEqual(buffer.selection.anchor, expected.1, "\(set)")
            }
        }
    }

    func testAnEmptyBufferHasAnEmptySelection() {
        onMainActor {
            let field = TextView(name: "field")
            field.buffer.selection = (5, 9)
            XCTAssertEqual(field.buffer.selection.cursor, 0)
            XCTAssertEqual(field.buffer.selection.anchor, 0)
            XCTAssertEqual(field.buffer.text, "")
        }
    }
}
