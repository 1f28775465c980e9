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

/// Saved notes that mention characters: what is shown of them, and what becomes of them when they are
/// edited.
final class MentionedNamesTests: DisplayTestCase {
    @MainActor
    private struct Page {
        let program: TestProgram
        let window: MainWindow
        let book: NoteSubject
        let character: HawkNotesModel.Character

        init(_ program: TestProgram, text: (HawkNotesModel.Character) -> String) throws {
            self.program = program
            book = .book(program.series.books[0].id)
            character = try XCTUnwrap(program.series.allCharacters.first)
            try program.library.addNote(text(character), on: book)
            window = program.openWindow()
        }

        var notes: NotesSection { get throws { try XCTUnwrap(window.tabController.page.notes) } }
        var card: NoteCard { get throws { try XCTUnwrap(notes.cards.first) } }
        var saved: [String] { get throws { try program.library.notes(on: book).map(\.text) } }

        var label: Widget { get throws { try XCTUnwrap(card.root.all("note-text").first) } }

        var markup: String { get throws { String(cString: gtk_label_get_label(try label.opaque)) } }

        func rename(to name: String) throws {
            var renamed = character
            renamed.name = name
            try program.library.save(renamed)
        }

        func waitForText(_ text: String, line: UInt = #line) {
            XCTAssertTrue(MainLoop.run { (try? card.root.shows(text)) == true }, line: line)
        }
    }

    @MainActor
    private static func link(_ character: HawkNotesModel.Character, as name: String) -> String {
        Mention.link(to: character.id, name: name)
    }

    private static func withPage(
        _ text: @MainActor (HawkNotesModel.Character) -> String,
        _ body: @MainActor (Page) throws -> Void
    ) throws {
        try withProgram { program in
            try withoutActuallyEscaping(text) { text in
                try body(try Page(program) { character in text(character) })
            }
        }
    }

    func testTheNameIsThePresentOneAndFollowsARename() throws {
        try Self.withPage {
            "See \(Self.link($0, as: "once so called")), http://a.org."
        } _: { page in
            let name = page.character.name
            page.waitForText("See @\(name), http://a.org.")
            XCTAssertTrue(
                try page.markup.contains("<a href=\"\(Place.character(page.character.id).link)\">")
            )
            XCTAssertTrue(try page.markup.contains("<a href=\"http://a.org\">"))
            try page.rename(to: "The Hawk & Co.")
            page.waitForText("See @The Hawk & Co., http://a.org.")
            XCTAssertEqual(
                try page.saved,
                ["See \(Self.link(page.character, as: "once so called")), http://a.org."]
            )
        }
    }

    func testACharacterThatIsGoneIsNamedWithoutALinkUntilItIsBack() throws {
        try Self.withPage {
            "See \(Self.link($0, as: "Old Name"))"
        } _: { page in
            let undo = try page.program.library.delete(.character(page.character.id))
            page.waitForText("See @Old Name")
            XCTAssertFalse(try page.markup.contains("<a "))
            try page.program.library.undo(undo)
            page.waitForText("See @\(page.character.name)")
        }
    }

    func testACharacterOfASeriesThatNoWindowShowsIsFound() throws {
        try withProgram { program in
            let series = UUID()
            let other = Character(id: UUID(), seriesID: series, name: "Ged", position: 0)
            try program.library.saveSeries(series, title: "Earthsea")
            try program.library.save(other)
            try program.library.addNote(
                "Like \(Mention.link(to: other.id, name: "Sparrowhawk"))",
                on: .book(program.series.books[0].id)
            )
            let window = program.openWindow()
            let card = try XCTUnwrap(window.tabController.page.notes?.cards.first)
            XCTAssertTrue(MainLoop.run { card.root.shows("Like @Ged") })
            card.open(Place.character(other.id).link)
            XCTAssertEqual(program.addresses, [Place.character(other.id).link])
        }
    }

