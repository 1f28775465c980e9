import Foundation
import GRDB

/// An item in the trash, with everything attached to it.
public struct TrashItem: Identifiable, Hashable, Sendable {
    /// The kind of an item.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case note, character, book, series
    }

    /// The kind.
    public let kind: Kind
    /// The id.
    public let id: UUID
    /// The title or name; the text of a note.
    public internal(set) var title: String
    /// When the item was deleted.
    public let deletedAt: Date

    init(row: Row) throws {
        let kind: String = try row.decode(forColumn: "kind")
        guard let known = Kind(rawValue: kind) else {
            throw LibraryError(.damaged, "The library is damaged: “\(kind)” cannot be deleted.")
        }
        self.kind = known
        id = try row.decode(forColumn: "id")
        title = try row.decode(forColumn: "title")
        deletedAt = Date(milliseconds: try row.decode(forColumn: "deletedAt"))
    }

    /// The series, book or character; nil for a note.
    var part: SeriesPart? { kind.part(id) }
}

/// Counts of items that were or would be permanently deleted.
public struct TrashCount: Hashable, Sendable {
    /// Series in the trash.
    public var series = 0
    /// Books in the trash, without those of series in the trash.
    public var books = 0
    /// Characters in the trash, without those of books and series in the trash.
    public var characters = 0
    /// Notes in the trash, and those on parts in the trash.
    public var notes = 0
    /// Expired versions of notes.
    public var versions = 0
    /// Pictures that are no longer used.
    public var pictures = 0

    /// Whether all counts are 0.
    public var isEmpty: Bool { self == TrashCount() }
}

extension Library {
    /// How long items in the trash, earlier versions and unused pictures are kept by default.
    public static let trashPeriod: TimeInterval = 30 * 24 * 60 * 60

    /// The items in the trash, most recently deleted first.
    ///
    /// - Parameters:
    ///   - offset: how many to skip.
    ///   - limit: the maximum number to read.
    public func trash(offset: Int = 0, limit: Int) throws -> [TrashItem] {
        try read("read the trash") { db in
            let kinds = TrashItem.Kind.allCases.map { kind in
                switch kind {
                case .note:
                    "SELECT 'note' AS kind, id, text AS title, deletedAt FROM trashedNote"
                case .character:
                    "SELECT 'character', id, name, deletedAt FROM character \(Self.isInTrash)"
                case .book: "SELECT 'book', id, title, deletedAt FROM book \(Self.isInTrash)"
                case .series: "SELECT 'series', id, title, deletedAt FROM series \(Self.isInTrash)"
                }
            }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    \(kinds.joined(separator: " UNION ALL "))
                    ORDER BY deletedAt DESC LIMIT ? OFFSET ?
                    """,
                arguments: [limit, offset]
            )
            return try rows.map(TrashItem.init(row:))
        }
    }

    /// The number of items that *Empty Trash* would permanently delete.
    public func trashCount() throws -> TrashCount {
        try readAtOnce("read the trash") { db in
            try TrashPurge(db: db, now: environment.now(), cutoff: nil).count()
        }
    }

    /// Restores an item completely, with its parents.
    ///
    /// Does nothing if the item is not (or no longer) in the trash.
    @discardableResult
    public func restore(_ items: [TrashItem]) throws -> LibraryUndo {
        try changeLibrary("bring that back") { recorder in
            for part in items.compactMap(\.part) { try recorder.restore(part) }
            let notes = items.filter { $0.kind == .note }.map(\.id)
            try recorder.restoreNotes(notes)
            try recorder.restoreSubjects(of: notes)
        }
    }

    static let isInTrash = "WHERE deletedAt IS NOT NULL AND purgedAt IS NULL"
}

extension ChangeRecorder {
    /// Restores a part and its parents, as far as they exist.
    func restore(_ part: SeriesPart) throws {
        for parent in try db.parents(of: part) { try setDeleted(parent.table, parent.id, to: nil) }
        if try !separate(part) { try setDeleted(part.table, part.id, to: nil) }
        try saveReturnedNotesAgain()
    }

    /// Saves notes anew that were permanently deleted in another library, and are shown again with
    /// their page: otherwise the next merge would delete them.
    func saveReturnedNotesAgain() throws {
        let ids = try UUID.fetchAll(
            db,
            sql: """
                SELECT note.id FROM purgedItem CROSS JOIN note ON note.id = purgedItem.id
                WHERE kind = 'note' ORDER BY sequence
                """
        )
        for id in ids {
            guard let note = try db.fetchNote(id), try db.hasPage(of: note.subject) else {
                continue
            }
            try db.moveToTrash(note, at: now)
            _ = try db.takeFromTrash(id)
        }
    }

    /// Restores the subjects of notes, because notes on a deleted part would be invisible.
    fileprivate func restoreSubjects(of notes: [UUID]) throws {
        for subject in Set(try notes.compactMap { try db.fetchNote($0)?.subject }) {
            switch subject {
            case .book(let id): try restore(.book(id))
            case .character(let id): try restore(.character(id))
            }
        }
    }
}
