import Foundation
import GRDB
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import LibrarySharing

/// Files of version 1, made by another program after the article Format alone. They must always be
/// read as they are here, and written byte by byte.
final class FrozenFormatTests: SharingTestCase {
    private func frozen(_ name: String) throws -> [UInt8] {
        let path = "Tests/LibrarySharingTests/Fixtures/format-1/\(name)"
        return Array(try Data(contentsOf: SourceTree.root.appendingPathComponent(path)))
    }

    private let first = "1-d06f07287d151b53.hawk"
    private let late: Int64 = 1_764_412_345_999

    private func item(_ kind: String, _ number: Int) -> LibraryRecord.Item {
        LibraryRecord.Item(kind: kind, id: uuid(number))
    }

    private func value(_ columns: (any DatabaseValueConvertible)?...) -> LibraryRecord.Value {
        LibraryRecord.Value(columns: columns.map { $0?.databaseValue ?? .null })
    }

    private func stamp(_ count: Int64 = 0, _ device: UInt64 = 0x0123_4567_89ab_cdef) -> ChangeStamp
    {
        ChangeStamp(milliseconds: late, count: count, device: device)
    }

    /// Values of a row: those that are given, and null for all others.
    private func row(
        _ table: RecordTable,
        _ values: [String: LibraryRecord.Value]
    ) -> [String: LibraryRecord.Value] {
        var all: [String: LibraryRecord.Value] = [:]
        for field in table.fields {
            all[field.name] = LibraryRecord.Value(columns: field.columns.map { _ in .null })
        }
        return all.merging(values) { $1 }
    }

    private func expected() -> [LibraryRecord?] {
        var title = value("The \"Good\" Hawk \\ 🦅")
        title.isReaders = true
        var bundled = row(
            .book,
            ["seriesID": value(uuid(4)), "origin": value("bundled")]
        )
        for field in RecordTable.book.editionFields { bundled[field] = nil }
        bundled["tagline"] = LibraryRecord.Value(columns: [.null], isReaders: true)
        var tagline = value("A tagline")
        tagline.isReaders = true
        let text = "One thought\nand another"
        let content = RevisionID.of(text, in: uuid(5))
        let whole = RevisionRow(
            noteID: uuid(5),
            id: content,
            content: content,
            stamp: ChangeStamp(milliseconds: 1_764_412_345_678)
        )
        var second = whole
        second.id = uuid(6)
        second.content = RevisionID.of("One\u{1} thought", in: uuid(5))
        second.replaced = [content]
        second.stamp = stamp(1)
        let gone = RevisionRow(
            noteID: uuid(7),
            id: RevisionID.of("gone", in: uuid(7)),
            content: RevisionID.of("gone", in: uuid(7)),
            stamp: ChangeStamp(milliseconds: 5)
        )
        var purged = gone
        purged.id = uuid(8)
        purged.replaced = [uuid(9), uuid(10)]
        purged.stamp = stamp(1, 0)
        purged.state = .purged
        let nothing = LibraryRecord.Value(columns: [])
        let digest = Data(0..<16)
        return [
            .made(
                item("series", 1),
                values: row(
                    .series,
                    [
                        "title": value("The Shadow Skye Trilogy"),
                        "author": value("Joseph Elliott"),
                        "origin": value("own"),
                    ]
                )
            ),
            .made(
                item("book", 2),
                values: row(
                    .book,
                    [
                        "title": title, "position": value(1024), "seriesID": value(uuid(1)),
                        "rating": value(9), "readings": value("2026-01/2026-02-03"),
                        "shelves": value("Isles\nQuiet"), "origin": value("imported"),
                    ]
                )
            ),
            .made(item("book", 3), values: bundled),
            .made(
                item("note", 5),
                values: row(
                    .note,
                    [
                        "subjectID": value(uuid(2), "book"),
                        "createdAt": value(1_764_412_345_678, nil),
                        "chapterID": value(nil, "p. 12", 12.0),
                        "modifiedAt": value(1_764_412_345_678),
                    ]
                )
            ),
            .text(whole, text), .text(second, "One\u{1} thought"), .text(purged, nil),
            .text(gone, nil), .set(item("book", 2), field: "tagline", tagline, stamp()),
            .set(item("note", 5), field: "quote", value("as it stands", nil, nil), stamp(2, 255)),
            .set(item("book", 2), field: "state", value(late, nil), stamp()),
            .set(item("book", 2), field: "seen", nothing, stamp()),
            .set(item("book", 2), field: "since", nothing, ChangeStamp(count: 7)),
            .set(item("book", 2), field: "made", value(true), stamp()),
            .set(item("favorite", 11), field: "row", nothing, stamp()),
            .set(item("declinedPair", 2), field: uuid(3).uuidString, nothing, ChangeStamp()),
            .trash(note: uuid(5), revisions: [uuid(6)], deletedAt: late),
            .purge(item("note", 7), purgedAt: late),
            .batch(
                item("importBatch", 12),
                values: row(
                    .importBatch,
                    ["row": value(1_764_412_345_678, "kindle", "My Clippings.txt", nil)]
                )
            ),
            .source(
                item("importedItem", 13),
                values: row(
                    .importedItem,
                    ["row": value(uuid(12), "note", uuid(5), uuid(13), digest, nil, nil)]
                )
            ),
            .picture(
                item("picture", 14),
                values: row(
                    .picture,
                    ["row": value(1, 2, "image/png", Data([0x89, 0x50, 0x4E, 0x47]))]
                )
            ),
            .made(
                item("importedChange", 15),
                values: row(
                    .importedChange,
                    ["row": value(uuid(12), "book", uuid(2), "rating", 4.0, nil)]
                )
            ),
            nil, .purge(item("book", 3), purgedAt: late),
        ]
    }

    func testFilesOfVersionOneAreReadAsTheyWere() throws {
        let bytes = try frozen(first)
        let file = reader(bytes).examine()
        XCTAssertNil(file.problem)
        XCTAssertEqual(file.header, header())
        let read = try records(bytes)
        let expected = expected()
        XCTAssertEqual(read.count, expected.count)
        for (index, (record, expected)) in zip(read, expected).enumerated() {
            let content = expected.map { SharedRecord.Content.library($0) } ?? .unknown
            XCTAssertEqual(record.content, content, "line \(index + 2)")
        }
        XCTAssertEqual(read.filter(\.isToBeKept).count, 2)
    }

    func testFilesOfVersionOneAreWrittenByteByByte() throws {
        let bytes = try frozen(first)
        let draft = drafts(try records(bytes))[0]
        XCTAssertEqual(draft.name, first)
        XCTAssertEqual(
            String(decoding: draft.bytes, as: UTF8.self),
            String(decoding: bytes, as: UTF8.self)
        )
        // From the library's records alone as well, but for what is kept.
        for (record, expected) in zip(try records(bytes), expected()) {
            if let expected, !record.isToBeKept {
                XCTAssertEqual(SharedRecord(expected), record)
                XCTAssertEqual(SharedRecord(expected).json, record.json)
            }
        }
        let read = try frozen("2-56d7d5569edffd49.hawk")
        let records = try records(read)
        XCTAssertEqual(records, [SharedRecord(read: [draft.id], at: late)])
        XCTAssertEqual(drafts(records, header: header(2))[0].bytes, read)
    }

    /// A new format needs new fixtures, and readers of the earlier ones.
    func testTheFormatIsTheFrozenOne() { XCTAssertEqual(SharedFileHeader.format, 1) }
}
