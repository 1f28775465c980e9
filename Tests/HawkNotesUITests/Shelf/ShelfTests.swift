import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesUI

/// The shelf in a window: how it comes, what it shows, and how the window is as before afterwards.
final class ShelfTests: DisplayTestCase {
    @MainActor
    static func wait(
        _ what: String,
        line: UInt = #line,
        until condition: @MainActor () -> Bool
    ) {
        XCTAssertTrue(MainLoop.run(until: condition), what, line: line)
    }

    /// Adds a series with a book.
    @MainActor
    @discardableResult
    static func add(_ title: String, to library: Library) throws -> (
        series: UUID, book: UUID
    ) {
        let (series, book) = (UUID(), UUID())
        try library.saveSeries(series, title: title, author: "Somebody")
        try library.save(Book(id: book, seriesID: series, title: title, position: 0))
        return (series, book)
    }

    /// Shows the shelf, and waits until all series are on it.
    @MainActor
    static func shelf(of window: MainWindow, line: UInt = #line) throws -> ShelfPage {
        window.showShelf()
        let page = try XCTUnwrap(window.shelf.page, line: line)
        wait("the shelf stays empty", line: line) { !page.boards.items.isEmpty }
        return page
    }

    @MainActor
    private static func titles(_ page: ShelfPage) -> [String] {
        page.boards.items.map(\.entry.title)
    }

    // MARK: Looking for a series

    func testItsFieldIsTheSearchWhichFindsTitlesOfBooksAndSeries() throws {
        try withProgram { program in
            let own = try Self.add("Éclair", to: program.library)
            let last = Book(id: UUID(), seriesID: own.series, title: "Straße", position: 1)
            try program.library.save(last)
            try program.library.saveSeries(UUID(), title: "Nothing Yet")
            let window = program.openWindow(presented: true)
            window.select(.book(program.series.books[1].id))
            for (text, titles) in [
                ("eclair", ["Éclair", "Straße"]), ("straß", ["Straße"]),
                ("nothing yet", ["Nothing Yet"]), ("somebody", ["Éclair", "Straße"]),
            ] {
                let shelf = try Self.shelf(of: window)
                Self.wait("there is nothing to press") { shelf.searchButton.isMapped }
                shelf.searchButton.press()
                let page = try XCTUnwrap(window.search.page)
                Self.wait("the field has no focus") { page.field.containsFocus }
                page.field.text = text
                Self.wait("the answer is another") {
                    page.finder.isSettled && Set(page.parts.hits.map(\.title)) == Set(titles)
                }
                XCTAssertTrue(page.handle(Key("Escape"), [], focus: page.field))
                XCTAssertEqual(window.place, .shelf)
                window.goBack()
                XCTAssertEqual(window.place, .book(program.series.books[1].id))
            }
        }
    }

    func testAFilterOfEarlierVersionsGoesOnAsASearchOverTheShelf() throws {
        try withProgram { program in
            let scene = program.session.makeScene()
            let shelf = scene.root.window.scope("shelf")
            SceneStorage(.isCoverShown, in: shelf).wrappedValue = true
            SceneStorage(.focus, in: shelf).wrappedValue = "search"
            RestorableText("search", in: shelf).setString("agatha")
            let window = program.openWindow(scene)
            let page = try XCTUnwrap(window.search.page)
            XCTAssertEqual(page.field.text, "agatha")
            Self.wait("the field has no focus") { page.field.containsFocus }
            Self.wait("nothing is found") { page.parts.hits.first?.title == "Agatha" }

            let restored = try XCTUnwrap(try program.restart(after: .kill).first)
            XCTAssertEqual(restored.search.page?.field.text, "agatha")
            restored.goBack()
            XCTAssertEqual(restored.place, .shelf)
            let back = try XCTUnwrap(restored.shelf.page)
            Self.wait("the focus is elsewhere") { back.searchButton.containsFocus }
            let again = try XCTUnwrap(try program.restart(after: .kill).first)
            XCTAssertEqual(again.place, .shelf, "the filter is taken over once")
        }
    }

