import Foundation

/// The last backup in a folder of the reader's choice. It is stored with the preferences.
package struct BackupRecord: Hashable, Sendable {
    /// The folder.
    package var folder: URL
    /// When the backup was made.
    package var date: Date
    /// When the reminder was dismissed; nil if it was not since the backup.
    package var dismissed: Date?

    package init(folder: URL, date: Date, dismissed: Date? = nil) {
        self.folder = folder
        self.date = date
        self.dismissed = dismissed
    }

    /// Reads a stored record; nil if there is none, or its date is invalid.
    package init?(folder: String, date: String, dismissed: String) {
        guard folder.hasPrefix("/"), let date = Self.date(date) else { return nil }
        self.init(
            folder: URL(fileURLWithPath: folder),
            date: date,
            dismissed: Self.date(dismissed)
        )
    }

    /// The date in its stored form.
    package var storedDate: String { date.formatted(.iso8601) }
    /// The dismissal in its stored form.
    package var storedDismissal: String { dismissed?.formatted(.iso8601) ?? "" }

    private static func date(_ stored: String) -> Date? { try? Date(stored, strategy: .iso8601) }
}

/// Reminds of making a backup: when the last one is older than 30 days, or its disk is away.
///
/// A dismissed reminder returns after 30 days.
package enum BackupReminder: Hashable, Sendable {
    /// The last backup is old.
    case old(BackupRecord)
    /// The folder does not exist, or has no backup of the library.
    case away(BackupRecord)

    private static let period: TimeInterval = 30 * 24 * 60 * 60

    /// The reminder that is due, if any.
    ///
    /// - Parameter isAvailable: whether the folder has a backup of the library.
    package static func due(
        after record: BackupRecord,
        isAvailable: Bool,
        now: Date
    ) -> BackupReminder? {
        // A date in the future comes from a wrong clock.
        func isRecent(_ date: Date) -> Bool { (0...period).contains(now.timeIntervalSince(date)) }
        if let dismissed = record.dismissed, isRecent(dismissed) { return nil }
        if !isAvailable { return .away(record) }
        return isRecent(record.date) ? nil : .old(record)
    }
}
