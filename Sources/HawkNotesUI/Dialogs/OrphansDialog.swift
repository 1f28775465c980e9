import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The drafts of all windows whose book, character or note is no longer there: each can be moved to a
/// page, copied or deleted.
@MainActor
final class OrphansDialog: DialogContent {
    let title = localized("Drafts Without a Page")
    let root: Widget
    var lists: [PartList] { [chooser.list] }
    let size = (width: 560, height: 520)
    var focusable: [(name: String, widget: Widget)] {
        chooser.focusable + buttons
    }

    private let stack = Stack()
    private let list = Box(.vertical, spacing: 12).margin(18)
    private let chooser: PageChooser
    private let moved: SceneStorage<String>
    private weak var manager: WindowManager?
    private var orphans: [Orphan] = []
    private var buttons: [(name: String, widget: Widget)] = []
    private let listPage: Widget

    /// A draft and the window that it is kept in.
    private struct Orphan {
        let window: MainWindow
        let draft: OrphanedDrafts.Draft

        /// The same at the next launch.
        @MainActor var name: String { window.scene.id.rawValue + " " + draft.path }
    }

    init(windows manager: WindowManager, in scope: RestorationScope) {
        self.manager = manager
        moved = SceneStorage(.movedDraft, in: scope)
        chooser = PageChooser(
            heading: localized("Move the draft to this page:"),
            in: scope
        )
        listPage = ScrolledWindow(Clamp(list, maximumWidth: PageParts.measure))
        stack.add(listPage)
        stack.add(chooser.root)
        root = stack
        chooser.onCancel = { [weak self] in self?.stopMoving() }
        chooser.onChoose = { [weak self] in self?.move(to: $0) }
        find(for: scope.scene)
    }

    func focus(_ name: String) -> Bool { chooser.focus(name) }

    func leaveInnermost() -> Bool {
        guard !moved.wrappedValue.isEmpty else { return false }
        stopMoving()
        return true
    }

    func close() { chooser.close() }

    // MARK: Finding

    /// Nothing of a private window is shown over another one, whose state would keep what is done with it.
    private func find(for scene: RestorationScene?) {
        let windows = manager?.windows ?? []
        for window in windows where !window.scene.isPrivate || window.scene === scene {
            OrphanedDrafts.find(
                in: window.scene,
                library: window.context.library,
                series: window.context.series
            ) {
                [weak self, weak window] drafts in
                guard let self, let window else { return }
                add(drafts.map { Orphan(window: window, draft: $0) })
            }
        }
        showEmptyState()
    }

    private func add(_ found: [Orphan]) {
        orphans += found
        for orphan in found { list.append(row(orphan)) }
        showEmptyState()
        if let orphan = orphans.first(where: { $0.name == moved.wrappedValue }) {
            beginMoving(orphan)
        }
    }

    private let empty = StatusPage(
        icon: "hawknotes-empty-notes-symbolic",
        heading: localized("Every draft has its page"),
        []
    ).root

    private func showEmptyState() {
        if !empty.hasParent { list.append(empty) }
        empty.visible(orphans.isEmpty)
    }

    // MARK: A row

    private func row(_ orphan: Orphan) -> Widget {
        let text = Label(orphan.draft.text).wrapping().lines(4).ellipsizing()
        let about = Label(OrphanText.reason(orphan.draft), "caption", "dim-label").wrapping()
        let actions = WrapBox(spacing: 6)
        let done = Box(.horizontal, spacing: 12).visible(false)
        let outcome = Label("", "dim-label").wrapping().hexpand()
        let undo = Button(localized("Undo"), "remedy")
        done.append(outcome, undo)
        func finish(_ words: String) {
            outcome.text = words
            actions.visible(false)
            done.visible(true)
        }
        let move = Button(localized("Move to a Page…"), "remedy")
        move.onClicked { [weak self] in self?.beginMoving(orphan) }
        let copy = Button(localized("Copy Draft"), "remedy")
        copy.onClicked { [weak copy] in
            Desktop.copy(orphan.draft.text)
            copy?.setLabel(localized("Copied"))
        }
        let delete = Button(localized("Delete"), "remedy")
        delete.onClicked {
            guard !orphan.window.isClosed else { return }
            orphan.window.removeDraft(orphan.draft)
            finish(localized("Deleted"))
            undo.grabFocus()
        }
        undo.onClicked {
            orphan.window.putBack(orphan.draft)
            done.visible(false)
            actions.visible(true)
            delete.grabFocus()
        }
        for button in [move, copy, delete] { actions.append(button) }
        buttons += zip(["move", "copy", "delete"], [move, copy, delete])
            .map { ("\($0) \(orphan.name)", $1) }
        return Box(.vertical, spacing: 6).append(text, about, actions.margin(top: 6), done)
            .classes("card", "report-row")
    }

    // MARK: Moving

    private func beginMoving(_ orphan: Orphan) {
        moved.wrappedValue = orphan.name
        chooser.show(orphan.window.series)
        stack.show(chooser.root, .slideForward)
        if root.isMapped { chooser.entry.grabFocus() }
    }

    private func stopMoving() {
        moved.reset()
        chooser.empty()
        stack.show(listPage, .slideBack)
    }

    private func move(to place: Place) {
        guard let orphan = orphans.first(where: { $0.name == moved.wrappedValue }),
            !orphan.window.isClosed
        else { return stopMoving() }
        // First there, then away from here: a text must be in one place at least.
        orphan.window.takeDraft(orphan.draft.words, quoting: orphan.draft.quote, on: place)
        orphan.window.removeDraft(orphan.draft)
        orphan.window.show(place)
        orphans.removeAll { $0.name == orphan.name }
        list.removeAll()
        buttons = []
        for orphan in orphans { list.append(row(orphan)) }
        showEmptyState()
        stopMoving()
    }
}

/// Why a draft has no page.
@MainActor
enum OrphanText {
    static func reason(_ draft: OrphanedDrafts.Draft) -> String {
        if draft.isMoved {
            return localized("The note was moved to another page while you were changing it.")
        }
        return switch draft.missing {
        case .book, .webPage: localized("Its book is no longer there.")
        case .character: localized("Its character is no longer there.")
        case .note: localized("The note was deleted while you were changing it.")
        case .shelf, .series, .favorites, .search, .newer:
            localized("Its page is no longer there.")
        }
    }
}
