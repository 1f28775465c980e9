import Foundation
import GRDB

/// The id of a book or character that was joined with another one.
public struct FormerID: Hashable, Sendable {
    /// The id of the joined part.
    public let id: UUID
    /// The id that it leads to: that of the remaining part, or another former one.
    public let next: UUID

    init(id: UUID, next: UUID) {
        self.id = id
        self.next = next
    }

    /// The id as an export writes it; nil for anything else.
    ///
    /// - Parameter kept: the id of the remaining part.
    public init?(exportedText text: String, of kept: UUID) {
        let ids = text.split(separator: " ").map { UUID(uuidString: String($0)) }
        guard let id = ids.first ?? nil, ids.count <= 2 else { return nil }
        self.init(id: id, next: (ids.count == 2 ? ids[1] : nil) ?? kept)
    }

    /// The id, followed by the one that it leads to if that is not the remaining part's.
    public func exportedText(of kept: UUID) -> String {
        next == kept ? id.uuidString : "\(id.uuidString) \(next.uuidString)"
    }
}

extension LibraryImporter {
    /// Lets the ids of joined parts lead to the remaining one. Ids that are known already stay as
    /// they are, and so do parts of their own.
    ///
    /// - Parameters:
    ///   - formerIDs: those that others lead to come first.
    ///   - part: a book or a character.
    /// - Returns: whether any was added.
    @discardableResult
    public func addFormerIDs(_ formerIDs: [FormerID], of part: SeriesPart) throws -> Bool {
        var isAdded = false
        for former in formerIDs {
            guard former.id != part.id, try !isKnown(former) else { continue }
            isAdded = true
            if isRehearsal { continue }
            // A damaged file must not make it lead elsewhere.
            let leads = try db.currentID(former.next) == db.currentID(part.id)
            let next = leads ? former.next : part.id
            try db.addFormerID(former.id, part.table.rawValue, next)
            let value = next.databaseValue
            let table = part.table.rawValue
            try noteDown(Self.formerIDKind, former.id, table, from: value, to: value)
            changeCount += 1
        }
        return isAdded
    }

    private func isKnown(_ former: FormerID) throws -> Bool {
        if try exists("idAlias WHERE alias = ?", former.id) { return true }
        return try ["book", "character"].contains { try exists("\($0) WHERE id = ?", former.id) }
    }

    /// Used instead of the name of a table.
    static let formerIDKind = "formerID"
}

extension ChangeRecorder {
    /// Removes the former ids that an import added, or adds them again.
    func setFormerIDs(of batch: UUID, areUndone: Bool) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT itemID, field, earlier FROM importedChange
                WHERE batchID = ? AND kind = ? ORDER BY number
                """,
            arguments: [batch, LibraryImporter.formerIDKind]
        )
        for row in rows {
            let id: UUID = try row.decode(forColumn: "itemID")
            let next: UUID = try row.decode(forColumn: "earlier")
            if areUndone {
                try db.execute(
                    sql: "DELETE FROM idAlias WHERE alias = ? AND id = ?",
                    arguments: [id, next]
                )
            } else {
                try db.addFormerID(id, try row.decode(forColumn: "field"), next)
            }
        }
    }
}

extension Database {
    /// The ids that lead to a shown book or character; those that others lead to come first.
    func fetchFormerIDs(of kept: UUID) throws -> [FormerID] {
        let statement = try cachedStatement(
            sql: """
                SELECT alias FROM idAlias WHERE idAlias.id = ?
                AND NOT EXISTS (SELECT 1 FROM book WHERE book.id = alias AND deletedAt IS NULL)
                AND NOT EXISTS
                    (SELECT 1 FROM character WHERE character.id = alias AND deletedAt IS NULL)
                ORDER BY alias
                """
        )
        var (found, seen): ([FormerID], Set<UUID>) = ([], [kept])
        var waiting = [kept]
        while let next = waiting.popLast() {
            for id in try UUID.fetchAll(statement, arguments: [next])
            where seen.insert(id).inserted {
                found.append(FormerID(id: id, next: next))
                waiting.append(id)
            }
        }
        return found
    }

    func addFormerID(_ id: UUID, _ kind: String, _ next: UUID) throws {
        try cachedStatement(sql: "INSERT OR IGNORE INTO idAlias (alias, kind, id) VALUES (?, ?, ?)")
            .execute(arguments: [id, kind, next])
    }
}
