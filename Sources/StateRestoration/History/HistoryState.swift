import Foundation

/// The windows at an earlier time.
///
/// See <doc:WorkspacesAndHistory>.
public struct HistoryState: Sendable, Identifiable, Equatable {
    /// The description of a window for users.
    public struct Window: Sendable, Identifiable, Equatable {
        /// The identifier of the window.
        public var id: SceneIdentifier
        /// Its title; may be empty.
        public var title: String
        /// The first line of the longest text that belongs to its title, as far as it fits in a list. See
        /// `RestorationScene.titleScope`.
        public var beginningOfText: String
        /// The total length of its long texts, in Unicode scalars.
        public var textLength: Int
    }

    /// Identifies the state.
    public struct ID: Hashable, Sendable {
        /// The time in milliseconds since 2001-01-01 00:00 UTC, which is the name of its file.
        let milliseconds: Int
    }

    /// Identifies the state.
    public var id: ID
    /// The date of the state, by the wall clock.
    public var date: Date
    /// The windows, front first.
    public var windows: [Window]
}

/// The complete content of a window in an earlier state.
public struct HistoryWindow: Sendable, Identifiable {
    /// The identifier of the window.
    public var id: SceneIdentifier
    /// Its title; may be empty.
    public var title: String
    /// The values and texts by path, without those of unknown types, which are restored
    /// nevertheless.
    public var values: [String: RestorableValue]
    /// The paths of its long texts.
    public var texts: Set<String>
    /// Whether the content is complete: no file is damaged or missing.
    public var isWhole: Bool
}

/// The limits of the history.
public struct HistoryLimits: Sendable, Equatable {
    /// The number of days.
    public var days: Int
    /// The maximum total size in bytes; the oldest days are removed first.
    public var byteCount: Int

    /// Makes limits.
    public init(days: Int = 30, byteCount: Int = 100_000_000) {
        self.days = days
        self.byteCount = byteCount
    }
}
