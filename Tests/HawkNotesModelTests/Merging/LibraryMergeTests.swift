import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Properties of merged random libraries.
final class LibraryMergeTests: LibraryTestCase {
    private static let seeds: ClosedRange<Int> = {
        let first = ProcessInfo.processInfo.environment["HAWK_NOTES_FIRST_SEED"].flatMap(Int.init)
        return (first ?? 1)...sample(few: 50, more: 200, all: 2_000)
    }()

    private var mergeCount = 0

    /// Two copies of a library and a third one of the second, all changed since.
    private func makeThree(_ seed: Int) throws -> [RandomReader] {
        let first = try RandomReader(seed: 3 * seed, name: "a")
        try first.library.saveSeries(uuid(3), title: "Other series")
        try first.actOnEverything(25)
        let second = try first.fork(seed: 3 * seed + 1, name: "b")
        try second.actOnEverything(15)
        // All import the same file, some of them each for itself.
        let isForkOfFile = seed.isMultiple(of: 3)
        if isForkOfFile { try second.importFile() }
        let third = try second.fork(seed: 3 * seed + 2, name: "c")
        for reader in [first, third] + (isForkOfFile ? [] : [second])
        where !isForkOfFile || reader !== third {
            try reader.importFile()
        }
        try first.actOnEverything(15)
        try third.actOnEverything(15)
        return [first, second, third]
    }

    /// A copy of the first library, with the others merged in.
    private func merge(
        _ all: RandomReader...,
        tables: Set<RecordTable> = Set(RecordTable.allCases)
    ) throws -> RandomReader {
        mergeCount += 1
        let merged = try all[0].fork(seed: mergeCount, name: "m")
        for other in all.dropFirst() { _ = try merge(other, into: merged, tables) }
        return merged
    }

    @discardableResult
    private func merge(
        _ other: RandomReader,
        into reader: RandomReader,
        _ tables: Set<RecordTable> = Set(RecordTable.allCases),
        bringsBack: Bool = false
    ) throws -> MergeOutcome {
        try LibraryMerge(of: other.library.store.writer, name: "other", tables: tables)
            .run(into: reader.library, bringsBack: bringsBack)
    }

