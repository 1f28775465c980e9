import Foundation
import GRDB

/// Determines the dates of deleted items, and the time from which their age is measured.
///
/// A clock may be wrong by years for one launch, for instance after the machine's battery was
/// empty. Nothing may be lost because of that: items deleted while the clock is behind are dated by
/// the newest date in the library, and while it is ahead, items don't get older than the library
/// can confirm.
struct TrashClock {
    static let day: TimeInterval = 24 * 60 * 60

    /// The time from which ages are measured: at most a day after the last earlier day on which the
    /// library was in use. After a long absence, everything in the trash stays until the second
    /// day.
    ///
    /// - Parameter seen: times at which the library was in use, in any order.
    static func trusted(_ now: Date, seen: [Date]) -> Date {
        let today = number(of: now)
        guard let last = seen.filter({ number(of: $0) < today }).max() else { return now }
        return min(now, last.addingTimeInterval(day))
    }

    /// The number of a day in UTC.
    private static func number(of date: Date) -> Int {
        let days = date.timeIntervalSinceReferenceDate / day
        return Int(min(max(days.rounded(.down), -1e9), 1e9))
    }
}

extension Library {
    /// The time from which the age of items in the trash is measured, as far as backups and the
    /// library itself show when it was in use.
    func trustedNow() throws -> Date {
        let now = environment.now()
        var seen: [Date] = []
        if let files = store.files {
            seen += try LibraryBackups(files, environment: environment).copies().map(\.date)
        }
        let midnight = (now.timeIntervalSinceReferenceDate / TrashClock.day).rounded(.down)
        let today = Date(timeIntervalSinceReferenceDate: midnight * TrashClock.day)
        seen += try read("look when the library was in use") { db in
            try Int64.fetchAll(
                db,
                sql: Database.timesOfUse("< :limit"),
                arguments: ["limit": today.milliseconds]
            )
        }.map(Date.init(milliseconds:))
        return TrashClock.trusted(now, seen: seen)
    }
}

extension Database {
    /// The deletion date of an item that is kept for a while: at most a day before the newest item
    /// of that kind, or the newest note.
    func dateOfDeletion(_ now: Date) throws -> Date {
        let newest = try Int64.fetchOne(
            cachedStatement(
                sql: """
                    SELECT max(time) FROM (\(Self.timesOfUse("<= :limit")) UNION ALL
                    SELECT * FROM (SELECT createdAt FROM note ORDER BY sequence DESC LIMIT 1))
                    """
            ),
            arguments: ["limit": Int64.max]
        ).map(Date.init(milliseconds:))
        guard let newest, newest.timeIntervalSince(now) > TrashClock.day else { return now }
        return newest
    }

    /// The newest time of each kind that an index can find.
    fileprivate static func timesOfUse(_ condition: String) -> String {
        let kinds = [
            ("deletedAt", "trashedNote"), ("replacedAt", "noteVersion"), ("openedAt", "series"),
            ("deletedAt", "series"), ("deletedAt", "book"), ("deletedAt", "character"),
            ("importedAt", "importBatch"),
        ]
        return kinds.map { column, table in
            """
            SELECT time FROM (SELECT max(\(column)) AS time FROM \(table)
                WHERE \(column) IS NOT NULL AND \(column) \(condition)) WHERE time IS NOT NULL
            """
        }.joined(separator: " UNION ALL ")
    }
}
