import Foundation
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesPresentation

/// The form of a character that is related to one of another series, since a book was moved.
final class OuterRelationsTests: XCTestCase {
    private let (series, other) = (UUID(), UUID())
    private let (stays, moves, friend) = (UUID(), UUID(), UUID())
    private let relation = UUID()
    private var subject: EditorSubject {
        EditorSubject(.character, stays, in: series, isNew: false)
    }

    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory()
        let (one, two) = (UUID(), UUID())
        _ = try library.changeSeries { [self] changes in
            try changes.save(SeriesDetails(id: series, title: "Series"))
            for (position, id) in [one, two].enumerated() {
                try changes.save(
                    Book(id: id, seriesID: series, title: "Book", position: position)
                )
            }
            for (id, name, book) in [(stays, "A", one), (moves, "B", two), (friend, "C", one)] {
                try changes.save(
                    Character(id: id, seriesID: series, name: name, bookID: book, position: 0)
                )
            }
            try changes.save(Relation(id: relation, first: moves, second: stays, word: "sister of"))
            try changes.save(Relation(id: UUID(), first: stays, second: friend))
            try changes.moveBook(two, to: .newSeries(other, title: "Other"))
        }
        return library
    }

    private func save(
        _ library: Library,
        _ change: ([RelationLine]) -> [RelationLine]
    ) throws -> Series {
        let base = try XCTUnwrap(PartForm.texts(of: subject, in: library.series(series)))
        var texts = base
        texts[.name] = "Renamed"
        texts[.relations] = RelationLine.text(change(RelationLine.lines(base[.relations])))
        let outcome = try PartForm.save(
            texts,
            base: base,
            as: subject,
            bringsBack: false,
            to: library
        )
        guard case .saved(let now, _) = outcome else { throw Failure(outcome: "\(outcome)") }
        XCTAssertEqual(now.character(stays)?.name, "Renamed")
        return try XCTUnwrap(try library.series(series))
    }

    private struct Failure: Error { let outcome: String }

    func testItIsListedBehindTheOthersAndStays() throws {
        let library = try makeLibrary()
        let saved = try save(library) { lines in
            XCTAssertEqual(lines.map(\.other), [friend, moves])
            XCTAssertEqual(lines.last?.word, "sister of")
            XCTAssertEqual(lines.last?.isFirst, false)
            return lines
        }
        XCTAssertEqual(saved.outerRelations.map(\.word), ["sister of"])
    }

    func testItsWordIsChanged() throws {
        let library = try makeLibrary()
        let saved = try save(library) { lines in
            var lines = lines
            lines[1].word = "friend of"
            return lines
        }
        XCTAssertEqual(saved.outerRelations.map(\.word), ["friend of"])
        XCTAssertEqual(saved.relations.count, 1)
    }

    func testItIsRemoved() throws {
        let library = try makeLibrary()
        let saved = try save(library) { Array($0.prefix(1)) }
        XCTAssertEqual(saved.outerRelations, [])
        XCTAssertEqual(saved.relations.count, 1)
    }
}
