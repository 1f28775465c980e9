import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesModel

/// A library of the version before, on its way to the present one.
final class MigrationTests: LibraryTestCase {
    private var files: LibraryFiles { LibraryFiles(database: databaseURL) }

    private func copyThirdVersion() throws {
        try FrozenFiles.copy(version: 3, to: [files.database, files.log, files.mark])
    }

    func testMigrationThatIsCutAnywhereIsMadeAgain() throws {
        try copyThirdVersion()
        let versions = try openAfterEachCut(frames: 10) { library, message in
            XCTAssertEqual(try library.allNotes().count, 27, message)
            XCTAssertEqual(try library.allSeries().count, 2, message)
        }
        XCTAssertEqual(versions, [3, 4, 5, 6, 7], "before it was there and after")
    }

    /// The versions of its notes become revisions.
    func testMigrationOfVersionsThatIsCutAnywhereIsMadeAgain() throws {
        try FrozenFiles.copy(version: 6, to: [files.database, files.log, files.mark])
        let versions = try openAfterEachCut(frames: 3) { library, message in
            XCTAssertEqual(try library.allNotes().count, 11, message)
            let texts = try library.read("look") { try $0.fetchTexts(of: uuid(202)) }
            XCTAssertEqual(texts.rows.count, 3, message)
            XCTAssertEqual(texts.shown?.text, "A\nsecond line", message)
            XCTAssertEqual(try library.note(uuid(202))?.text, "A\nsecond line", message)
            XCTAssertEqual(try library.earlierVersions(of: uuid(202)).count, 2, message)
        }
        XCTAssertEqual(versions, [6, 7], "before it was there and after")
    }

    /// Opens the library as kills leave it: the log ends somewhere within the migration.
    ///
    /// - Parameter frames: the least number that a migration writes.
    /// - Returns: the versions in which the kills left it.
    private func openAfterEachCut(
        frames: Int,
        _ check: (Library, String) throws -> Void
    ) throws -> Set<Int> {
        let present = [files.database, files.log, files.mark]
        let logBefore = try Data(contentsOf: files.log)
        let store = try LibraryStore.open(files, environment: .live)
        try LibrarySchema.migrate(store.writer)
        let left = try present.map { try Data(contentsOf: $0) }
        try store.closeWithoutFolding()
        XCTAssertGreaterThan(left[1].count, logBefore.count + 4096 * frames)
        XCTAssertEqual(left[1].prefix(logBefore.count), logBefore)

        let frame = 4096 + 24
        let starts = stride(
            from: logBefore.count,
            to: left[1].count,
            by: isExhaustive ? frame : 7 * frame
        )
        let whole = left[1].count
        let cuts = starts.flatMap { [$0, $0 + 17, $0 + 2000] } + [whole - 1, whole]
        var versions: Set<Int> = []
        for cut in Set(cuts).sorted() {
            for (url, data) in zip(present, left) { try data.write(to: url) }
            try left[1].prefix(cut).write(to: files.log)
            try Disk.remove(files.sharedMemory)
            let torn = try LibraryStore.open(files, environment: .live)
            versions.insert(try torn.read { try LibrarySchema.version(of: $0) })
            try torn.closeWithoutFolding()

            let library = try Library.open(at: databaseURL)
            try check(library, "cut at \(cut)")
            XCTAssertEqual(try library.check(), LibraryFindings(), "cut at \(cut)")
            try library.addNote("new", on: .book(uuid(112)))
            try library.close()
        }
        return versions
    }

    func testLibraryWithoutRoomForItsCopyIsReadAsItWas() throws {
        try copyThirdVersion()
        let room = Mutex<Int64>(1000)
        var environment = LibraryEnvironment.live
        environment.freeSpace = { _ in room.withLock { $0 } }
        let library = try Library.open(at: databaseURL, environment: environment)
        let notes = try library.allNotes()
        XCTAssertEqual(notes.count, 27)
        XCTAssertNil(notes[0].place)
        let own = try XCTUnwrap(try library.series(uuid(101)))
        XCTAssertEqual(own.books.map(\.title), ["Bare", "Full"])
        XCTAssertEqual(own.related(to: uuid(121)).map(\.id), [uuid(122)])
        XCTAssertEqual(own.chapters, [])
        XCTAssertEqual(try library.shelf(limit: 9).map(\.bookCount), [3, 2])
        XCTAssertEqual(try library.trash(limit: 9).map(\.kind), [.series, .character])
        XCTAssertEqual(try library.earlierVersions(of: notes[0].id), [])
        XCTAssertEqual(try library.notesMentioning(uuid(121), limit: 9), [])
        XCTAssertEqual(try library.importBatches(), [])
        XCTAssertNil(try library.picture(uuid(1)))
        for order in [NoteOrder.byDate, .byPlace] {
            var request = NoteSliceRequest(from: .index(1), count: 2, margin: 1)
            request.order = order
            let slice = try library.notes(request, on: .book(uuid(112)))
            XCTAssertEqual(slice.notes.count, 4, "\(order)")
            XCTAssertFalse(slice.hasPlaces)
        }
        XCTAssertEqual(try library.check(), LibraryFindings())
        assertThrows(.diskFull) { try library.deleteNote(notes[0].id) }

        room.withLock { $0 = 1 << 30 }
        try library.deleteNote(notes[0].id)
        XCTAssertEqual(try library.trash(limit: 9).map(\.kind).count, 3)
        try library.close()
        XCTAssertEqual(try Library.open(at: databaseURL).check(), LibraryFindings())
    }

