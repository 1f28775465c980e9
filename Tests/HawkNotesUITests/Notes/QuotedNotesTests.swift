import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Notes that quote their book, such as highlights from a device.
final class QuotedNotesTests: DisplayTestCase {
    private static let passage = "The lamp went out before the boat had turned."

    @MainActor
    private static func add(
        _ text: String,
        quoting quote: Quote,
        in program: TestProgram
    ) throws -> Note {
        let id = UUID()
        let book = NoteSubject.book(program.series.books[0].id)
        _ = try program.library.importBatch(format: "test", name: "highlights") { importer in
            _ = try importer.add(ImportedNote(id: id, on: book, text: text, quote: quote))
            return nil
        }
        return try XCTUnwrap(program.library.note(id))
    }

    /// The card of the page's only note, with its text laid out.
    @MainActor
    private static func card(_ window: MainWindow) throws -> NoteCard {
        let notes = try XCTUnwrap(window.tabController.page.notes)
        XCTAssertTrue(MainLoop.run { notes.cards.first?.root.isMapped == true })
        let card = try XCTUnwrap(notes.cards.first)
        XCTAssertTrue(MainLoop.run { card.root.size.height > 0 })
        MainLoop.drain()
        return card
    }

    /// What was copied here last.
    @MainActor
    private static var copiedText: String? {
        let clipboard = gdk_display_get_clipboard(gdk_display_get_default())
        guard let content = gdk_clipboard_get_content(clipboard) else { return nil }
        var value = GValue()
        g_value_init(&value, cgtk_type_string())
        defer { g_value_unset(&value) }
        guard gdk_content_provider_get_value(content, &value, nil) != 0 else { return nil }
        return g_value_get_string(&value).map { String(cString: $0) }
    }

    func testAHighlightWithoutWordsIsItsQuotation() throws {
        try withProgram { program in
            _ = try Self.add("", quoting: Quote(Self.passage, color: "yellow"), in: program)
            let card = try Self.card(program.openWindow())
            XCTAssertTrue(card.root.shows(Self.passage))
            XCTAssertEqual(card.plainText, Self.passage)
            XCTAssertEqual(card.named, "Note: Quotation: \(Self.passage)")
            let bar = try XCTUnwrap(card.root.all("quote-bar").first)
            XCTAssertEqual(card.root.all("quote-yellow").count, 1)
            let label = try XCTUnwrap(card.root.all("note-text").first)
            XCTAssertTrue(MainLoop.run { bar.size.height > 0 })
            let (place, text) = (
                try XCTUnwrap(bar.frame(in: card.root)), label.frame(in: card.root)
            )
            XCTAssertEqual(place.x + place.width + 6, try XCTUnwrap(text?.x), accuracy: 1)
            XCTAssertEqual(bar.size.height, label.size.height)
        }
    }

    func testTheReadersWordsStandBelowTheQuotation() throws {
        try withProgram { program in
            let note = try Self.add("Who put it out?", quoting: Quote(Self.passage), in: program)
            let card = try Self.card(program.openWindow())
            let whole = Self.passage + "\n\nWho put it out?"
            XCTAssertTrue(card.root.shows(whole))
            XCTAssertEqual(card.plainText, whole)
            XCTAssertEqual(
                card.named,
                "Note: Quotation: \(Self.passage); Who put it out?"
            )
            let bar = try XCTUnwrap(card.root.all("quote-bar").first)
            let label = try XCTUnwrap(card.root.all("note-text").first)
            XCTAssertTrue(MainLoop.run { bar.size.height > 0 })
            XCTAssertLessThan(
                bar.size.height,
                label.size.height * 2 / 3,
                "it ends with the passage"
            )
            gtk_label_select_region(label.opaque, 4, gint(whole.unicodeScalars.count))
            XCTAssertEqual(card.selection, String(whole.dropFirst(4)), "a drag goes over both")
            // Taken away elsewhere.
            try program.library.setQuote(nil, of: note.id)
            XCTAssertTrue(MainLoop.run { card.root.shows("Who put it out?") })
            XCTAssertEqual(card.named, "Note: Who put it out?")
            XCTAssertTrue(MainLoop.run { gtk_widget_get_child_visible(bar.widget) == 0 })
        }
    }

    func testALongQuotationIsFoldedTogetherWithTheWords() throws {
        try withProgram { program in
            let lines = (1...30).map { "line \($0)" }.joined(separator: "\n")
            _ = try Self.add("My own words", quoting: Quote(lines), in: program)
            let card = try Self.card(program.openWindow())
            let bar = try XCTUnwrap(card.root.all("quote-bar").first)
            let label = try XCTUnwrap(card.root.all("note-text").first)
            XCTAssertTrue(MainLoop.run { bar.size.height > 0 })
            XCTAssertEqual(bar.size.height, label.size.height)
            XCTAssertFalse(card.root.texts.contains { $0.hasSuffix("My own words") })
            XCTAssertTrue(card.root.click("Show More"))
            XCTAssertTrue(
                MainLoop.run {
                    card.root.texts.contains { $0.hasSuffix("line 30\n\nMy own words") }
                }
            )
            XCTAssertTrue(MainLoop.run { bar.size.height < label.size.height })
            XCTAssertTrue(bar.size.height > label.size.height / 2)
        }
    }

