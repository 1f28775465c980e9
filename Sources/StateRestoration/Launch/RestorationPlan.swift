import Foundation

/// How much of the last session a launch should bring back, so that a window which cannot be restored
/// does not keep the application from starting forever.
///
/// The session only counts; the application acts, for only it knows what is risky:
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
/// No level deletes or overwrites anything. What an application leaves out stays stored, and comes back
/// with the launch after the first one that gets as far as `completeRestoration()`.
public struct RestorationPlan: Sendable, Equatable {
    /// How much to bring back, from all to nothing unasked.
    public enum Level: Int, Sendable, CaseIterable, Comparable {
        /// Everything; there is nothing to say.
        case everything
        /// Everything, and say that the last run did not end as it should.
        case recovered
        /// Texts and tabs, without what is most likely to fail again, such as a web page or a page deep
        /// down.
        case textAndTabs
        /// A plain window, in which the person chooses what to bring back.
        case choose

        /// Whether this one brings back more.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// How much to bring back.
    public var level: Level
    /// How many launches in a row did not get as far as `completeRestoration()`, or died of their own
    /// fault within 30 seconds after it.
    public var incompleteLaunches: Int

    /// Makes the plan: one step down for each launch that did not come to its end.
    ///
    /// A run that ended badly in another way after its restore was complete, or later than 30 seconds
    /// after it, is no reason to bring back less.
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

    /// What happened, as a sentence; `nil` when there is nothing to say.
    ///
    /// For applications in English, and for logs; others make their own of the level and the count.
    public var cause: String? {
        switch (level, incompleteLaunches) {
        case (.everything, _): nil
        case (_, 0): "The last run did not end as it should."
        case (_, 1): "The last start did not get beyond restoring the windows."
        case (_, let count): "The last \(count) starts did not get beyond restoring the windows."
        }
    }

    /// What is done about it, as a sentence; `nil` when there is nothing to say.
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

/// Why the application is being launched, as far as its state tells.
public enum LaunchReason: String, Sendable, CaseIterable {
    /// There has never been a session here.
    case pristine
    /// The last run ended cleanly and left no window to restore.
    case launch
    /// The last run did not end cleanly: a crash, a kill, a power cut.
    case recover
    /// The last run ended cleanly and left windows to restore.
    case restore
}

// MARK: - Choosing windows

/// What a person needs to know of a window to decide whether it is to come back.
public struct SceneSummary: Sendable, Identifiable {
    /// The window's identifier.
    public var id: SceneIdentifier
    /// Its title; may be empty.
    public var title: String
    /// When it last changed; `nil` when the file system does not tell.
    public var changeDate: Date?
    /// The size of its file in bytes.
    public var fileSize: Int
    /// How long its long texts are together, in Unicode scalars.
    public var textLength: Int
    /// The first lines of its long texts, the longest text first, as far as each fits in a list.
    public var beginningsOfTexts: [Text]
    /// The first line of the longest text that belongs to the title; empty when there is none. See
    /// `RestorationScene.titleScope`.
    public var beginningOfText: String

    /// The beginning of a text.
    public struct Text: Sendable, Equatable {
        /// Where in the window's state the text is.
        public var path: String
        /// Its first line, as far as it fits in a list.
        public var beginning: String
    }
}

extension SceneSummary {
    /// - Parameter status: of the window's file; `nil` when there is none, or it cannot be asked for.
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

/// What becomes of the windows that a person does not choose at launch.
public enum UnchosenScenes: Sendable {
    /// They become closed windows, which can be reopened.
    case recentlyClosed
    /// They stay as they are, for the next launch.
    case keptForNextLaunch
}

/// The windows that a person wants back at this launch.
struct SceneChoice: Sendable {
    var chosen: Set<SceneIdentifier>
    var others: UnchosenScenes
}

extension RestorationSession {
    /// How much of the last session to bring back; everything when there is nothing to bring back.
    public var plan: RestorationPlan {
        var plan = RestorationPlan(
            incompleteLaunches: incompleteLaunches,
            launchReason: launchReason
        )
        if scenesToRestore.isEmpty { plan.level = .everything }
        return plan
    }

    /// The windows of `scenesToRestore`, in its order, as a person would tell them apart.
    ///
    /// Asks the file system about each; meant for a chooser. Empty once the restore is complete.
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

    /// Decides which windows come back at this launch, and what becomes of the others.
    ///
    /// Open the chosen ones of `scenesToRestore`, then call `completeRestoration()`, which carries the
    /// decision out. Until then nothing changes on disk, and another call decides anew. Afterwards it
    /// has no effect.
    public func restoreOnly(
        _ chosen: Set<SceneIdentifier>,
        others: UnchosenScenes = .recentlyClosed
    ) {
        guard !isRestorationComplete else { return }
        choice = SceneChoice(chosen: chosen, others: others)
    }
}
