import DisplayTestSupport
import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// What the desktop's own search is told.
final class DesktopSearchTests: DisplayTestCase {
    @MainActor
    private static func find(_ words: [String], in search: DesktopSearch) -> [DesktopSearch.Match]?
    {
        var found: [DesktopSearch.Match]?
        search.find(words) { found = $0 }
        XCTAssertTrue(MainLoop.run { found != nil })
        return found
    }

    func testCharactersBooksAndNotesAreFoundUnderTheirLinks() throws {
        try withProgram { program in
            let book = program.series.books[0]
            let character = program.series.characters(in: book.id)[0]
            let note = try program.library.addNote("A kestrel of his", on: .character(character.id))
            let search = DesktopSearch { $0(program.context.desktopSearchContent) }
            let characters = try XCTUnwrap(
                Self.find([String(character.name.prefix(4))], in: search)
            )
            XCTAssertEqual(characters.first?.id, Place.character(character.id).link)
            XCTAssertEqual(characters.first?.title, character.name)
            XCTAssertEqual(characters.first?.detail.contains(program.series.title), true)
            let notes = try XCTUnwrap(Self.find(["kestrel", "his"], in: search))
            XCTAssertEqual(notes.map(\.id), [Place.note(note.id).link])
            XCTAssertEqual(notes.map(\.title), [character.name])
            XCTAssertEqual(notes.map(\.detail), ["A kestrel of his"])
            let books = try XCTUnwrap(Self.find([book.title], in: search))
            XCTAssertEqual(books.first?.id, Place.book(book.id).link)
            XCTAssertEqual(books.map(\.relevance), books.map(\.relevance).sorted(by: >))
            let known = search.matches(for: [notes[0].id, "hawknotes://note/none", books[0].id])
            XCTAssertEqual(known, [notes[0], books[0]])
            XCTAssertEqual(Self.find([" ", ""], in: search), [])
        }
    }

    func testWhatIsVeiledIsNotFound() throws {
        try withProgram { program in
            let books = program.series.books
            let later = try XCTUnwrap(program.series.characters(in: books[2].id).first)
            let note = try program.library.addNote("Zugvogel", on: .book(books[2].id))
            let earlier = try program.library.addNote(
                "Standvogel \(Mention.link(to: later.id, name: later.name))",
                on: .book(books[0].id)
            )
            let search = DesktopSearch { $0(program.context.desktopSearchContent) }
            XCTAssertEqual(
                Self.find(["Zugvogel"], in: search)?.map(\.id),
                [Place.note(note.id).link]
            )
            let position = ReadingPosition(bookID: books[0].id)
            let id = program.series.id
            try program.library.setReadUpTo(position, in: id)
            XCTAssertTrue(MainLoop.run { program.context.series[id]?.veil.isOn == true })
            XCTAssertEqual(Self.find(["Zugvogel"], in: search), [])
            XCTAssertEqual(Self.find([later.name], in: search), [])
            let found = try XCTUnwrap(Self.find(["Standvogel"], in: search))
            XCTAssertEqual(found.map(\.id), [Place.note(earlier.id).link])
            XCTAssertFalse("\(found)".contains(later.name), "\(found)")
        }
    }

    func testWhatIsVeiledSinceAMomentIsNotTold() throws {
        try withProgram { program in
            let (id, books) = (program.series.id, program.series.books)
            let later = try XCTUnwrap(program.series.characters(in: books[2].id).first)
            let mention = Mention.link(to: later.id, name: later.name)
            try program.library.addNote("Standvogel \(mention)", on: .book(books[0].id))
            let search = DesktopSearch { $0(program.context.desktopSearchContent) }
            for round in 1...20 {
                try program.library.setReadUpTo(nil, in: id)
                XCTAssertTrue(MainLoop.run { program.context.series[id]?.veil.isOn == false })
                try program.library.setReadUpTo(ReadingPosition(bookID: books[0].id), in: id)
                let found = try XCTUnwrap(Self.find(["Standvogel"], in: search))
                XCTAssertEqual(found.count, 1, "round \(round)")
                XCTAssertFalse("\(found)".contains(later.name), "\(found) in round \(round)")
            }
        }
    }

    func testASearchThatIsFollowedByAnotherIsAnswered() throws {
        try withProgram { program in
            let search = DesktopSearch { $0(program.context.desktopSearchContent) }
            var first: [DesktopSearch.Match]?
            search.find(["Agatha"]) { first = $0 }
            XCTAssertNotNil(Self.find(["Jaime"], in: search))
            XCTAssertTrue(MainLoop.run { first != nil })
        }
    }

    func testWithoutALibraryNothingIsFound() {
        onMainActor {
            XCTAssertEqual(Self.find(["Agatha"], in: DesktopSearch { $0(nil) }), [])
        }
    }
}
