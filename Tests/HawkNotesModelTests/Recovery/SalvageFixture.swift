import Foundation
import GRDB
import TestSupport

@testable import HawkNotesModel
@testable import LibrarySalvage

/// A small library with every kind of page, and where each row of it stands.
struct SalvageFixture {
    typealias Rows = [String: [Data: [DatabaseValue]]]

    static let pageSize = 512

    /// The file with everything in it.
    var bytes: [UInt8] = []
    /// What is in it; series without their digest, which is cleared.
    var rows: Rows = [:]
    /// The ids of notes that had been deleted.
    var deleted: Set<Data> = []
    /// Where a row stands: its table, its id, and its bytes of the file.
    var places: [(table: String, id: Data, ranges: [Range<Int>])] = []
    /// The pages of each kind.
    var pages: [String: [Int]] = [:]

    private let template: URL

    /// - Parameters:
    ///   - hasChecksums: whether the notes have checksums of their texts.
    ///   - notes: how many notes are written before some are deleted.
    init(in directory: URL, hasChecksums: Bool = true, notes: Int = 80) throws {
        template = directory.appendingPathComponent("template-\(UUID().uuidString).sqlite")
        let empty = try Self.create(template)
        try empty.close()

        let url = directory.appendingPathComponent("fixture-\(UUID().uuidString).sqlite")
        let queue = try Self.create(url)
        try queue.writeWithoutTransaction { db in
            try db.inTransaction {
                try Self.fill(db, notes: notes, hasChecksums: hasChecksums)
                return .commit
            }
            deleted = try Self.deleteSome(db, notes: notes)
            rows = try Self.rows(of: db)
        }
        try queue.close()
        bytes = try Array(Data(contentsOf: url))
        let again = try DatabaseQueue(path: url.path)
        try again.read { try locate($0) }
        try again.close()
    }

    /// Those of the model, but for new libraries, which are made quickly.
    var rules: LibraryRules {
        LibraryRules(
            makeEmpty: { [template] in try Self.makeEmpty($0, from: template) },
            makeID: { UUID() }
        )
    }

    private static func makeEmpty(_ url: URL, from template: URL) throws -> DatabaseQueue {
        try FileManager.default.copyItem(at: template, to: url)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        }
        return try DatabaseQueue(path: url.path, configuration: configuration)
    }

    static func create(_ url: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // Without overwriting what is deleted: not every build of SQLite does that.
            try db.execute(
                sql: """
                    PRAGMA page_size = \(pageSize); PRAGMA journal_mode = WAL;
                    PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 0;
                    """
            )
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try LibrarySchema.migrate(queue)
        return queue
    }

    /// The rows of a library by table and id.
    static func rows(of db: Database) throws -> Rows {
        var all: Rows = [:]
        for table in SalvageTable.allCases {
            let columns = try db.columns(in: table.rawValue).map(\.name)
                .filter { $0 != "digest" && $0 != "textChecksum" }
            let id = idColumn(table)
            let sql = "SELECT \(id), \(columns.joined(separator: ", ")) FROM \(table.rawValue)"
            for row in try Row.fetchAll(db, sql: sql) {
                let values = Array(row.databaseValues)
                if let id = Data.fromDatabaseValue(values[0]) {
                    all[table.rawValue, default: [:]][id] = Array(values.dropFirst())
                }
            }
        }
        return all
    }

    /// The column that tells the rows of a table apart.
    private static func idColumn(_ table: SalvageTable) -> String {
        switch table {
        case .favorite: "characterID"
        case .noteVersion: "noteID"
        case .importedItem, .importedChange: "itemID"
        case .bookReading: "bookID"
        case .note, .trashedNote, .series, .book, .chapter, .character, .relation, .picture,
            .importBatch, .noteRevision:
            "id"
        }
    }

    /// The rows of which some byte of the file is damaged.
    func rows(holding damage: Range<Int>) -> Set<String> {
        Set(
            places.filter { $0.ranges.contains { $0.overlaps(damage) } }
                .map { Self.key($0.table, $0.id) }
        )
    }

    static func key(_ table: String, _ id: Data) -> String {
        table + ":" + id.map { String($0, radix: 16) }.joined(separator: ".")
    }

    static func id(_ group: Int, _ number: Int) -> Data {
        var numbers = SeededNumbers(seed: group * 1_000_003 + number)
        return Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &numbers) })
    }
}

