import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Windows on several series, and what they do when a series changes under them.
final class SeveralSeriesTests: DisplayTestCase {
    /// A series of the reader's with the title of the bundled one, a book of the same title and a
    /// character of the same name, and one that stands in no book.
    private struct Own {
        let series = UUID()
        let book = UUID()
        let character = UUID()
        let bookless = UUID()
        let title: String
        let bookTitle: String
        let name: String

        @MainActor
        init(beside bundled: Series, in library: Library) throws {
            title = bundled.title
            bookTitle = bundled.books[0].title
            name = bundled.allCharacters[0].name
            try library.saveSeries(series, title: title)
            try library.save(Book(id: book, seriesID: series, title: bookTitle, position: 0))
            try library.save(
                Character(id: character, seriesID: series, name: name, bookID: book, position: 0)
            )
            try library.save(
                Character(id: bookless, seriesID: series, name: "Bookless", position: 0)
            )
        }

        var link: String { "hawknotes://book/\(book)/character/\(character)" }
    }

    @MainActor
    private static func wait(
        _ what: String,
        line: UInt = #line,
        until condition: @MainActor () -> Bool
    ) {
        XCTAssertTrue(MainLoop.run(until: condition), what, line: line)
    }

    /// Opens a window at what a link names.
    @MainActor
    private static func open(_ link: String, in program: TestProgram) throws -> MainWindow {
        var place: Place?
        program.context.resolve(try Place(link: link)) { result in
            do { place = try result.get() } catch { XCTFail("\(link): \(error)") }
        }
        wait("\(link) leads nowhere") { place != nil }
        let scene = program.session.makeScene()
        scene.begin(at: try XCTUnwrap(place), in: program.context)
        return program.openWindow(scene)
    }

    func testALinkOpensAnotherSeriesBesideTheBundledOne() throws {
        try withProgram { program in
            let own = try Own(beside: program.series, in: program.library)
            let one = program.openWindow()
            let other = try Self.open(own.link, in: program)
            XCTAssertEqual(other.series.id, own.series)
            XCTAssertEqual(other.window.title, own.name)
            XCTAssertEqual(other.madeTabs, [.book(own.book)])
            XCTAssertEqual(one.series.id, program.series.id)

            // Each has drafts and favourites of its own.
            let twin = program.series.allCharacters[0]
            one.show(.character(twin.id))
            XCTAssertEqual(one.window.title, other.window.title)
            one.tabController.page.notes?.composer.field.buffer.text = "on the one"
            other.tabController.page.notes?.composer.field.buffer.text = "on the other"
            program.context.favorites.setFavorite(own.character, true) { XCTFail("\($0)") }
            for window in [one, other] { window.select(.favorites(in: window.series)) }
            XCTAssertEqual(Set(other.madeTabs), [.book(own.book), .favorites(of: own.series)])

            let windows = try program.restart()
            XCTAssertEqual(
                windows.map(\.series.id).sorted(),
                [program.series.id, own.series].sorted()
            )
            for window in windows {
                XCTAssertEqual(window.tab, .favorites(in: window.series))
                let isOwn = window.series.id == own.series
                window.show(.character(isOwn ? own.character : twin.id))
                XCTAssertEqual(
                    window.tabController.page.notes?.composer.field.buffer.text,
                    isOwn ? "on the other" : "on the one"
                )
            }
        }
    }

    func testLinksToTheFavoritesOfASeriesAndToWhatStandsInNoBook() throws {
        try withProgram { program in
            let own = try Own(beside: program.series, in: program.library)
            let favorites = "hawknotes://series/\(own.series.uuidString.lowercased())/favorites"
            let window = try Self.open(favorites, in: program)
            XCTAssertEqual(window.tab, .favorites(of: own.series))
            XCTAssertEqual(program.context.series.link(to: window.tabController.place), favorites)
            let other = try Self.open("hawknotes://character/\(own.bookless)", in: program)
            XCTAssertEqual(other.tab, .favorites(of: own.series))
            XCTAssertEqual(other.window.title, "Bookless")
            let whole = try Self.open("hawknotes://series/\(own.series)", in: program)
            XCTAssertEqual(whole.tabController.place, .book(own.book))
        }
    }

    func testShowingAPlaceOfAnotherSeriesChangesTheWindowsTabsAndBack() throws {
        try withProgram { program in
            let own = try Own(beside: program.series, in: program.library)
            let window = program.openWindow()
            _ = try Self.open(own.link, in: program)
            window.show(.character(own.character))
            XCTAssertEqual(window.series.id, own.series)
            XCTAssertEqual(window.tab, .book(own.book))
            window.show(.book(program.series.books[1].id))
            XCTAssertEqual(window.series.id, program.series.id)
            XCTAssertEqual(
                window.scene.storedValue(at: window.scene.root.window.path(of: "series")),
                .string("")
            )
        }
    }

    func testEveryWindowFollowsNewTitlesNamesAndBooks() throws {
        try withProgram { program in
            let windows = [program.openWindow(), program.openWindow()]
            var book = program.series.books[0]
            var character = try XCTUnwrap(program.series.characters(in: book.id).first)
            windows[1].show(.character(character.id))
            windows[1].tabController.page.notes?.composer.field.buffer.text = "a draft"
            let field = windows[1].tabController.page.notes?.composer.field

            book.title = "Another Title"
            book.overview = nil
            try program.library.save(book)
            character.name = "Another Name"
            character.synopsis = "Another synopsis."
            try program.library.save(character)
            try program.library.save(
                Book(id: UUID(), seriesID: program.series.id, title: "A Fourth", position: 3)
            )
            Self.wait("the windows do not follow") {
                windows[1].window.title == "Another Name" && windows[0].series.books.count == 4
            }
            XCTAssertEqual(windows[0].window.title, "Another Title")
            XCTAssertEqual(Place.tabs(in: windows[1].series).count, 5)
            XCTAssertTrue(windows[1].tabController.page.notes?.composer.field === field)
            XCTAssertEqual(field?.buffer.text, "a draft")
            windows[1].goBack()
            XCTAssertEqual(windows[1].window.title, "Another Title")
        }
    }

