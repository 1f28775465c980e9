import Foundation
import GRDB

extension Library {
    /// Empties the trash permanently. This can't be undone; backups of the library still contain
    /// the items.
    ///
    /// - Returns: the number of deleted items.
    @discardableResult
    public func emptyTrash() throws -> TrashCount {
        try purge { try TrashPurge(db: $0, now: environment.now(), cutoff: nil).run() }
    }

    /// Permanently deletes one item in the trash; does nothing if it is not there.
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
                try purge.purge(note: item.id)
            }
            return TrashCount()
        }
    }

    /// Permanently deletes items that have been in the trash for longer than a period, and note
    /// versions and unused pictures older than ``trashPeriod``.
    ///
    /// - Parameters:
    ///   - period: in seconds; nil keeps the trash forever.
    ///   - date: the time from which ages are measured; nil for now.
    /// - Returns: the number of deleted items.
    @discardableResult
    public func expire(
        keeping period: TimeInterval? = trashPeriod,
        asOf date: Date? = nil
    ) throws -> TrashCount {
        let now = date ?? environment.now()
        let cutoff = period.map { now.addingTimeInterval(-$0) } ?? .distantPast
        let others = now.addingTimeInterval(-Self.trashPeriod)
        guard try hasSomethingToExpire(before: cutoff, others: others) else { return TrashCount() }
        return try purge { db in
            var count = TrashCount()
            if period != nil { count = try TrashPurge(db: db, now: now, cutoff: cutoff).run() }
            try db.execute(
                sql: "DELETE FROM noteVersion WHERE replacedAt < ? AND \(Self.isReplacedText)",
                arguments: [others.milliseconds]
            )
            count.versions = db.changesCount
            count.pictures = try db.sweepPictures(now: now, cutoff: others)
            return count
        }
    }

    /// Checks once a day, off the main thread, whether items in the trash have expired, for the
    /// lifetime of this library. The first check is in a day: `lookAfter` has already made one.
    ///
    /// The days are measured by a monotonic clock.
    ///
    /// - Parameter period: called each day; see ``expire(keeping:asOf:)``.
    @MainActor
    public func expireDaily(
        keeping period: @escaping @MainActor @Sendable () -> TimeInterval?
    ) {
        let onMain = environment.onMain
        environment.after(TrashClock.day) { [weak self] in
            onMain {
                guard let self, !self.store.isClosed else { return }
                let today = period()
                self.perform { library in
                    guard let start = library.startOfTrust.withLock({ $0 }) else { return }
                    let date = start.addingTimeInterval(TrashClock.day)
                    library.startOfTrust.withLock { $0 = date }
                    try library.expire(keeping: today, asOf: min(date, library.environment.now()))
                } completion: { _ in
                }
                self.expireDaily(keeping: period)
            }
        }
    }

    private func purge(_ body: (Database) throws -> TrashCount) throws -> TrashCount {
        try write("empty the trash") { db in
            let before = db.totalChangesCount
            let count = try body(db)
            return (count, db.totalChangesCount == before ? [] : [.trashEmptied])
        }
    }

    /// The versions of a note with texts from two libraries stay: some are merged into its text, or
    /// kept beside it, until it is saved again.
    private static let isReplacedText = """
        noteID NOT IN (SELECT noteID FROM noteRevision WHERE state IN ('shown', 'beside')
            GROUP BY noteID HAVING count(*) > 1)
        """

    /// Avoids a write on starts when nothing has expired.
    private func hasSomethingToExpire(before cutoff: Date, others: Date) throws -> Bool {
        let isOver = "deletedAt < :cutoff"
        let tables = ["series", "book", "character"].map { table in
            "EXISTS (SELECT 1 FROM \(table) \(Self.isInTrash) AND \(isOver))"
        }
        let parts = ["chapter", "relation"].map { table in
            "EXISTS (SELECT 1 FROM \(table) WHERE \(isOver) AND origin <> 'bundled')"
        }
        let rest = [
            "EXISTS (SELECT 1 FROM trashedNote WHERE \(isOver))",
            """
            EXISTS (SELECT 1 FROM noteVersion WHERE replacedAt < :others AND \(Self.isReplacedText))
            """,
            "EXISTS (SELECT 1 FROM picture WHERE \(Database.isToBeSwept))",
        ]
        return try read("look for what is over") { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT \((tables + parts + rest).joined(separator: " OR "))",
                arguments: ["cutoff": cutoff.milliseconds, "others": others.milliseconds]
            ) ?? false
        }
    }
}
