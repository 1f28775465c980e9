import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// How many notes tabs and rows have, and where texts are begun in a window.
final class NoteMarkTests: DisplayTestCase {
    /// What a window says of a tab.
    @MainActor
    private static func mark(_ tab: Place, in window: MainWindow) -> NoteMark {
        window.chrome.marks[tab] ?? NoteMark()
    }

    /// What is written in the row of a character, and whether it has a dot.
    @MainActor
    private static func row(
        of character: Character,
        in list: CharacterList
    ) -> (texts: [String], hasDot: Bool)? {
        let id = character.id.uuidString.lowercased()
        return list.elements.first { $0.id == id }.map { element in
            (element.widget.texts, element.widget.all("draft-mark").contains(where: \.isVisible))
        }
    }

    @MainActor
    private static func characters(of window: MainWindow) throws -> CharacterList {
        let page = try XCTUnwrap(window.tabController.page as? BookPage)
        XCTAssertTrue(MainLoop.run { !page.characters.elements.isEmpty })
        return page.characters
    }

    @MainActor
    private static func type(_ text: String, in page: any Page) throws {
        try XCTUnwrap(page.notes).composer.field.buffer.text = text
    }

    func testCountsFollowTheLibraryInAllWindows() throws {
        try withProgram { program in
            let book = program.series.books[0]
            let character = try XCTUnwrap(program.series.characters(in: book.id).first)
            let tab = Place.book(book.id)
            try program.library.addNote("there before", on: .character(character.id))
            let windows = [program.openWindow(width: 1000), program.openWindow(width: 400)]
            for window in windows {
                XCTAssertEqual(Self.mark(tab, in: window).noteCount, 1, "before it is drawn")
            }
            let note = try program.library.addNote("text", on: .book(book.id))
            try program.library.addNote("text", on: .character(character.id))
            for window in windows {
                XCTAssertTrue(MainLoop.run { Self.mark(tab, in: window).noteCount == 3 })
                let list = try Self.characters(of: window)
                XCTAssertTrue(
                    MainLoop.run { Self.row(of: character, in: list)?.texts.contains("2") == true }
                )
                XCTAssertTrue(window.chrome.switcher?.root.shows("3") == true)
            }
            try program.library.deleteNote(note.id)
            for window in windows {
                XCTAssertTrue(MainLoop.run { Self.mark(tab, in: window).noteCount == 2 })
            }
            XCTAssertNil(windows[0].chrome.marks[.favorites], "what is on it belongs to books")
            XCTAssertNil(windows[0].chrome.marks[.book(program.series.books[1].id)])
        }
    }