    /// What a library shows, line by line. Deleted things are only said to be deleted: one library
    /// may have them in the trash that the other has deleted permanently.
    private func shown(_ reader: RandomReader) throws -> [String] {
        try reader.library.readAtOnce("look") { db in
            func lines(_ name: String, _ sql: String) throws -> [String] {
                try Row.fetchAll(db, sql: sql).map { row in
                    "\(name) " + row.map { "\($0)=\($1)" }.joined(separator: " ")
                }
            }
            // With what they are in.
            let books = "(SELECT book.id FROM \(BookRecord.shownRows))"
            let characters = "(SELECT character.id FROM \(CharacterRecord.shownRows))"
            let notes = """
                (SELECT * FROM note WHERE subjectID IN \(books) OR subjectID IN \(characters)) AS note
                """
            var all = try lines(
                "note",
                """
                SELECT hex(id), text, subjectKind, hex(subjectID), createdAt, modifiedAt, tags,
                    quote, place, hex(chapterID) FROM \(notes)
                """
            )
            all += try lines("series", "SELECT hex(id), title FROM \(SeriesRecord.shownRows)")
            all += try lines(
                "book",
                """
                SELECT hex(id), hex(seriesID), position, title, tagline, hex(coverID), shelves
                FROM (SELECT \(BookRecord.selection) FROM book) WHERE id IN \(books)
                """
            )
            all += try lines(
                "chapter",
                """
                SELECT hex(chapter.id), hex(bookID), chapter.position, chapter.name
                FROM \(ChapterRecord.shownRows)
                """
            )
            all += try lines(
                "character",
                """
                SELECT hex(id), hex(seriesID), position, name, summary FROM character
                WHERE id IN \(characters)
                """
            )
            all += try lines(
                "relation",
                """
                SELECT hex(id), hex(firstID), hex(secondID), word FROM relation
                WHERE deletedAt IS NULL AND withdrawnAt IS NULL
                    AND firstID IN \(characters) AND secondID IN \(characters)
                """
            )
            all += try lines("favorite", "SELECT hex(characterID) FROM favorite")
            all += try lines("picture", "SELECT hex(id), hex(data) FROM picture")
            all += try lines("alias", "SELECT hex(alias), kind, hex(id) FROM idAlias")
            all += try lines("former", "SELECT hex(bookID), hex(seriesID) FROM formerSeries")
            all += try lines(
                "import",
                """
                SELECT hex(id), name, undoneAt FROM importBatch
                WHERE format <> '\(LibraryMerge.format)'
                """
            )
            let others = """
                batchID NOT IN (SELECT id FROM importBatch WHERE format = '\(LibraryMerge.format)')
                """
            all += try lines(
                "source",
                "SELECT hex(source), hex(itemID) FROM importedItem WHERE source IS NOT NULL"
            )
            all += try lines(
                "item",
                "SELECT DISTINCT hex(batchID), hex(itemID) FROM importedItem WHERE \(others)"
            )
            all += try lines(
                "change",
                """
                SELECT hex(batchID), hex(itemID), field,
                    CASE field WHEN 'join' THEN CAST(earlier AS TEXT) ELSE hex(earlier) END
                FROM importedChange WHERE \(others) AND itemID NOT IN (SELECT id FROM purgedItem)
                """
            )
            // The texts of a note besides its own, whatever the date of each version, without those
            // that were permanently deleted in another library.
            for row in try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT noteID, noteVersion.text FROM noteVersion
                    JOIN \(notes) ON note.id = noteID WHERE noteVersion.text <> note.text
                    """
            ) {
                let id: UUID = row["noteID"]
                let texts = try db.fetchTexts(of: id)
                let content = RevisionID.of(row["text"], in: id)
                let isPurged =
                    texts.rows.values.contains { $0.content == content }
                    && !texts.storedTexts.contains { $0.row.content == content }
                if !isPurged { all.append("version \(id) \(row["text"] as String)") }
            }
            all += try lines(
                "quote",
                """
                SELECT hex(id), quote FROM \(notes) WHERE quote IS NOT NULL
                UNION SELECT hex(noteID), noteVersion.quote FROM noteVersion
                    JOIN \(notes) ON note.id = noteID WHERE noteVersion.quote IS NOT NULL
                """
            )
            all += try lines(
                "beside",
                """
                SELECT hex(noteID), hex(noteRevision.id) FROM noteRevision
                JOIN \(notes) ON note.id = noteID WHERE state = 'beside'
                """
            )
            return all.sorted()
        }
    }

    private func assertSame(
        _ one: RandomReader,
        _ other: RandomReader,
        _ message: String,
        exceptValuesOf purged: Set<UUID> = [],
        except unsure: Set<String> = [],
        line: UInt = #line
    ) throws {
        let ids = Set(purged.map { $0.uuidString.replacing("-", with: "") })
        func lines(_ reader: RandomReader) throws -> Set<String> {
            Set(
                try shown(reader).compactMap { line in
                    let digits = line.replacing("-", with: "")
                    if unsure.contains(where: digits.contains) { return nil }
                    // The thing that it is about.
                    let id = line.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
                    guard ids.contains(id) else { return line }
                    return line.hasPrefix("change") ? nil : "\(line.prefix { $0 != " " }) \(id)"
                }
            )
        }
        let (one, other) = (try lines(one), try lines(other))
        guard one != other else { return }
        XCTFail(
            """
            \(message)
            - \(one.subtracting(other).sorted().joined(separator: "\n- "))
            + \(other.subtracting(one).sorted().joined(separator: "\n+ "))
            """,
            line: line
        )
    }

    /// The things of two libraries that a merged one lacks.
    private func missing(
        in merged: RandomReader,
        _ one: RandomReader,
        _ other: RandomReader
    ) throws -> [String] {
        var missing: [String] = []
        let both = try MergedLibrary(one.knowledge, other.knowledge, bringsBack: false)
        let union = both.all
        let known = try merged.knowledge
        // The versions of notes that were permanently deleted are gone as well, and those that
        // were replaced at other times are the same.
        let others = [RecordTable.noteVersion, .formerSeries].map(\.kind)
        let items = union.items.filter {
            !others.contains($0.kind) && both.state(of: $0) != .purged
        }
        for item in items where !known.items.contains(item) {
            if isForgotten(item, both) { continue }
            missing.append("\(item)")
        }
        let notes = Set(try merged.library.allNotes().map(\.id))
        for note in union.texts.keys where union.state(of: .note(note)) == .shown {
            guard notes.contains(note), let shown = union.text(of: note) else {
                missing.append("note \(note)")
                continue
            }
            if try merged.library.note(note)?.text != shown.text { missing.append("text \(note)") }
            let texts = try merged.library.read("look") { try $0.fetchTexts(of: note) }
            for (row, text) in union.texts[note]?.storedTexts ?? []
            where texts.texts[row.content] != text {
                missing.append("text \(text) of \(note)")
            }
        }
        return missing
    }

    /// A record of a change goes with what was permanently deleted, and with the end of a join.
    private func isForgotten(_ item: Item, _ both: MergedLibrary) -> Bool {
        guard item.kind == RecordTable.importedChange.kind,
            let columns = both.all.value("row", of: item)?.columns,
            let kind = String.fromDatabaseValue(columns[1]),
            let id = UUID.fromDatabaseValue(columns[2])
        else { return false }
        if both.state(of: Item(kind: kind, id: id)) == .purged { return true }
        let alias = Item(kind: RecordTable.idAlias.kind, id: id)
        return String.fromDatabaseValue(columns[3]) == Database.fieldOfJoin
            && both.mine.rows[alias] != both.theirs.rows[alias]
    }

    func testNothingThatEitherHasIsMissing() throws {
        for seed in Self.seeds {
            let readers = try makeThree(seed)
            let merged = try merge(readers[0], readers[1])
            XCTAssertEqual(
                try missing(in: merged, readers[0], readers[1]),
                [],
                "seed \(seed)"
            )
            XCTAssertEqual(try merged.library.check(), LibraryFindings(), "seed \(seed)")
        }
    }

    /// What a merged library knows is what both know: whatever is merged next, the same is shown.
    func testAMergedLibraryKnowsWhatBothKnow() throws {
        func shown(_ knowledge: LibraryKnowledge) throws -> Set<String> {
            let merged = try MergedLibrary(knowledge, knowledge, bringsBack: false)
            let knowledge = merged.all
            var lines: Set<String> = []
            for item in knowledge.seriesItems.union(knowledge.texts.keys.map(Item.note)) {
                let state = merged.state(of: item)
                lines.insert("\(item) is \(state), \(knowledge.state(of: item))")
                for (field, stamp) in knowledge.erased[item] ?? [:] {
                    lines.insert("\(item) erased \(field) \(stamp)")
                }
                for field in ["state", "seen"] where knowledge.rows[item]?[field] != nil {
                    let stamp = knowledge.rows[item]?[field]?.stamp
                    lines.insert("\(item) \(field) \(stamp ?? ChangeStamp())")
                }
                if item.kind == RecordTable.note.kind {
                    let heads = knowledge.texts[item.id]?.heads ?? []
                    let trash = knowledge.trash[item.id]?.revisions.intersection(heads) ?? []
                    lines.insert("\(item) \(heads.map(\.uuidString).sorted())")
                    lines.insert("\(item) trash \(trash.map(\.uuidString).sorted())")
                    let text = knowledge.text(of: item.id)
                    lines.insert("\(item) \(text?.text ?? "") \(text?.beside ?? [])")
                }
                guard state != .purged else { continue }
                for (field, value) in knowledge.rows[item] ?? [:]
                where field != "state" && field != "seen" {
                    lines.insert("\(item) \(field) \(value)")
                }
            }
            return lines
        }
        for seed in Self.seeds {
            let readers = try makeThree(seed)
            let both = try MergedLibrary(
                readers[0].knowledge,
                readers[1].knowledge,
                bringsBack: false
            )
            let union = try shown(both.all)
            for (one, other) in [(0, 1), (1, 0)] {
                let known = try shown(merge(readers[one], readers[other]).knowledge)
                XCTAssertEqual(union.subtracting(known).sorted(), [], "seed \(seed)")
                XCTAssertEqual(known.subtracting(union).sorted(), [], "seed \(seed)")
            }
        }
    }

    private typealias Item = LibraryRecord.Item

    /// Each table that is left out is found to be missing in some pair.
    func testALeftOutTableIsMissed() throws {
        var unnoticed = Set(RecordTable.allCases)
        for seed in 1...80 {
            let readers = try makeThree(seed)
            // What the readers seldom do.
            let library = readers[1].library
            try library.saveSeries(uuid(4), title: "New series")
            let note = try library.addNote("note", on: .character(uuid(2)))
            for quote in ["first", "second"] { try library.setQuote(Quote(quote), of: note.id) }
            for table in unnoticed {
                let others = Set(RecordTable.allCases).subtracting([table])
                do {
                    let merged = try merge(readers[0], readers[1], tables: others)
                    let missing = try missing(in: merged, readers[0], readers[1])
                    let whole = try shown(merge(readers[0], readers[1]))
                    let part = try shown(merged)
                    if !missing.isEmpty || whole != part {
                        unnoticed.remove(table)
                    }
                } catch {
                    // What refers to its rows can't be written without them.
                    unnoticed.remove(table)
                }
            }
            if unnoticed.isEmpty { break }
        }
        XCTAssertEqual(unnoticed, [])
    }

    func testMergingOnceMoreChangesNothing() throws {
        for seed in Self.seeds {
            let readers = try makeThree(seed)
            let merged = try merge(readers[0], readers[1])
            let before = try Self.dump(merged)
            let outcome = try merge(readers[1], into: merged)
            XCTAssertNil(outcome.batch, "seed \(seed)")
            let after = try Self.dump(merged)
            XCTAssertEqual(before.subtracting(after), [], "seed \(seed)")
            XCTAssertEqual(after.subtracting(before), [], "seed \(seed)")
        }
    }

    /// Every row of every table.
    private static func dump(_ reader: RandomReader) throws -> Set<String> {
        try reader.library.read("look") { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                    AND name NOT LIKE 'sqlite%' AND name <> 'commitCount'
                    """
            )
            var all: Set<String> = []
            for table in tables {
                for row in try Row.fetchAll(db, sql: "SELECT * FROM \(table)") {
                    let values = row.map { name, value -> String in
                        let bytes: Data? =
                            if case .blob(let data) = value.storage { data } else { nil }
                        let hex = bytes?.prefix(16).map { String($0, radix: 16) }.joined()
                        return "\(name)=\(hex ?? value.description)"
                    }
                    all.insert("\(table) \(values.joined(separator: " "))")
                }
            }
            return all
        }
    }

    func testTheOrderOfTwoDoesNotMatter() throws {
        for seed in Self.seeds {
            let readers = try makeThree(seed)
            try assertSame(
                merge(readers[0], readers[1]),
                merge(readers[1], readers[0]),
                "seed \(seed)"
            )
        }
    }

    /// Values that were permanently deleted in one library are not kept there for a third that still
    /// has the thing: it comes back with the values that the others have.
    func testTheOrderOfThreeDoesNotMatter() throws {
        for seed in Self.seeds {
            let all = try makeThree(seed)
            let purged = Set(try all.flatMap { try $0.knowledge.purges.keys.map(\.id) })
            let unsure = try all.idsOfUnsurePairs
            func assertSame(_ one: RandomReader, _ other: RandomReader, _ message: String) throws {
                try self.assertSame(one, other, message, exceptValuesOf: purged, except: unsure)
            }
            let first = try merge(all[0], all[1], all[2])
            for (one, two, three) in [(1, 2, 0), (2, 0, 1), (2, 1, 0)] {
                let other = try merge(all[one], all[two], all[three])
                try assertSame(first, other, "seed \(seed): \(one) \(two) \(three)")
            }
            let pair = try merge(all[1], all[2])
            try assertSame(first, merge(all[0], pair), "seed \(seed): 0 (1 2)")
            // What came back from a merge is merged like anything else.
            try assertSame(first, merge(pair, first), "seed \(seed): (1 2) (0 1 2)")
        }
    }

    func testNothingThatOneOfThreeHasIsMissing() throws {
        for seed in Self.seeds {
            let readers = try makeThree(seed)
            let order = seed.isMultiple(of: 2) ? readers : readers.reversed()
            let merged = try merge(order[0], order[1], order[2])
            for (number, reader) in readers.enumerated() {
                let missing = try missing(in: merged, reader, merged)
                XCTAssertEqual(missing, [], "seed \(seed): \(number)")
            }
        }
    }

    func testALibraryMergedWithItselfIsTheSame() throws {
        for seed in Self.seeds {
            let reader = try makeThree(seed)[0]
            let merged = try reader.fork(seed: 1, name: "m")
            let before = try Self.dump(merged)
            XCTAssertNil(try merge(reader, into: merged).batch, "seed \(seed)")
            XCTAssertEqual(try Self.dump(merged), before, "seed \(seed)")
        }
    }

    func testALibraryMergedWithItsBackupShowsTheSame() throws {
        for seed in Self.seeds {
            let reader = try RandomReader(seed: seed, name: "a")
            try reader.library.saveSeries(uuid(3), title: "Other series")
            try reader.actOnEverything(25)
            let backup = try reader.fork(seed: seed, name: "b")
            reader.pass(7 * 24 * 60 * 60)
            try reader.actOnEverything(25)
            let merged = try merge(reader, backup)
            // Versions and pictures that have expired since may come back.
            func things(_ reader: RandomReader) throws -> [String] {
                try shown(reader).filter { !$0.hasPrefix("version") && !$0.hasPrefix("picture") }
            }
            let (after, before) = (Set(try things(merged)), Set(try things(reader)))
            XCTAssertEqual(after.subtracting(before), [], "seed \(seed)")
            XCTAssertEqual(before.subtracting(after), [], "seed \(seed)")
            XCTAssertEqual(try missing(in: merged, reader, backup), [], "seed \(seed)")
        }
    }

    func testAForkHasTheChangesOfBoth() throws {
        for seed in Self.seeds {
            let reader = try RandomReader(seed: seed, name: "a")
            try reader.library.saveSeries(uuid(3), title: "Other series")
            try reader.actOnEverything(20)
            let fork = try reader.fork(seed: seed + 1, name: "b")
            try fork.actOnEverything(20)
            // Only one of them has changed.
            try assertSame(merge(reader, fork), fork, "seed \(seed)")
        }
    }

    func testUndoingAMergeShowsWhatWasShownBefore() throws {
        for seed in Self.seeds {
            let readers = try makeThree(seed)
            let merged = try merge(readers[0])
            let kinds = ["note", "series", "book", "chapter", "character", "relation", "favorite"]
            func things() throws -> [String] {
                try shown(merged).filter { kinds.contains(String($0.prefix { $0 != " " })) }
                    .map { line in
                        // Edits, the undo of one included, renew this.
                        line.replacing(#/modifiedAt=\d+/#, with: "")
                    }
            }
            let before = try things()
            guard let batch = try merge(readers[1], into: merged).batch else { continue }
            let undone = try merged.library.undoImport(batch)
            let (after, past) = (Set(try things()), Set(before))
            XCTAssertEqual(after.subtracting(past).sorted(), [], "seed \(seed)")
            XCTAssertEqual(past.subtracting(after).sorted(), [], "seed \(seed)")
            XCTAssertEqual(undone.keptCount, 0, "seed \(seed)")
        }
    }
}
