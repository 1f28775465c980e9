import Foundation
import GRDB

/// From when and to when things count as being in the trash.
///
/// A clock may be wrong by years for a launch, as that of a machine whose battery is empty. Nothing may
/// be lost by that: what is deleted while it is behind is dated by the newest that the library knows, and
/// while it is ahead nothing becomes older than the library can vouch for.
struct TrashClock {
    static let day: TimeInterval = 24 * 60 * 60

    /// The time from which ages count: at most a day after the last earlier day on which the library was
    /// in use. After a long absence what there is stays until the second day.
    ///
    /// - Parameter seen: times at which it was in use, in any order.
    static func trusted(_ now: Date, seen: [Date]) -> Date {
        let today = number(of: now)
        guard let last = seen.filter({ number(of: $0) < today }).max() else { return now }
        return min(now, last.addingTimeInterval(day))
    }

    /// The number of a day in universal time.
    private static func number(of date: Date) -> Int {
        let days = date.timeIntervalSinceReferenceDate / day
        return Int(min(max(days.rounded(.down), -1e9), 1e9))
    }
}

extension Library {
    /// The time from which the age of what is in the trash counts, as far as copies and the library
    /// itself tell when it was in use.
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
    /// The date of something that goes now and is to be kept for a time: not earlier by more than a day
    /// than the newest thing of that kind, or the newest note.
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

    /// The newest time of each kind that an index leads to.
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
