import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesExchange

/// Earlier versions have made one note of a file that is read passage by passage now.
final class WholeFileNotesAgainTests: ImportedAgainTestCase {
    private func kept() throws -> KeptSource {
        try XCTUnwrap(KeptSource.all.first { $0.folder == "vault" })
    }

    /// The notes in the book that was called as the folder of the files.
    private func wholeNotes(_ library: Library) throws -> [Note] {
        try shelf(library)?.notes(library) ?? []
    }

    /// That book, by the series that it stands alone in; nil where it is not shown.
    private func shelf(_ library: Library) throws -> SeriesSummary? {
        try library.allSeries().first { $0.title == "Books" }
    }

    private func eachLibrary(_ body: (Library, _ name: String) async throws -> Void) async throws {
        for maker in [Maker.schema4, .schema5] {
            let library = try await library(by: maker)
            XCTAssertEqual(try wholeNotes(library).count, 3)
            try await body(library, maker.rawValue)
            XCTAssertTrue(try library.check().isEmpty, maker.rawValue)
            try library.close()
        }
    }

    func testPassagesTakeItsPlace() async throws {
        for state in [KeptSource.State.first, .grown] {
            try await eachLibrary { library, name in
                let before = try wholeNotes(library)
                let inTrash = try library.trashCount().notes
                let outcome = try await run(kept().source(state), into: library, as: .markdown)
                let remark = try XCTUnwrap(outcome.report.remark(.wholeNote), name)
                XCTAssertEqual(remark.count, 3, name)
                XCTAssertEqual(remark.examples.map(\.book), ["Books", "Books", "Books"], name)
                XCTAssertEqual(try wholeNotes(library), [], name)
                XCTAssertEqual(try library.trashCount().notes, inTrash + 3, name)
                XCTAssertNil(try shelf(library), name)
                XCTAssertEqual(outcome.report.remark(.emptyBook)?.examples.map(\.book), ["Books"])
                let passages = try Passages(library)
                try await assertIsKnown(kept().source(state), as: .markdown, to: library, name)

                try library.undoImport(try XCTUnwrap(outcome.batch).id)
                XCTAssertEqual(try wholeNotes(library), before, name)
                try await run(kept().source(state), into: library, as: .markdown)
                XCTAssertEqual(try Passages(library), passages, name)
                XCTAssertNil(try shelf(library), name)
            }
        }
    }