    func testARowIsNotMadeAnewForANumber() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000)
            let list = try Self.characters(of: window)
            let character = list.items[0].character
            let row = try XCTUnwrap(list.elements.first?.widget)
            let height = row.size.height
            row.grabFocus()
            try program.library.addNote("text", on: .character(character.id))
            XCTAssertTrue(
                MainLoop.run { Self.row(of: character, in: list)?.texts.contains("1") == true }
            )
            MainLoop.drain()
            let same = try XCTUnwrap(list.elements.first?.widget)
            XCTAssertTrue(same.isSame(as: row))
            XCTAssertTrue(same.containsFocus)
            XCTAssertEqual(same.size.height, height)
        }
    }

    func testATabOfOneFigureIsAsWideAsBefore() throws {
        try withProgram { program in
            for width in [400, 800, 1000] {
                let window = program.openWindow(width: width)
                let tab = window.tab
                let switcher = try XCTUnwrap(window.chrome.switcher)
                let before = switcher.root.naturalWidth
                let old = window.chrome.marks
                window.chrome.marks = [tab: NoteMark(noteCount: 7, hasDraft: true)]
                XCTAssertLessThanOrEqual(
                    abs(switcher.root.naturalWidth - before),
                    4,
                    "at \(width) pixels"
                )
                window.chrome.marks = old
                XCTAssertEqual(switcher.root.naturalWidth, before)
            }
        }
    }

    func testTheDotComesWithTheFirstKeyAndGoesWithTheText() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000)
            let other = program.openWindow(width: 1000)
            let tab = window.tab
            let list = try Self.characters(of: window)
            let character = list.items[0].character
            try Self.type("b", in: window.page)
            XCTAssertTrue(Self.mark(tab, in: window).hasDraft, "at once")
            XCTAssertFalse(Self.mark(tab, in: other).hasDraft, "the draft is of one window")
            try Self.type("", in: window.page)
            XCTAssertFalse(Self.mark(tab, in: window).hasDraft)

            window.push(.character(character.id))
            try Self.type("begun", in: window.page)
            XCTAssertTrue(Self.mark(tab, in: window).hasDraft)
            window.goBack()
            XCTAssertEqual(Self.row(of: character, in: list)?.hasDot, true)
            // On another tab the character has a page of its own.
            window.select(.favorites(in: program.series), animated: false)
            let favorites = try XCTUnwrap(window.tabController.page as? FavoritesPage)
            XCTAssertTrue(MainLoop.run { favorites.list.rows.anchor != nil })
            XCTAssertNil(window.chrome.marks[window.tab])

            window.show(.character(character.id), animated: false)
            window.page.notes?.composer.saveNote()
            XCTAssertTrue(
                MainLoop.run { Self.mark(tab, in: window) == NoteMark(noteCount: 1) }
            )
            XCTAssertTrue(MainLoop.run { Self.mark(tab, in: other).noteCount == 1 })
        }
    }

    func testADotIsThereAfterAKillBeforeItsPageIsMade() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000)
            let (first, second) = (program.series.books[0], program.series.books[1])
            let character = try XCTUnwrap(program.series.characters(in: second.id).first)
            window.show(.character(character.id), animated: false)
            try Self.type("begun", in: window.page)
            window.goBack()
            window.select(.book(first.id), animated: false)
            let restored = try XCTUnwrap(try program.restart().first)
            XCTAssertEqual(restored.madeTabs, [.book(first.id)])
            XCTAssertTrue(Self.mark(.book(second.id), in: restored).hasDraft)
            XCTAssertFalse(Self.mark(.book(first.id), in: restored).hasDraft)
            restored.select(.book(second.id), animated: false)
            let list = try Self.characters(of: restored)
            XCTAssertEqual(Self.row(of: character, in: list)?.hasDot, true)
        }
    }

    func testANoteThatIsBeingEditedIsADraft() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000)
            let book = try XCTUnwrap(window.page.book)
            try program.library.addNote("text", on: .book(book.id))
            XCTAssertTrue(MainLoop.run { window.page.notes?.cards.isEmpty == false })
            let card = try XCTUnwrap(window.page.notes?.cards.first)
            card.beginEditing(focusing: false)
            XCTAssertTrue(Self.mark(window.tab, in: window).hasDraft)
            card.field?.buffer.text = "other text"
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(MainLoop.run { !Self.mark(window.tab, in: window).hasDraft })
        }
    }

    func testADraftWithoutAPageMarksNoTab() throws {
        try withProgram { program in
            let scene = program.session.makeScene()
            let tab = Place.book(program.series.books[0].id)
            let gone = scene.root.tab(tab).page(.character(UUID()))
            RestorableText(.newNote, in: gone).setString("nobody's")
            let window = program.openWindow(scene)
            XCTAssertTrue(MainLoop.run { !window.draftMarks.orphans.isEmpty })
            XCTAssertFalse(Self.mark(tab, in: window).hasDraft)
        }
    }

    func testRelatedCharactersSayTheSame() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000)
            let character = try XCTUnwrap(
                program.series.allCharacters.first { !program.series.related(to: $0.id).isEmpty }
            )
            let related = try XCTUnwrap(program.series.related(to: character.id).first)
            window.show(.character(character.id), animated: false)
            XCTAssertTrue(MainLoop.run { !window.page.root.all("chip").isEmpty })
            let root = window.page.root
            let chips = { root.all("chip").filter { $0.shows(related.name) } }
            XCTAssertEqual(chips().count, 1)
            let width = try XCTUnwrap(chips().first).naturalWidth
            try program.library.addNote("text", on: .character(related.id))
            XCTAssertTrue(MainLoop.run { chips().first?.shows("1") == true })
            XCTAssertLessThanOrEqual(abs(try XCTUnwrap(chips().first).naturalWidth - width), 4)
            window.push(.character(related.id))
            try Self.type("begun", in: window.page)
            XCTAssertEqual(chips().first?.all("draft-mark").first?.isVisible, true)
        }
    }

    func testNothingIsCountedThatNoWindowShows() throws {
        try withProgram { program in
            weak var counts: SeriesNoteCounts?
            let open = {
                let window = program.openWindow(width: 1000)
                counts = program.context.noteCounts.counts(of: program.series.id)
                XCTAssertNotNil(counts)
                _ = try Self.characters(of: window)
                program.close(window)
            }
            try open()
            XCTAssertTrue(MainLoop.run { counts == nil }, "somebody still counts")
        }
    }

    func testTheMenuOfTabsSaysTheSame() throws {
        try withProgram { program in
            let book = program.series.books[1]
            for _ in 0..<12 { try program.library.addNote("text", on: .book(book.id)) }
            let window = program.openWindow(width: 1000)
            XCTAssertTrue(MainLoop.run { Self.mark(.book(book.id), in: window).noteCount == 12 })
            let menu = TabMenu(
                try XCTUnwrap(window.chrome.switcher).items,
                selected: window.tab,
                marks: window.chrome.marks,
                name: "Find a book"
            )
            XCTAssertTrue(menu.root.shows("12"))
        }
    }

    func testAnImportIsNotCountedNoteByNote() throws {
        try withProgram { program in
            let book = program.series.books[0]
            let window = program.openWindow(width: 1000)
            var told = 0
            let counts = program.context.noteCounts.counts(of: program.series.id)
            let observation = counts.observe { _ in told += 1 }
            program.library.perform { library in
                for number in 0..<300 { try library.addNote("note \(number)", on: .book(book.id)) }
            } completion: { _ in
            }
            XCTAssertTrue(MainLoop.run { Self.mark(window.tab, in: window).noteCount == 300 })
            XCTAssertLessThan(told, 300)
            withExtendedLifetime(observation) {}
        }
    }
}
