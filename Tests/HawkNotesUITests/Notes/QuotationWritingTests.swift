import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Quotations that are written, in the composer and in the editor of a note.
final class QuotationWritingTests: DisplayTestCase {
    private static let passage = "Nobody counts the gulls on a Sunday."

    @MainActor
    private static func composer(_ window: MainWindow) throws -> Composer {
        try XCTUnwrap(window.page.notes?.composer)
    }

    @MainActor
    private static func type(_ quoted: String, into quotation: QuotationField) throws {
        quotation.add()
        try XCTUnwrap(quotation.field).buffer.text = quoted
    }

    @MainActor
    private static func note(_ program: TestProgram) throws -> Note? {
        try program.library.notes(on: .book(program.series.books[0].id)).first
    }

    /// The card of the page's only note.
    @MainActor
    private static func card(_ window: MainWindow) throws -> NoteCard {
        XCTAssertTrue(MainLoop.run { window.page.notes?.cards.first?.root.isMapped == true })
        return try XCTUnwrap(window.page.notes?.cards.first)
    }

    func testAQuotationIsSavedWithTheWordsAndWithoutAny() throws {
        for words in ["Who would?", ""] {
            try withProgram { program in
                let window = program.openWindow()
                let composer = try Self.composer(window)
                XCTAssertNil(composer.quotation.field, "nothing is made for what nobody writes")
                XCTAssertFalse(composer.quotation.root.isVisible)
                XCTAssertTrue(window.page.root.click("Add Quotation"))
                XCTAssertEqual(composer.quotation.field?.containsFocus, true)
                XCTAssertFalse(composer.canSave)
                composer.quotation.field?.buffer.text = "\(Self.passage)\n"
                composer.field.buffer.text = words
                XCTAssertTrue(composer.canSave)
                XCTAssertTrue(composer.quotation.onKey(Key("Return"), .control))
                XCTAssertTrue(MainLoop.run { (try? Self.note(program)) != nil })
                let note = try XCTUnwrap(Self.note(program))
                XCTAssertEqual(note.quote, Quote(Self.passage))
                XCTAssertEqual(note.text, words)
                XCTAssertFalse(composer.quotation.root.isVisible)
                XCTAssertTrue(composer.quotation.isEmpty)
                XCTAssertFalse(composer.canSave)
            }
        }
    }

    func testADraftOfAQuotationOutlivesAKillAndIsOneDraft() throws {
        try withProgram { program in
            let composer = try Self.composer(program.openWindow())
            try Self.type(Self.passage, into: composer.quotation)
            var window = try XCTUnwrap(program.restart(after: .kill).first)
            var restored = try Self.composer(window)
            XCTAssertEqual(restored.quotation.field?.buffer.text, Self.passage)
            XCTAssertTrue(restored.quotation.root.isVisible)
            XCTAssertTrue(restored.canSave)
            XCTAssertEqual(window.draftBeginning, Self.passage)
            XCTAssertEqual(window.draftMarks.pages.count, 1)

            restored.field.buffer.text = "Who would?"
            window = try XCTUnwrap(program.restart(after: .kill).first)
            restored = try Self.composer(window)
            XCTAssertEqual(restored.quotation.quote, Quote(Self.passage))
            XCTAssertEqual(restored.field.buffer.text, "Who would?")
            let scene = window.scene
            let drafts = scene.storedKeys().compactMap { WrittenDraft(at: $0, in: scene)?.text }
            XCTAssertEqual(drafts, ["\(Self.passage)\n\nWho would?"])
            restored.saveNote()
            XCTAssertTrue(MainLoop.run { (try? Self.note(program))?.quote?.text == Self.passage })
            window = try XCTUnwrap(program.restart(after: .kill).first)
            XCTAssertNil(try Self.composer(window).quotation.field)
        }
    }

    func testARemovedQuotationComesBackByUndoing() throws {
        try withProgram { program in
            let window = program.openWindow()
            let composer = try Self.composer(window)
            try Self.type(Self.passage, into: composer.quotation)
            XCTAssertTrue(window.page.root.click("Remove Quotation"))
            XCTAssertTrue(MainLoop.run { !composer.quotation.root.isVisible })
            XCTAssertTrue(composer.field.containsFocus)
            XCTAssertNil(composer.quotation.quote)
            composer.quotation.add()
            composer.quotation.field?.buffer.undo()
            XCTAssertEqual(composer.quotation.quote?.text, Self.passage)
        }
    }

