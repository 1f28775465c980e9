import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What a search can be narrowed down to.
final class SearchChoicesTests: SearchTestCase {
    @MainActor
    func testBooksCharactersAndTagsAreOfferedWithoutHiddenOnes() async throws {
        let (library, _) = try makeHawks()
        try library.saveSeries(uuid(2), title: "Other")
        let later = Book(id: uuid(12), seriesID: series, title: "Later", position: 1)
        try library.save(later)
        try library.save(Book(id: uuid(13), seriesID: uuid(2), title: "Elsewhere", position: 0))
        for (number, book) in [hawkBook, later.id].enumerated() {
            try library.save(
                Character(
                    id: uuid(21 + number),
                    seriesID: series,
                    name: "Character \(number)",
                    bookID: book,
                    position: number
                )
            )
        }
        let note = try XCTUnwrap(library.notes(on: .book(hawkBook)).first)
        try library.setTags(["Été", "two words"], of: note.id)
        let all = try library.searchChoices(in: nil, unveiled: [])
        XCTAssertEqual(Set(all.books.map(\.title)), ["Book", "Later", "Elsewhere"])
        XCTAssertEqual(all.tags, ["Été", "two words"])
        try library.updateNote(note.id, text: "In #Summer and #été, not #3.")
        let typed = try library.searchChoices(in: nil, unveiled: [])
        XCTAssertEqual(typed.tags, ["Été", "two words", "Summer"])
        try library.updateNote(note.id, text: "Nothing")
        XCTAssertEqual(try library.searchChoices(in: nil, unveiled: []).tags, all.tags)
        let some = try library.searchChoices(in: series, unveiled: [])
        XCTAssertEqual(some.books.map(\.title), ["Book", "Later"])
        XCTAssertEqual(some.books.map(\.seriesTitle), ["Series", "Series"])
        XCTAssertEqual(some.characters.map(\.title), ["Character 0", "Character 1"])
        try library.setReadUpTo(ReadingPosition(bookID: hawkBook), in: series)
        let hidden = try library.searchChoices(in: series, unveiled: [])
        XCTAssertEqual(hidden.characters.map(\.title), ["Character 0"])
        XCTAssertEqual(hidden.books.map(\.title), ["Book", "Later"])
        let shown = try library.searchChoices(in: series, unveiled: [.thing(uuid(22))])
        XCTAssertEqual(shown.characters.count, 2)
    }
}
