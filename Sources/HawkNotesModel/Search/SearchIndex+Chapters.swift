import Foundation
import GRDB

/// The names of chapters as of the last update. The entry of a note has that of its chapter.
extension SearchIndex {
    /// A chapter as the index has it.
    fileprivate struct Chapter {
        let seriesID: UUID
        let name: String
    }

    /// The chapters that were added, renamed or removed since the last update.
    struct ChapterChanges {
        fileprivate var new: [UUID: Chapter] = [:]
        fileprivate(set) var ids: Set<UUID> = []
    }

    /// The name of the chapter in a note's row, if it is shown.
    static let chapterName = """
        (SELECT chapter.name FROM chapter WHERE chapter.id = chapterID
            AND chapter.deletedAt IS NULL AND chapter.withdrawnAt IS NULL) AS chapterName
        """

    /// Finds the changed chapters of some series, or of all.
    func chapterChanges(of series: Set<UUID>?, in library: Library) throws -> ChapterChanges {
        let new = try library.chapters(of: series)
        let old = try writer.read { db in
            try Self.chapters(db, "SELECT id, seriesID, name FROM chapter", of: series)
        }
        var changes = ChapterChanges()
        changes.ids = Set(new.keys).union(old.keys).filter { new[$0]?.name != old[$0]?.name }
        changes.new = new.filter { changes.ids.contains($0.key) }
        return changes
    }

    /// Records that the entries of notes have these changes.
    func save(_ changes: ChapterChanges) throws {
        guard !changes.ids.isEmpty else { return }
        try writer.write { db in
            for id in changes.ids {
                try db.cachedStatement(sql: "DELETE FROM chapter WHERE id = ?")
                    .execute(arguments: [id])
                guard let chapter = changes.new[id] else { continue }
                try db.cachedStatement(
                    sql: "INSERT INTO chapter (id, seriesID, name) VALUES (?, ?, ?)"
                ).execute(arguments: [id, chapter.seriesID, chapter.name])
            }
        }
    }

    fileprivate static func chapters(
        _ db: Database,
        _ sql: String,
        of series: Set<UUID>?
    ) throws -> [UUID: Chapter] {
        var chapters: [UUID: Chapter] = [:]
        func read(_ sql: String, _ arguments: StatementArguments) throws {
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
            while let row = try rows.next() {
                chapters[try row.decode(forColumn: "id")] = Chapter(
                    seriesID: try row.decode(forColumn: "seriesID"),
                    name: try row.decode(forColumn: "name")
                )
            }
        }
        guard let series else {
            try read(sql, [])
            return chapters
        }
        for id in series { try read("SELECT * FROM (\(sql)) WHERE seriesID = ?", [id]) }
        return chapters
    }
}

extension Library {
    /// The shown chapters of some series, or of all.
    fileprivate func chapters(of series: Set<UUID>?) throws -> [UUID: SearchIndex.Chapter] {
        try readAtOnce("read the series") { db in
            try SearchIndex.chapters(
                db,
                """
                SELECT chapter.id AS id, book.seriesID AS seriesID, chapter.name AS name
                FROM book JOIN chapter ON chapter.bookID = book.id
                WHERE chapter.deletedAt IS NULL AND chapter.withdrawnAt IS NULL
                """,
                of: series
            )
        }
    }

    /// The names of all shown chapters.
    func chapterNames() throws -> [UUID: String] { try chapters(of: nil).mapValues(\.name) }

    /// The numbers of the notes at these chapters.
    func notes(_ table: SearchIndex.Table, atChapters ids: Set<UUID>) throws -> Set<Int64> {
        try readAtOnce("read the notes") { try $0.notes(table, atChapters: ids) }
    }
}
