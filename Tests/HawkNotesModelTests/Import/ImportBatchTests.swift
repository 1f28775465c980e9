import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Imports of files: in one piece, once, and taken back in one piece.
final class ImportBatchTests: LibraryTestCase {
    private let environment = TestEnvironment()

    /// What a file with a book, a character and some highlights would bring.
    @discardableResult
    private func importFile(
        into library: Library,
        notes: Int = 3,
        failing: Bool = false
    ) throws -> ImportBatch? {
        try library.importBatch(format: "test", name: "clippings.txt") { importer in
            let series = try importer.add(
                SeriesDetails(id: UUID(), title: "Imported"),
                source: "series:Imported"
            )
            let book = try importer.add(
                Book(id: UUID(), seriesID: series, title: "Book", position: 0),
                source: "book:Book"
            )
            try importer.add(
                Character(id: UUID(), seriesID: series, name: "Somebody", position: 0),
                source: "character:Somebody"
            )
            for number in 0..<notes {
                let note = ImportedNote(
                    on: .book(book),
                    text: number == 0 ? "" : "Words of the reader's own",
                    place: NotePlace(text: "Location \(number)"),
                    quote: Quote("Passage \(number)", color: "yellow"),
                    createdAt: Date(timeIntervalSince1970: Double(1_600_000_000 + number))
                )
                try importer.add(note, source: "note:\(number)")
            }
            if failing { throw CancellationError() }
            return "\(importer.count) new, \(importer.knownCount) known"
        }
    }

    func testSameFileAgainAddsNothingTwice() throws {
        let library = try Library.inMemory(environment: environment.library)
        let batch = try XCTUnwrap(try importFile(into: library))
        XCTAssertEqual(batch.itemCount, 6)
        XCTAssertEqual(batch.report, "6 new, 0 known")
        let notes = try library.allNotes()
        let words = "Words of the reader's own"
        XCTAssertEqual(notes.map(\.text), ["", words, words])
        XCTAssertEqual(notes.map(\.quote?.text), ["Passage 0", "Passage 1", "Passage 2"])
        XCTAssertEqual(notes[1].place?.number, 1)
        XCTAssertEqual(notes[1].createdAt.timeIntervalSince1970, 1_600_000_001)
        XCTAssertEqual(try library.series().books[0].origin, .imported)

        XCTAssertNil(try importFile(into: library))
        XCTAssertEqual(try library.allNotes(), notes)
        XCTAssertEqual(try library.allSeries().count, 1)

        // What was changed or deleted is still known; only what is new is added.
        try library.updateNote(notes[1].id, text: "Changed")
        try library.deleteNote(notes[2].id)
        try library.emptyTrash()
        let second = try XCTUnwrap(try importFile(into: library, notes: 4))
        XCTAssertEqual(second.report, "1 new, 6 known")
        XCTAssertEqual(
            try library.allNotes().map(\.quote?.text),
            ["Passage 0", "Passage 1", "Passage 3"]
        )
        XCTAssertEqual(try library.importBatches().map(\.id), [second.id, batch.id])
        XCTAssertEqual(try library.check(), LibraryFindings())
    }

    func testNotesAndBooksComeWithAllThatAFileSays() throws {
        let library = try Library.inMemory(environment: environment.library)
        let book = Book(
            id: uuid(11),
            seriesID: uuid(1),
            title: "Book",
            position: 0,
            language: "de",
            readingStatus: .reading,
            rating: 3,
            readings: [ReadingDates(startedOn: "2019-05-17")],
            shelves: ["Whales", "whales", " At \n the seaside "]
        )
        _ = try library.importBatch(format: "test", name: "file") { importer in
            try importer.add(SeriesDetails(id: uuid(1), title: "Series"))
            try importer.add(book)
            try importer.add(
                ImportedNote(
                    id: uuid(41),
                    on: .book(uuid(11)),
                    text: "\nwords ",
                    quote: Quote("passage\n"),
                    tags: ["#One", "one", "Two words"],
                    isUndated: true
                ),
                source: "note"
            )
            try importer.add(ImportedNote(id: uuid(42), on: .book(uuid(11)), text: "words"))
            return nil
        }
        let saved = try XCTUnwrap(try library.series(uuid(1))?.book(uuid(11)))
        XCTAssertEqual(saved.shelves, ["Whales", "At the seaside"])
        XCTAssertEqual(saved.readings, book.readings)
        XCTAssertEqual(saved.readingStatus, .reading)
        XCTAssertEqual(saved.rating, 3)
        XCTAssertEqual(saved.language, "de")
        let note = try XCTUnwrap(try library.note(uuid(41)))
        XCTAssertEqual(note.tags, ["One", "Two words"])
        XCTAssertTrue(note.isUndated)
        XCTAssertEqual(note.createdAt.timeIntervalSince1970, 1_700_000_000)
        XCTAssertFalse(try XCTUnwrap(library.note(uuid(42))).isUndated)

        // What was read is known as the note got it, and nothing is known of books.
        let digests = try library.read("look") { db in
            try Row.fetchAll(
                db,
                sql: "SELECT textDigest, quoteDigest FROM importedItem ORDER BY number"
            ).map { [$0[0] as Data?, $0[1] as Data?] }
        }
        func digest(_ text: String) -> Data { Data(SHA256.digest(Data(text.utf8)).prefix(16)) }
        XCTAssertEqual(
            digests,
            [
                [nil, nil], [nil, nil], [digest("words"), digest("passage")],
                [digest("words"), digest("")],
            ]
        )
        let wrong = Book(
            id: uuid(12),
            seriesID: uuid(1),
            title: "Wrong",
            position: 1,
            readings: [ReadingDates(startedOn: "17 May")]
        )
        assertThrows(.other, mentioning: "17 May", "Wrong") {
            try library.importBatch(format: "test", name: "file") { importer in
                try importer.add(wrong)
                return nil
            }
        }
    }

