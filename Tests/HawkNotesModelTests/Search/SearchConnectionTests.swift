import Foundation
import GRDB
import XCTest

@testable import HawkNotesModel

/// An index is closed while others search: nobody's connection is gone.
final class SearchConnectionTests: SearchTestCase {
    private static func count(_ connection: SearchConnection) throws -> Int? {
        try connection.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
    }

    func testAfterTheEndItThrows() throws {
        let connection = SearchConnection(try DatabaseQueue())
        XCTAssertEqual(try Self.count(connection), 0)
        try connection.close()
        XCTAssertThrowsError(try Self.count(connection)) { XCTAssertTrue($0 is DatabaseError) }
        XCTAssertThrowsError(try connection.write { _ in })
        XCTAssertThrowsError(try connection.writeWithoutTransaction { _ in })
        connection.interrupt()
        try connection.close()
    }

    /// Whoever writes very much ends a transaction early then.
    func testWhoeverWritesSeesThatOthersWait() throws {
        let connection = SearchConnection(try DatabaseQueue())
        XCTAssertFalse(connection.isWanted)
        let read = expectation(description: "somebody has read")
        try connection.write { _ in
            XCTAssertFalse(connection.isWanted)
            DispatchQueue.global().async {
                XCTAssertEqual(try? Self.count(connection), 0)
                read.fulfill()
            }
            while !connection.isWanted { Thread.sleep(forTimeInterval: 0.001) }
        }
        wait(for: [read], timeout: 60)
        XCTAssertFalse(connection.isWanted)
    }

    func testWhoeverReadsIsWaitedFor() throws {
        let connection = SearchConnection(try DatabaseQueue())
        let mayEnd = DispatchSemaphore(value: 0)
        let reads = expectation(description: "somebody reads")
        let read = expectation(description: "and has read to the end")
        let closed = expectation(description: "the connection is closed")
        DispatchQueue.global().async {
            try? connection.read { db in
                reads.fulfill()
                mayEnd.wait()
                let number = try Int.fetchOne(db, sql: "SELECT 7")
                XCTAssertEqual(number, 7)
                read.fulfill()
            }
        }
        wait(for: [reads], timeout: 60)
        DispatchQueue.global().async {
            do { try connection.close() } catch { XCTFail("\(error)") }
            closed.fulfill()
        }
        mayEnd.signal()
        wait(for: [read, closed], timeout: 60, enforceOrder: true)
    }

    @MainActor
    func testAnErrorOfAnIndexThatWasReplacedDoesNotCostTheNewOne() async throws {
        let (library, search) = try makeHawks()
        XCTAssertEqual(try notes("hawk", search).count, 2)
        let damaged = try XCTUnwrap(search.indexer.index)
        // As many searches as were under way when it was noticed.
        for _ in 0..<5 {
            let error = DatabaseError(resultCode: .SQLITE_CORRUPT)
            search.indexer.failed(error, of: damaged)
        }
        search.waitForIndex()
        XCTAssertNotNil(search.indexer.index)
        XCTAssertFalse(search.indexer.index === damaged)
        XCTAssertThrowsError(try damaged.libraryFile(wording: .none))
        XCTAssertEqual(try notes("hawk", search).count, 2)
        try library.close()
    }

    @MainActor
    func testSearchesGoOnWhileTheIndexIsMadeAnew() async throws {
        let (library, search) = try makeHawks()
        let indexer = search.indexer
        // So often a damaged index is made anew.
        for _ in 0..<3 {
            XCTAssertEqual(try notes("hawk", search).count, 2)
            let index = try XCTUnwrap(indexer.index)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                if number == 0 {
                    indexer.failed(DatabaseError(resultCode: .SQLITE_CORRUPT), of: index)
                }
                for _ in 0..<200 { _ = try? index.libraryFile(wording: .none) }
            }
            search.waitForIndex()
        }
        try library.close()
    }
}
