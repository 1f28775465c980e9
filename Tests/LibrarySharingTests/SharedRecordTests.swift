import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import LibrarySharing

/// What a library knows is in its files, and nothing else gets in.
final class SharedRecordTests: SharingTestCase {
    private func all(_ library: Library) throws -> [LibraryRecord] {
        try library.readAtOnce("look") { db in
            var found: [LibraryRecord] = []
            try LibraryRecords(db: db).forEach { found.append($0) }
            return found
        }
    }

    /// The records without what is no part of the format; see `SharedRecord`.
    private func shared(_ records: [LibraryRecord]) -> [LibraryRecord] {
        records.compactMap {
            if case .edition = $0 { return nil }
            guard case .library(let record) = SharedRecord($0).content else { return nil }
            return record
        }
    }

    private func assertRoundTrip(
        _ records: [LibraryRecord],
        _ message: String,
        line: UInt = #line
    ) throws {
        let files = drafts(records.map { SharedRecord($0) })
        let read = try files.flatMap { try self.records($0.bytes) }
        XCTAssertFalse(read.contains(where: \.isToBeKept), message, line: line)
        let found = read.compactMap { record -> LibraryRecord? in
            guard case .library(let record) = record.content else { return nil }
            return record
        }
        for (one, other) in zip(found, shared(records)) where one != other {
            XCTFail("\(message): \(other) is read as \(one)", line: line)
        }
        XCTAssertEqual(found.count, shared(records).count, message, line: line)
        // The same record has the same bytes, in whichever order its parts came.
        XCTAssertEqual(read.map(\.json), shared(records).map { SharedRecord($0).json }, line: line)
    }

    func testRandomLibrariesAreReadAsTheyWereWritten() throws {
        var kinds: Set<String> = []
        for seed in seeds(few: 12, more: 100, all: 1_000) {
            for reader in try RandomReader.makeThree(seed) {
                let records = try all(reader.library)
                try assertRoundTrip(records, "seed \(seed)")
                kinds.formUnion(records.map { SharedRecord($0).kind })
            }
        }
        for kind in [
            "made note", "made book", "made noteVersion", "set book", "set series", "text",
        ]
            + [
                "trash", "purge", "source", "batch", "picture", "set favorite",
                "made importedChange",
            ]
        {
            XCTAssertTrue(kinds.contains(kind), "no \(kind) in \(kinds.sorted())")
        }
    }

    func testValuesOfEachColumnAreReadAsTheyWereWritten() throws {
        var numbers = SeededNumbers(seed: 3)
        for table in RecordTable.allCases where table != .trashedNote {
            XCTAssertEqual(
                Set(table.columnRules.keys),
                Set(table.fields.flatMap(\.columns)),
                table.rawValue
            )
            for _ in 0..<50 {
                var values: [String: LibraryRecord.Value] = [:]
                for field in table.fields {
                    values[field.name] = LibraryRecord.Value(
                        columns: field.columns.map { column in
                            table.columnRules[column].map { randomValue($0, &numbers) } ?? .null
                        },
                        isReaders: Bool.random(using: &numbers)
                    )
                }
                let item = LibraryRecord.Item(kind: table.kind, id: uuid(9))
                var records: [LibraryRecord] = values.map { field, value in
                    let stamp = ChangeStamp(milliseconds: 9, count: 1, device: numbers.next())
                    return .set(item, field: field, value, stamp)
                }
                switch table {
                case .importedItem: records.append(.source(item, values: values))
                case .importBatch: records.append(.batch(item, values: values))
                case .picture: records.append(.picture(item, values: values))
                default: records.append(.made(item, values: values))
                }
                try assertRoundTrip(records, table.rawValue)
            }
        }
    }

    private func randomValue(_ rule: ColumnRule, _ numbers: inout SeededNumbers) -> DatabaseValue {
        if rule.isOptional, Int.random(in: 0..<4, using: &numbers) == 0 { return .null }
        switch rule.type {
        case .integer: return Int64(bitPattern: numbers.next()).databaseValue
        case .real: return Double.random(in: -1...1, using: &numbers).databaseValue
        case .text:
            return ["", "a\nb", "\"", "é", "null"].randomElement(using: &numbers).databaseValue
        case .blob: return Data([0, 1, UInt8.random(in: 0...255, using: &numbers)]).databaseValue
        case .id: return uuid(Int.random(in: 0..<256, using: &numbers)).databaseValue
        case .any:
            let all: [DatabaseValue] = [
                1.databaseValue, 4.0.databaseValue, "#".databaseValue, Data().databaseValue,
                Double.infinity.databaseValue, (-Double.infinity).databaseValue,
            ]
            return all.randomElement(using: &numbers) ?? .null
        }
    }