    func testAnotherEditionInTheSameFileFillsInWhatABookLacks() throws {
        let library = try Library.inMemory(environment: environment.library)
        _ = try library.importBatch(format: "test", name: "file") { importer in
            try importer.add(SeriesDetails(id: uuid(1), title: "Series"))
            let bare = Book(
                id: uuid(11),
                seriesID: uuid(1),
                title: "Book",
                position: 0,
                rating: 3
            )
            try importer.add(bare)
            var full = bare
            full.rating = 9
            full.language = "de"
            full.readingStatus = .finished
            full.shelves = ["Whales"]
            full.readings = [ReadingDates(finishedOn: "2019")]
            try importer.complete(bare.id, with: full)
            full.shelves = ["Others"]
            full.readings = []
            try importer.complete(bare.id, with: full)
            return nil
        }
        let book = try XCTUnwrap(try library.series(uuid(1))?.book(uuid(11)))
        XCTAssertEqual(book.rating, 3)
        XCTAssertEqual(book.language, "de")
        XCTAssertEqual(book.readingStatus, .finished)
        XCTAssertEqual(book.shelves, ["Whales"])
        XCTAssertEqual(book.readings, [ReadingDates(finishedOn: "2019")])
    }

    func testAnImportedBookThatTheReaderHasRatedStaysWhenItIsTakenBack() throws {
        let library = try Library.inMemory(environment: environment.library)
        let batch = try XCTUnwrap(try importFile(into: library, notes: 0))
        var book = try library.series().books[0]
        book.shelves = ["Mine"]
        try library.save(book)
        try library.undoImport(batch.id)
        XCTAssertEqual(try library.series().books.map(\.shelves), [["Mine"]])
    }

    func testImportThatIsCancelledLeavesNothing() throws {
        let library = try Library.inMemory(environment: environment.library)
        XCTAssertThrowsError(try importFile(into: library, failing: true))
        XCTAssertEqual(try library.allNotes(), [])
        XCTAssertEqual(try library.allSeries(), [])
        XCTAssertEqual(try library.importBatches(), [])
        XCTAssertNotNil(try importFile(into: library))
    }

    func testTheRoomInMemoryIsGivenBack() throws {
        func size(_ library: Library) throws -> Int? {
            try library.write("ask") { (try Int.fetchOne($0, sql: "PRAGMA cache_size"), []) }
        }
        let library = try Library.inMemory(environment: environment.library)
        let before = try XCTUnwrap(try size(library))
        var meanwhile: Int?
        _ = try library.importBatch(format: "test", name: "nothing") {
            meanwhile = try Int.fetchOne($0.db, sql: "PRAGMA cache_size")
            return nil
        }
        XCTAssertEqual(meanwhile, -65536)
        XCTAssertEqual(try size(library), before)
        XCTAssertThrowsError(try importFile(into: library, failing: true))
        XCTAssertEqual(try size(library), before)
    }

    func testImportIsTakenBackInOnePieceAndCanBeMadeAgain() throws {
        let library = try Library.inMemory(environment: environment.library)
        let mine = try library.addNote("mine", on: .book(uuid(9)))
        let batch = try XCTUnwrap(try importFile(into: library))
        let notes = try library.allNotes()
        let series = try library.series()
        let undo = try library.undoImport(batch.id).undo
        XCTAssertEqual(try library.allNotes(), [mine])
        XCTAssertEqual(try library.allSeries(), [])
        XCTAssertNotNil(try library.importBatches()[0].undoneAt)
        XCTAssertEqual(try library.importBatches()[0].report, batch.report, "the report stays")

        try library.undo(undo)
        XCTAssertEqual(try library.allNotes(), notes)
        XCTAssertEqual(try library.series(), series)
        XCTAssertNil(try library.importBatches()[0].undoneAt)
        XCTAssertNil(try importFile(into: library), "it is known again")

        try library.undoImport(batch.id)
        let again = try XCTUnwrap(try importFile(into: library))
        XCTAssertEqual(again.itemCount, 6)
        XCTAssertEqual(try library.allNotes().count, 4)
        assertThrows(.notFound) { try library.undoImport(uuid(99)) }
    }

    @MainActor
    func testObserversAreTold() async throws {
        let library = try Library.inMemory(environment: environment.library)
        var told: [LibraryChange] = []
        let observation = library.observeChanges { told += $0 }
        let batch = try XCTUnwrap(try importFile(into: library, notes: 1))
        environment.runMainQueue()
        let series = try library.series()
        let note = try library.allNotes()[0]
        XCTAssertEqual(
            told,
            [
                .seriesAdded(series.id), .seriesChanged(series.id),
                .noteAdded(note.id, on: note.subject), .importsChanged,
            ]
        )
        told = []
        try library.undoImport(batch.id)
        try library.emptyTrash()
        environment.runMainQueue()
        XCTAssertEqual(told.last, .trashEmptied)
        XCTAssertTrue(told.contains(.noteRemoved(note.id, on: note.subject)))
        XCTAssertTrue(told.contains(.seriesRemoved(series.id)))
        observation.cancel()
    }
}