    /// The reader's rows of the new tables come back when the first page of the file is lost.
    func testLibraryOfThisVersionIsBroughtBackWithWhatIsNew() throws {
        let environment = TestEnvironment()
        let library = try Library.open(at: databaseURL, environment: environment.library)
        try library.saveSeries(uuid(1), title: "Mine")
        try library.save(
            Book(
                id: uuid(11),
                seriesID: uuid(1),
                title: "Book",
                position: 0,
                number: "2",
                language: "pt-BR",
                readingStatus: .stopped,
                rating: 7,
                readings: [ReadingDates(startedOn: "2019", finishedOn: "2020-02-29")],
                shelves: ["Whales", "At the seaside"]
            )
        )
        try library.save(Chapter(id: uuid(51), bookID: uuid(11), name: "One", position: 0))
        try library.save(
            Character(
                id: uuid(21),
                seriesID: uuid(1),
                name: "Somebody",
                bookID: uuid(11),
                position: 0,
                aliases: ["Other", "Third"],
                chapterID: uuid(51)
            )
        )
        let text = "on \(Mention.link(to: uuid(21), name: "Somebody"))"
        let kept = try library.addNote(text, on: .book(uuid(11)))
        try library.updateNote(kept.id, text: text + ", changed")
        try library.setPlace(NotePlace(chapterID: uuid(51), text: "p. 3"), of: kept.id)
        try library.setQuote(Quote("What it says"), of: kept.id)
        try library.setTags(["One", "two words"], of: kept.id)
        let versions = try library.earlierVersions(of: kept.id)
        let deleted = try library.addNote("deleted", on: .book(uuid(11)), tags: ["Gone"])
        try library.deleteNote(deleted.id)
        let purged = try library.addNote("purged", on: .book(uuid(11)))
        try library.deleteNote(purged.id)
        try library.purge(try XCTUnwrap(library.trash(limit: 1).first))
        let picture = StoredPicture(
            data: Data(repeating: 7, count: 9000),
            type: "image/png",
            width: 9,
            height: 9
        )
        try library.addPicture(picture)
        let batch = try library.importBatch(format: "test", name: "file") { importer in
            try importer.add(ImportedNote(on: .book(uuid(11)), text: "imported"), source: "one")
            return "a report"
        }
        let whole = try library.allNotes()
        let series = try library.series(uuid(1))
        try library.close()

        var bytes = try Data(contentsOf: files.database)
        bytes.replaceSubrange(0..<100, with: Data(count: 100))
        try bytes.write(to: files.database)
        XCTAssertThrowsError(try Library.open(at: databaseURL))
        let recovery = LibraryRecovery(at: databaseURL, environment: environment.library)
        XCTAssertEqual(try recovery.bringBack().noteCount, 2)
        let again = try Library.open(at: databaseURL, environment: environment.library)
        XCTAssertEqual(try again.allNotes(), whole)
        XCTAssertEqual(try again.series(uuid(1)), series)
        XCTAssertEqual(try again.trash(limit: 9).map(\.id), [deleted.id])
        XCTAssertEqual(try again.earlierVersions(of: kept.id), versions)
        XCTAssertEqual(versions.map(\.text), [text + ", changed", text])
        XCTAssertEqual(try again.notesMentioning(uuid(21), limit: 9).map(\.id), [kept.id])
        XCTAssertEqual(
            try again.read("look") { try $0.noteTags() },
            ["one", "two words"]
        )
        XCTAssertEqual(
            try again.read("look") { try Set($0.purgedItems().values.joined()) },
            [purged.id]
        )
        XCTAssertEqual(try again.picture(picture.id), picture)
        XCTAssertEqual(try again.importBatches(), batch.map { [$0] })
        XCTAssertNil(
            try again.importBatch(format: "test", name: "file") { importer in
                try importer.add(ImportedNote(on: .book(uuid(11)), text: "imported"), source: "one")
                return nil
            }
        )
        XCTAssertEqual(try again.check(), LibraryFindings())
        try again.close()
    }
}
