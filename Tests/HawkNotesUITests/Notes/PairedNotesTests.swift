import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Notes that get another id, as a merge has found them to be the same as another library's.
final class PairedNotesTests: DisplayTestCase {
    private static let mine = UUID(uuidString: "FFFFFFFF-0000-4000-8000-000000000000")!
    private static let theirs = UUID(uuidString: "00000000-0000-4000-8000-000000000001")!

    private static func importNote(_ library: Library, _ id: UUID, _ book: UUID) throws {
        _ = try library.importBatch(format: "test", name: "file") { importer in
            let note = ImportedNote(id: id, on: .book(book), text: "imported")
            try importer.add(note, source: "note")
            return nil
        }
    }

    @discardableResult
    private static func merge(into library: Library, _ book: UUID) throws -> ImportBatch.ID {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("other.sqlite")
        let other = try Library.open(at: file)
        try other.importSeries(from: SourceTree.seriesFile)
        try importNote(other, theirs, book)
        try other.close()
        let copies = folder.url.appendingPathComponent("copies")
        let merge = try LibraryMerge(of: file, in: copies)
        let outcome = try merge.run(into: library)
        try merge.close()
        return try XCTUnwrap(outcome.batch)
    }

    @MainActor
    private static func edit(_ window: MainWindow) throws -> NoteCard {
        let section = try XCTUnwrap(window.page.notes)
        XCTAssertTrue(MainLoop.run { section.cards.count == 1 })
        let card = try XCTUnwrap(section.cards.first)
        card.beginEditing()
        try XCTUnwrap(card.field).buffer.text = "imported and changed"
        return card
    }

    @MainActor
    private static func checkEdit(
        _ window: MainWindow,
        _ library: Library,
        of id: Note.ID = theirs,
        line: UInt = #line
    ) throws {
        let section = try XCTUnwrap(window.page.notes)
        XCTAssertTrue(
            MainLoop.run { section.cards.map(\.note.id) == [id] },
            "\(section.cards.map(\.note.id))",
            line: line
        )
        let card = try XCTUnwrap(section.cards.first)
        XCTAssertTrue(MainLoop.run { card.isEditing }, line: line)
        XCTAssertEqual(card.field?.buffer.text, "imported and changed", line: line)
        XCTAssertFalse(card.isGone, line: line)
        XCTAssertEqual(window.draftOffers?.count, 0, line: line)
        save(card, library, of: id, line: line)
        XCTAssertTrue(MainLoop.run { !card.isBusy }, line: line)
        XCTAssertEqual(section.cards.count, 1, line: line)
        let keys = window.scene.storedKeys().filter { $0.contains("note:") }
        XCTAssertEqual(keys, [], line: line)
    }

    /// Saves the edit, and waits until the note that stays has its text.
    @MainActor
    private static func save(
        _ card: NoteCard,
        _ library: Library,
        of id: Note.ID = theirs,
        line: UInt = #line
    ) {
        XCTAssertTrue(card.root.click("Save"), line: line)
        XCTAssertTrue(
            MainLoop.run { (try? library.note(id))?.text == "imported and changed" },
            line: line
        )
    }

    func testAnOpenEditGoesOnInTheCardOfTheNote() throws {
        try withProgram { program in
            let book = program.series.books[0].id
            try Self.importNote(program.library, Self.mine, book)
            let window = program.openWindow(width: 800, height: 700)
            let card = try Self.edit(window)
            XCTAssertTrue(card.root.containsFocus)
            try Self.merge(into: program.library, book)
            try Self.checkEdit(window, program.library)
        }
    }

    func testAnEditThatWasBegunBeforeTheUndoOfTheMergeGoesOnInTheCardOfTheNote() throws {
        try withProgram { program in
            let book = program.series.books[0].id
            try Self.importNote(program.library, Self.mine, book)
            let batch = try Self.merge(into: program.library, book)
            let window = program.openWindow(width: 800, height: 700)
            let card = try Self.edit(window)
            XCTAssertEqual(card.note.id, Self.theirs)
            try program.library.undoImport(batch)
            try Self.checkEdit(window, program.library, of: Self.mine)
        }
    }

    func testAnEditThatWasBegunBeforeTheUndoOfTheMergeIsNoDraftWithoutAPage() throws {
        try withProgram { program in
            let books = program.series.books.map { $0.id }
            try Self.importNote(program.library, Self.mine, books[0])
            let batch = try Self.merge(into: program.library, books[0])
            let window = program.openWindow(width: 800, height: 700)
            _ = try Self.edit(window)
            try program.beginNextRun()
            try program.library.undoImport(batch)
            let next = program.openWindow(try XCTUnwrap(program.session.scenes.first))
            try Self.checkEdit(next, program.library, of: Self.mine)
        }
    }

    func testAnEditOfAPageThatIsNotShownGoesOnWhenItIs() throws {
        try withProgram { program in
            let books = program.series.books.map { $0.id }
            try Self.importNote(program.library, Self.mine, books[0])
            let window = program.openWindow(width: 800, height: 700)
            _ = try Self.edit(window)
            try program.beginNextRun()
            try Self.merge(into: program.library, books[0])
            let next = program.openWindow(try XCTUnwrap(program.session.scenes.first))
            try Self.checkEdit(next, program.library)
        }
    }

    func testAnEditThatIsSavedJustAfterTheMergeChangesTheNote() throws {
        try withProgram { program in
            let book = program.series.books[0].id
            try Self.importNote(program.library, Self.mine, book)
            let window = program.openWindow(width: 800, height: 700)
            let card = try Self.edit(window)
            try Self.merge(into: program.library, book)
            // Before the window has read the note again.
            Self.save(card, program.library)
            XCTAssertEqual(try program.library.noteCount(on: .book(book)), 1)
            XCTAssertNil(window.toasts.text)
        }
    }
}
