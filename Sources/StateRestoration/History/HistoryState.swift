import Foundation

/// What the windows were at some time.
///
/// See <doc:WorkspacesAndHistory>.
public struct HistoryState: Sendable, Identifiable, Equatable {
    /// One of the windows, as a person would tell it from others.
    public struct Window: Sendable, Identifiable, Equatable {
        /// The identifier that it had.
        public var id: SceneIdentifier
        /// Its title; may be empty.
        public var title: String
        /// The first line of the longest text that belongs to its title, as far as it fits in a list. See
        /// `RestorationScene.titleScope`.
        public var beginningOfText: String
        /// How long its long texts are together, in Unicode scalars.
        public var textLength: Int
    }

    /// Tells the state from others.
    public struct ID: Hashable, Sendable {
        /// The time in milliseconds since 2001-01-01 00:00 UTC, which is the name of its file.
        let milliseconds: Int
    }

    /// Tells the state from others.
    public var id: ID
    /// When it was kept, by the wall clock.
    public var date: Date
    /// The windows, front first.
    public var windows: [Window]
}

/// All that a window of an earlier state holds.
public struct HistoryWindow: Sendable, Identifiable {
    /// The identifier that it had.
    public var id: SceneIdentifier
    /// Its title; may be empty.
    public var title: String
    /// The values and texts, by path. Those of unknown forms are left out; they are restored all the
    /// same.
    public var values: [String: RestorableValue]
    /// The paths of its long texts.
    public var texts: Set<String>
    /// Whether everything is there; not when a file is damaged or gone.
    public var isWhole: Bool
}

/// How much is kept of what the windows were.
public struct HistoryLimits: Sendable, Equatable {
    /// For how many days.
    public var days: Int
    /// How many bytes all of it may have; the oldest days go first.
    public var byteCount: Int

    /// Makes limits.
    public init(days: Int = 30, byteCount: Int = 100_000_000) {
        self.days = days
        self.byteCount = byteCount
    }
}
