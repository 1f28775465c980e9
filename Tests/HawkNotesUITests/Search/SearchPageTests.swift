import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The search in a window: how it comes and goes, what it shows, and what is opened from it.
final class SearchPageTests: SearchTestCase {
    // MARK: Coming and going

    func testItStandsInThePlaceOfThePageUntilItIsLeft() throws {
        try withProgram { program in
            let window = program.openWindow()
            let character = program.series.allCharacters[0]
            window.show(.character(character.id))
            let before = window.tabController.page
            let page = try Self.search(window)
            XCTAssertTrue(window.page === page)
            XCTAssertEqual(window.window.title, "Search")
            XCTAssertTrue(window.canGoBack)
            XCTAssertNil(window.page.notes)
            Self.press("Escape", on: page)
            XCTAssertNil(window.search.page)
            XCTAssertEqual(window.place, .character(character.id))
            XCTAssertTrue(window.tabController.page === before)
        }
    }

    func testTheWordsAreThereTheNextTimeAndTypingReplacesThem() throws {
        try withProgram { program in
            let window = program.openWindow()
            _ = try Self.search(window, for: "quiet owl")
            window.goBack()
            let page = try Self.search(window)
            XCTAssertEqual(page.field.text, "quiet owl")
            let (cursor, anchor) = page.field.content.selection
            XCTAssertEqual(Set([cursor, anchor]), [0, 9])
        }
    }

    func testItLiesOverTheShelfAndLeavesItAsItWas() throws {
        try withProgram { program in
            let window = program.openWindow()
            window.showShelf()
            let shelf = try XCTUnwrap(window.shelf.page)
            let page = try Self.search(window)
            XCTAssertNil(window.searchedSeriesID, "all series stand there")
            XCTAssertFalse(page.head.allSeries.isVisible)
            window.goBack()
            XCTAssertEqual(window.place, .shelf)
            XCTAssertTrue(window.page === shelf)
        }
    }

    func testATabThatIsChosenLeavesIt() throws {
        try withProgram { program in
            let window = program.openWindow()
            _ = try Self.search(window)
            let raven = Place.book(program.series.books[1].id)
            window.select(raven)
            XCTAssertNil(window.search.page)
            XCTAssertEqual(window.place, raven)
        }
    }

    func testTheActionForANewNoteLeadsToTheComposer() throws {
        try withProgram { program in
            let window = program.openWindow()
            let composer = try XCTUnwrap(window.page.notes?.composer.field)
            XCTAssertFalse(composer.containsFocus, "a page begins with its list")
            window.window.activate(.writeNote)
            Self.wait("it has no focus") { composer.containsFocus }
            _ = try Self.search(window)
            XCTAssertFalse(window.canPerform(.writeNote))
        }
    }

    // MARK: What is found

    func testNotesAreFoundTheNewestFirstAndTheirNumberIsSaid() throws {
        try withProgram { program in
            let ids = try Self.add(["An owl", "A hawk", "Owls & <hawks>"], to: program)
            let page = try Self.search(program.openWindow(), for: "ow")
            XCTAssertEqual(Self.noteIDs(page), [ids[2], ids[0]])
            XCTAssertTrue(page.notesFound.heading.isVisible)
            XCTAssertEqual(page.notesFound.heading.countText, "2")
            XCTAssertTrue(page.root.shows("Owls & <hawks>"))
            XCTAssertNil(page.status.message)
        }
    }

    func testNotesAreShownAndReadWithoutMarksOfEmphasis() throws {
        try withProgram { program in
            try Self.add(["An *old* **hawk**, 2*3*4"], to: program)
            let page = try Self.search(program.openWindow(), for: "old hawk")
            let row = try XCTUnwrap(page.notesFound.rows.values.first)
            XCTAssertTrue(row.root.shows("An old hawk, 2*3*4"))
            XCTAssertTrue(row.spoken.hasSuffix(". An old hawk, 2*3*4"), row.spoken)
        }
    }

    func testAnEmptySearchListsAllNotesByDay() throws {
        try withProgram { program in
            let ids = try Self.add((0..<100).map { "Owl \($0)" }, to: program)
            let window = program.openWindow(width: 600, height: 500)
            let page = try Self.search(window)
            Self.wait("nothing is listed") {
                page.finder.isSettled && !page.notesFound.rows.isEmpty
            }
            XCTAssertNil(page.status.message)
            XCTAssertEqual(page.notesFound.heading.countText, "100")
            XCTAssertEqual(page.notesFound.hits.count, SearchResults.firstLimit)
            XCTAssertLessThan(page.notesFound.rows.count, 30, "more are made than are seen")
            XCTAssertEqual(page.notesFound.hits.first?.id, .note(ids[99]))
            XCTAssertTrue(page.root.shows("Today"))
            Self.press("Down", on: page)
            Self.press("Down", on: page)
            XCTAssertEqual(page.selected?.id, .note(ids[98]))
            Self.press("Return", on: page)
            Self.wait("it is not opened") { window.search.page == nil }
        }
    }