    func testAReadingStatusThatNoBookHasIsSaidAndBookCountFollows() throws {
        try withProgram { program in
            let own = try Self.add("One", to: program.library)
            _ = try program.library.changeSeries { changes in
                var book = try XCTUnwrap(changes.series(own.series)?.books.first)
                book.readingStatus = .stopped
                try changes.save(book)
            }
            let page = try Self.shelf(of: program.openWindow(presented: true))
            Self.wait("not all are there") { page.boards.items.count == 2 }
            page.view.choose(.stopped)
            XCTAssertEqual(Self.titles(page), ["One"])
            XCTAssertFalse(page.findsNothing)
            page.view.choose(.reading)
            XCTAssertEqual(Self.titles(page), [])
            XCTAssertTrue(page.findsNothing)
            XCTAssertFalse(page.isEmpty)
            page.view.choose(ReadingStatus?.none)
            XCTAssertEqual(page.boards.items.count, 2)
            XCTAssertFalse(page.findsNothing)
        }
    }

    // MARK: Coming and going

    func testItStandsInThePlaceOfTheTabsAndLeavesThemAsTheyWere() throws {
        try withProgram { program in
            let window = program.openWindow()
            let character = program.series.allCharacters[0]
            window.show(.character(character.id))
            let before = window.tabController.page
            window.tabController.page.notes?.composer.field.grabFocus()
            _ = try Self.shelf(of: window)
            XCTAssertEqual(window.place, .shelf)
            XCTAssertEqual(window.window.title, "Library")
            XCTAssertTrue(window.canGoBack)
            XCTAssertNil(window.page.notes)
            window.goBack()
            XCTAssertEqual(window.place, .character(character.id))
            XCTAssertEqual(window.window.title, character.name)
            XCTAssertTrue(window.tabController.page === before)
            XCTAssertNil(window.shelf.page)
            let field = try XCTUnwrap(window.tabController.page.notes?.composer.field)
            XCTAssertTrue(field.containsFocus)
        }
    }

    func testItComesBackWithItsFocusAndTheTabsBelowIt() throws {
        try withProgram { program in
            let others = try ["One", "Two", "Three"].map {
                try Self.add($0, to: program.library).series
            }
            let window = program.openWindow(presented: true)
            let character = program.series.allCharacters[0]
            window.show(.character(character.id))
            let page = try Self.shelf(of: window)
            let name = "series:" + others[1].uuidString.lowercased()
            Self.wait("it cannot have the focus") {
                page.grabFocus(name)
                return page.boards.focusedElement == others[1].uuidString.lowercased()
            }
            let restored = try XCTUnwrap(try program.restart().first)
            XCTAssertEqual(restored.place, .shelf)
            let back = try XCTUnwrap(restored.shelf.page)
            Self.wait("the focus is not back") {
                back.boards.focusedElement == others[1].uuidString.lowercased()
            }
            XCTAssertEqual(restored.madeTabs, [], "nothing below it was made yet")
            restored.goBack()
            XCTAssertEqual(restored.place, .character(character.id))
        }
    }

    func testItComesBackWhereItWasScrolledTo() throws {
        try withProgram { program in
            let (window, page) = try Self.longShelf(program)
            let top = try Self.scroll(page, of: window, to: 20)
            let restored = try XCTUnwrap(try program.restart().first)
            let back = try XCTUnwrap(restored.shelf.page)
            Self.wait("it is not back") { back.list.topElement?.id == top.id }
            XCTAssertEqual(back.list.topElement?.top, top.top)
        }
    }

    func testTheFocusComesBackToASeriesThatIsOutOfView() throws {
        try withProgram { program in
            let (window, page) = try Self.longShelf(program)
            let last = try XCTUnwrap(page.boards.items.last).id.uuidString.lowercased()
            Self.wait("it cannot have the focus") {
                page.boards.focus(last) && page.boards.focusedElement == last
            }
            let top = try Self.scroll(page, of: window, to: 5)
            XCTAssertEqual(page.boards.focusedElement, last)

            let restored = try XCTUnwrap(try program.restart(presented: true).first)
            let back = try XCTUnwrap(restored.shelf.page)
            Self.wait("the focus is not back") { back.boards.focusedElement == last }
            Self.wait("it is not back") { back.list.topElement?.id == top.id }
            XCTAssertEqual(back.list.topElement?.top, top.top)
        }
    }

