import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesUI

final class WindowRestorationTests: DisplayTestCase {
    @MainActor
    private static func field(_ window: MainWindow) throws -> TextView {
        try XCTUnwrap(window.tabController.page.notes?.composer.field)
    }

    @MainActor
    private static func notesView(_ window: MainWindow) throws -> ScrollView {
        let notes = try XCTUnwrap(window.tabController.page.notes)
        return try XCTUnwrap(ScrollView(around: notes.list.rows))
    }

    func testEachPagesDraftComesBackWithItsCursorHoweverTheRunEnds() throws {
        try withProgram { program in
            for ending in [RestorationTester.Ending.kill, .quit, .powerCut] {
                // Where windows are on a display, a selection takes the one before away.
                let window = program.openWindow(presented: false)
                let books = program.series.books
                let character = program.series.characters(in: books[1].id)[0]
                for (number, book) in books.enumerated() {
                    window.select(.book(book.id))
                    let buffer = try Self.field(window).buffer
                    buffer.text = "Draft \(number) 👩‍👧 e\u{301}"
                    buffer.selection = (number + 3, number)
                }
                window.show(.character(character.id))
                try Self.field(window).buffer.text = "On \(character.name)"

                let restored = try program.restart(after: ending, presented: false)[0]
                XCTAssertEqual(restored.window.title, character.name)
                XCTAssertEqual(try Self.field(restored).buffer.text, "On \(character.name)")
                for (number, book) in books.enumerated() {
                    restored.select(.book(book.id))
                    if book.id == books[1].id { restored.goBack() }
                    let buffer = try Self.field(restored).buffer
                    XCTAssertEqual(
                        Array(buffer.text.unicodeScalars),
                        Array("Draft \(number) 👩‍👧 e\u{301}".unicodeScalars),
                        "\(ending)"
                    )
                    XCTAssertEqual(buffer.selection.cursor, number + 3)
                    XCTAssertEqual(buffer.selection.anchor, number)
                }
                program.close(restored)
            }
        }
    }

    func testASavedNoteLeavesNoDraft() throws {
        try withProgram { program in
            let window = program.openWindow()
            let book = program.series.books[0].id
            try Self.field(window).buffer.text = "A note"
            window.tabController.page.notes?.composer.saveNote()
            XCTAssertTrue(
                MainLoop.run {
                    (try? program.library.notes(on: .book(book)).map(\.text)) == ["A note"]
                }
            )
            let restored = try program.restart()[0]
            XCTAssertEqual(try Self.field(restored).buffer.text, "")
            XCTAssertEqual(restored.tabController.page.notes?.elements.count, 1)
        }
    }

    func testAnEditInProgressSurvivesClosingAndReopeningTheWindow() throws {
        try withProgram { program in
            _ = program.openWindow()
            let window = program.openWindow()
            let book = program.series.books[0].id
            for text in ["one", "two"] { try program.library.addNote(text, on: .book(book)) }
            let isShown = MainLoop.run { window.tabController.page.notes?.elements.count == 2 }
            XCTAssertTrue(isShown)
            try Self.card(1, window).beginEditing()
            let field = try XCTUnwrap(try Self.card(1, window).field)
            XCTAssertEqual(field.buffer.text, "two")
            field.buffer.text = "two, and more"
            field.buffer.selection = (3, 3)
            program.close(window)

            let scene = try XCTUnwrap(program.session.reopenAndWait())
            let reopened = program.openWindow(scene)
            XCTAssertNil(try Self.card(0, reopened).field)
            let reopenedField = try XCTUnwrap(try Self.card(1, reopened).field)
            XCTAssertEqual(reopenedField.buffer.text, "two, and more")
            XCTAssertEqual(reopenedField.buffer.selection.cursor, 3)
            XCTAssertEqual(try program.library.notes(on: .book(book)).map(\.text), ["one", "two"])
        }
    }

    @MainActor
    private static func card(_ index: Int, _ window: MainWindow) throws -> NoteCard {
        let notes = try XCTUnwrap(window.tabController.page.notes)
        return notes.cards[index]
    }

    func testAbsurdSizesAreBroughtIntoTheScreen() throws {
        try withProgram { program in
            let screen = Desktop.largestMonitor
            for value in [Int.min, -1, 0, 1, 359, 100_000, .max] {
                let window = program.openWindow(width: value, height: value)
                let size = window.window.defaultSize
                XCTAssertTrue((360...screen.width).contains(size.width), "\(value): \(size)")
                XCTAssertTrue((294...screen.height).contains(size.height), "\(value): \(size)")
            }
            let first = program.openWindow().window.defaultSize
            XCTAssertEqual(first.width, min(980, screen.width))
            XCTAssertEqual(first.height, min(720, screen.height))
        }
    }

