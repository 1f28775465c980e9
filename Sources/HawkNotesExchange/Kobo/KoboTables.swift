import Foundation
import GRDB
import HawkNotesFormats
import LibrarySalvage

/// The rows of a Kobo's database, as far as they can be read.
///
/// Indexes, views, triggers and computed columns are not used: tables are read from their beginning
/// to their end, and rows on damaged pages are skipped. The highlights come first.
struct KoboTables {
    private(set) var device = KoboDevice()
    private(set) var problems: [ImportProblem] = []
    /// Whether there is a table of highlights.
    private(set) var hasTables = false
    /// Whether everything could be read.
    private(set) var isSound = true

    private let run: ImportRun
    private let file: String
    /// The remaining size of all rows together, in bytes: they are sorted in memory.
    private var room = 256 << 20

    /// Reads a copy.
    ///
    /// - Parameter file: the name for reported problems.
    /// - Throws: `ImportError.cancelled`; errors of this computer's disk.
    init(_ copy: URL, _ run: ImportRun, file: String) throws {
        self.run = run
        self.file = file
        if try !read(copy, isDamaged: false) {
            isSound = false
            device = KoboDevice()
            problems = []
            _ = try read(copy, isDamaged: true)
        }
        if !isSound || !hasTables {
            isSound = false
            let isEmpty = device.bookmarks.isEmpty && device.contents.isEmpty
            problems.insert(ImportProblem(isEmpty ? .damaged : .partlyDamaged, file: file), at: 0)
        }
    }

    /// Returns false if SQLite refuses the file.
    private mutating func read(_ copy: URL, isDamaged: Bool) throws -> Bool {
        do {
            // Texts longer than the limit are reported one by one.
            let queue = try UntrustedDatabase.open(
                copy.path,
                valueSize: 16 * run.limits.textSize,
                isDamaged: isDamaged
            )
            try queue.unsafeRead { try read($0) }
            try queue.close()
            return true
        } catch let error as DatabaseError {
            if UntrustedDatabase.isOwn(error) { throw error }
            return false
        }
    }

    private mutating func read(_ db: Database) throws {
        hasTables = try Self.hasTable(KoboBookmark.table, db)
        guard hasTables else { return }
        var volumes: Set<String> = []
        try each(db) { (row: KoboBookmark, tables) in
            volumes.insert(row.volumeID)
            tables.device.bookmarks.append(row)
        }
        try each(db) { (row: KoboRating, tables) in
            volumes.insert(row.volumeID)
            tables.device.ratings.append(row)
        }
        try each(db) { (row: KoboShelf, tables) in tables.device.shelves.append(row) }
        try each(db) { (row: KoboShelving, tables) in
            if volumes.contains(row.volumeID) { tables.device.shelvings.append(row) }
        }
        try each(db) { (row: KoboContent, tables) in
            guard let volume = row.volumeID else { return }
            // Of other books only their number is needed.
            if volumes.contains(volume) || row.isBook { tables.device.contents.append(row) }
        }
    }

    /// Calls a function with all readable rows of a table. Optional tables may be missing.
    private mutating func each<Row: KoboRow>(
        _ db: Database,
        _ body: (Row, inout KoboTables) -> Void
    ) throws {
        let selection: (Statement, [String: Int])?
        do {
            selection = try Self.hasTable(Row.table, db) ? Self.selection(Row.self, db) : nil
        } catch is DatabaseError {
            isSound = false
            return
        }
        guard let (statement, columns) = selection else { return }
        var ranges = RowRanges(statement, mostFailures: Self.mostFailures)
        var count = 0
        do {
            for range in [0...Int64.max, Int64.min...(-1)] {
                try ranges.read(range) { values, _, _ in
                    try run.checkCancelled()
                    guard count < Self.mostRows, room > 0 else { throw Full() }
                    count += 1
                    body(row(values, columns, count), &self)
                }
            }
        } catch is Full {
            problems.append(ImportProblem(.tooMany(limit: count), file: "\(file)/\(Row.table)"))
        }
        if !ranges.isWhole { isSound = false }
    }

    /// There are more rows than fit into memory.
    private struct Full: Error {}

    private static let mostRows = 2_000_000

    /// A damaged page costs about a hundred: the range after it is halved until it begins there.
    private static let mostFailures = 1000

    private mutating func row<Row: KoboRow>(
        _ values: GRDB.Row,
        _ columns: [String: Int],
        _ number: Int
    ) -> Row {
        var texts = [String?](repeating: nil, count: columns.count)
        for (name, index) in columns {
            let value: DatabaseValue = values[index]
            guard let text = Self.text(value) else {
                if !value.isNull { tell(.brokenText, "\(Row.table)/\(name)", number) }
                continue
            }
            if text.utf8.count > run.limits.textSize {
                let reason = ImportProblem.Reason.textTooLong(limit: run.limits.textSize)
                tell(reason, "\(Row.table)/\(name)", number)
                continue
            }
            room -= text.utf8.count
            texts[index - 1] = text
        }
        room -= 64 * columns.count
        return Row(number) { name in columns[name].flatMap { texts[$0 - 1] } }
    }

    private mutating func tell(_ reason: ImportProblem.Reason, _ place: String, _ row: Int) {
        guard problems.count < run.limits.problemCount else { return }
        problems.append(ImportProblem(reason, file: "\(file)/\(place)", line: row))
    }

    /// Any value as a text; nil if it is NULL, or bytes that are not a text.
    private static func text(_ value: DatabaseValue) -> String? {
        switch value.storage {
        case .null: nil
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .blob(let bytes): String(data: bytes, encoding: .utf8)
        }
    }

    // MARK: - Structure

    private static func hasTable(_ name: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table'
                AND lower(name) = ? AND rootpage > 1 AND sql LIKE 'CREATE TABLE%')
                """,
            arguments: [name.lowercased()]
        ) ?? false
    }

    /// A statement that reads a range of rows, and the positions of the columns that exist; nil if
    /// the rows have no numbers.
    private static func selection<Row: KoboRow>(
        _ kind: Row.Type,
        _ db: Database
    ) throws -> (Statement, [String: Int])? {
        let present = try GRDB.Row.fetchAll(db, sql: "PRAGMA table_xinfo(\(kind.table))")
            .compactMap { row -> String? in
                // Computed columns are hidden ones.
                guard Int.fromDatabaseValue(row["hidden"]) == 0 else { return nil }
                return String.fromDatabaseValue(row["name"])?.lowercased()
            }
        let columns = kind.columns.filter { present.contains($0.lowercased()) }
        let number = ["rowid", "_rowid_", "oid"].first { !present.contains($0) }
        guard let number, !columns.isEmpty else { return nil }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let statement = try db.makeStatement(
            sql: """
                SELECT \(number), \(names) FROM "\(kind.table)" NOT INDEXED
                WHERE \(number) BETWEEN ? AND ? ORDER BY \(number)
                """
        )
        let positions = columns.enumerated().map { ($1, $0 + 1) }
        return (statement, Dictionary(uniqueKeysWithValues: positions))
    }
}