    func testAPageWhoseCharacterIsDeletedIsLeftAndItsDraftOffered() throws {
        try withProgram { program in
            let window = program.openWindow()
            let book = program.series.books[0]
            let character = try XCTUnwrap(program.series.characters(in: book.id).first)
            window.show(.character(character.id))
            window.tabController.page.notes?.composer.field.buffer.text = "kept for whoever asks"
            try program.library.delete(.character(character.id))
            Self.wait("the page is still there") { window.tabController.place == .book(book.id) }
            XCTAssertFalse(window.tabController.canGoBack)
            Self.wait("the draft is not offered") {
                window.shownBanner?.text.contains("kept for whoever asks") == true
            }
            // What is brought back has its draft.
            try program.library.restore(.character(character.id))
            Self.wait("it is not back") {
                program.context.series.character(character.id) != nil
            }
            window.show(.character(character.id))
            XCTAssertEqual(
                window.tabController.page.notes?.composer.field.buffer.text,
                "kept for whoever asks"
            )
        }
    }

    /// A window that shows a book, with a draft on a character that is being deleted.
    @MainActor
    private static func openWithDraftOfDeletedCharacter(
        _ program: TestProgram
    ) throws -> (window: MainWindow, character: UUID) {
        let window = program.openWindow()
        let book = program.series.books[0]
        let character = try XCTUnwrap(program.series.characters(in: book.id).first)
        window.show(.character(character.id))
        window.tabController.page.notes?.composer.field.buffer.text = "kept for later"
        window.goBack()
        try program.library.delete(.character(character.id))
        wait("the draft is not offered") {
            window.shownBanner?.text.contains("kept for later") == true
        }
        XCTAssertEqual(window.draftOffers?.count, 1)
        return (window, character.id)
    }

    func testTheDraftOfADeletedCharacterThatIsNotShownIsOfferedAtOnce() throws {
        try withProgram { program in
            let (window, character) = try Self.openWithDraftOfDeletedCharacter(program)
            try program.library.restore(.character(character))
            Self.wait("the offer stays") { window.shownBanner == nil }
            XCTAssertEqual(window.draftOffers?.count, 0)
        }
    }

    func testAnOfferGoesWithItsDraft() throws {
        try withProgram { program in
            let (window, _) = try Self.openWithDraftOfDeletedCharacter(program)
            let path = window.scene.storedKeys().first { StoredPath($0).isDraft }
            var found: [OrphanedDrafts.Draft] = []
            OrphanedDrafts.find(
                in: window.scene,
                library: program.library,
                series: program.context.series
            ) { found = $0 }
            Self.wait("the draft is not found") { found.map(\.path) == [path] }
            window.removeDraft(found[0])
            Self.wait("the offer stays") { window.shownBanner == nil }
        }
    }

    func testADismissedOfferDoesNotComeBackAtTheNextStart() throws {
        try withProgram { program in
            let (window, _) = try Self.openWithDraftOfDeletedCharacter(program)
            XCTAssertTrue(window.banner.root.click("Dismiss"))
            XCTAssertNil(window.shownBanner)
            let again = try XCTUnwrap(try program.restart(after: .kill).first)
            Self.wait("the draft is not found") { again.draftOffers?.count == 1 }
            XCTAssertNil(again.shownBanner)
        }
    }

    func testATabWhoseBookIsDeletedGoesAndAnotherIsShown() throws {
        try withProgram { program in
            let books = program.series.books
            let window = program.openWindow()
            window.select(.book(books[1].id))
            try program.library.delete(.book(books[1].id))
            Self.wait("the tab is still there") { window.series.books.count == books.count - 1 }
            XCTAssertEqual(window.tab, .book(books[0].id))
            XCTAssertFalse(window.madeTabs.contains(.book(books[1].id)))
            XCTAssertEqual(window.window.title, books[0].title)
        }
    }

    func testAWindowWhoseSeriesIsDeletedShowsTheFirstAndComesBackWithIt() throws {
        try withProgram { program in
            let own = try Own(beside: program.series, in: program.library)
            let window = try Self.open(own.link, in: program)
            try program.library.delete(.series(own.series))
            Self.wait("the series is still shown") { window.series.id == program.series.id }
            XCTAssertEqual(window.tab, .book(program.series.books[0].id))
            try program.library.restore(.series(own.series))
            Self.wait("it is not back") { window.series.id == own.series }
            XCTAssertEqual(window.tab, .book(own.book))
            XCTAssertEqual(window.window.title, own.name)
        }
    }

    func testWithoutAnySeriesThereAreTheFavoritesAlone() throws {
        try withProgram { program in
            let window = program.openWindow()
            try program.library.delete(.series(program.series.id))
            Self.wait("the series is still shown") { window.series.books.isEmpty }
            XCTAssertEqual(window.tab, .favorites)
            XCTAssertEqual(window.window.title, "Favorites")
        }
    }

    func testABooksPageGoesWithItsAddress() throws {
        try withProgram { program in
            let window = program.openWindow()
            var book = program.series.books[0]
            window.setWebPageShown(true, for: book)
            book.amazonURL = nil
            try program.library.save(book)
            Self.wait("the page is still shown") { window.tabController.place == .book(book.id) }
            let link = "hawknotes://book/\(book.id)/page"
            let other = try Self.open(link, in: program)
            XCTAssertEqual(other.tabController.place, .book(book.id))
        }
    }
}
