import Foundation

/// How much of the last session a launch should restore, so that a window that cannot be restored
/// does not keep the application from starting forever.
///
/// The session only counts; the application acts, because only it knows what is risky:
///
/// ```swift
/// switch session.plan.level {
/// case .everything, .recovered: openWindows()
/// case .textAndTabs: openWindows(withoutWebPagesAndDeepPaths)
/// case .choose: showChooser(session.summaries())  // then session.restoreOnly(…)
/// }
/// session.completeRestoration()
/// ```
///
/// No level deletes or overwrites anything. Content that an application leaves out stays stored,
/// and is restored by the launch after the first one that reaches `completeRestoration()`.
public struct RestorationPlan: Sendable, Equatable {
    /// How much to restore, from everything to nothing without asking.
    public enum Level: Int, Sendable, CaseIterable, Comparable {
        /// Restore everything; there is nothing to report.
        case everything
        /// Restore everything, and report that the last run did not end cleanly.
        case recovered
        /// Restore texts and tabs, without content that is likely to fail again, such as a web page
        /// or a page deep in a path.
        case textAndTabs
        /// Open a plain window, in which the user chooses what to restore.
        case choose

        /// Whether the right level restores less.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// How much to restore.
    public var level: Level
    /// The number of consecutive launches that did not reach `completeRestoration()`, or crashed by
    /// their own fault within 30 seconds after it.
    public var incompleteLaunches: Int

    /// Makes the plan: one level further for each incomplete launch.
    ///
    /// A run that ended badly in another way after its restore was complete, or later than 30
    /// seconds after it, does not change the level.
    public init(incompleteLaunches: Int, launchReason: LaunchReason) {
        self.incompleteLaunches = max(incompleteLaunches, 0)
        level =
            switch self.incompleteLaunches {
            case 0: launchReason == .recover ? .recovered : .everything
            case 1: .recovered
            case 2: .textAndTabs
            default: .choose
            }
    }

    /// What happened, as a sentence; `nil` when there is nothing to report.
    ///
    /// For applications in English, and for logs; others make their own from the level and the
    /// count.
    public var cause: String? {
        switch (level, incompleteLaunches) {
        case (.everything, _): nil
        case (_, 0): "The last run did not end as it should."
        case (_, 1): "The last start did not get beyond restoring the windows."
        case (_, let count): "The last \(count) starts did not get beyond restoring the windows."
        }
    }

    /// The consequence, as a sentence; `nil` when there is nothing to report.
    public var consequence: String? {
        switch level {
        case .everything: nil
        case .recovered: "Everything has been brought back."
        case .textAndTabs:
            "This time only texts and tabs are brought back. The rest is kept for the next start."
        case .choose: "Choose which windows to bring back. The others are kept."
        }
    }
}

/// The reason of a launch, judged by the stored state.
public enum LaunchReason: String, Sendable, CaseIterable {
    /// There has never been a session here.
    case pristine
    /// The last run ended cleanly without a window to restore.
    case launch
    /// The last run did not end cleanly: a crash, a kill, a power cut.
    case recover
    /// The last run ended cleanly with windows to restore.
    case restore
}

// MARK: - Choosing windows

/// The description of a window that users need to decide whether to restore it.
public struct SceneSummary: Sendable, Identifiable {
    /// The window's identifier.
    public var id: SceneIdentifier
    /// Its title; may be empty.
    public var title: String
    /// When it last changed; `nil` when the file system does not say.
    public var changeDate: Date?
    /// The size of its file in bytes.
    public var fileSize: Int
    /// The total length of its long texts, in Unicode scalars.
    public var textLength: Int
    /// The first lines of its long texts, the longest text first, each cut to fit in a list.
    public var beginningsOfTexts: [Text]
    /// The first line of the longest text that belongs to the title; empty when there is none. See
    /// `RestorationScene.titleScope`.
    public var beginningOfText: String

    /// The beginning of a text.
    public struct Text: Sendable, Equatable {
        /// The path of the text in the window's state.
        public var path: String
        /// Its first line, cut to fit in a list.
        public var beginning: String
    }
}

extension SceneSummary {
    /// - Parameter status: The status of the window's file; `nil` when there is no file, or it is
    ///   unavailable.
    init(_ id: SceneIdentifier, _ state: WindowState, _ status: FileStatus?) {
        self.id = id
        title = state.title
        changeDate = status?.modificationDate
        fileSize = status?.size ?? 0
        textLength = state.contents.values.compactMap(\.longText).reduce(0) { $0 + $1.scalarCount }
        beginningsOfTexts = state.contents.beginningsOfTexts
        beginningOfText = state.contents.beginningOfText
    }
}

/// What to do with the windows that the user does not choose at launch.
public enum UnchosenScenes: Sendable {
    /// Turn them into closed windows, which can be reopened.
    case recentlyClosed
    /// Keep them unchanged for the next launch.
    case keptForNextLaunch
}

/// The windows that the user chose to restore at this launch.
struct SceneChoice: Sendable {
    var chosen: Set<SceneIdentifier>
    var others: UnchosenScenes
}

extension RestorationSession {
    /// How much of the last session to restore; everything when there is nothing to restore.
    public var plan: RestorationPlan {
        var plan = RestorationPlan(
            incompleteLaunches: incompleteLaunches,
            launchReason: launchReason
        )
        if scenesToRestore.isEmpty { plan.level = .everything }
        return plan
    }

    /// The windows of `scenesToRestore` in its order, with descriptions for users.
    ///
    /// Reads the status of each file; meant for a chooser. Empty once the restore is complete.
    public func summaries() -> [SceneSummary] {
        let ids = Set(scenesToRestore.map(\.id))
        return loaded.windows.filter { ids.contains($0.id) }.map { window in
            let status: FileStatus?
            do {
                status = try directory.fileSystem.status(window.path)
            } catch {
                // A list without a date is better than none.
                status = nil
            }
            return SceneSummary(window.id, window.state, status)
        }
    }

    /// Decides which windows are restored at this launch, and what happens to the others.
    ///
    /// Open the chosen ones of `scenesToRestore`, then call `completeRestoration()`, which carries
    /// out the decision. Until then nothing changes on disk, and another call replaces the
    /// decision. Afterwards it has no effect.
    public func restoreOnly(
        _ chosen: Set<SceneIdentifier>,
        others: UnchosenScenes = .recentlyClosed
    ) {
        guard !isRestorationComplete else { return }
        choice = SceneChoice(chosen: chosen, others: others)
    }
}
