import Foundation
import GRDB

/// Something in the trash, with all that hangs on it.
public struct TrashItem: Identifiable, Hashable, Sendable {
    /// What it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case note, character, book, series
    }

    /// What it is.
    public let kind: Kind
    /// Its id.
    public let id: UUID
    /// Its title or name; the text of a note.
    public internal(set) var title: String
    /// When it was deleted.
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

/// How much was deleted for good, or would be.
public struct TrashCount: Hashable, Sendable {
    /// Series in the trash.
    public var series = 0
    /// Books in the trash; those of such series are not counted.
    public var books = 0
    /// Characters in the trash; those of such books and series are not counted.
    public var characters = 0
    /// Notes in the trash, and those on what is in it.
    public var notes = 0
    /// Versions of notes that are over.
    public var versions = 0
    /// Pictures that nothing shows any more.
    public var pictures = 0

    /// Whether there is nothing.
    public var isEmpty: Bool { self == TrashCount() }
}

extension Library {
    /// How long things stay in the trash, earlier versions are kept, and pictures that nothing shows, if
    /// it is told otherwise.
    public static let trashPeriod: TimeInterval = 30 * 24 * 60 * 60

    /// What is in the trash, deleted last first.
    ///
    /// - Parameters:
    ///   - offset: how many to pass over.
    ///   - limit: how many to read at most.
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

    /// How much *Empty Trash* would delete for good.
    public func trashCount() throws -> TrashCount {
        try readAtOnce("read the trash") { db in
            try TrashPurge(db: db, now: environment.now(), cutoff: nil).count()
        }
    }

    /// Brings something back, whole, with what it stands in.
    ///
    /// What is not in the trash (any more) is passed over.
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
    /// Brings back a part and what it stands in, as far as it is there.
    func restore(_ part: SeriesPart) throws {
        for parent in try db.parents(of: part) { try setDeleted(parent.table, parent.id, to: nil) }
        if try !separate(part) { try setDeleted(part.table, part.id, to: nil) }
    }

    /// Notes on something that is deleted would not be seen.
    fileprivate func restoreSubjects(of notes: [UUID]) throws {
        for subject in Set(try notes.compactMap { try db.fetchNote($0)?.subject }) {
            switch subject {
            case .book(let id): try restore(.book(id))
            case .character(let id): try restore(.character(id))
            }
        }
    }
}