    func testPressingTheNameOpensTheCharacterHere() throws {
        try Self.withPage {
            Self.link($0, as: "x")
        } _: { page in
            try page.card.open(Place.character(page.character.id).link)
            XCTAssertEqual(page.window.tabController.page.character?.id, page.character.id)
        }
    }

    func testTheLinkAtAPointIsThatOfTheName() throws {
        try Self.withPage {
            "\(Self.link($0, as: "x"))\n\nplain"
        } _: { page in
            let card = try page.card
            XCTAssertTrue(MainLoop.run { card.root.isMapped && card.root.size.height > 0 })
            let frame = try XCTUnwrap(try page.label.frame(in: card.root))
            XCTAssertEqual(
                card.link(at: (frame.x + 12, frame.y + 8)),
                Place.character(page.character.id).link
            )
            XCTAssertNil(card.link(at: (frame.x + 12, frame.y + frame.height - 4)))
            card.openMention(page.character.id, inNewWindow: true)
            XCTAssertEqual(page.program.requests, [.character(page.character.id)])
        }
    }

    func testNoWayOutShowsTheLinkAsItIsSaved() throws {
        try Self.withPage {
            "See \(Self.link($0, as: "x"))"
        } _: { page in
            let name = page.character.name
            let card = try page.card
            XCTAssertEqual(card.plainText, "See @\(name)")
            card.showMenu(x: 5, y: 5)
            XCTAssertTrue(MainLoop.run { card.root.shows("Open \(name)") })
            XCTAssertFalse(card.root.texts.contains { $0.contains("hawknotes://") })
        }
    }

    func testALongTextCostsNoMoreThanItsBeginning() throws {
        let id = UUID()
        let text = String(repeating: Mention.link(to: id, name: "x") + " word\n", count: 20_000)
        let shown = ShownNote(text, name: { _ in "A Name" })
        XCTAssertTrue(shown.isCut)
        XCTAssertTrue(shown.text.hasPrefix("@A Name word\n@A Name word\n"))
        XCTAssertFalse(shown.text.contains("hawknotes"))
        XCTAssertEqual(shown.links.count, 12)
    }

    // MARK: Editing

    func testAnEditThatChangesNothingWritesNothingAlsoAfterARename() throws {
        try Self.withPage {
            "See \(Self.link($0, as: "once")) now"
        } _: { page in
            let before = try page.program.library.notes(on: page.book)
            let name = page.character.name
            let card = try page.card
            card.beginEditing()
            XCTAssertEqual(card.field?.buffer.text, "See @\(name) now")
            try page.rename(to: "Another")
            XCTAssertTrue(MainLoop.run { page.program.series.allCharacters[0].name == "Another" })
            XCTAssertTrue(card.root.click("Save"))
            page.waitForText("See @Another now")
            XCTAssertFalse(card.isBusy)
            XCTAssertEqual(try page.program.library.notes(on: page.book), before)
        }
    }

    func testAnEditKeepsWhomTheNoteMentionsAndAddsOthers() throws {
        try Self.withPage {
            "See \(Self.link($0, as: "once")) now"
        } _: { page in
            let other = page.program.series.allCharacters[1]
            let name = page.character.name
            let card = try page.card
            card.beginEditing()
            try page.rename(to: "Another")
            XCTAssertTrue(MainLoop.run { page.program.series.allCharacters[0].name == "Another" })
            try XCTUnwrap(card.field).buffer.text += " and @\(other.name)"
            XCTAssertTrue(card.root.click("Save"))
            let expected =
                "See \(Self.link(page.character, as: name)) now and "
                + Self.link(other, as: other.name)
            XCTAssertTrue(MainLoop.run { (try? page.saved) == [expected] })
            page.waitForText("See @Another now and @\(other.name)")
            XCTAssertEqual(try page.program.library.mentionCount(of: other.id), 1)
        }
    }