    func testSeveralMarkedNotesAreCopiedWithTheirQuotations() throws {
        try withProgram { program in
            let one = try Self.add("", quoting: Quote(Self.passage), in: program)
            let other = try Self.add("Mine", quoting: Quote("Theirs"), in: program)
            let window = program.openWindow()
            let section = try XCTUnwrap(window.page.notes)
            XCTAssertTrue(MainLoop.run { section.cards.count == 2 })
            section.marks.mark([one.id, other.id])
            section.marks.perform(.copy)
            XCTAssertTrue(MainLoop.run { window.toasts.text == "2 notes copied" })
            XCTAssertEqual(Self.copiedText, "\(Self.passage)\n\nTheirs\n\nMine")
        }
    }

    func testAVeiledQuotationIsNowhere() throws {
        try withProgram { program in
            let quote = Quote("Quillifer came back", color: "pink")
            let book = program.series.books[1]
            let note = try program.library.addNote("And left", on: .book(book.id))
            try program.library.setQuote(quote, of: note.id)
            let before = ReadingPosition(bookID: program.series.books[0].id)
            try program.library.setReadUpTo(before, in: program.series.id)
            XCTAssertTrue(MainLoop.run(upTo: 30) { program.series.veil.isOn })
            let window = program.openWindow()
            window.select(.book(book.id), animated: false)
            let card = try Self.card(window)
            XCTAssertTrue(card.isVeiled)
            XCTAssertFalse(card.root.texts.contains { $0.contains("Quillifer") })
            XCTAssertFalse(card.named.contains("Quillifer"))
            XCTAssertFalse(card.described.contains("Pink"))
            XCTAssertEqual(card.plainText, "")
            card.unveil()
            XCTAssertTrue(MainLoop.run { card.root.shows("Quillifer came back\n\nAnd left") })
            XCTAssertTrue(card.described.hasSuffix("Color: Pink"))
        }
    }

    func testMarksInTheWordsOfTheBookAreNoStyles() throws {
        let shown = ShownNote(
            "*mine* &",
            quote: Quote("5 * 3 <b> *theirs*", style: "underline"),
            name: { _ in nil }
        )
        let markup = try XCTUnwrap(shown.markup)
        XCTAssertTrue(markup.contains("5 * 3 &lt;b&gt; *theirs*"), markup)
        XCTAssertTrue(markup.contains("underline"), markup)
        XCTAssertTrue(markup.contains("<i>mine</i>"), markup)
        XCTAssertTrue(markup.hasSuffix(" &amp;"), markup)
    }

    func testMentionsAndLinksBelowAQuotationLeadWhereTheyStand() throws {
        let id = UUID()
        let saved = MentionText.saved(
            "See @Ülo and http://example.org/",
            names: MentionNames([
                HawkNotesModel.Character(id: id, seriesID: UUID(), name: "Ülo", position: 0)
            ])
        )
        let shown = ShownNote(saved, quote: Quote("Früh"), name: { $0 == id ? "Ülo" : nil })
        XCTAssertEqual(shown.text, "Früh\n\nSee @Ülo and http://example.org/")
        XCTAssertEqual(shown.link(at: "Früh\n\nSee @".utf8.count), Place.character(id).link)
        let address = "Früh\n\nSee @Ülo and ht".utf8.count
        XCTAssertEqual(shown.link(at: address), "http://example.org/")
        XCTAssertEqual(shown.markup?.contains(">@Ülo</a> and"), true)
    }

    func testACutQuotationIsAloneAndCostsNoMoreThanIsShown() {
        let long = String(repeating: "x", count: 1_000_000)
        let shown = ShownNote("mine", quote: Quote(long), name: { _ in nil })
        XCTAssertTrue(shown.isCut)
        XCTAssertEqual(shown.text.count, NoteExcerpt.foldedLimit + 1)
        XCTAssertEqual(shown.quotation?.length, shown.text.utf8.count)
        for length in NoteExcerpt.foldedLimit - 3...NoteExcerpt.foldedLimit {
            let quote = Quote(String(repeating: "x", count: length))
            let note = ShownNote("mine", quote: quote, name: { _ in nil })
            XCTAssertTrue(note.isCut)
            let bare = note.markup?.replacing(/<[^>]*>/, with: "")
            XCTAssertEqual(bare, note.text, "\(length)")
        }
    }

    func testDevicesColorsAreKnownByNameAndHue() {
        let named = [
            "Yellow": QuoteColor.yellow, "grey": .gray, "olive": .green, " magenta ": .pink,
            "#ffd700": .yellow, "#F00": .red, "#8e44ad": .purple, "#3498dbff": .blue,
            "#2ecc71": .green, "#ff69b4": .pink, "#1abc9c": .cyan, "#e67e22": .orange,
            "#777": .gray,
        ]
        for (name, color) in named { XCTAssertEqual(QuoteColor(device: name), color, name) }
        for name in ["", "#", "#12", "#ggg", "3", "custom", "#+12345"] {
            XCTAssertNil(QuoteColor(device: name), name)
        }
    }
}