    func testASeriesIsShownWhereTheWindowLeftIt() throws {
        try withProgram { program in
            let own = try Self.add("Mine", to: program.library)
            let window = program.openWindow()
            let raven = Place.book(program.series.books[1].id)
            window.select(raven)
            window.showShelf()
            window.showSeries(own.series)
            Self.wait("it is not shown") { window.series.id == own.series }
            XCTAssertEqual(window.place, .book(own.book))
            window.select(.favorites(of: own.series))
            window.showSeries(program.series.id)
            XCTAssertEqual(window.place, raven)
            let other = program.openWindow()
            other.showSeries(own.series)
            Self.wait("it is not shown") { other.series.id == own.series }
            XCTAssertEqual(other.place, .book(own.book), "another window is on a tab of its own")

            let restored = try program.restart().first { $0.series.id == program.series.id }
            let back = try XCTUnwrap(restored)
            XCTAssertEqual(back.place, raven)
            back.showSeries(own.series)
            Self.wait("it is not shown") { back.series.id == own.series }
            XCTAssertEqual(back.place, .favorites(of: own.series))
        }
    }

    func testWindowsOfVersionsWithoutAShelfComeBackOnTheirTab() throws {
        try withProgram { program in
            let own = try Self.add("Mine", to: program.library)
            let scene = program.session.makeScene()
            let scope = scene.root.scope("window")
            SceneStorage(wrappedValue: "", "series", in: scope).wrappedValue =
                own.series.uuidString.lowercased()
            SceneStorage(wrappedValue: "", "selectedTab", in: scope).wrappedValue = "favorites"
            let window = program.openWindow(scene)
            XCTAssertEqual(window.place, .favorites(of: own.series))
        }
    }

    // MARK: What is on it

    func testThoseThatWereOpenedLastComeFirst() throws {
        try withProgram { program in
            let one = try Self.add("One", to: program.library)
            let two = try Self.add("Two", to: program.library)
            let window = program.openWindow()
            for id in [one.series, two.series, program.series.id] {
                window.showSeries(id)
                Self.wait("it is not shown") { window.series.id == id }
            }
            let page = try Self.shelf(of: window)
            let title = program.series.title
            Self.wait("the order is another") { Self.titles(page) == [title, "Two", "One"] }
            window.openSeriesInNewWindow(one.series, raisingExisting: false)
            Self.wait("the order has not changed") { Self.titles(page) == ["One", title, "Two"] }
            XCTAssertEqual(program.requests, [.book(one.book)])
        }
    }

    func testAPrivateWindowLeavesTheOrderAlone() throws {
        try withProgram { program in
            let one = try Self.add("One", to: program.library)
            let window = program.openWindow(program.session.makeScene(isPrivate: true))
            window.showShelf()
            window.openSeriesInNewWindow(one.series, raisingExisting: false)
            Self.wait("nothing was opened") { !program.requests.isEmpty }
            window.showSeries(one.series)
            Self.wait("it is not shown") { window.series.id == one.series }
            window.showShelf()
            var isDone = false
            program.library.perform { _ in
            } completion: { _ in
                isDone = true
            }
            Self.wait("the library is busy") { isDone }
            XCTAssertEqual(try program.library.shelf(limit: 9).map(\.openedAt), [nil, nil])
        }
    }

