import Foundation
import GRDB

/// A draft in a backup: a text that was being written, and was not in the library yet.
///
/// The drafts of a backup are the rows of the table `backupDraft`, whose columns are all text: any
/// program for SQLite files can show them. A backup without drafts has no such table, and neither
/// has a library.
public struct BackupDraft: Hashable, Sendable {
    /// The page on which it was written.
    public var page: NoteSubject
    /// The edited note; nil for a new one.
    public var note: UUID?
    /// The reader's own words.
    public var words: String
    /// The quotation; empty when there is none.
    public var quote: String
    /// The title of the page in the backup; empty if the page was not in the library.
    public internal(set) var title = ""

    /// Stores the values unchanged.
    public init(page: NoteSubject, note: UUID? = nil, words: String, quote: String = "") {
        self.page = page
        self.note = note
        self.words = words
        self.quote = quote
    }
}

extension BackupDraft {
    private static let table = """
        CREATE TABLE backupDraft (pageKind TEXT NOT NULL, pageID TEXT NOT NULL, \
        pageTitle TEXT NOT NULL, noteID TEXT, quote TEXT NOT NULL, words TEXT NOT NULL)
        """

    /// The table in the form of `LibraryCheck.schema(_:)`.
    static let schema = "table backupDraft " + table

    /// Writes the drafts into a backup.
    static func insert(_ drafts: [BackupDraft], into db: Database) throws {
        guard !drafts.isEmpty else { return }
        try db.inSavepoint {
            try db.execute(sql: table)
            for draft in drafts {
                try db.execute(
                    sql: "INSERT INTO backupDraft VALUES (?, ?, ?, ?, ?, ?)",
                    arguments: [
                        draft.kind, draft.page.id.uuidString, try draft.fetchTitle(db),
                        draft.note?.uuidString, draft.quote, draft.words,
                    ]
                )
            }
            return .commit
        }
    }

    /// The drafts in a backup, in order. Rows that no version of the program writes are left out.
    static func fetchAll(_ db: Database) throws -> [BackupDraft] {
        guard try db.tableExists("backupDraft") else { return [] }
        return try Row.fetchAll(db, sql: "SELECT * FROM backupDraft ORDER BY rowid")
            .compactMap(BackupDraft.init)
    }

    /// Removes the drafts from a backup that becomes a library.
    static func removeAll(from db: Database) throws {
        try db.execute(sql: "DROP TABLE IF EXISTS backupDraft")
    }

    private init?(_ row: Row) {
        func text(_ column: String) -> String { String.fromDatabaseValue(row[column]) ?? "" }
        guard let id = UUID(uuidString: text("pageID")) else { return nil }
        switch text("pageKind") {
        case "book": page = .book(id)
        case "character": page = .character(id)
        default: return nil
        }
        note = UUID(uuidString: text("noteID"))
        (words, quote, title) = (text("words"), text("quote"), text("pageTitle"))
    }

    private var kind: String {
        switch page {
        case .book: "book"
        case .character: "character"
        }
    }

    private func fetchTitle(_ db: Database) throws -> String {
        let sql =
            switch page {
            case .book: "SELECT title FROM book WHERE id = ?"
            case .character: "SELECT name FROM character WHERE id = ?"
            }
        return try String.fetchOne(db, sql: sql, arguments: [page.id]) ?? ""
    }
}