    func testAGroupIsThereWhenThereIsSomethingInIt() throws {
        try withProgram { program in
            let ids = try Self.add(["An owl"], to: program)
            let page = try Self.search(program.openWindow(), for: "owl")
            let series = program.series
            var results = page.finder.results
            let note = try XCTUnwrap(try program.library.note(ids[0]))
            results.parts = [
                SearchHit(
                    .book(series.books[0].id),
                    title: series.books[0].title,
                    seriesID: series.id,
                    seriesTitle: series.title
                ),
                SearchHit(
                    .character(series.allCharacters[0].id),
                    title: series.allCharacters[0].name,
                    seriesID: series.id,
                    seriesTitle: series.title
                ),
            ]
            results.trash = [
                SearchHit(
                    .trashedNote(note),
                    title: "Somebody",
                    seriesID: series.id,
                    seriesTitle: series.title
                )
            ]
            results.noteCount = .moreThan(SearchCount.limit)
            page.finder.setResults(results)
            MainLoop.drain()
            let groups = [page.parts, page.notesFound, page.trash]
            XCTAssertEqual(groups.map(\.heading.isVisible), [true, true, true])
            XCTAssertEqual(page.notesFound.heading.countText, "2000+")
            XCTAssertEqual(groups.map(\.rows.count), [2, 1, 1])
            XCTAssertTrue(page.root.shows(series.allCharacters[0].name))
            results.parts = []
            results.trash = []
            page.finder.setResults(results)
            MainLoop.drain()
            XCTAssertEqual(groups.map(\.heading.isVisible), [false, true, false])
            XCTAssertEqual(groups.map(\.rows.count), [0, 1, 0])
        }
    }

    func testRowsThatStayKeepTheirWidgets() throws {
        try withProgram { program in
            let ids = try Self.add(["Owl one", "Owl two", "Owl three"], to: program)
            let page = try Self.search(program.openWindow(), for: "owl")
            let before = page.notesFound.rows
            XCTAssertEqual(before.count, 3)
            try Self.find("owl t", on: page)
            XCTAssertEqual(Self.noteIDs(page), [ids[2], ids[1]])
            for id in [ids[1], ids[2]] {
                XCTAssertTrue(page.notesFound.rows[.note(id)] === before[.note(id)])
            }
        }
    }

    func testWhatIsAddedIsFoundAndWhatIsDeletedGoes() throws {
        try withProgram { program in
            let ids = try Self.add(["An owl"], to: program)
            let page = try Self.search(program.openWindow(), for: "owl")
            Self.press("Down", on: page)
            let new = try Self.add(["Another owl"], to: program)
            Self.wait("it is not found") { Set(Self.noteIDs(page)) == Set(new + ids) }
            XCTAssertEqual(Self.noteIDs(page), ids + new, "what is selected does not move")
            XCTAssertEqual(page.selected?.id, .note(ids[0]), "it stays on what it was on")
            _ = try program.library.deleteNote(ids[0])
            Self.wait("it is still there") { Self.noteIDs(page) == new }
            XCTAssertNil(page.selected)
        }
    }

    func testNothingFoundIsSaidWithTheWordsAndAllSeriesAreOffered() throws {
        try withProgram { program in
            let page = try Self.search(program.openWindow())
            Self.wait("it says nothing") { page.status.message == .begin }
            try Self.find("no such words", on: page)
            XCTAssertEqual(page.status.shownWords, "No results for “no such words”.")
            XCTAssertEqual(
                page.status.message,
                .nothing(words: "no such words", hasOthers: true)
            )
            XCTAssertTrue(page.status.shownWords.contains("no such words"))
            page.status.searchAll.click()
            Self.wait("it is still offered") {
                page.status.message == .nothing(words: "no such words", hasOthers: false)
            }
            XCTAssertTrue(page.head.allSeries.isActive)
            XCTAssertNil(page.finder.request.seriesID)
            page.field.text = ""
            Self.wait("it does not begin anew") { page.status.message == .begin }
        }
    }

