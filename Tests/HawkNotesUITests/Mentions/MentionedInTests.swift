import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The notes of other pages that mention a character, on its page.
final class MentionedInTests: DisplayTestCase {
    @MainActor
    private struct Page {
        let program: TestProgram
        let window: MainWindow
        let character: HawkNotesModel.Character
        let book: Book

        /// Opens the page of the first character.
        init(_ program: TestProgram) throws {
            self.program = program
            book = program.series.books[0]
            character = try XCTUnwrap(program.series.allCharacters.first)
            window = program.openWindow(width: 980)
            window.show(.character(character.id))
        }

        var link: String { Mention.link(to: character.id, name: "x") }

        /// The texts of the rows, from the first to the last.
        var rows: [[String]] {
            window.tabController.page.root.all("mentioning").map(\.texts)
        }

        var showsHeading: Bool { window.tabController.page.root.shows("Mentions") }
    }

    func testNotesOfOtherPagesAreListedTheNewestFirst() throws {
        try withProgram { program in
            let page = try Page(program)
            let name = page.character.name
            MainLoop.drain()
            XCTAssertFalse(page.showsHeading, "there are none yet")
            let other = program.series.allCharacters[1]
            try program.library.addNote("On \(page.link)", on: .book(page.book.id))
            try program.library.addNote("\(page.link) here", on: .character(page.character.id))
            try program.library.addNote("Like \(page.link)\n!", on: .character(other.id))
            XCTAssertTrue(MainLoop.run { page.rows.count == 2 })
            XCTAssertTrue(page.showsHeading)
            XCTAssertEqual(
                page.rows.map { $0.filter { $0 != "Just now" } },
                [[other.name, "Like @\(name) !"], [page.book.title, "On @\(name)"]]
            )
        }
    }

    func testTheListFollowsWhatBecomesOfNotesAndNames() throws {
        try withProgram { program in
            let page = try Page(program)
            let notes = try (0..<3).map {
                try program.library.addNote("\($0) \(page.link)", on: .book(page.book.id))
            }
            XCTAssertTrue(MainLoop.run { page.rows.count == 3 })
            try program.library.deleteNote(notes[1].id)
            XCTAssertTrue(MainLoop.run { page.rows.count == 2 })
            try program.library.updateNote(notes[0].id, text: "changed \(page.link)")
            let name = page.character.name
            XCTAssertTrue(MainLoop.run { page.rows.last?.contains("changed @\(name)") == true })
            var renamed = page.character
            renamed.name = "Another"
            try program.library.save(renamed)
            XCTAssertTrue(MainLoop.run { page.rows.last?.contains("changed @Another") == true })
            for note in [notes[0], notes[2]] {
                try program.library.updateNote(note.id, text: "nobody")
            }
            XCTAssertTrue(MainLoop.run { !page.showsHeading && page.rows.isEmpty })
        }
    }

    func testARowOpensItsNoteAtItsPlace() throws {
        try withProgram { program in
            let page = try Page(program)
            let other = program.series.allCharacters[1]
            for number in 0..<30 {
                try program.library.addNote("\(number)", on: .character(other.id))
            }
            let note = try program.library.addNote(page.link, on: .character(other.id))
            for number in 30..<60 {
                try program.library.addNote("\(number)", on: .character(other.id))
            }
            XCTAssertTrue(MainLoop.run { page.rows.count == 1 })
            let row = try XCTUnwrap(page.window.tabController.page.root.all("mentioning").first)
            row.activate()
            XCTAssertTrue(
                MainLoop.run { page.window.tabController.page.character?.id == other.id }
            )
            XCTAssertTrue(
                MainLoop.run {
                    page.window.tabController.page.notes?.cards
                        .first { $0.note.id == note.id }?.root.containsFocus == true
                }
            )
        }
    }

    func testThousandsOfNotesHaveOnlyTheRowsThatAreSeen() throws {
        try withProgram { program in
            let page = try Page(program)
            let count = 3000
            for number in 0..<count {
                try program.library.addNote("\(number) \(page.link)", on: .book(page.book.id))
            }
            let shown = { page.window.tabController.page.root.shows("\(count)") }
            XCTAssertTrue(MainLoop.run(upTo: 60) { shown() })
            XCTAssertLessThan(page.rows.count, 60)
            XCTAssertTrue(
                MainLoop.run {
                    page.rows.first?.contains { $0.hasPrefix("\(count - 1) @") } == true
                }
            )
        }
    }

    func testTheExcerptIsAroundTheMention() throws {
        try withProgram { program in
            let id = UUID()
            let link = Mention.link(to: id, name: "x")
            let long = String(repeating: "word ", count: 2000)
            try program.library.addNote(
                long + "then \(link) came\nin. " + long,
                on: .book(program.series.books[0].id)
            )
            let note = try XCTUnwrap(program.library.notes(mentioning: id, in: 0..<9).notes.first)
            let excerpt = MentioningCard.excerpt(of: note, around: id, name: { _ in "A Name" })
            XCTAssertTrue(excerpt.hasPrefix("…word word"), excerpt)
            let mention = try XCTUnwrap(excerpt.range(of: "then @A Name came in."))
            XCTAssertLessThan(
                excerpt.distance(from: excerpt.startIndex, to: mention.lowerBound),
                100
            )
        }
    }

    func testNotesOfAPageInTheTrashAreNotListedUntilItIsBack() throws {
        try withProgram { program in
            let page = try Page(program)
            let other = program.series.allCharacters[1]
            try program.library.addNote("On \(page.link)", on: .character(other.id))
            XCTAssertTrue(MainLoop.run { page.rows.count == 1 })
            let undo = try program.library.delete(.character(other.id))
            XCTAssertTrue(MainLoop.run { page.rows.isEmpty })
            try program.library.undo(undo)
            XCTAssertTrue(MainLoop.run { page.rows.count == 1 })
        }
    }

    func testANoteOfAnotherSeriesHasTheTitleOfItsPage() throws {
        try withProgram { program in
            let series = UUID()
            let book = Book(id: UUID(), seriesID: series, title: "Tehanu", position: 0)
            try program.library.saveSeries(series, title: "Earthsea")
            try program.library.save(book)
            let page = try Page(program)
            try program.library.addNote("On \(page.link)", on: .book(book.id))
            XCTAssertTrue(MainLoop.run { page.rows.first?.contains("Tehanu") == true })
        }
    }
}
