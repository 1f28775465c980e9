import Foundation
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

    func testImportThatIsCancelledLeavesNothing() throws {
        let library = try Library.inMemory(environment: environment.library)
        XCTAssertThrowsError(try importFile(into: library, failing: true))
        XCTAssertEqual(try library.allNotes(), [])
        XCTAssertEqual(try library.allSeries(), [])
        XCTAssertEqual(try library.importBatches(), [])
        XCTAssertNotNil(try importFile(into: library))
    }

    func testImportIsTakenBackInOnePieceAndCanBeMadeAgain() throws {
        let library = try Library.inMemory(environment: environment.library)
        let mine = try library.addNote("mine", on: .book(uuid(9)))
        let batch = try XCTUnwrap(try importFile(into: library))
        let notes = try library.allNotes()
        let series = try library.series()
        let undo = try library.undoImport(batch.id)
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
