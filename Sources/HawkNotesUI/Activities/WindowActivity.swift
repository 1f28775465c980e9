import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What a window is about: for other processes, for whoever takes it to another machine, and for the next
/// start, where its pages may be unknown.
///
/// Several parts of the window contribute to it, and only when somebody asks.
@MainActor
final class WindowActivity {
    private unowned let owner: MainWindow
    private let registry = UserActivityRegistry(declaredTypes: ActivityType.all)
    private let kept: SceneStorage<String>
    private var isWaiting = false

    init(of owner: MainWindow) {
        self.owner = owner
        kept = SceneStorage(.activity, in: owner.scene.root.window)
        for type in ActivityType.all {
            registry.contribute(to: type) { [weak owner] in try owner?.contributePage(to: &$0) }
            registry.contribute(to: type) { [weak owner] in owner?.contributeWebPage(to: &$0) }
            registry.contribute(to: type) { [weak owner] in owner?.contributeNote(to: &$0) }
        }
    }

    /// The activity; nil for a private window, which tells nobody, and for a page that cannot be said.
    func make() -> UserActivity? {
        guard !owner.scene.isPrivate else { return nil }
        do {
            return try registry.makeActivity(ActivityCoder.type(of: owner.place))
        } catch {
            // A page that is just going, or that only a newer version knows.
            return nil
        }
    }

    /// Keeps it in the window's state, as soon as there is nothing more urgent.
    func keepSoon() {
        guard !owner.scene.isPrivate, !isWaiting else { return }
        isWaiting = true
        MainLoop.whenIdle { [weak self] in
            guard let self else { return }
            isWaiting = false
            if !owner.isClosed { keep() }
        }
    }

    private func keep() {
        // What is searched for, and the shelf, are restored by themselves.
        guard owner.showsTabs, let text = try? make()?.encodedString else { return }
        if kept.wrappedValue != text { kept.wrappedValue = text }
    }
}

extension MainWindow {
    /// To be called when the activity may be another one.
    func activityDidChange() {
        guard !isClosed else { return }
        activity.keepSoon()
        coordinator.activityDidChange(of: self)
    }

    fileprivate func contributePage(to activity: inout UserActivity) throws {
        activity = try context.activities.activity(for: place)
        activity.title = page.title
        // What is found depends on the library that it is looked for in.
        if case .search = place { activity.isEligibleForHandOff = false }
    }

    fileprivate func contributeWebPage(to activity: inout UserActivity) {
        guard showsTabs, let page = page as? AmazonPage else { return }
        activity.webpageURL = URL(string: page.address)
    }

    fileprivate func contributeNote(to activity: inout UserActivity) {
        guard let id = page.notes?.focusedNote else { return }
        activity.targetContentIdentifier = Place.note(id).link
    }
}
