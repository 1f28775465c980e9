import Foundation
import GRDB
import XCTest

@testable import HawkNotesModel

/// Caches are cleaned while the program runs: the index goes, the program and the notes stay.
final class SearchIndexCutTests: SearchTestCase {
    private func file(_ suffix: String) -> URL { URL(fileURLWithPath: indexURL.path + suffix) }

    /// The first search is told that the index is damaged, and looks through the notes; the second one has
    /// a new index.
    @MainActor
    private func resultsOnceMadeAnew(_ search: LibrarySearch) throws -> [String] {
        let damaged = try XCTUnwrap(search.indexer.index)
        XCTAssertEqual(try notes("hawk", search).count, 2)
        search.waitForIndex()
        XCTAssertFalse(try XCTUnwrap(search.indexer.index) === damaged, "it is another one")
        return try notes("hawk", search)
    }

    @MainActor
    func testNothingOfItIsMapped() async throws {
        let (library, search) = try makeHawks()
        try Disk.makeFolder(indexURL.deletingLastPathComponent())
        try Data(count: 32768).write(to: file("-shm"))
        let (maps, found) = try SQLiteCalls.refusingToMap { try notes("hawk", search) }
        XCTAssertEqual(found.count, 2)
        XCTAssertEqual(maps, 0, "maps of a file")
        XCTAssertEqual(try Disk.status(file("-shm")), .nothing)
        let index = try XCTUnwrap(search.indexer.index)
        for connection in [index.writer, index.reader] {
            let size = try connection.read { try Int.fetchOne($0, sql: "PRAGMA mmap_size") }
            XCTAssertEqual(size, 0)
        }
        let size = try library.read("test") { try Int.fetchOne($0, sql: "PRAGMA mmap_size") }
        XCTAssertEqual(size, 0)
        try library.close()
    }

    @MainActor
    func testIsMadeAnewWhenTheFileIsCut() async throws {
        for suffix in ["", "-wal"] {
            let (library, search) = try makeHawks()
            XCTAssertEqual(try notes("hawk", search).count, 2)
            let index = try XCTUnwrap(search.indexer.index)
            if suffix.isEmpty {
                // Nothing of it is in the log.
                try index.writer.writeWithoutTransaction {
                    try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                }
            }
            // Nor in memory.
            try index.reader.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA shrink_memory")
            }
            let size = try Disk.status(file(suffix)).size
            XCTAssertGreaterThan(size, 0)
            XCTAssertEqual(truncate(file(suffix).path, off_t(size / 8)), 0)
            XCTAssertEqual(try resultsOnceMadeAnew(search).count, 2, "“\(suffix)”")
            XCTAssertNotEqual(try Disk.status(indexURL), .nothing)
            try library.close()
            search.close()
            search.waitForIndex()
            try FileManager.default.removeItem(at: databaseURL)
            try FileManager.default.removeItem(at: indexURL.deletingLastPathComponent())
        }
    }

    @MainActor
    func testIsMadeAnewWithTheNextStartWhenItWasRemoved() async throws {
        let (library, search) = try makeHawks()
        XCTAssertEqual(try notes("hawk", search).count, 2)
        for suffix in ["", "-wal"] { try Disk.remove(file(suffix)) }
        try library.addNote("a third hawk", on: .book(hawkBook))
        XCTAssertEqual(try notes("hawk", search).count, 3)
        try library.close()
        search.close()
        search.waitForIndex()
        let again = try Library.open(at: databaseURL, environment: environment.library)
        XCTAssertEqual(try notes("hawk", makeSearch(again)).count, 3)
        try again.close()
    }
}
