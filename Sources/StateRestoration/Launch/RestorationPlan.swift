/// How much of the last session a launch should bring back, so that a window which cannot be restored
/// does not keep the application from starting for good.
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
