import Foundation
import GRDB

extension Library {
    /// Deletes for good what is in the trash. It cannot be undone; the copies of the library still have
    /// it.
    ///
    /// - Returns: how much that was.
    @discardableResult
    public func emptyTrash() throws -> TrashCount {
        try purge { try TrashPurge(db: $0, now: environment.now(), cutoff: nil).run() }
    }

    /// Deletes one thing for good that is in the trash; does nothing when it is not.
    public func purge(_ item: TrashItem) throws {
        let now = environment.now()
        _ = try purge { db in
            let purge = TrashPurge(db: db, now: now, cutoff: nil)
            if let part = item.part {
                let isInTrash = try Bool.fetchOne(
                    db,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM \(part.table.rawValue) \(Self.isInTrash)
                        AND id = ?)
                        """,
                    arguments: [part.id]
                )
                guard isInTrash == true else { return TrashCount() }
                try purge.purge(part)
            } else {
                try db.execute(
                    sql: """
                        DELETE FROM noteVersion WHERE noteID = :id
                            AND EXISTS (SELECT 1 FROM trashedNote WHERE id = :id)
                            AND NOT EXISTS (SELECT 1 FROM note WHERE id = :id);
                        """,
                    arguments: ["id": item.id]
                )
                try db.execute(
                    sql: "DELETE FROM trashedNote WHERE id = ?",
                    arguments: [item.id]
                )
            }
            return TrashCount()
        }
    }

    /// Deletes for good what has been in the trash for so long, versions of notes that were replaced so
    /// long ago, and pictures that nothing has shown for so long.
    ///
    /// - Returns: how much that was.
    @discardableResult
    public func expire(keeping period: TimeInterval = trashPeriod) throws -> TrashCount {
        let now = environment.now()
        let cutoff = now.addingTimeInterval(-period)
        guard try hasSomethingToExpire(before: cutoff) else { return TrashCount() }
        return try purge { db in
            var count = try TrashPurge(db: db, now: now, cutoff: cutoff).run()
            try db.execute(
                sql: "DELETE FROM noteVersion WHERE replacedAt < ?",
                arguments: [cutoff.milliseconds]
            )
            count.versions = db.changesCount
            count.pictures = try db.sweepPictures(now: now, cutoff: cutoff)
            return count
        }
    }

    private func purge(_ body: (Database) throws -> TrashCount) throws -> TrashCount {
        defer { cachedSeries.withLock { $0.forget() } }
        return try write("empty the trash") { db in
            let before = db.totalChangesCount
            let count = try body(db)
            return (count, db.totalChangesCount == before ? [] : [.trashEmptied])
        }
    }

    /// Spares a start on which nothing is over the writing.
    private func hasSomethingToExpire(before cutoff: Date) throws -> Bool {
        let isOver = "deletedAt < :cutoff"
        let tables = ["series", "book", "character"].map { table in
            "EXISTS (SELECT 1 FROM \(table) \(Self.isInTrash) AND \(isOver))"
        }
        let others = ["chapter", "relation"].map { table in
            "EXISTS (SELECT 1 FROM \(table) WHERE \(isOver) AND origin <> 'bundled')"
        }
        let rest = [
            "EXISTS (SELECT 1 FROM trashedNote WHERE \(isOver))",
            "EXISTS (SELECT 1 FROM noteVersion WHERE replacedAt < :cutoff)",
            "EXISTS (SELECT 1 FROM picture)",
        ]
        return try read("look for what is over") { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT \((tables + others + rest).joined(separator: " OR "))",
                arguments: ["cutoff": cutoff.milliseconds]
            ) ?? false
        }
    }
}
