import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class LibrarySchemaTests: LibraryTestCase {
    func testLibraryOfSchemaOneKeepsEverything() throws {
        let frozen = try DatabaseQueue(path: databaseURL.path)
        try frozen.write { try $0.execute(sql: FrozenSchema.one) }
        try frozen.close()

        let library = try Library.open(at: databaseURL)
        let notes = try library.allNotes()
        XCTAssertEqual(notes.map(\.id), [uuid(41), uuid(42)])
        XCTAssertEqual(notes.map(\.subject), [.book(uuid(11)), .character(uuid(21))])
        XCTAssertEqual(notes.map(\.text), ["On the book", "On the hawk\nwith two lines"])
        XCTAssertEqual(notes[1].createdAt.timeIntervalSince1970, 1_700_000_001.5)
        XCTAssertEqual(notes[1].modifiedAt.timeIntervalSince1970, 1_700_000_009)
        XCTAssertEqual(try library.favorites(), [uuid(21)])

        let series = try library.series()
        XCTAssertEqual(series.title, "Frozen")
        XCTAssertEqual(series.revision, 3)
        XCTAssertEqual(series.books.map(\.title), ["Book"])
        XCTAssertEqual(series.books[0].tint?.dark.description, "#222222")
        XCTAssertEqual(series.related(to: uuid(21)).map(\.name), ["Angler"])

        let new = try library.addNote("new", on: .book(uuid(11)))
        XCTAssertEqual(new.sequence, 8, "numbers that were once given are not given again")
        try library.close()
    }

    /// The files that the first version left after quitting: all it had stands in the log.
    func testFilesOfTheFirstVersionOpenWhole() throws {
        try copyFrozenFiles(["library.sqlite", "library.sqlite-wal"])
        let library = try openWhole()
        XCTAssertEqual(try library.allNotes().count, 15)
        XCTAssertEqual(
            try library.allNotes()[12].text,
            "  indented\nsecond line\n\nÉté, 影空三部作 🦅"
        )
        XCTAssertEqual(try library.favorites().count, 2)
        try library.close()
    }

    func testFilesOfTheSecondVersionOpenWhole() throws {
        try copyFrozenFiles(["library.sqlite", "library.sqlite-mark"], version: 2)
        let library = try openWhole()
        XCTAssertGreaterThan(try library.allNotes().count, 0)
        XCTAssertGreaterThan(try library.favorites().count, 0)
        try library.close()
    }

    /// Of a reader who has changed and deleted parts of the bundled series, and made one of their own;
    /// the last notes stand in the log only.
    func testFilesOfTheThirdVersionOpenWhole() throws {
        try copyFrozenFiles(
            ["library.sqlite", "library.sqlite-wal", "library.sqlite-mark"],
            version: 3
        )
        let library = try openWhole()
        let notes = try library.allNotes()
        XCTAssertEqual(notes.count, 27)
        XCTAssertEqual(notes.last?.text, "Saved by the program, too")
        XCTAssertEqual(try library.favorites().count, 2)
        let bundled = try library.series()
        XCTAssertEqual(bundled.books[1].tagline, "A line of the reader's own")
        XCTAssertEqual(bundled.allCharacters.filter { $0.name == "Called otherwise" }.count, 1)
        XCTAssertEqual(try library.allSeries().map(\.title), [bundled.title, "Own series"])
        let own = try XCTUnwrap(try library.series(uuid(101)))
        XCTAssertEqual(own.books.map(\.title), ["Bare", "Full"])
        XCTAssertEqual(own.allCharacters.map(\.name), ["Own, in a book", "Own, in none"])
        XCTAssertEqual(own.related(to: uuid(121)).map(\.id), [uuid(122)])
        XCTAssertNil(try library.series(uuid(102)), "it was deleted")
        try library.close()
    }

    /// Of a reader with rows in every table that the fourth version added; the last notes stand in the log
    /// only.
    func testFilesOfTheFourthVersionOpenWhole() throws {
        try copyFrozenFiles(
            ["library.sqlite", "library.sqlite-wal", "library.sqlite-mark"],
            version: 4
        )
        let library = try openWhole()
        let notes = try library.allNotes()
        XCTAssertEqual(notes.count, 30)
        XCTAssertEqual(notes.last?.text, "Saved by the fourth version, too")
        let quoting = try XCTUnwrap(notes.first { $0.quote != nil })
        XCTAssertEqual(quoting.quote?.text, "What the book says")
        XCTAssertEqual(quoting.place?.text, "p. 87")
        XCTAssertEqual(
            try library.earlierVersions(of: quoting.id).map(\.text),
            ["As it read before"]
        )
        XCTAssertEqual(try library.notesMentioning(uuid(121), limit: 9).map(\.id), [quoting.id])
        XCTAssertEqual(try library.importBatches().map(\.name), ["My Clippings.txt"])
        XCTAssertTrue(try library.trash(limit: 9).contains { $0.kind == .note })
        XCTAssertNil(library.straysFolder)
        try library.close()
    }

    /// Of a reader with rows in every table and in all columns that the fifth version has; the last notes
    /// stand in the log only.
    func testFilesOfTheFifthVersionOpenWhole() throws {
        try copyFrozenFiles(
            ["library.sqlite", "library.sqlite-wal", "library.sqlite-mark"],
            version: 5
        )
        let library = try openWhole()
        let notes = try library.allNotes()
        XCTAssertEqual(notes.count, 20)
        XCTAssertEqual(notes.last?.text, "Saved by the fifth version, too")
        XCTAssertFalse(notes.contains { $0.isUndated || !$0.tags.isEmpty })
        let changed = try XCTUnwrap(notes.first { $0.text.hasPrefix("As it reads now") })
        XCTAssertEqual(changed.quote?.style, "underline")
        XCTAssertEqual(changed.place?.text, "p. 87")
        let versions = try library.earlierVersions(of: changed.id)
        XCTAssertEqual(versions.map(\.text), ["As it read before", "As it read first"])
        // They do not know what the note quoted: what it quotes now stays.
        XCTAssertEqual(versions.map(\.isWhole), [false, false])
        try library.bringBack(version: versions[1].id, of: changed.id)
        XCTAssertEqual(try library.note(changed.id)?.quote, changed.quote)
        XCTAssertEqual(try library.note(changed.id)?.place, changed.place)

        let own = try XCTUnwrap(try library.series(uuid(101)))
        let full = try XCTUnwrap(own.book(uuid(112)))
        XCTAssertEqual(full.number, "1.5")
        XCTAssertNil(full.readingStatus)
        XCTAssertEqual(full.readings, [])
        XCTAssertEqual(own.readUpTo?.chapterID, uuid(131))
        XCTAssertNotNil(try full.coverID.flatMap(library.picture))
        XCTAssertEqual(
            try library.importBatches().map(\.name),
            ["highlights.csv", "My Clippings.txt"]
        )
        let gone = try XCTUnwrap(try library.trash(limit: 9).first { $0.kind == .note })
        try library.restore([gone])
        XCTAssertEqual(try library.note(gone.id)?.text, "Taken back")
        try library.close()
    }

    /// Of a reader with rows in every table and in all columns that the sixth version has; the last note
    /// stands in the log only.
    func testFilesOfTheSixthVersionOpenWhole() throws {
        try copyFrozenFiles(
            ["library.sqlite", "library.sqlite-wal", "library.sqlite-mark"],
            version: 6
        )
        let library = try openWhole()
        let notes = try library.allNotes()
        XCTAssertEqual(notes.count, 11)
        XCTAssertEqual(try library.note(uuid(214))?.text, "Saved by the sixth version, too")
        let changed = try XCTUnwrap(try library.note(uuid(201)))
        XCTAssertTrue(changed.text.hasPrefix("As it reads now"))
        XCTAssertEqual(changed.tags, ["One", "two words"])
        XCTAssertEqual(
            try library.earlierVersions(of: changed.id).map(\.text),
            ["As it read before", "As it read first", "As it read first"]
        )
        let own = try XCTUnwrap(try library.series(uuid(101)))
        let full = try XCTUnwrap(own.book(uuid(112)))
        XCTAssertEqual(full.readings.map(\.line), ["2019/2020-02-29", "2021-01/"])
        XCTAssertEqual(full.shelves, ["Whales", "At the seaside"])
        XCTAssertEqual(full.rating, 9)
        XCTAssertEqual(try library.read("look") { try $0.currentID(uuid(113)) }, uuid(112))
        XCTAssertEqual(
            try library.read("look") { try $0.purgedItems()["note"] },
            [uuid(205)]
        )
        XCTAssertEqual(
            try library.importBatches().map(\.name),
            ["books.csv", "Grown.txt", "My Clippings.txt"]
        )
        try library.close()
    }

    /// Of the reader of the sixth version, into whose library a copy was merged that had changed since; the
    /// last note stands in the log only.
    func testFilesOfTheSeventhVersionOpenWhole() throws {
        try copyFrozenFiles(
            ["library.sqlite", "library.sqlite-wal", "library.sqlite-mark"],
            version: 7
        )
        let library = try openWhole()
        XCTAssertEqual(try library.allNotes().count, 43)
        XCTAssertEqual(try library.note(uuid(215))?.text, "Saved by the seventh version, too")
        let changed = try XCTUnwrap(try library.note(uuid(202)))
        XCTAssertEqual(changed.text, "A\nas the other has changed it")
        XCTAssertEqual(changed.quote?.text, "Another quotation")
        let texts = try library.read("look") { try $0.fetchTexts(of: changed.id) }
        XCTAssertEqual(texts.shown?.text, changed.text)
        let beside = texts.shown?.beside.compactMap { texts.rows[$0]?.content }
        XCTAssertEqual(beside?.map { texts.texts[$0] }, ["A\nas one has changed it"])
        XCTAssertEqual(
            try library.read("look") { try $0.purgedItems()["note"]?.count },
            3
        )
        XCTAssertEqual(try library.importBatches().first?.name, "library.sqlite")
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
    }

    /// Opens the library, and checks that every row of every table is in it as it was.
    private func openWhole() throws -> Library {
        let copy = directory.appendingPathComponent("as-it-was")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for name in ["library.sqlite", "library.sqlite-wal"] {
            let url = directory.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: url.path) else { continue }
            try FileManager.default.copyItem(at: url, to: copy.appendingPathComponent(name))
        }
        let queue = try DatabaseQueue(path: copy.appendingPathComponent("library.sqlite").path)
        let version = try queue.read(LibrarySchema.version)
        let columns = try queue.read(tables)
        let before = try queue.read { try rows($0, columns) }
        try queue.close()
        for table in ["note", "favorite", "series", "book", "character", "relation"] {
            XCTAssertEqual(before[table]?.isEmpty, false, table)
        }

        let library = try Library.open(at: databaseURL)
        let after = try library.read("look") { try rows($0, columns) }
        for (table, rows) in before where table != "commitCount" {
            XCTAssertEqual(after[table], rows, table)
        }
        // Each step from the one that draws an identity is a commit like any other.
        if let count = before["commitCount"]?.first?["count"] as Int? {
            let last = max(version, LibrarySchema.firstVersionWithIdentity - 1)
            XCTAssertEqual(
                after["commitCount"]?.first?["count"],
                count + LibrarySchema.currentVersion - last
            )
        }
        let stamp = try XCTUnwrap(try library.read("look", CommitStamp.fetch))
        XCTAssertNotNil(stamp.identity)
        XCTAssertNotNil(stamp.token)
        XCTAssertEqual(try library.check(), LibraryFindings())
        let notes = try library.allNotes()
        XCTAssertEqual(
            try library.noteCounts(),
            Dictionary(grouping: notes, by: \.subject).mapValues(\.count)
        )
        let series = try library.series()
        XCTAssertEqual(series.origin, .bundled)
        if columns["book"]?.contains("deletedAt") == false {
            XCTAssertEqual(series.books.count, before["book"]?.count)
            XCTAssertEqual(series.allCharacters.count, before["character"]?.count)
            XCTAssertEqual(series.relations.count, before["relation"]?.count)
        }
        return library
    }

    /// The tables of a library with their columns.
    private func tables(_ db: Database) throws -> [String: [String]] {
        let names = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table'
                AND name NOT LIKE 'grdb%' AND name NOT LIKE 'sqlite%'
                """
        )
        return try names.reduce(into: [:]) { $0[$1] = try db.columns(in: $1).map(\.name) }
    }

    private func rows(_ db: Database, _ tables: [String: [String]]) throws -> [String: [Row]] {
        try tables.reduce(into: [:]) { rows, table in
            let names = table.value.joined(separator: ", ")
            rows[table.key] = try Row.fetchAll(
                db,
                sql: "SELECT \(names) FROM \(table.key) ORDER BY \(names)"
            )
        }
    }

    func testFilesOfTheFirstVersionWithoutTheirLogAreRefused() throws {
        try copyFrozenFiles(["library.sqlite"])
        for log in [nil, 0, 32] {
            try log.map {
                try Data(count: $0).write(to: URL(fileURLWithPath: databaseURL.path + "-wal"))
            }
            XCTAssertThrowsError(try Library.open(at: databaseURL)) {
                XCTAssertEqual(($0 as? LibraryError)?.damage?.kind, .empty)
            }
        }
    }

    private func copyFrozenFiles(_ names: [String], version: Int = 1) throws {
        try FrozenFiles.copy(version: version, to: names.map(directory.appendingPathComponent))
    }

    func testFreshLibraryHasThePresentVersionAndTheFrozenTables() throws {
        func tables(_ db: Database) throws -> [String] {
            try String.fetchAll(
                db,
                sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'grdb%'"
            )
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .sorted()
        }
        let fresh = try DatabaseQueue()
        let frozen = try DatabaseQueue()
        try LibrarySchema.migrate(fresh, steps: [LibrarySchema.steps[0]])
        try frozen.write { try $0.execute(sql: FrozenSchema.one) }
        // A released step never changes: whoever has taken it does not take it again.
        XCTAssertEqual(try fresh.read(tables), try frozen.read(tables))

        let library = try Library.inMemory()
        XCTAssertEqual(
            try library.read("look") { try LibrarySchema.version(of: $0) },
            LibrarySchema.currentVersion
        )
    }

    func testOnlyMissingStepsAreTaken() throws {
        let queue = try DatabaseQueue()
        let first: LibrarySchema.Step = { try $0.execute(sql: "CREATE TABLE a (x)") }
        let second: LibrarySchema.Step = { try $0.execute(sql: "CREATE TABLE b (x)") }
        try LibrarySchema.migrate(queue, steps: [first])
        XCTAssertEqual(try queue.read(LibrarySchema.version), 1)
        // Taking the first again would throw: its table exists.
        try LibrarySchema.migrate(queue, steps: [first, second])
        try LibrarySchema.migrate(queue, steps: [first, second])
        XCTAssertEqual(try queue.read(LibrarySchema.version), 2)
        XCTAssertTrue(try queue.read { try $0.tableExists("b") })
    }

    func testStepThatFailsLeavesTheDatabaseAsTheStepBeforeLeftIt() throws {
        struct Failure: Error {}
        let queue = try DatabaseQueue()
        let first: LibrarySchema.Step = { try $0.execute(sql: "CREATE TABLE a (x)") }
        let failing: LibrarySchema.Step = {
            try $0.execute(sql: "CREATE TABLE b (x)")
            throw Failure()
        }
        try LibrarySchema.migrate(queue, steps: [first])
        XCTAssertThrowsError(try LibrarySchema.migrate(queue, steps: [first, failing]))
        XCTAssertEqual(try queue.read(LibrarySchema.version), 1)
        XCTAssertFalse(try queue.read { try $0.tableExists("b") })
    }

    func testStepThatBreaksAForeignKeyIsRefused() throws {
        let queue = try DatabaseQueue()
        let first: LibrarySchema.Step = {
            try $0.execute(
                sql: """
                    CREATE TABLE a (id INTEGER PRIMARY KEY);
                    CREATE TABLE b (a INTEGER REFERENCES a (id) ON DELETE CASCADE);
                    INSERT INTO a VALUES (1); INSERT INTO b VALUES (1);
                    """
            )
        }
        // With foreign keys on, dropping the table would empty the other one.
        let rebuilding: LibrarySchema.Step = {
            try $0.execute(
                sql: """
                    CREATE TABLE new (id INTEGER PRIMARY KEY); INSERT INTO new SELECT id FROM a;
                    DROP TABLE a; ALTER TABLE new RENAME TO a;
                    """
            )
        }
        let losing: LibrarySchema.Step = { try $0.execute(sql: "DELETE FROM a") }
        try LibrarySchema.migrate(queue, steps: [first, rebuilding])
        XCTAssertEqual(try queue.read { try Int.fetchAll($0, sql: "SELECT a FROM b") }, [1])
        XCTAssertThrowsError(try LibrarySchema.migrate(queue, steps: [first, rebuilding, losing]))
        XCTAssertEqual(try queue.read { try Int.fetchAll($0, sql: "SELECT id FROM a") }, [1])
    }
}
