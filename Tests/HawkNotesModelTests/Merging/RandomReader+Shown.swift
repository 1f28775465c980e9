import Foundation
import GRDB
import LibraryTestSupport

@testable import HawkNotesModel

extension RandomReader {
    /// What the library knows.
    var knowledge: LibraryKnowledge {
        get throws {
            try value("knowledge") { try library.readAtOnce("look") { try LibraryKnowledge($0) } }
        }
    }

    /// What the library shows, line by line; see `readShown`.
    var shown: [String] { get throws { try value("shown", readShown) } }

    /// Every row of every table.
    var rows: Set<String> { get throws { try value("rows", readRows) } }

    /// Merges another reader's library into this one.
    @discardableResult
    func merge(
        _ other: RandomReader,
        _ tables: Set<RecordTable> = Set(RecordTable.allCases)
    ) throws -> MergeOutcome {
        try LibraryMerge(of: other.library.store.writer, name: "other", tables: tables)
            .run(into: library)
    }

    /// What a library shows, line by line. Deleted things are only said to be deleted: one library
    /// may have them in the trash that the other has deleted permanently.
    func readShown() throws -> [String] {
        try library.readAtOnce("look") { db in
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

    /// Every row of every table.
    func readRows() throws -> Set<String> {
        try library.read("look") { db in
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
}
