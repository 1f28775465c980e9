import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The user activity of a window: for other processes, for another machine, and for the next start,
/// where its pages may be unknown.
///
/// Several parts of the window contribute to it, and only on demand.
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

    /// The activity; nil for a private window, which never shares one, and for a page without one.
    func make() -> UserActivity? {
        guard !owner.scene.isPrivate else { return nil }
        do {
            return try registry.makeActivity(ActivityCoder.type(of: owner.place))
        } catch {
            // The page is just being closed, or only a newer version knows it.
            return nil
        }
    }

    /// Stores the activity in the window's state when idle.
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
        // The search and the shelf are restored by themselves.
        guard owner.showsTabs, let text = try? make()?.encodedString else { return }
        if kept.wrappedValue != text { kept.wrappedValue = text }
    }
}

extension MainWindow {
    /// Called when the activity may have changed.
    func activityDidChange() {
        guard !isClosed else { return }
        activity.keepSoon()
        coordinator.activityDidChange(of: self)
    }

    fileprivate func contributePage(to activity: inout UserActivity) throws {
        activity = try context.activities.activity(for: place)
        activity.title = page.title
        // Search results depend on this machine's library.
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

// MARK: - A window as a file, for another machine

extension MainWindow {
    /// Asks for a file, and writes the window's activity into it with the drafts of new notes.
    func exportWindow() {
        guard let activity = activity.make(), let text = try? activity.encodedString,
            activity.isEligibleForHandOff
        else {
            return show(localized("This page can’t be opened on another computer."))
        }
        FileChooser.chooseToSave(
            title: localized("Export Window"),
            name: FileName.of(page.title, ifEmpty: "Hawk Notes") + ".\(WindowFile.fileExtension)",
            over: chrome.content
        ) { [weak self] url in
            guard let self, !isClosed else { return }
            let file = WindowFile(activity: text, drafts: draftsToExport)
            Task { [weak self] in
                let result = await Task.detached { Result { try file.write(to: url) } }.value
                guard let self, !isClosed else { return }
                switch result {
                case .success:
                    show(localized("Exported to “%1”", url.lastPathComponent))
                case .failure(let error):
                    Log.warn("\(url.path): \(error)")
                    show(WindowFileText.notWritten(url, error))
                }
            }
        }
    }

    private var draftsToExport: [WindowFile.Draft] {
        scene.storedKeys().compactMap { path in
            guard StoredPath.mayBeDraft(path), let draft = WrittenDraft(at: path, in: scene),
                case .newNote = draft.place.subject, let subject = draft.place.noteSubject,
                !DraftText.isBlank(draft.text)
            else { return nil }
            let tab = draft.place.tab.map { Place.book($0) } ?? .favorites(in: series)
            return WindowFile.Draft(
                tab: tab.link,
                page: subject.place.link,
                text: draft.words,
                quote: draft.quote?.text
            )
        }
    }
}

extension WindowManager {
    /// Opens the window in a file as an additional one.
    func openWindowFile(at url: URL, isPrivate: Bool) {
        Task {
            let result = await Task.detached { Result { try WindowFile(contentsOf: url) } }.value
            switch result {
            case .success(let file): openWindow(file, url, isPrivate)
            case .failure(let error): refuse(url, error)
            }
        }
    }

    private func openWindow(_ file: WindowFile, _ url: URL, _ isPrivate: Bool) {
        do {
            let activity = try UserActivity(encodedString: file.activity)
            let place = try context.activities.place(of: activity)
            context.resolve(place) { [weak self] result in
                guard let self else { return }
                let scene = session.makeScene(isPrivate: isPrivate)
                // Drafts exist even if the page does not.
                if case .success(let found) = result { scene.begin(at: found, in: context) }
                scene.addDrafts(file.drafts)
                let window = makeWindow(scene)
                window.present()
                switch result {
                case .success: window.pointOut(place)
                case .failure(let error):
                    window.show(WindowFileText.notOpened(url, error))
                }
            }
        } catch {
            refuse(url, error)
        }
    }

    private func refuse(_ url: URL, _ error: any Error) {
        Log.warn("\(url.path): \(error)")
        presentFrontWindow().show(WindowFileText.notOpened(url, error))
    }
}

extension RestorationScene {
    /// Adds drafts to the composers of their pages, as if they had been typed there; drafts of
    /// missing pages become drafts without a page.
    fileprivate func addDrafts(_ drafts: [WindowFile.Draft]) {
        for draft in drafts {
            guard let tab = try? Place(link: draft.tab), let page = try? Place(link: draft.page),
                NoteSubject(page) != nil
            else { continue }
            StoredDraft(in: root.tab(tab).page(page))
                .add(draft.text, quoting: draft.quote.map { Quote($0) })
        }
    }
}

/// The messages about window files.
@MainActor
enum WindowFileText {
    static func notOpened(_ url: URL, _ error: any Error) -> String {
        let name = PlaceText.shortened(url.lastPathComponent)
        // Translators: %1 is a file's name, %2 a full sentence.
        return localized("“%1” cannot be opened. %2", name, reason(error))
    }

    static func notWritten(_ url: URL, _ error: any Error) -> String {
        let name = PlaceText.shortened(url.lastPathComponent)
        // Translators: %1 is a file's name, %2 a full sentence.
        return localized("“%1” cannot be written. %2", name, reason(error))
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case WindowFile.Problem.unreadable(let code): systemReason(code)
        case WindowFile.Problem.tooLarge: localized("It is too large.")
        case WindowFile.Problem.damaged: localized("It is damaged, or not from Hawk Notes.")
        case WindowFile.Problem.newer:
            localized("It was written by a newer version of Hawk Notes.")
        case let error as CocoaError:
            systemReason((error.underlying as? POSIXError)?.code.rawValue ?? EIO)
        default: PlaceText.sentence(error)
        }
    }

    private static func systemReason(_ code: Int32) -> String {
        String(cString: strerror(code)) + "."
    }
}
