import GTKBridge

/// What a person has chosen for the whole program, as it is kept by the desktop.
///
/// Without the installed schema everything has its default, and nothing can be changed.
@MainActor
final class Preferences {
    /// Light or dark.
    enum ColorScheme: String, CaseIterable {
        case system, light, dark
    }

    /// Whether things move.
    enum Motion: String, CaseIterable {
        case system, on, off
    }

    /// The sizes of notes' text, in percent.
    static let noteTextSizes = 80...200
    /// By how much one step changes it.
    static let noteTextStep = 10
    static let closedWindowLimits = 1...100
    static let historyDayLimits = 1...365
    /// For how many days the trash keeps things; nil means forever.
    static let trashDayChoices: [Int?] = [7, 30, 90, nil]
    /// The default.
    static let usualTrashDays = 30

    /// The preferences themselves; nil when the schema is nowhere.
    let settings: Settings?

    init(_ settings: Settings?) { self.settings = settings }

    /// Whether anything can be changed.
    var canChange: Bool { settings != nil }

    /// Whether the windows of the last run come back.
    var restoresWindows: Bool {
        get { settings?.boolean(Key.restoresWindows, default: true) ?? true }
        set { settings?.set(Key.restoresWindows, newValue) }
    }

    /// Whether the program opens after a login, when it was open at the end of the session before.
    var opensAfterLogin: Bool {
        get { settings?.boolean(Key.opensAfterLogin, default: false) ?? false }
        set { settings?.set(Key.opensAfterLogin, newValue) }
    }

    /// Whether the line is still to be shown that says what the program is for. Where nothing can be kept,
    /// it cannot be removed: then it is not shown.
    var showsWelcome: Bool {
        get { settings?.boolean(Key.showsWelcome, default: true) ?? false }
        set { settings?.set(Key.showsWelcome, newValue) }
    }

    /// How many closed windows can be reopened.
    var closedWindowsKept: Int {
        get { integer(Key.closedWindowsKept, default: 20, in: Self.closedWindowLimits) }
        set { set(Key.closedWindowsKept, newValue, in: Self.closedWindowLimits) }
    }

    /// For how many days is kept what the windows were.
    var historyDays: Int {
        get { integer(Key.historyDays, default: 30, in: Self.historyDayLimits) }
        set { set(Key.historyDays, newValue, in: Self.historyDayLimits) }
    }

    /// For how many days things stay in the trash; nil until it is emptied by hand.
    var trashDays: Int? {
        get {
            let stored = settings?.integer(Key.trashDays, default: Self.usualTrashDays)
            let days = max(0, stored ?? Self.usualTrashDays)
            return days == 0 ? nil : days
        }
        set { settings?.set(Key.trashDays, newValue ?? 0) }
    }

    /// How large the text of notes is, in percent of that of the desktop.
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

    /// Whether things move.
    var motion: Motion {
        get {
            let name = settings?.string(Key.motion, default: "")
            return name.flatMap(Motion.init) ?? .system
        }
        set { settings?.set(Key.motion, newValue.rawValue) }
    }

    /// Calls the body when one of these has changed, here or elsewhere.
    @discardableResult
    func onChange(
        of key: String,
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection? {
        settings?.onChange(of: key, body)
    }

    /// Returns when what was chosen is kept, or could not be.
    func settle() async { await settings?.settle() }

    /// Waits for the same after the main loop has ended.
    func waitForWriting() { settings?.waitForWriting() }

    /// The names under which they are kept.
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
    }

    private func integer(_ key: String, default fallback: Int, in range: ClosedRange<Int>) -> Int {
        let value = settings?.integer(key, default: fallback) ?? fallback
        return min(max(value, range.lowerBound), range.upperBound)
    }

    private func set(_ key: String, _ value: Int, in range: ClosedRange<Int>) {
        settings?.set(key, min(max(value, range.lowerBound), range.upperBound))
    }
}
