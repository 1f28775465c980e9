import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import XCTest

@testable import HawkNotesModel

/// A library of each earlier version is read whole where there is no room to bring it up to date.
final class OlderTablesTests: LibraryTestCase {
    private struct Contents: Equatable {
        var notes: [Note]
        var series: [Series]
        var trash: [TrashItem]
        var batches: [ImportBatch]
        var versions: [NoteVersion]
        var favorites: Set<UUID>
        var counts: [NoteSubject: Int]
        var shelf: [ShelfEntry]
        var veils: [Veil]

        init(_ library: Library) throws {
            notes = try library.allNotes()
            series = try library.allSeries().compactMap { try library.series($0.id) }
            trash = try library.trash(limit: 99)
            batches = try library.importBatches()
            versions = try notes.flatMap { try library.earlierVersions(of: $0.id) }
            favorites = try library.favorites()
            counts = try library.noteCounts()
            shelf = try library.shelf(limit: 99)
            veils = try library.veils()
        }
    }

    func testWithoutRoomEachVersionReadsAsItDoesOnceItIsUpToDate() throws {
        for version in 1..<LibrarySchema.currentVersion {
            try FrozenFiles.copy(version: version, to: LibraryFiles(database: databaseURL).all)
            let room = Mutex<Int64>(1000)
            var environment = LibraryEnvironment.live
            environment.freeSpace = { _ in room.withLock { $0 } }
            let library = try Library.open(at: databaseURL, environment: environment)
            let covered = try Contents(library)
            XCTAssertEqual(
                try library.read("look") { try LibrarySchema.version(of: $0) },
                version,
                "it is not up to date yet"
            )
            XCTAssertGreaterThan(covered.notes.count, 0, "version \(version)")
            let pages = try library.noteCounts().keys.flatMap { subject in
                try [NoteOrder.byDate, .byPlace].map { order in
                    var request = NoteSliceRequest(from: .index(0), count: 99, margin: 1)
                    request.order = order
                    return try library.notes(request, on: subject).notes
                }
            }
            XCTAssertEqual(Set(pages.joined()), Set(covered.notes), "version \(version)")
            XCTAssertEqual(try library.searchVeil(except: []).veils, covered.veils)
            XCTAssertEqual(try library.shelves().count, version < 6 ? 0 : 2)
            XCTAssertEqual(try library.check(), LibraryFindings())
            try library.rehearseImport { importer in
                var books = 0
                try importer.eachBook { _ in books += 1 }
                XCTAssertGreaterThan(books, 0)
            }
            assertThrows(.diskFull) { try library.setTags(["One"], of: covered.notes[0].id) }

            room.withLock { $0 = 1 << 30 }
            try library.setFavorite(uuid(99), true)
            try library.setFavorite(uuid(99), false)
            XCTAssertEqual(try Contents(library), covered, "version \(version)")
            try library.close()
        }
    }
}
