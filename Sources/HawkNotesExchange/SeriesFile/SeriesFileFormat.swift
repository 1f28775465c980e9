import Foundation
import GRDB
import HawkNotesFormats

/// Reads our own series files, which may come from anyone.
///
/// The file is copied first: others cannot change the copy, and it has no log or journal beside it
/// that SQLite would replay. It is opened for reading, trusts nothing in its schema, and must have
/// exactly the tables that this version writes: no view, no trigger, no computed column.
struct SeriesFileFormat: ImportFormat {
    static let name = ImportFormatName.seriesFile

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        SeriesFileHeader(sample.head).isSeriesFile ? .certain : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        let copy = FileManager.default.temporaryDirectory
            .appendingPathComponent("hawk-notes-\(UUID().uuidString).sqlite")
        guard try Self.copy(source, to: copy, run) else { return }
        defer { unlink(copy.path) }
        do {
            try Self.read(copy, source.name, run)
        } catch let error as SeriesFileRows.ErrorOfOthers {
            throw error.error
        } catch let error as DatabaseError {
            if UntrustedDatabase.isOwn(error) { throw error }
            run.tell(.damaged, file: source.name)
        }
    }

    /// - Returns: False if it is not a readable file, which is reported.
    private static func copy(_ source: ImportSource, to url: URL, _ run: ImportRun) throws -> Bool {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ImportError.unreadable(path: url.path, errno: errno)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var isWhole = false
        defer { if !isWhole { unlink(url.path) } }
        guard try run.copy(source, to: file) else { return false }
        try file.seek(toOffset: 0)
        let header = SeriesFileHeader(Array(try file.read(upToCount: 100) ?? Data()))
        guard header.isSeriesFile, !header.hasLog else {
            run.tell(.damaged, file: source.name)
            return false
        }
        guard (1...SeriesFileSchema.version).contains(header.version) else {
            let isNewer = header.version > SeriesFileSchema.version
            run.tell(isNewer ? .newerVersion : .damaged, file: source.name)
            return false
        }
        isWhole = true
        return true
    }

    private static func read(_ url: URL, _ name: String, _ run: ImportRun) throws {
        let valueSize = run.limits.pictureSize + run.limits.textSize
        let queue = try UntrustedDatabase.open(url.path, valueSize: valueSize)
        try queue.unsafeRead { db in
            guard try hasOurTables(db), try isSound(db) else {
                return run.tell(.damaged, file: name)
            }
            try SeriesFileRows(db: db, run: run, name: name).read()
        }
        try queue.close()
    }

    private static func hasOurTables(_ db: Database) throws -> Bool {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT type, name, sql FROM sqlite_schema ORDER BY rowid LIMIT 100"
        )
        var tables: [String: String] = [:]
        for row in rows {
            let name: String = try row.decode(forColumn: "name")
            let sql: String? = try row.decode(forColumn: "sql")
            let type: String = try row.decode(forColumn: "type")
            // The index that keeps ids unique has no SQL text.
            if type == "index", sql == nil, name.hasPrefix("sqlite_autoindex_") { continue }
            guard type == "table", tables.updateValue(sql ?? "", forKey: name) == nil else {
                return false
            }
        }
        let ours = SeriesFileSchema.tables(of: version).map { ($0.name, $0.sql) }
        return tables == Dictionary(uniqueKeysWithValues: ours)
    }

    private static func isSound(_ db: Database) throws -> Bool {
        try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok"
    }
}

/// The first bytes of an SQLite file (sqlite.org/fileformat2.html, section 1.3).
struct SeriesFileHeader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = Array(bytes.prefix(100)) }

    /// Whether it is an SQLite file marked as a series file.
    var isSeriesFile: Bool {
        bytes.count == 100 && bytes.starts(with: "SQLite format 3\0".utf8)
            && number(at: 68) == SeriesFileSchema.applicationID
    }

    /// Whether it may need a log, which does not exist.
    var hasLog: Bool { bytes[18] != 1 || bytes[19] != 1 }

    var version: Int { number(at: 60) }

    private func number(at offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
