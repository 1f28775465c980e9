import Foundation
import GTKBridge
import HawkNotesPresentation

/// The user's preferences for the whole program, stored by the desktop.
///
/// Without the installed schema every preference has its default, and none can be changed.
@MainActor
final class Preferences {
    /// Light or dark.
    enum ColorScheme: String, CaseIterable {
        case system, light, dark
    }

    /// Whether animations are shown.
    enum Motion: String, CaseIterable {
        case system, on, off
    }

    /// The sizes of note text, in percent.
    static let noteTextSizes = 80...200
    /// The size of one step.
    static let noteTextStep = 10
    static let closedWindowLimits = 1...100
    static let historyDayLimits = 1...365
    /// How many days items are kept in the trash; nil means forever.
    static let trashDayChoices: [Int?] = [7, 30, 90, nil]
    /// The default.
    static let usualTrashDays = 30

    /// The stored settings; nil without the schema.
    let settings: Settings?

    init(_ settings: Settings?) { self.settings = settings }

    /// Whether preferences can be changed.
    var canChange: Bool { settings != nil }

    /// Whether the windows of the last run are restored.
    var restoresWindows: Bool {
        get { settings?.boolean(Key.restoresWindows, default: true) ?? true }
        set { settings?.set(Key.restoresWindows, newValue) }
    }

    /// Whether the program opens after a login, if it was open at the end of the previous session.
    var opensAfterLogin: Bool {
        get { settings?.boolean(Key.opensAfterLogin, default: false) ?? false }
        set { settings?.set(Key.opensAfterLogin, newValue) }
    }

    /// Whether the welcome message is still shown. If settings cannot be stored, it could not be
    /// dismissed, and is not shown.
    var showsWelcome: Bool {
        get { settings?.boolean(Key.showsWelcome, default: true) ?? false }
        set { settings?.set(Key.showsWelcome, newValue) }
    }

    /// How many closed windows can be reopened.
    var closedWindowsKept: Int {
        get { integer(Key.closedWindowsKept, default: 20, in: Self.closedWindowLimits) }
        set { set(Key.closedWindowsKept, newValue, in: Self.closedWindowLimits) }
    }

    /// How many days the history of windows is kept.
    var historyDays: Int {
        get { integer(Key.historyDays, default: 30, in: Self.historyDayLimits) }
        set { set(Key.historyDays, newValue, in: Self.historyDayLimits) }
    }

    /// How many days items are kept in the trash; nil until it is emptied by the user.
    var trashDays: Int? {
        get {
            let stored = settings?.integer(Key.trashDays, default: Self.usualTrashDays)
            let days = max(0, stored ?? Self.usualTrashDays)
            return days == 0 ? nil : days
        }
        set { settings?.set(Key.trashDays, newValue ?? 0) }
    }

    /// The size of note text, in percent of the desktop's text size.
    var noteTextSize: Int {
        get { integer(Key.noteTextSize, default: 100, in: Self.noteTextSizes) }
        set { set(Key.noteTextSize, newValue, in: Self.noteTextSizes) }
    }

    /// Light or dark.
    var colorScheme: ColorScheme {
        get {
            let name = settings?.string(Key.colorScheme, default: "")
            return name.flatMap(ColorScheme.init) ?? .system
        }
        set { settings?.set(Key.colorScheme, newValue.rawValue) }
    }

    /// Whether animations are shown.
    var motion: Motion {
        get {
            let name = settings?.string(Key.motion, default: "")
            return name.flatMap(Motion.init) ?? .system
        }
        set { settings?.set(Key.motion, newValue.rawValue) }
    }

    /// The last backup in a folder of the reader's choice; nil before the first one.
    var lastBackup: BackupRecord? {
        get {
            guard let settings else { return nil }
            return BackupRecord(
                folder: settings.string(Key.backupFolder, default: ""),
                date: settings.string(Key.backupDate, default: ""),
                dismissed: settings.string(Key.backupReminderDismissed, default: "")
            )
        }
        set {
            settings?.set(Key.backupFolder, newValue?.folder.path ?? "")
            settings?.set(Key.backupDate, newValue?.storedDate ?? "")
            settings?.set(Key.backupReminderDismissed, newValue?.storedDismissal ?? "")
        }
    }

    /// The folder in which a backup was begun and did not end; nil if there is none.
    var unfinishedBackup: URL? {
        get {
            let path = settings?.string(Key.unfinishedBackup, default: "") ?? ""
            return path.hasPrefix("/") ? URL(fileURLWithPath: path) : nil
        }
        set { settings?.set(Key.unfinishedBackup, newValue?.path ?? "") }
    }

    /// The folder in which an export was begun and did not end; nil if there is none.
    var unfinishedExport: URL? {
        get {
            let path = settings?.string(Key.unfinishedExport, default: "") ?? ""
            return path.hasPrefix("/") ? URL(fileURLWithPath: path) : nil
        }
        set { settings?.set(Key.unfinishedExport, newValue?.path ?? "") }
    }

    /// Calls the body after a change, made here or elsewhere.
    @discardableResult
    func onChange(
        of key: String,
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection? {
        settings?.onChange(of: key, body)
    }

    /// Returns when changes are stored, or could not be.
    func settle() async { await settings?.settle() }

    /// Waits for the same after the main loop has ended.
    func waitForWriting() { settings?.waitForWriting() }

    /// The names of the settings.
    enum Key {
        static let restoresWindows = "restore-windows"
        static let opensAfterLogin = "open-after-login"
        static let showsWelcome = "show-welcome"
        static let closedWindowsKept = "closed-windows-kept"
        static let historyDays = "history-days"
        static let trashDays = "trash-days"
        static let colorScheme = "color-scheme"
        static let noteTextSize = "note-text-size"
        static let motion = "motion"
        static let backupFolder = "backup-folder"
        static let backupDate = "backup-date"
        static let unfinishedBackup = "backup-unfinished"
        static let unfinishedExport = "export-unfinished"
        static let backupReminderDismissed = "backup-reminder-dismissed"
    }

    private func integer(_ key: String, default fallback: Int, in range: ClosedRange<Int>) -> Int {
        let value = settings?.integer(key, default: fallback) ?? fallback
        return min(max(value, range.lowerBound), range.upperBound)
    }

    private func set(_ key: String, _ value: Int, in range: ClosedRange<Int>) {
        settings?.set(key, min(max(value, range.lowerBound), range.upperBound))
    }
}
