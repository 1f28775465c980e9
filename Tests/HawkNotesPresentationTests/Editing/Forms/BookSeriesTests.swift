import Foundation
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesPresentation

/// The field of the series in the form of a book.
final class BookSeriesTests: XCTestCase {
    private let (series, other, book) = (UUID(), UUID(), UUID())

    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory()
        _ = try library.changeSeries { changes in
            for id in [series, other] { try changes.save(SeriesDetails(id: id, title: "Series")) }
            try changes.save(Book(id: book, seriesID: series, title: "Book", position: 0))
        }
        return library
    }

    private func save(
        _ library: Library,
        _ subject: EditorSubject,
        _ change: (inout FormTexts) -> Void
    ) throws -> (Series, LibraryUndo) {
        let seriesNow = try library.series(subject.seriesID)
        let base = try XCTUnwrap(PartForm.texts(of: subject, in: seriesNow))
        var texts = base
        change(&texts)
        let outcome = try PartForm.save(
            texts,
            base: base,
            as: subject,
            bringsBack: false,
            to: library
        )
        guard case .saved(let series, let undo) = outcome else {
            throw NotSaved(outcome: outcome)
        }
        return (series, undo)
    }

    private struct NotSaved: Error { var outcome: PartForm.Outcome }

    private var old: EditorSubject { EditorSubject(.book, book, in: series, isNew: false) }

    func testBookIsMovedAndChangedInOneStep() throws {
        let library = try makeLibrary()
        let (now, undo) = try save(library, old) {
            $0[.series] = other.canonicalString
            $0[.title] = "Moved"
        }
        XCTAssertEqual(now.id, other)
        XCTAssertEqual(now.books.map(\.title), ["Moved"])
        try library.undo(undo)
        XCTAssertEqual(try library.series(series)?.books.map(\.title), ["Book"])
        XCTAssertEqual(try library.series(other)?.books, [])
    }

    func testNewSeriesAndNone() throws {
        let library = try makeLibrary()
        let (new, _) = try save(library, old) {
            $0[.series] = BookForm.newSeries
            $0[.newSeries] = "Reef"
        }
        XCTAssertEqual(new.title, "Reef")
        XCTAssertEqual(new.books.map(\.id), [book])
        let moved = EditorSubject(.book, book, in: new.id, isNew: false)
        let (alone, _) = try save(library, moved) { $0[.series] = BookForm.noSeries }
        XCTAssertTrue(alone.isLoneBook)
        XCTAssertEqual(alone.shownTitle, "Book")
        // What is edited now has an empty field: saving it moves nothing.
        let lone = EditorSubject(.book, book, in: alone.id, isNew: false)
        XCTAssertEqual(try save(library, lone) { $0[.title] = "T" }.0.id, alone.id)
    }

    func testBookThatWasMovedMeanwhileIsSavedWhereItIs() throws {
        let library = try makeLibrary()
        let base = try XCTUnwrap(PartForm.texts(of: old, in: library.series(series)))
        _ = try library.changeSeries { try $0.moveBook(book, to: .series(other)) }
        var texts = base
        texts[.title] = "Typed"
        let outcome = try PartForm.save(
            texts,
            base: base,
            as: old,
            bringsBack: false,
            to: library
        )
        guard case .saved(let now, _) = outcome else { return XCTFail("\(outcome)") }
        XCTAssertEqual(now.id, other)
        XCTAssertEqual(now.books.map(\.title), ["Typed"])
    }

    func testNewBooksAreLoneUnlessASeriesIsChosen() throws {
        let library = try makeLibrary()
        let (home, id) = (UUID(), UUID())
        let subject = EditorSubject(.book, id, in: home, isNew: true)
        let (lone, undo) = try save(library, subject) { $0[.title] = "Lone" }
        XCTAssertEqual(lone.id, home)
        XCTAssertTrue(lone.isLoneBook)
        try library.undo(undo)
        XCTAssertNil(try library.series(home))

        let second = EditorSubject(.book, UUID(), in: UUID(), isNew: true)
        let (chosen, _) = try save(library, second) {
            $0[.title] = "Second"
            $0[.series] = other.canonicalString
        }
        XCTAssertEqual(chosen.id, other)

        let inSeries = EditorSubject(.book, UUID(), in: series, isNew: true)
        let (same, _) = try save(library, inSeries) { $0[.title] = "Third" }
        XCTAssertEqual(same.books.map(\.title), ["Book", "Third"])
    }

    func testSecondBookGivesALoneBookItsSeries() throws {
        let library = try makeLibrary()
        let home = UUID()
        _ = try save(library, EditorSubject(.book, UUID(), in: home, isNew: true)) {
            $0[.title] = "Lone"
        }
        let beside = EditorSubject(.book, UUID(), in: home, isNew: true)
        let (alone, _) = try save(library, beside) {
            $0[.title] = "Other"
            $0[.series] = BookForm.noSeries
        }
        XCTAssertNotEqual(alone.id, home)
        let third = EditorSubject(.book, UUID(), in: home, isNew: true)
        let (named, undo) = try save(library, third) {
            XCTAssertEqual($0[.series], BookForm.newSeries)
            XCTAssertEqual($0[.newSeries], "Lone", "a series is called after its first book")
            $0[.title] = "Second"
        }
        XCTAssertEqual(named.id, home)
        XCTAssertEqual(named.title, "Lone")
        XCTAssertEqual(named.books.map(\.title), ["Lone", "Second"])
        try library.undo(undo)
        let again = try XCTUnwrap(library.series(home))
        XCTAssertTrue(again.isLoneBook)
        XCTAssertEqual(again.books.map(\.title), ["Lone"])
    }
}