    func testAFilterIsChosenFromAListAndTakenAway() throws {
        try withProgram { program in
            let raven = program.series.books[1]
            let ids = try Self.add(["An owl"], to: program)
            let other = try program.library.addNote("One more owl", on: .book(raven.id)).id
            let page = try Self.search(program.openWindow(), for: "owl")
            XCTAssertEqual(Set(Self.noteIDs(page)), Set(ids + [other]))
            let chips = page.head.filters
            try XCTUnwrap(chips.button(.book)).click()
            Self.wait("no list is opened") { chips.list != nil }
            XCTAssertTrue(
                try XCTUnwrap(chips.list).shown.contains { $0.choice.title == raven.title }
            )
            chips.choose(raven.id.canonicalString, .book)
            Self.wait("it is not narrowed down") { Self.noteIDs(page) == [other] }
            XCTAssertEqual(chips.text(.book), raven.title)
            XCTAssertEqual(page.field.text, "owl", "nothing is typed")
            XCTAssertTrue(page.field.containsFocus)
            // Without words as well.
            page.field.text = ""
            Self.wait("it is not settled") {
                page.finder.isSettled && page.finder.request.text == ""
            }
            XCTAssertEqual(Self.noteIDs(page), [other])
            try XCTUnwrap(chips.button(.book)).click()
            Self.wait("it is still narrowed down") { Self.noteIDs(page) == [other] + ids }
            XCTAssertEqual(chips.text(.book), "Book")
            try XCTUnwrap(chips.button(.quoted)).click()
            Self.wait("there is a quotation") { page.status.message != nil }
            XCTAssertEqual(page.status.shownWords, "No notes match these filters.")
        }
    }

    func testADayIsTypedInTheListOfDates() throws {
        try withProgram { program in
            try Self.add(["An owl"], to: program)
            let page = try Self.search(program.openWindow(), for: "owl")
            let chips = page.head.filters
            try XCTUnwrap(chips.button(.before)).click()
            Self.wait("no list is opened") { chips.list != nil }
            let list = try XCTUnwrap(chips.list)
            XCTAssertTrue(list.search.isVisible)
            list.search.text = "2001-05"
            Self.wait("it is not offered") { list.shown.map(\.choice.id) == ["2001-05"] }
            chips.choose("2001-05", .before)
            Self.wait("it is still found") { Self.noteIDs(page).isEmpty }
            XCTAssertEqual(chips.text(.before), "Before May 2001")
        }
    }

    // MARK: The selection

    func testUpAndDownLeadThroughWhatWasFound() throws {
        try withProgram { program in
            let ids = try Self.add((0..<60).map { "Owl \($0)" }, to: program)
            let window = program.openWindow(width: 600, height: 500)
            let page = try Self.search(window, for: "owl")
            XCTAssertNil(page.selected)
            Self.press("Up", on: page)
            XCTAssertNil(page.selected)
            for _ in 0..<30 { Self.press("Down", on: page) }
            let selected = SearchHit.ID.note(ids[30])
            XCTAssertEqual(page.selected?.id, selected)
            let row = try XCTUnwrap(page.notesFound.rows[selected])
            XCTAssertTrue(row.isSelected)
            MainLoop.drain()
            let frame = try XCTUnwrap(row.root.frame(in: page.list.view))
            XCTAssertGreaterThanOrEqual(frame.y, 0)
            XCTAssertLessThanOrEqual(frame.y + frame.height, Double(page.list.view.size.height))
            XCTAssertTrue(page.field.containsFocus)
            for _ in 0..<29 { Self.press("Up", on: page) }
            XCTAssertEqual(page.selected?.id, .note(ids[59]))
            Self.press("Up", on: page)
            XCTAssertNil(page.selected)
        }
    }

    func testMoreAreReadWhereTheSelectionComesNearTheEnd() throws {
        try withProgram { program in
            let count = SearchResults.firstLimit + 40
            try Self.add((0..<count).map { "Owl \($0)" }, to: program)
            let page = try Self.search(program.openWindow(height: 600), for: "owl")
            XCTAssertEqual(page.notesFound.hits.count, SearchResults.firstLimit)
            for _ in 0..<SearchResults.firstLimit - 1 { Self.press("Down", on: page) }
            let selected = try XCTUnwrap(page.selected?.id)
            Self.wait("there are no more") { page.notesFound.hits.count == count }
            XCTAssertEqual(page.selected?.id, selected)
            // Rows out of sight go with the next layout.
            Self.wait("rows in sight alone") {
                page.notesFound.rows.count < SearchResults.firstLimit
            }
        }
    }
}
