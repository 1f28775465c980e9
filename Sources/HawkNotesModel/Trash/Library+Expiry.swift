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
                try purge.purge(note: item.id)
            }
            return TrashCount()
        }
    }

    /// Deletes for good what has been in the trash for so long; and what was replaced in notes, or is
    /// shown no more of pictures, since ``trashPeriod``.
    ///
    /// - Parameters:
    ///   - period: in seconds; nil keeps the trash for ever.
    ///   - date: the time from which ages count; nil for the present one.
    /// - Returns: how much that was.
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
                sql: "DELETE FROM noteVersion WHERE replacedAt < ?",
                arguments: [others.milliseconds]
            )
            count.versions = db.changesCount
            count.pictures = try db.sweepPictures(now: now, cutoff: others)
            return count
        }
    }

    /// Looks once a day, off the main thread, whether the time of something in the trash is over, as long
    /// as there is this library. The first time is a day from now: `lookAfter` has looked already.
    ///
    /// The days are counted by a clock that cannot be set.
    ///
    /// - Parameter period: asked each day; see ``expire(keeping:asOf:)``.
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
        defer { cachedSeries.withLock { $0.forget() } }
        return try write("empty the trash") { db in
            let before = db.totalChangesCount
            let count = try body(db)
            return (count, db.totalChangesCount == before ? [] : [.trashEmptied])
        }
    }

    /// Spares a start on which nothing is over the writing.
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
            "EXISTS (SELECT 1 FROM noteVersion WHERE replacedAt < :others)",
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
