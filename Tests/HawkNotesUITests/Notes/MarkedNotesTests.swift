import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import HawkNotesUI

/// Notes that are marked, to do something with several at once.
final class MarkedNotesTests: DisplayTestCase {
    @MainActor
    private static func open(
        _ program: TestProgram,
        with count: Int
    ) throws -> (notes: [Note], window: MainWindow, section: NotesSection) {
        let book = NoteSubject.book(program.series.books[0].id)
        let notes = try (0..<count).map { try program.library.addNote("note \($0)", on: book) }
        let window = program.openWindow()
        let section = try XCTUnwrap(window.page.notes)
        XCTAssertTrue(MainLoop.run { section.cards.last?.note.text == "note \(count - 1)" })
        return (notes, window, section)
    }

    @MainActor
    private static func marked(_ section: NotesSection) -> [String] {
        section.cards.filter(\.isMarked).map(\.note.text)
    }

    func testSomeAreMarkedWithTheKeysAndCopied() throws {
        try withProgram { program in
            let (notes, window, section) = try Self.open(program, with: 4)
            XCTAssertFalse(section.marks.bar.root.isVisible)
            let card = section.cards[1]
            XCTAssertTrue(card.handleMarking(Key("space"), .control))
            XCTAssertEqual(Self.marked(section), ["note 1"])
            XCTAssertTrue(section.marks.bar.root.isVisible)
            XCTAssertTrue(card.handleMarking(Key("Down"), .shift))
            XCTAssertEqual(Self.marked(section), ["note 1", "note 2"])
            XCTAssertTrue(MainLoop.run { section.cards[2].root.containsFocus })
            XCTAssertTrue(section.cards[2].handleMarking(Key("Down"), .shift))
            // There is none below the last.
            XCTAssertTrue(section.cards[3].handleMarking(Key("Down"), .shift))
            XCTAssertTrue(section.cards[2].handleMarking(Key("space"), .control))
            XCTAssertEqual(section.marks.ids, [notes[1].id, notes[3].id])

            section.marks.perform(.copy)
            XCTAssertTrue(MainLoop.run { window.toasts.text == "2 notes copied" })
            XCTAssertEqual(section.marks.ids.count, 2, "they stay marked")
            XCTAssertTrue(card.handleMarking(Key("Escape"), []))
            XCTAssertEqual(Self.marked(section), [])
            XCTAssertFalse(section.marks.bar.root.isVisible)
            XCTAssertFalse(card.handleMarking(Key("Escape"), []), "the next one leads back")
        }
    }

    func testTheyAreDeletedTogetherAndComeBackTogether() throws {
        try withProgram { program in
            let (notes, window, section) = try Self.open(program, with: 4)
            let book = NoteSubject.book(program.series.books[0].id)
            section.marks.mark([notes[0].id, notes[2].id])
            section.marks.perform(.delete)
            XCTAssertTrue(MainLoop.run { (try? program.library.noteCount(on: book)) == 2 })
            XCTAssertFalse(section.marks.bar.root.isVisible)
            XCTAssertTrue(window.toasts.performAction())
            XCTAssertTrue(MainLoop.run { (try? program.library.noteCount(on: book)) == 4 })
        }
    }

    func testTheyComeBackMarkedAndWithoutThoseThatAreGone() throws {
        try withProgram { program in
            let (notes, _, section) = try Self.open(program, with: 5)
            section.marks.mark(notes.prefix(3).map(\.id))
            try program.library.deleteNote(notes[0].id)
            XCTAssertTrue(MainLoop.run { section.marks.ids.count == 2 })

            let restored = try XCTUnwrap(try program.restart(after: .kill).first)
            let back = try XCTUnwrap(restored.page.notes)
            XCTAssertTrue(MainLoop.run { Self.marked(back) == ["note 1", "note 2"] })
            XCTAssertTrue(back.marks.bar.root.isVisible)
            back.marks.clear()
            let again = try XCTUnwrap(try program.restart(after: .kill).first)
            XCTAssertEqual(again.page.notes?.marks.ids, [])
        }
    }

    func testTheyAreOfferedAsFiles() throws {
        try withProgram { program in
            program.makeDialog = { [unowned program] kind, scope in
                guard kind == .exporting, let window = program.windows.last else { return nil }
                return ExportDialog(in: scope, over: window)
            }
            let (notes, window, section) = try Self.open(program, with: 3)
            section.marks.mark([notes[2].id, notes[0].id])
            section.marks.perform(.export)
            XCTAssertTrue(MainLoop.run { window.dialogs.dialog(.exporting) != nil })
            let dialog = window.dialogs.dialog(.exporting)?.content as? ExportDialog
            XCTAssertTrue(MainLoop.run { dialog?.notes.map(\.id) == [notes[0].id, notes[2].id] })
        }
    }
}
