import Foundation
import GRDB

/// The result of a check of the library.
public struct LibraryFindings: Hashable, Sendable {
    /// The inconsistencies of the database, in SQLite's words; empty if there are none.
    public var structure: [String] = []
    /// The notes whose text does not match its checksum.
    public var changedNotes: [UUID] = []

    /// Whether no damage was found.
    public var isEmpty: Bool { structure.isEmpty && changedNotes.isEmpty }
}

/// Finds damage that SQLite does not notice by itself: rows detached from their table, indexes that
/// lack a row, texts changed by a bad disk.
enum LibraryCheck {
    /// - Parameter isThorough: whether to compare each index with its table, which takes several
    ///   times as long.
    /// - Throws: SQLite's error if it cannot read on: the library is damaged then, too.
    static func run(_ db: Database, isThorough: Bool) throws -> LibraryFindings {
        var findings = LibraryFindings()
        let check = isThorough ? "integrity_check" : "quick_check"
        let answers = try String.fetchAll(db, sql: "PRAGMA \(check)(20)")
        if answers != ["ok"] { findings.structure += answers }
        findings.structure += try schemaFindings(db)
        guard findings.structure.isEmpty else { return findings }
        findings.structure += try countFindings(db)
        findings.structure += try pageCountFindings(db)
        findings.changedNotes = try changedNotes(db)
        return findings
    }

    /// Whether the tables are exactly those of a library of this version.
    private static func schemaFindings(_ db: Database) throws -> [String] {
        let version = try LibrarySchema.version(of: db)
        guard (1...LibrarySchema.currentVersion).contains(version) else {
            return ["the version is \(version)"]
        }
        let model = try DatabaseQueue()
        try LibrarySchema.migrate(model, steps: Array(LibrarySchema.steps[..<version]))
        let expected = try model.unsafeRead(schema)
        let missing = expected.subtracting(try schema(db))
        return missing.map { "not as it was made: \($0.prefix(60))" }.sorted()
    }

    static func schema(_ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_master"
                + " WHERE name NOT LIKE 'grdb%' AND name NOT LIKE 'sqlite%'"
        ).mapToSet { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    /// Finds a note that is missing in the table, or in the list of its page.
    private static func countFindings(_ db: Database) throws -> [String] {
        let counts = try ["NOT INDEXED", "INDEXED BY noteBySubject"].map { how in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM main.note \(how)") ?? 0
        }
        return counts[0] == counts[1]
            ? [] : ["\(counts[0]) notes, of which \(counts[1]) are listed"]
    }

    /// Finds a wrong count of notes.
    private static func pageCountFindings(_ db: Database) throws -> [String] {
        guard try LibrarySchema.version(of: db) >= 3 else { return [] }
        let kept = "SELECT subjectKind, subjectID, count FROM noteCount"
        let counted = """
            SELECT subjectKind, subjectID, count(*) FROM main.note INDEXED BY noteBySubject
            GROUP BY subjectKind, subjectID
            """
        let isWrong = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (\(kept) EXCEPT \(counted)) OR EXISTS (\(counted) EXCEPT \(kept))
                """
        )
        return isWrong == true ? ["the notes of some pages are miscounted"] : []
    }

    private static func changedNotes(_ db: Database) throws -> [UUID] {
        let version = try LibrarySchema.version(of: db)
        guard version >= 2 else { return [] }
        var changed = try ids(ofChangedTextsIn: "note", "id", db)
        if version >= 4 {
            changed += try ids(ofChangedTextsIn: "trashedNote", "id", db)
            changed += try ids(ofChangedTextsIn: "noteVersion", "noteID", db)
        }
        var seen: Set<UUID> = []
        return changed.filter { seen.insert($0).inserted }
    }

    private static func ids(
        ofChangedTextsIn table: String,
        _ id: String,
        _ db: Database
    ) throws -> [UUID] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(id) AS id, text, textChecksum FROM \(table)
                WHERE textChecksum IS NOT NULL
                """
        )
        var changed: [UUID] = []
        while let row = try rows.next() {
            let text: String = try row.decode(forColumn: "text")
            if try row.decode(Int64.self, forColumn: "textChecksum") != TextChecksum.of(text) {
                changed.append(try row.decode(forColumn: "id"))
            }
        }
        return changed
    }
}

extension Set {
    fileprivate func mapToSet<Other: Hashable>(_ transform: (Element) -> Other) -> Set<Other> {
        Set<Other>(map(transform))
    }
}

extension Library {
    /// Checks for damage; takes seconds in a large library without blocking other calls.
    ///
    /// When the database itself is damaged, the next start refuses it (`.damaged`), so that it can
    /// be recovered before more is written to it.
    public func check() throws -> LibraryFindings {
        let findings: LibraryFindings
        do {
            findings = try store.read { try LibraryCheck.run($0, isThorough: false) }
        } catch let error as DatabaseError where error.meansDamage {
            findings = LibraryFindings(structure: ["\(error)"])
        } catch {
            throw LibraryError.translating(error, doing: "check the library", url: url)
        }
        if !findings.structure.isEmpty {
            do {
                try store.markAsDamaged()
            } catch {
                throw LibraryError.translating(error, doing: "check the library", url: url)
            }
        }
        return findings
    }
}