    func testStampsAndIDsAreReadAsTheyWereWritten() throws {
        let item = LibraryRecord.Item(kind: "book", id: uuid(1))
        let value = LibraryRecord.Value(columns: ["x".databaseValue])
        let stamps = [
            ChangeStamp(), ChangeStamp(milliseconds: .max), ChangeStamp(milliseconds: -1, count: 2),
            ChangeStamp(milliseconds: 1, count: 0, device: .max),
            ChangeStamp(milliseconds: 1, count: .max, device: 1),
        ]
        var records: [LibraryRecord] = stamps.map { .set(item, field: "tagline", value, $0) }
        let nothing = LibraryRecord.Value(columns: [])
        for field in ["state", "seen", "since", "tagline", "readings"] {
            records.append(.set(item, field: field, nothing, stamps[3]))
        }
        let made = LibraryRecord.Value(columns: [true.databaseValue])
        records.append(.set(item, field: "made", made, stamps[3]))
        let pair = LibraryRecord.Item(kind: DeclinedPair.kind, id: uuid(1))
        records.append(.set(pair, field: uuid(2).uuidString, nothing, ChangeStamp()))
        var row = RevisionRow(
            noteID: uuid(1),
            id: uuid(3),
            content: uuid(4),
            stamp: stamps[4]
        )
        row.replaced = [uuid(5), uuid(6), uuid(7)]
        records.append(.text(row, nil))
        row.state = .purged
        records.append(.text(row, nil))
        row.content = RevisionID.of("text", in: uuid(1))
        records.append(.text(row, "text"))
        row.id = row.content
        row.replaced = []
        records.append(.text(row, "text"))
        records.append(.trash(note: uuid(1), revisions: [uuid(3), uuid(4)], deletedAt: 5))
        records.append(.purge(item, purgedAt: .min))
        try assertRoundTrip(records, "stamps")
        let ids = [drafts([text("a")])[0].id, drafts([text("b")])[0].id]
        let read = SharedRecord(read: ids, at: 7)
        XCTAssertEqual(try self.records(drafts([read])[0].bytes), [read])
    }

    /// Which revisions are shown follows from all of them, and is never written down.
    func testStatesOfRevisionsAreNotWritten() throws {
        var row = RevisionRow(noteID: uuid(1), id: uuid(3), content: uuid(3), stamp: .init())
        let plain = SharedRecord(.text(row, nil))
        row.state = .shown
        XCTAssertEqual(SharedRecord(.text(row, nil)), plain)
        row.state = .purged
        XCTAssertNotEqual(SharedRecord(.text(row, nil)), plain)
    }

    func testValuesOfAnEditionStayHere() throws {
        let item = LibraryRecord.Item(kind: "book", id: uuid(1))
        let title = LibraryRecord.Value(columns: ["x".databaseValue])
        XCTAssertNil(SharedRecord(.edition(item, values: ["title": title])).json)
        // Of a bundled book, only what the reader has set.
        var values: [String: LibraryRecord.Value] = [:]
        for field in RecordTable.book.fields
        where !RecordTable.book.editionFields.contains(field.name) {
            values[field.name] = LibraryRecord.Value(
                columns: field.columns.map {
                    $0 == "seriesID" ? uuid(2).databaseValue : .null
                }
            )
        }
        values["origin"] = LibraryRecord.Value(columns: ["bundled".databaseValue])
        values["tagline"] = LibraryRecord.Value(columns: [.null], isReaders: true)
        try assertRoundTrip([.made(item, values: values)], "bundled")
    }

    // MARK: - What this version does not know