    func testItFollowsTheLibrary() throws {
        try withProgram { program in
            let window = program.openWindow()
            let page = try Self.shelf(of: window)
            XCTAssertEqual(Self.titles(page), [program.series.title])
            let own = try Self.add("Mine", to: program.library)
            Self.wait("the new one is missing") { Self.titles(page).last == "Mine" }
            try program.library.addNote("text", on: .book(own.book))
            Self.wait("the note is not counted") {
                page.boards.items.last?.entry.noteCount == 1
            }
            try program.library.saveSeries(own.series, title: "Ours")
            Self.wait("the name is the old one") { Self.titles(page).last == "Ours" }
            try program.library.delete(.series(own.series))
            Self.wait("it is still there") { Self.titles(page) == [program.series.title] }
        }
    }

    func testAnUnsentDraftOfAnyWindowIsMarked() throws {
        try withProgram { program in
            let own = try Self.add("Mine", to: program.library)
            let writer = program.openWindow()
            writer.showSeries(own.series)
            Self.wait("it is not shown") { writer.series.id == own.series }
            writer.page.notes?.composer.field.buffer.text = "begun"
            let hidden = program.openWindow(program.session.makeScene(isPrivate: true))
            hidden.page.notes?.composer.field.buffer.text = "nobody is to know"
            let page = try Self.shelf(of: program.openWindow())
            Self.wait("the draft is not marked") {
                page.boards.items.filter(\.hasDraft).map(\.id) == [own.series]
            }
            writer.page.notes?.composer.field.buffer.text = ""
            page.refresh()
            Self.wait("it is still marked") { !page.boards.items.contains(where: \.hasDraft) }
        }
    }

    func testOnlyTheBoardsThatCanBeSeenAreMade() throws {
        try withProgram { program in
            for number in 0..<1000 {
                try program.library.saveSeries(UUID(), title: "Series \(number)")
            }
            let window = program.openWindow(width: 980, height: 720, presented: true)
            let page = try Self.shelf(of: window)
            Self.wait("there are only some") { page.boards.items.count == 1001 }
            XCTAssertEqual(page.boards.rowCount, 201)
            MainLoop.drain()
            XCTAssertLessThan(page.list.rows.liveRows.count, 12)
            page.list.rows.scrollToEnd()
            MainLoop.drain()
            XCTAssertLessThan(page.list.rows.liveRows.count, 12)
            // Head, two messages and the boards.
            XCTAssertEqual(page.list.rows.liveRows.last?.index, 203)
        }
    }

    func testWhatWasAtTheTopStaysThereWhenTheWindowGetsNarrower() throws {
        try withProgram { program in
            for number in 0..<100 {
                try program.library.saveSeries(UUID(), title: "Series \(number)")
            }
            let window = program.openWindow(width: 1200, height: 700, presented: true)
            let page = try Self.shelf(of: window)
            Self.wait("there are only some") { page.boards.items.count == 101 }
            Self.wait("it is not laid out") {
                page.boards.grid.columns > 5 && page.list.rows.liveRows.count > 3
            }
            page.list.rows.scroll(to: RowArrangement.Anchor(index: 8, top: 0))
            let first = try XCTUnwrap(page.list.topElement)
            program.resize(window, width: 500)
            Self.wait("there are as many beside each other") { page.boards.grid.columns < 4 }
            let id = try XCTUnwrap(UUID(uuidString: first.id))
            let index = try XCTUnwrap(page.boards.items.firstIndex { $0.id == id })
            let top = try XCTUnwrap(page.list.rows.anchor)
            // The three rows above it are the heading, and the notes that nothing is there, or found.
            XCTAssertEqual(top.index, page.boards.grid.row(of: index) + 3)
        }
    }

    // MARK: Without a series

    func testAnEmptyOneOffersTheBundledSeriesAgain() throws {
        try withProgram { program in
            let window = program.openWindow()
            let id = program.series.id
            try program.library.delete(.series(id))
            Self.wait("the series is still shown") { window.series.books.isEmpty }
            window.showShelf()
            let page = try XCTUnwrap(window.shelf.page)
            Self.wait("it does not say that it is empty") { page.isEmpty }
            XCTAssertFalse(window.canGoBack)
            page.offerBundled()
            Self.wait("the series is not back") { window.series.id == id }
            Self.wait("it is not shown") { window.place == .book(window.series.books[0].id) }
        }
    }
}