    func testItTakesTheirPlaceUnderAnotherName() async throws {
        try await eachLibrary { library, name in
            let copy = try temporaryFolder().appendingPathComponent("Shelf")
            try FileManager.default.copyItem(at: try kept().url(.first), to: copy)
            let source = try ImportSource(path: copy.path)
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 3, name)
            XCTAssertEqual(try wholeNotes(library), [], name)
        }
    }

    func testOneThatTheReaderHasChangedStays() async throws {
        try await eachLibrary { library, name in
            let note = try XCTUnwrap(try wholeNotes(library).first)
            let mine = try library.updateNote(note.id, text: "\(note.text)\n\nMine.")
            let outcome = try await run(kept().source(.first), into: library, as: .markdown)
            XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 2, name)
            XCTAssertNil(outcome.report.remark(.emptyBook), name)
            XCTAssertEqual(try wholeNotes(library), [mine], name)
        }
    }

    func testOneThatTheReaderHasMovedStays() async throws {
        try await eachLibrary { library, name in
            let note = try XCTUnwrap(try wholeNotes(library).first)
            let other = try XCTUnwrap(
                try library.allNotes().first { $0.subject != note.subject }
            ).subject
            try library.moveNotes([note.id], to: other)
            let outcome = try await run(kept().source(.first), into: library, as: .markdown)
            XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 2, name)
            XCTAssertEqual(try library.note(note.id)?.subject, other, name)
        }
    }

    // MARK: - Their book

    func testTheirBookIsToldInThePreview() async throws {
        try await eachLibrary { library, name in
            let preview = try await imports(into: library).preview(
                kept().source(.first),
                as: .markdown
            )
            XCTAssertEqual(preview.report.remark(.emptyBook)?.count, 1, name)
            XCTAssertNotNil(try shelf(library), name)
        }
    }

    func testTheirBookGoesToTheTrashAsOneThing() async throws {
        try await eachLibrary { library, name in
            let id = try XCTUnwrap(try shelf(library)).id
            let before = try library.trashCount()
            try await run(kept().source(.first), into: library, as: .markdown)
            let after = try library.trashCount()
            XCTAssertEqual([after.series, after.books], [before.series + 1, before.books], name)
            try library.restore(.series(id))
            XCTAssertEqual(try library.series(id)?.books.map(\.title), ["Books"], name)
            XCTAssertEqual(try wholeNotes(library), [], name)
            // The reader wants it: it stays from now on.
            try await run(kept().source(.first), into: library, as: .markdown)
            XCTAssertNotNil(try shelf(library), name)
        }
    }

    func testTheirBookStaysWhereTheReaderHasMadeAnythingOfIt() async throws {
        typealias Change = (Library, Book) throws -> Void
        let changes: [(String, Change)] = [
            ("note", { try $0.addNote("Mine.", on: .book($1.id)) }),
            ("tagline", { library, book in try library.save(book) { $0.tagline = "Mine." } }),
            ("shelf", { library, book in try library.save(book) { $0.shelves = ["Mine"] } }),
            ("status", { library, book in try library.save(book) { $0.readingStatus = .stopped } }),
            (
                "cover",
                { library, book in
                    let picture = StoredPicture(
                        data: Data([0x89, 0x50]),
                        type: "image/png",
                        width: 1,
                        height: 1
                    )
                    let id = try library.addPicture(picture)
                    try library.save(book) { $0.coverID = id }
                }
            ),
            (
                "character",
                { library, book in
                    let ana = HawkNotesModel.Character(
                        id: UUID(),
                        seriesID: book.seriesID,
                        name: "Ana",
                        position: 0
                    )
                    try library.save(ana)
                }
            ),
            (
                "chapter",
                { try $0.save(Chapter(id: UUID(), bookID: $1.id, name: "One", position: 0)) }
            ),
            (
                "another book of the series",
                { library, book in
                    try library.save(
                        Book(id: UUID(), seriesID: book.seriesID, title: "Two", position: 1)
                    )
                }
            ),
            ("name of the series", { try $0.saveSeries($1.seriesID, title: "Mine", author: nil) }),
            (
                "how far it is read",
                { try $0.setReadUpTo(ReadingPosition(bookID: $1.id), in: $1.seriesID) }
            ),
        ]
        for (what, change) in changes {
            try await eachLibrary { library, maker in
                let name = "\(what), \(maker)"
                let series = try XCTUnwrap(try shelf(library)).id
                let book = try XCTUnwrap(try library.series(series)?.books.first)
                try change(library, book)
                let outcome = try await run(kept().source(.first), into: library, as: .markdown)
                XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 3, name)
                XCTAssertNil(outcome.report.remark(.emptyBook), name)
                let books = try library.allSeries().compactMap { try library.series($0.id) }
                    .flatMap(\.books)
                XCTAssertTrue(books.contains { $0.id == book.id }, name)
            }
        }
    }

    func testOneWithWordsThatAreNoLongerInItsFileStays() async throws {
        try await eachLibrary { library, name in
            let copy = try temporaryFolder().appendingPathComponent("Vault")
            try FileManager.default.copyItem(at: try kept().url(.first), to: copy)
            let file = copy.appendingPathComponent("Books/The Lake Clerk.md")
            let text = try String(contentsOf: file, encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let left = lines.filter { !$0.contains("filed the waves") }
            XCTAssertEqual(left.count, lines.count - 1)
            try left.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
            let source = try ImportSource(path: copy.path)
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 2, name)
            let notes = try wholeNotes(library)
            XCTAssertEqual(notes.count, 1, name)
            XCTAssertTrue(notes[0].text.contains("filed the waves"), name)
        }
    }
}

extension Library {
    fileprivate func save(_ book: Book, _ change: (inout Book) -> Void) throws {
        var book = book
        change(&book)
        try save(book)
    }
}

extension SeriesSummary {
    fileprivate func notes(_ library: Library) throws -> [Note] {
        let books = try library.series(id)?.books.map(\.id) ?? []
        return try library.allNotes().filter { books.contains($0.subject.id) }
    }
}
