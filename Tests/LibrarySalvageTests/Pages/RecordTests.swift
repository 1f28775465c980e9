import Foundation
import GRDB
import TestSupport
import XCTest

@testable import LibrarySalvage

/// Rows, trees and headers as SQLite writes them.
final class RecordTests: XCTestCase {
    func testVariableLengthNumbers() {
        func number(_ bytes: [UInt8]) -> Int64? {
            let read = bytes.varint(at: 0, before: bytes.count)
            if let read { XCTAssertEqual(read.length, bytes.count) }
            return read?.value
        }
        XCTAssertEqual(number([0]), 0)
        XCTAssertEqual(number([0x7f]), 127)
        XCTAssertEqual(number([0x81, 0x00]), 128)
        XCTAssertEqual(number([0xff, 0x7f]), 16383)
        XCTAssertEqual(number([UInt8](repeating: 0xff, count: 9)), -1)
        XCTAssertEqual(number([0xc0] + [UInt8](repeating: 0x80, count: 7) + [0]), .min)
        XCTAssertNil(number([]))
        XCTAssertNil(number([0x81]))
        XCTAssertNil([0x81, 0x00].varint(at: 0, before: 1))
        XCTAssertNil([0x01].varint(at: -1, before: 1))
    }

    func testRowsAreThoseThatSQLiteReads() throws {
        for pageSize in [512, 4096, 65536] {
            let directory = try TemporaryDirectory()
            let url = directory.url.appendingPathComponent("rows.sqlite")
            let expected = try writeRows(url, pageSize: pageSize)
            XCTAssertGreaterThan(expected.count, 100)
            XCTAssertEqual(try readRows(Array(Data(contentsOf: url))), expected, "\(pageSize)")
        }
    }

    func testPageSizeIsFoundWithoutTheHeader() throws {
        for pageSize in [512, 4096, 65536] {
            let directory = try TemporaryDirectory()
            let url = directory.url.appendingPathComponent("rows.sqlite")
            _ = try writeRows(url, pageSize: pageSize)
            var bytes = try Array(Data(contentsOf: url))
            for place in 0..<DatabaseHeader.size { bytes[place] = 0 }
            let image = PageImage.guessed(database: ByteSource(bytes), log: nil)
            XCTAssertEqual(image.pageSize, pageSize)
            XCTAssertEqual(image.pageCount, bytes.count / pageSize)
        }
    }

    func testHeaderSaysWhatSQLiteSays() throws {
        let directory = try TemporaryDirectory()
        let url = directory.url.appendingPathComponent("rows.sqlite")
        _ = try writeRows(url, pageSize: 1024)
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "DELETE FROM item WHERE rowid > 50; PRAGMA user_version = -7")
        }
        let bytes = try Array(Data(contentsOf: url))
        let header = try XCTUnwrap(DatabaseHeader(bytes))
        XCTAssertEqual(header.pageSize, 1024)
        XCTAssertEqual(header.reserved, 0)
        XCTAssertEqual(header.userVersion, -7)
        try queue.read { db in
            XCTAssertEqual(header.pageCount, try Int.fetchOne(db, sql: "PRAGMA page_count"))
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count")
            XCTAssertEqual(header.freePageCount, free)
            XCTAssertGreaterThan(free ?? 0, 0)
        }
        let image = PageImage.guessed(database: ByteSource(bytes), log: nil)
        var use = PageUse(pageCount: image.pageCount)
        FreeList(image: image).claim(in: &use)
        let claimed = (1...image.pageCount).count { [.free, .trunk].contains(use[$0]) }
        XCTAssertEqual(claimed, header.freePageCount)
        try queue.close()

        XCTAssertNil(DatabaseHeader(Array(bytes.prefix(99))))
        XCTAssertNil(DatabaseHeader([0] + bytes.dropFirst()))
        XCTAssertNil(DatabaseHeader(assuming: [UInt8](repeating: 0, count: 100)).pageSize)
    }

    // MARK: Rows

    /// Writes rows with values of every kind and length.
    private func writeRows(_ url: URL, pageSize: Int) throws -> [Int64: [SQLValue]] {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA page_size = \(pageSize)") }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        let rows = try queue.write { db in
            try db.execute(sql: "CREATE TABLE item (one, two, three)")
            let integers: [Int64] = [
                0, 1, -1, 127, 128, -129, 32767, 32768, 8_388_607, 8_388_608, 1 << 31, 1 << 47,
                .min, .max,
            ]
            for (index, number) in integers.enumerated() {
                try db.execute(
                    sql: "INSERT INTO item VALUES (?, ?, ?)",
                    arguments: [number, Double(index) - 0.5, index % 2 == 0 ? nil : number]
                )
            }
            // What fits into a page to the byte, and what goes on in others.
            let limit = pageSize - 35
            let lengths = Array(limit - 12...limit + 12) + [1, 2 * pageSize, 5 * pageSize + 1]
            for length in lengths {
                try db.execute(
                    sql: "INSERT INTO item VALUES (?, zeroblob(?), ?)",
                    arguments: [String(repeating: "x", count: length), length % 7, "Ä🦅"]
                )
            }
            for rowID in [-5, 1 << 20, 1 << 40, Int64.max - 1] {
                try db.execute(
                    sql: "INSERT INTO item (rowid, one) VALUES (?, ?)",
                    arguments: [rowID, Data([1, 2, 3])]
                )
            }
            // Enough for a tree of several levels.
            for number in 100..<(pageSize == 512 ? 1500 : 200) {
                try db.execute(
                    sql: "INSERT INTO item (rowid, one, two) VALUES (?, ?, ?)",
                    arguments: [number, number, String(repeating: "y", count: number % 90)]
                )
            }
            var rows: [Int64: [SQLValue]] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT rowid, * FROM item") {
                rows[row[0]] = row.databaseValues.dropFirst().map { value in
                    switch value.storage {
                    case .null: .null
                    case .int64(let number): .integer(number)
                    case .double(let number): .real(number.bitPattern)
                    case .string(let text): .text(Array(text.utf8))
                    case .blob(let data): .blob(Array(data))
                    }
                }
            }
            return rows
        }
        try queue.close()
        return rows
    }

    private func readRows(_ bytes: [UInt8]) throws -> [Int64: [SQLValue]] {
        let image = PageImage.guessed(database: ByteSource(bytes), log: nil)
        var use = PageUse(pageCount: image.pageCount)
        let schema = DatabaseSchema(image, use: &use)
        XCTAssertTrue(schema.isSound)
        let root = try XCTUnwrap(schema.tables["item"])
        var leaves: [BTreePage] = []
        let finding = TreeWalk(image: image, isTable: true, table: 1).claim(from: root, in: &use) {
            if $0.kind == .tableLeaf { leaves.append($0) }
        }
        XCTAssertTrue(finding.isSound)
        var rows: [Int64: [SQLValue]] = [:]
        for page in leaves {
            for cell in page.cells {
                let payload = Payload(of: cell, in: page, image, use: &use)
                XCTAssertFalse(payload.isCut || payload.isDoubtful)
                let record = try XCTUnwrap(
                    SQLRecord(page.bytes, in: cell.local, size: cell.payloadSize)
                )
                rows[cell.rowID] = record.values(of: payload.bytes)
            }
        }
        return rows
    }
}