    func testUnknownRecordsAreKeptAsTheyStand() throws {
        let lines = [
            #"{"shelf":"x", "a":[1.50,{"b":null}]}"#, #"{"made":"shelf/AAAAAAAAQACAAAAAAAAAAQ"}"#,
            #"{"set":"book/AAAAAAAAQACAAAAAAAAAAQ","is":{"colour":5},"at":1}"#, #"{}"#,
            #"{"at":1,"purge":"note/AAAAAAAAQACAAAAAAAAAAQ"}"#,
        ]
        let read = try records(file(lines))
        XCTAssertEqual(read.map(\.content), lines.map { _ in .unknown })
        XCTAssertEqual(read.map { String(decoding: $0.json ?? [], as: UTF8.self) }, lines)
        XCTAssertTrue(read.allSatisfy(\.isToBeKept))
        XCTAssertEqual(drafts(read)[0].bytes, file(lines))
    }

    func testUnknownMembersOfKnownRecordsAreKeptAsTheyStand() throws {
        let stamp = #""at":[1,2,"00000000000000ff"]"#
        let lines = [
            #"{"purge":"note/AAAAAAAAQACAAAAAAAAAAQ","at":5,"why":{"x": 1e0}}"#,
            #"{"set":"book/AAAAAAAAQACAAAAAAAAAAQ","is":{"tagline":"x","colour":[1, 2]},"#
                + stamp + #","later":true}"#,
        ]
        let read = try records(file(lines))
        XCTAssertFalse(read.contains { $0.content == .unknown })
        XCTAssertTrue(read.allSatisfy(\.isToBeKept))
        XCTAssertEqual(read.map { String(decoding: $0.json ?? [], as: UTF8.self) }, lines)
        XCTAssertEqual(
            read[0].content,
            .library(.purge(.init(kind: "note", id: uuid(1)), purgedAt: 5))
        )
        // Kept, and read after an update.
        XCTAssertEqual(read.map { SharedRecord(json: $0.json ?? []) }, read)
    }

    // MARK: - What nobody could have written

    func testRecordsWithValuesThatNoLibraryHasAreNotUnderstood() throws {
        let id = "AAAAAAAAQACAAAAAAAAAAQ"
        let lines = [
            #"{"purge":"note/\#(id)"}"#, #"{"purge":"note/\#(id)x","at":5}"#,
            #"{"purge":"../note/\#(id)","at":5}"#, #"{"purge":"outbox/\#(id)","at":5}"#,
            #"{"purge":"note/\#(id)","at":"5"}"#, #"{"purge":"note/\#(id)","at":5.0}"#,
            #"{"set":"book/\#(id)","is":{"title":5},"at":1}"#,
            #"{"set":"book/\#(id)","is":{"title":null},"at":1}"#,
            #"{"set":"book/\#(id)","is":{"title":"a\u0000"},"at":1}"#,
            #"{"set":"book/\#(id)","is":{"title":true},"at":1}"#,
            #"{"set":"book/\#(id)","is":{"id":{"b":"\#(id)"}},"at":1}"#,
            #"{"set":"book/\#(id)","is":{"coverID":{"b":"AAAA"}},"at":1}"#,
            #"{"set":"book/\#(id)","is":{"title":"a","tagline":"b"},"at":1}"#,
            #"{"set":"book/\#(id)","is":{},"at":1}"#, #"{"set":"book/\#(id)","at":1}"#,
            #"{"set":"book/\#(id)","is":{"title":"a"},"no":"title","at":1}"#,
            #"{"set":"book/\#(id)","no":"title; DROP TABLE note","at":1}"#,
            #"{"set":"book/\#(id)","is":{"title":"a"},"at":[1]}"#,
            #"{"set":"book/\#(id)","is":{"title":"a"},"at":[1,2,"x"]}"#,
            #"{"set":"book/\#(id)","is":{"title":"a"},"own":false,"at":1}"#,
            #"{"set":"note/\#(id)","is":{"quote":"a"},"at":1}"#,
            #"{"set":"declinedPair/\#(id)","no":"x","at":1}"#,
            #"{"made":"note/\#(id)","is":{"subjectID":{"b":"\#(id)"}}}"#,
            #"{"made":"trashedNote/\#(id)","is":{}}"#, #"{"made":"favorite/\#(id)","is":{}}"#,
            #"{"text":"\#(id)","at":1}"#, #"{"text":"\#(id)","is":5,"at":1}"#,
            #"{"text":"\#(id)","is":"a","of":"\#(id)","at":1}"#,
            #"{"text":"\#(id)","is":"a\u0000","at":1}"#,
            #"{"text":"\#(id)","is":"a","after":["x"],"at":1}"#,
            #"{"text":"\#(id)","is":"a","purged":1,"at":1}"#,
            #"{"trash":"\#(id)","at":1}"#.replacing(#","at":1"#, with: #","of":5,"at":1"#),
            #"{"read":["x"],"at":1}"#, #"{"read":[5],"at":1}"#,
            #"{"picture":"\#(id)","is":{"width":1,"height":1,"type":"image/png"}}"#,
        ]
        for line in lines {
            let read = try records(file([line]))
            XCTAssertEqual(read.first?.content, .unknown, line)
            XCTAssertEqual(read.first?.json, Array(line.utf8), line)
        }
    }