    func testTheDraftOfAnEditIsPlainAndIsThereAfterAKill() throws {
        try Self.withPage {
            "See \(Self.link($0, as: "once")) now"
        } _: { page in
            let name = page.character.name
            let card = try page.card
            card.beginEditing()
            try XCTUnwrap(card.field).buffer.text = "See @\(name) now and then"
            let restored = try page.program.restart()[0]
            let again = try XCTUnwrap(restored.tabController.page.notes?.cards.first)
            XCTAssertEqual(again.field?.buffer.text, "See @\(name) now and then")
            XCTAssertTrue(again.root.click("Save"))
            let expected = "See \(Self.link(page.character, as: name)) now and then"
            XCTAssertTrue(MainLoop.run { (try? page.saved) == [expected] })
        }
    }

    func testTheDraftOfAnEditThatAnOlderVersionBeganIsWhole() throws {
        for (typed, isChanged) in [(" more", true), ("", false)] {
            try Self.withPage {
                "See \(Self.link($0, as: "once")) now"
            } _: { page in
                let saved = try page.saved[0]
                let card = try page.card
                card.beginEditing()
                // It was edited as it is saved, and nothing was kept of names.
                try XCTUnwrap(card.field).buffer.text = saved + typed
                let scene = page.window.scene
                for path in scene.storedKeys() where path.hasSuffix("editWords") {
                    scene.removeStoredValues(at: path)
                }
                let before = try page.program.library.notes(on: page.book)
                let restored = try page.program.restart()[0]
                let again = try XCTUnwrap(restored.tabController.page.notes?.cards.first)
                XCTAssertEqual(again.field?.buffer.text, saved + typed)
                XCTAssertTrue(again.root.click("Save"))
                XCTAssertTrue(MainLoop.run { !again.isBusy })
                XCTAssertEqual(try page.saved, [saved + typed])
                XCTAssertEqual(try page.program.library.notes(on: page.book) != before, isChanged)
            }
        }
    }

    func testTheVersionOfElsewhereIsComparedInWords() throws {
        try Self.withPage {
            "\(Self.link($0, as: "once")) flies"
        } _: { page in
            let name = page.character.name
            let card = try page.card
            card.beginEditing()
            try XCTUnwrap(card.field).buffer.text = "@\(name) flies high"
            try page.program.library.updateNote(
                card.note.id,
                text: "\(Self.link(page.character, as: "once")) walks"
            )
            let shows = { (text: String) in card.root.texts.contains { $0.contains(text) } }
            XCTAssertTrue(
                MainLoop.run { shows("This note was changed elsewhere:") }
            )
            XCTAssertFalse(shows("hawknotes://"))
            XCTAssertTrue(card.root.click("Keep Mine"))
            XCTAssertTrue(card.root.click("Save"))
            let expected = ["\(Self.link(page.character, as: name)) flies high"]
            XCTAssertTrue(MainLoop.run { (try? page.saved) == expected })
        }
    }

    func testANewNoteIsSavedWithItsMentions() throws {
        try Self.withPage { _ in
            "first"
        } _: { page in
            let composer = try page.notes.composer
            composer.field.buffer.text = "See @\(page.character.name)!"
            composer.saveNote()
            let link = Self.link(page.character, as: page.character.name)
            XCTAssertTrue(MainLoop.run { (try? page.saved) == ["first", "See \(link)!"] })
            XCTAssertEqual(composer.field.buffer.text, "")
        }
    }

    func testADraftThatWasSavedBeforeAKillIsNotThereTwice() throws {
        let saved = Mention.link(to: UUID(), name: "Agatha") + " sits"
        XCTAssertTrue(DraftText.isSaved("@Agatha sits", in: saved))
        XCTAssertTrue(DraftText.isSaved("@Agatha si", in: saved))
        XCTAssertTrue(DraftText.isSaved("@Agatha sits ", as: saved))
        XCTAssertFalse(DraftText.isSaved("@Agatha sits", as: saved + "!"))
    }
}