extension SalvageFixture {
    static func fill(_ db: Database, notes: Int, hasChecksums: Bool) throws {
        try db.execute(
            sql: """
                INSERT INTO series (id, title, author, revision, digest)
                VALUES (?, 'Series', 'Author', 3, '0123456789abcdef')
                """,
            arguments: [id(1, 0)]
        )
        for book in 0..<2 {
            try db.execute(
                sql: """
                    INSERT INTO book (id, seriesID, position, title, author, publishedYear,
                        publishedMonth, tagline, overview, isbn10, amazonURL, coverFile,
                        accentLight, accentDark, tintLight, tintDark, changedFields)
                    VALUES (?, ?, ?, ?, 'Author', 2020, 1, 'Tagline', ?,
                        '1536207152', 'https://www.amazon.com/dp/1536207152', 'covers/one.svg',
                        '#112233', '#ddeeff', '#eeeeee', '#222222', 'overview title')
                    """,
                arguments: [
                    id(2, book), id(1, 0), book, "Book \(book)",
                    text(bytes: 900 * book + 50, seed: book),
                ]
            )
        }
        for person in 0..<12 {
            try db.execute(
                sql: """
                    INSERT INTO character (id, bookID, position, name, summary, synopsis, avatarFile,
                        seriesID, origin, deletedAt)
                    VALUES (?, ?, ?, ?, 'Summary', ?, 'a.svg', ?, ?, ?)
                    """,
                arguments: [
                    id(3, person), id(2, person % 2), person / 2, "Person \(person)",
                    text(bytes: 60 + 120 * person, seed: person), id(1, 0),
                    person % 3 == 0 ? "own" : "bundled", person % 4 == 0 ? 1_700_000_000_000 : nil,
                ]
            )
        }
        for relation in 0..<11 {
            try db.execute(
                sql: """
                    INSERT INTO relation (id, position, firstID, secondID) VALUES (?, ?, ?, ?)
                    """,
                arguments: [id(4, relation), relation, id(3, relation), id(3, relation + 1)]
            )
        }
        // With nothing in them but what must be there.
        try db.execute(
            sql: """
                INSERT INTO series (id, title, origin) VALUES (:series, 'Mine', 'own');
                INSERT INTO book (id, seriesID, position, title, origin)
                    VALUES (:book, :series, 0, 'Bare', 'own');
                INSERT INTO character (id, position, name, seriesID, origin)
                    VALUES (:character, 0, 'Nobody', :series, 'own');
                """,
            arguments: ["series": id(1, 1), "book": id(2, 2), "character": id(3, 20)]
        )
        for favorite in stride(from: 0, to: 12, by: 2) {
            try db.execute(sql: "INSERT INTO favorite VALUES (?)", arguments: [id(3, favorite)])
        }
        for number in 0..<notes {
            try insertNote(number, text(of: number), db, hasChecksums: hasChecksums)
        }
        try fillOwnLibrary(db)
    }

    static func text(of note: Int) -> String {
        switch note {
        case 5, 30: text(bytes: 20_000, seed: note)
        case 7: String(repeating: "鷹の目のノート🦅👩‍👩‍👧‍👦é — ", count: 40)
        case 9: "🦅"
        default: text(bytes: [12, 40, 90, 160, 300, 430, 480, 700, 1300][note % 9], seed: note)
        }
    }