    func testLinesThatAreNoObjectsAreNamed() throws {
        let deep = "{\"a\":" + String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
        let reader = reader(file(["[]", #"{"later":1}"#, deep + "}", "{"]))
        var found: [SharedRecord] = []
        let reading = try reader.forEachRecord(of: reader.examine()) { record, _ in
            found.append(record)
        }
        XCTAssertEqual(reading.unreadableLines, [2, 4, 5])
        XCTAssertEqual(reading.kept, 1)
        XCTAssertEqual(found.count, 1)
    }

    // MARK: - Costs

    private func size(_ records: [LibraryRecord]) -> Int {
        records.reduce(0) { size, record in
            SharedRecord(record).json.map { size + $0.count + SharedLine.jsonOffset + 1 } ?? size
        }
    }

    func testANoteCostsAtMost250BytesBeyondItsText() throws {
        let library = try Library.inMemory(environment: TestEnvironment().library)
        try library.saveSeries(uuid(1), title: "Series")
        let character = Character(id: UUID(), seriesID: uuid(1), name: "B", position: 0)
        try library.save(character)
        let text = "A thought"
        try library.addNote(text, on: .character(character.id))
        let records = try all(library).filter {
            switch $0 {
            case .made(let item, _): item.kind == "note"
            case .text: true
            default: false
            }
        }
        XCTAssertEqual(records.count, 2)
        let cost = size(records) - text.utf8.count
        XCTAssertLessThanOrEqual(cost, 250)
    }

    func testAChangedTextCostsAtMost250BytesBeyondIt() throws {
        var row = RevisionRow(
            noteID: UUID(),
            id: UUID(),
            content: UUID(),
            stamp: ChangeStamp(milliseconds: 1_764_412_345_678, count: 12, device: .max)
        )
        row.content = RevisionID.of("text", in: row.noteID)
        row.replaced = [UUID()]
        let cost = size([.text(row, "text")]) - 4
        XCTAssertLessThanOrEqual(cost, 250)
    }

    func testAChangedFieldCostsAtMost200Bytes() throws {
        let stamp = ChangeStamp(milliseconds: 1_764_412_345_678, count: 12, device: .max)
        var largest = 0
        for table in RecordTable.allCases {
            for field in table.fields {
                // Of a row that is one value, such as an import, all of it is.
                guard field.name != "row" else { continue }
                let columns = field.columns.map { column -> DatabaseValue in
                    switch table.columnRules[column]?.type {
                    case .id: UUID().databaseValue
                    case .integer: 1_764_412_345_678.databaseValue
                    case .real: 12.5.databaseValue
                    default: "".databaseValue
                    }
                }
                let value = LibraryRecord.Value(
                    columns: columns,
                    isReaders: table.editionFields.contains(field.name)
                )
                let item = LibraryRecord.Item(kind: table.kind, id: UUID())
                let cost = size([.set(item, field: field.name, value, stamp)])
                largest = max(largest, cost)
                XCTAssertLessThanOrEqual(cost, 200, "\(table.kind).\(field.name)")
            }
        }
    }
}

extension SharedRecord {
    /// Its kind and that of its item.
    fileprivate var kind: String {
        switch content {
        case .unknown: "unknown"
        case .read: "read"
        case .library(let record):
            switch record {
            case .made(let item, _): "made \(item.kind)"
            case .set(let item, _, _, _): "set \(item.kind)"
            case .edition: "edition"
            case .text: "text"
            case .trash: "trash"
            case .purge: "purge"
            case .source: "source"
            case .batch: "batch"
            case .picture: "picture"
            }
        }
    }
}
