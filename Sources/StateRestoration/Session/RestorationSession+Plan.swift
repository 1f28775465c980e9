import Foundation

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
    public var beginningsOfTexts: [String]

    /// The first line of the longest of them; empty when there is none.
    public var beginningOfText: String { beginningsOfTexts.first ?? "" }
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