    func testTheSizeComesBack() throws {
        try withProgram { program in
            let window = program.openWindow(width: 800, height: 500, presented: true)
            XCTAssertEqual(window.sizeClass, .regular)
            program.resize(window, width: 500)
            let size = window.window.defaultSize
            let restored = try program.restart()[0]
            XCTAssertEqual(restored.window.defaultSize.width, size.width)
            XCTAssertEqual(restored.window.defaultSize.height, size.height)
            XCTAssertEqual(restored.sizeClass, .compact)
        }
    }

    /// The first note in view, and where it stands.
    @MainActor
    private static func firstNote(_ window: MainWindow) -> (text: String, top: Int)? {
        guard let list = window.tabController.page.notes?.list,
            let anchor = list.rows.anchor,
            let row = list.rows.row(at: anchor.index),
            let card = window.tabController.page.notes?.cards.first(where: {
                $0.root.isSame(as: row)
            }),
            let frame = row.frame(in: list.rows)
        else { return nil }
        return (card.note.text, Int(frame.y))
    }

    func testTheScrollOffsetComesBack() throws {
        try withProgram { program in
            let book = program.series.books[0].id
            for number in 0..<200 {
                let text = "Note \(number)" + String(repeating: " and words", count: number % 37)
                try program.library.addNote(text, on: .book(book))
            }
            let window = program.openWindow()
            let view = try Self.notesView(window)
            XCTAssertTrue(
                MainLoop.run { view.contentHeight > 2 * view.pageHeight && view.offset > 0 },
                "notes begin at their end"
            )
            let key = window.scene.root.tab(window.tab).scope("book").path(of: "notesScroll")
            // The restorer leaves the first frames to itself.
            XCTAssertTrue(
                MainLoop.run {
                    view.offset = 4000
                    return window.scene.storedValue(at: key) != nil
                },
                "the offset is not kept"
            )
            // What was set last is laid out with the next frame, and kept a moment later.
            window.chrome.content.waitUntilDrawn()
            let list = try XCTUnwrap(window.page.notes?.list)
            XCTAssertTrue(
                MainLoop.run {
                    guard let top = list.topElement,
                        case .string(let kept)? = window.scene.storedValue(at: key)
                    else { return false }
                    let position = AnchoredScrollPosition(rawValue: kept)
                    return position?.elementID == top.id
                        && position?.offsetInElement == Double(-top.top)
                },
                "the offset that was set last is not kept"
            )
            let before = try XCTUnwrap(Self.firstNote(window))
            let restored = try program.restart()[0]
            XCTAssertTrue(
                MainLoop.run { Self.firstNote(restored).map { $0 == before } == true },
                "\(String(describing: Self.firstNote(restored))), not \(before)"
            )
        }
    }

    func testTheFocusComesBackToTheComposer() throws {
        try withProgram { program in
            let window = program.openWindow(presented: true)
            try Self.field(window).grabFocus()
            let path = window.scene.root.scope("window").path(of: "focus")
            XCTAssertTrue(
                MainLoop.run { window.scene.storedValue(at: path) == .string("composer") }
            )
            let restored = try program.restart(presented: true)[0]
            let field = try Self.field(restored)
            XCTAssertTrue(MainLoop.run { restored.window.focus?.isSame(as: field) == true })
        }
    }

    func testWindowsComeBackWithTheirTitlesInOrder() throws {
        try withProgram { program in
            let books = program.series.books
            for book in books { program.openWindow().select(.book(book.id)) }
            let restored = try program.restart()
            XCTAssertEqual(restored.map(\.window.title), books.reversed().map(\.title))
            XCTAssertEqual(restored.map(\.scene.title), restored.map(\.window.title))
        }
    }

    func testADraftOfACharacterThatIsGoneIsOffered() throws {
        try withProgram { program in
            let scene = program.session.makeScene()
            let gone = scene.root.scope("tab:" + program.series.books[0].id.uuidString.lowercased())
                .scope("character:" + UUID().uuidString.lowercased())
            RestorableText("newNote", in: gone).setString("Kept although nobody shows it")
            let window = program.openWindow(scene)
            let text = "Kept although nobody shows it"
            XCTAssertTrue(MainLoop.run { window.shownBanner?.text.contains(text) == true })
        }
    }
}
