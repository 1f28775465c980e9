import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Notes that an import brings up to date, and what of that is noted down.
final class NoteUpdateTests: LibraryTestCase {
    private let environment = TestEnvironment()

    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory(environment: environment.library)
        try library.saveSeries(uuid(1), title: "Series", author: nil)
        try library.save(Book(id: uuid(11), seriesID: uuid(1), title: "Book", position: 0))
        try library.save(
            Character(id: uuid(21), seriesID: uuid(1), name: "Ada", position: 0)
        )
        return library
    }

    private func note(
        _ text: String,
        quote: Quote? = Quote("passage", color: "yellow"),
        place: String = "p. 1",
        tags: [String] = [],
        modified: Date? = nil
    ) -> ImportedNote {
        ImportedNote(
            on: .book(uuid(11)),
            text: text,
            place: NotePlace(text: place),
            quote: quote,
            tags: tags,
            createdAt: Date(timeIntervalSince1970: 1_600_000_000),
            modifiedAt: modified
        )
    }

    /// What a file with one note does.
    @discardableResult
    private func read(
        _ note: ImportedNote,
        into library: Library,
        rehearsing: Bool = false
    ) throws -> (batch: ImportBatch?, update: NoteUpdate?) {
        var update: NoteUpdate?
        let body: (LibraryImporter) throws -> String? = { importer in
            var reading = SourceReading()
            for text in [note.text, note.quote?.text, note.quote?.color, note.place?.text]
                + note.tags
            {
                reading.add(text)
            }
            guard let known = try importer.importedNote(from: "source") else {
                try importer.add(note, source: "source", reading: reading)
                return nil
            }
            if known.hasRead(reading) {
                update = .unchanged
            } else {
                update = try importer.update(known, to: note, source: "source", reading: reading)
                    .update
            }
            return nil
        }
        if rehearsing {
            _ = try library.rehearseImport(body)
            return (nil, update)
        }
        return (try library.importBatch(format: "test", name: "file", body), update)
    }

    private func only(_ library: Library) throws -> Note {
        let notes = try library.allNotes()
        XCTAssertEqual(notes.count, 1)
        return try XCTUnwrap(notes.first)
    }

    /// As earlier versions have left it.
    private func forgetDigests(_ library: Library) throws {
        try library.write("forget") { db in
            (try db.forgetImportDigests(), [])
        }
    }

    // MARK: -

    @MainActor
    func testWhatHangsOnANoteFollows() async throws {
        let library = try makeLibrary()
        try read(note("words", tags: ["One"]), into: library)
        let id = try only(library).id
        environment.runMainQueue()
        var told: [LibraryChange] = []
        let observation = library.observeChanges { told += $0 }
        let mention = Mention.link(to: uuid(21), name: "Ada")
        try read(note("by \(mention)", tags: ["Two"]), into: library)
        environment.runMainQueue()
        XCTAssertEqual(told, [.noteChanged(id, on: .book(uuid(11))), .importsChanged])
        let tags = try library.read("look") {
            try $0.noteTags()
        }
        XCTAssertEqual(tags, ["two"])
        XCTAssertEqual(try library.notes(mentioning: uuid(21), in: 0..<9).count, 1)
        XCTAssertEqual(try library.earlierVersions(of: id).map(\.tags), [["One"]])
        XCTAssertEqual(try library.check(), LibraryFindings())
        observation.cancel()
    }

    func testTheDateIsThatOfTheFile() throws {
        let library = try makeLibrary()
        try read(note("words"), into: library)
        let date = Date(timeIntervalSince1970: 1_650_000_000)
        try read(note("other words", modified: date), into: library)
        XCTAssertEqual(try only(library).modifiedAt, date)
        // The version is kept from now on all the same.
        let versions = try library.earlierVersions(of: only(library).id)
        XCTAssertEqual(versions.map(\.replacedAt), [environment.library.now()])
    }

    func testARehearsalSaysTheSameAndWritesNothing() throws {
        let library = try makeLibrary()
        try read(note("words"), into: library)
        let before = try only(library)
        for text in ["words", "other words"] {
            XCTAssertEqual(
                try read(note(text), into: library, rehearsing: true).update,
                text == "words" ? .unchanged : .changed
            )
        }
        XCTAssertEqual(try only(library), before)
        try library.updateNote(before.id, text: "mine")
        guard
            case .keptBoth = try read(note("other words"), into: library, rehearsing: true).update
        else { return XCTFail("it was not kept") }
        XCTAssertEqual(try only(library).text, "mine")
    }

    func testOnlyWhatTheReaderHasNotChangedIsTaken() throws {
        let library = try makeLibrary()
        try read(note("words", tags: ["One"]), into: library)
        let id = try only(library).id
        _ = try library.saveEdit(
            of: id,
            text: "words",
            base: "words",
            place: NotePlaceEdit(from: NotePlace(text: "p. 1"), to: NotePlace(text: "mine")),
            on: .book(uuid(11)),
            newID: uuid(99)
        )
        let quote = Quote("passage", color: "red", style: "underline")
        let update = try read(
            note("words", quote: quote, place: "p. 2", tags: ["Two"]),
            into: library
        ).update
        XCTAssertEqual(update, .changed)
        XCTAssertEqual(try only(library).place?.text, "mine")
        XCTAssertEqual(try only(library).tags, ["Two"])
        XCTAssertEqual(try only(library).quote, quote)
    }

    // MARK: - Libraries of earlier versions

    func testWithoutDigestsANoteThatWasNeverChangedIsUpdated() throws {
        let library = try makeLibrary()
        try read(note("words"), into: library)
        try forgetDigests(library)
        XCTAssertEqual(try read(note("words"), into: library).update, .unchanged)
        // From now on, digests decide.
        XCTAssertEqual(try read(note("other words"), into: library).update, .changed)
        try forgetDigests(library)
        try library.write("forget") { db in
            try db.execute(sql: "DELETE FROM noteVersion")
            try db.setModificationDates(afterCreation: 0)
            return ((), [])
        }
        XCTAssertEqual(try read(note("third words"), into: library).update, .changed)
        XCTAssertEqual(try only(library).text, "third words")
    }

    func testWithoutDigestsAVersionSpeaksForAChange() throws {
        let library = try makeLibrary()
        try read(note("words"), into: library)
        try forgetDigests(library)
        try library.updateNote(only(library).id, text: "mine")
        // The version alone says so.
        try library.write("change") { db in
            try db.setModificationDates(afterCreation: 0)
            return ((), [])
        }
        let mine = try only(library)
        // The file has what the reader has changed: there is nothing to be kept twice.
        XCTAssertEqual(try read(note("words"), into: library).update, .unchanged)
        XCTAssertEqual(try only(library), mine)
        try forgetDigests(library)
        guard case .keptBoth(let copy) = try read(note("other words"), into: library).update else {
            return XCTFail("it was not kept")
        }
        XCTAssertEqual(try library.note(mine.id), mine)
        XCTAssertEqual(try library.note(copy)?.text, "other words")
        XCTAssertEqual(try read(note("other words"), into: library).update, .unchanged)
    }

    func testWithoutDigestsADateSpeaksForAChange() throws {
        for (later, isChanged) in [(0, true), (5, false)] {
            let library = try makeLibrary()
            try read(note("words"), into: library)
            try forgetDigests(library)
            try library.write("change") { db in
                (try db.setModificationDates(afterCreation: later), [])
            }
            let update = try read(note("other words"), into: library).update
            XCTAssertEqual(update == .changed, isChanged)
            XCTAssertEqual(try library.allNotes().count, isChanged ? 1 : 2)
        }
    }

    // MARK: - Taking it back

    func testUndoOfAnUpdateOfAnOlderLibraryCanBeMadeAgain() throws {
        let library = try makeLibrary()
        try read(note("words"), into: library)
        try forgetDigests(library)
        let before = try only(library)
        let batch = try XCTUnwrap(try read(note("other words"), into: library).batch)
        try library.undoImport(batch.id)
        XCTAssertEqual(try only(library), before)
        XCTAssertEqual(try read(note("other words"), into: library).update, .changed)
        XCTAssertEqual(try only(library).text, "other words")
    }

    func testWhatIsDeletedPermanentlyLeavesNoWord() throws {
        let library = try makeLibrary()
        try read(note("secret words"), into: library)
        let batch = try XCTUnwrap(try read(note("other words"), into: library).batch)
        try library.deleteNote(only(library).id)
        try library.emptyTrash()
        let rows = try library.read("look") {
            try $0.rowCount(of: "importedChange")
        }
        XCTAssertEqual(rows, 0)
        let undone = try library.undoImport(batch.id)
        XCTAssertEqual(undone.keptCount, 0)
        XCTAssertEqual(try library.allNotes(), [])
    }

    func testAnotherCoverOfTheReadersStaysWhenItWasFilledIn() throws {
        let library = try makeLibrary()
        func picture(_ byte: UInt8) throws -> UUID {
            try library.addPicture(
                StoredPicture(data: Data([byte]), type: "image/png", width: 1, height: 1)
            )
        }
        let filled = Book(
            id: uuid(11),
            seriesID: uuid(1),
            title: "",
            position: 0,
            coverID: try picture(1)
        )
        let batch = try library.importBatch(format: "test", name: "file") { importer in
            _ = try importer.fill(uuid(11), with: filled)
            return nil
        }
        var book = try XCTUnwrap(try library.series(uuid(1))?.book(uuid(11)))
        book.coverID = try picture(2)
        try library.save(book)
        try library.undoImport(try XCTUnwrap(batch).id)
        XCTAssertEqual(try library.series(uuid(1))?.book(uuid(11))?.coverID, book.coverID)
    }
}