    func testAQuotationIsEditedInPlaceAndKeepsItsColor() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let saved = try program.library.addNote(
                "Who would?",
                on: book,
                quote: Quote("Nobody counts", color: "green", style: "underline")
            )
            var card = try Self.card(program.openWindow())
            card.beginEditing()
            XCTAssertEqual(card.quotationField?.buffer.text, "Nobody counts")
            card.quotationField?.buffer.text = Self.passage
            card = try Self.card(try XCTUnwrap(program.restart(after: .kill).first))
            XCTAssertTrue(card.isEditing)
            XCTAssertEqual(card.quotationField?.buffer.text, Self.passage)
            XCTAssertTrue(card.root.click("Save"))
            let whole = "\(Self.passage)\n\nWho would?"
            XCTAssertTrue(MainLoop.run { !card.isBusy && card.plainText == whole })
            let note = try XCTUnwrap(program.library.note(saved.id))
            XCTAssertEqual(note.quote, Quote(Self.passage, color: "green", style: "underline"))
            XCTAssertEqual(note.text, "Who would?")

            card.beginEditing()
            XCTAssertTrue(card.root.click("Remove Quotation"))
            XCTAssertTrue(MainLoop.run { card.editor?.quotation.root.isVisible == false })
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(MainLoop.run { !card.isBusy && card.plainText == "Who would?" })
            XCTAssertNil(try program.library.note(saved.id)?.quote)
        }
    }

    func testTheWordsStayWhereTheyAreWhenAnEditBegins() throws {
        for width in [360, 1000] {
            try withProgram { program in
                let book = NoteSubject.book(program.series.books[0].id)
                try program.library.addNote("Who would?", on: book, quote: Quote("Nobody counts"))
                let card = try Self.card(program.openWindow(width: width, height: 700))
                let label = try XCTUnwrap(card.root.all("note-text").first)
                XCTAssertTrue(MainLoop.run { label.size.height > 0 })
                let before = try XCTUnwrap(label.frame(in: card.root))
                card.beginEditing()
                let field = try XCTUnwrap(card.field)
                XCTAssertTrue(MainLoop.run { field.isMapped && field.size.height > 0 })
                MainLoop.drain()
                let after = try XCTUnwrap(field.frame(in: card.root))
                XCTAssertEqual(
                    after.y + after.height,
                    before.y + before.height,
                    accuracy: 1,
                    "\(width) wide"
                )
            }
        }
    }

    func testANoteOfNothingButAQuotationIsEdited() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let saved = try program.library.addNote("", on: book, quote: Quote(Self.passage))
            let card = try Self.card(program.openWindow())
            card.beginEditing()
            card.quotationField?.buffer.text = " "
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(card.isEditing, "nothing would be left of it")
            card.quotationField?.buffer.text = Self.passage
            card.field?.buffer.text = "Who would?"
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(MainLoop.run { !card.isBusy && card.note.text == "Who would?" })
            XCTAssertEqual(try program.library.note(saved.id)?.quote, Quote(Self.passage))
        }
    }

    func testAnEditThatAnOlderVersionBeganKeepsTheQuotation() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let saved = try program.library.addNote("Old", on: book, quote: Quote(Self.passage))
            var card = try Self.card(program.openWindow())
            card.beginEditing()
            card.field?.buffer.text = "New"
            let scene = try XCTUnwrap(program.windows.first).scene
            card.close()
            for path in scene.storedKeys() where path.lowercased().contains("quote") {
                scene.removeStoredValues(at: path)
            }
            card = try Self.card(try XCTUnwrap(program.restart(after: .kill).first))
            XCTAssertEqual(card.field?.buffer.text, "New")
            XCTAssertEqual(card.quotationField?.buffer.text, Self.passage)
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(MainLoop.run { !card.isBusy && card.note.text == "New" })
            XCTAssertEqual(try program.library.note(saved.id)?.quote, Quote(Self.passage))
        }
    }

    func testAStoredQuotationComesBackWhole() {
        let quotes = [
            Quote("one\n\ntwo", color: "yellow", style: "underline"), Quote("bare"),
            Quote("a", style: "strikeout"),
        ]
        for quote in quotes {
            XCTAssertEqual(Quote?(stored: Quote?.some(quote).stored), quote)
        }
        XCTAssertNil(Quote?(stored: Quote?.none.stored))
        XCTAssertNil(Quote?(stored: ""))
    }
}