    static func insertNote(
        _ number: Int,
        _ text: String,
        _ db: Database,
        hasChecksums: Bool
    ) throws {
        let date = Int64(1_700_000_000_000 + number * 61_000)
        let checksum = hasChecksums ? TextChecksum.of(text) : nil
        try db.execute(
            sql: """
                INSERT INTO note
                (id, subjectKind, subjectID, text, createdAt, modifiedAt, textChecksum)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id(5, number), number % 3 == 0 ? "book" : "character",
                id(number % 3 == 0 ? 2 : 3, number % 2), text, date, date + 500, checksum,
            ]
        )
    }

    /// Leaves free pages, more than one page that lists them, and free room within pages.
    private static func deleteSome(_ db: Database, notes: Int) throws -> Set<Data> {
        var deleted: Set<Data> = []
        let large = notes..<notes + notes / 13
        for number in large {
            try insertNote(number, text(bytes: 15_000, seed: number), db, hasChecksums: true)
        }
        for number in [3, 11, 12, 13, 14, 15, 16, 17, 40, 41] + Array(large) {
            deleted.insert(id(5, number))
            try db.execute(sql: "DELETE FROM note WHERE id = ?", arguments: [id(5, number)])
        }
        try db.execute(sql: "DELETE FROM favorite WHERE characterID = ?", arguments: [id(3, 4)])
        return deleted
    }

    /// Words that differ from note to note, and from place to place.
    static func text(bytes: Int, seed: Int) -> String {
        var numbers = SeededNumbers(seed: seed)
        var words = ""
        while words.utf8.count < bytes {
            words += String(UInt32.random(in: 0...UInt32.max, using: &numbers), radix: 36) + " "
        }
        return String(words.prefix(bytes - 1)) + "."
    }
}

extension SalvageFixture {
    /// Asks SQLite's own table of the pages.
    private mutating func locate(_ db: Database) throws {
        let size = Self.pageSize
        let all = try Row.fetchAll(db, sql: "SELECT name, path, pageno, pagetype FROM dbstat")
        let tables = Set(SalvageTable.allCases.map(\.rawValue))
        var chains: [String: [Int]] = [:]
        for row in all {
            let (name, path): (String, String) = (row["name"], row["path"])
            let (page, type): (Int, String) = (row["pageno"], row["pagetype"])
            let isTable = tables.contains(name) || name.hasPrefix("sqlite_s")
            let kind = type == "overflow" ? type : "\(isTable ? "table" : "index") \(type)"
            pages[page == 1 ? "first" : name == "sqlite_schema" ? "schema" : kind, default: []]
                .append(page)
            if type == "overflow" {
                chains[name + String(path.prefix { $0 != "+" }), default: []].append(page)
            }
        }
        for row in all where tables.contains(row["name"]) && row["pagetype"] == "leaf" {
            let (name, path): (String, String) = (row["name"], row["path"])
            let number: Int = row["pageno"]
            let start = (number - 1) * size
            let content = Array(bytes[start..<start + size])
            guard let page = BTreePage(content, number: number, usable: size) else { continue }
            for (index, cell) in page.cells.enumerated() {
                let digits = String(index, radix: 16)
                let chain = name + path + String(repeating: "0", count: 3 - digits.count) + digits
                let ranges = (chains[chain] ?? []).map { ($0 - 1) * size..<$0 * size }
                guard let table = SalvageTable(rawValue: name) else { continue }
                let column = Self.idColumn(table)
                let id = try Data.fetchOne(
                    db,
                    sql: "SELECT \(column) FROM \(name) WHERE rowid = ?",
                    arguments: [cell.rowID]
                )
                if let id {
                    let own = start + cell.offset..<start + cell.offset + cell.size
                    places.append((name, id, [own] + ranges))
                }
            }
        }
        locateFreePages()
    }

    private mutating func locateFreePages() {
        var trunk = bytes.uint32(at: 32) ?? 0
        while trunk != 0 {
            let start = (trunk - 1) * Self.pageSize
            pages["free trunk", default: []].append(trunk)
            for index in 0..<(bytes.uint32(at: start + 4) ?? 0) {
                pages["free", default: []].append(bytes.uint32(at: start + 8 + 4 * index) ?? 0)
            }
            trunk = bytes.uint32(at: start) ?? 0
        }
    }
}
