import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The drafts of all windows whose book, character or note no longer exists: each can be moved to a
/// page, copied or deleted.
@MainActor
final class DraftsPage: HistoryDialog.Page {
    let root: Widget
    var onChange: @MainActor () -> Void = {}
    var focusable: [(name: String, widget: Widget)] { chooser.focusable + buttons }

    private let stack = Stack()
    private let list = Box(.vertical, spacing: 12)
    private let column: HistoryColumn
    private let chooser: PageChooser
    private let moved: SceneStorage<String>
    private let manager: WindowManager
    private let ownScene: RestorationScene?
    private var orphans: [Orphan] = []
    private var buttons: [(name: String, widget: Widget)] = []
    private var changes: ChangeObservation?
    private let empty = HistoryParts.emptyState(
        icon: "hawknotes-empty-notes-symbolic",
        localized("Every draft has its page"),
        StatusPage.remark(localized("Drafts of deleted pages are kept here."))
    )

    /// A draft and its window.
    private struct Orphan {
        let window: MainWindow
        let draft: OrphanedDrafts.Draft
        var row: Widget?
        /// Whether it was deleted here, which can be undone.
        var isDeleted = false

        /// A name that stays valid across launches.
        @MainActor var name: String { window.scene.id.rawValue + " " + draft.path }
    }

    /// - Parameter scope: the scope of the history.
    init(windows manager: WindowManager, in scope: RestorationScope) {
        self.manager = manager
        ownScene = scope.scene
        moved = SceneStorage(.movedDraft, in: scope)
        chooser = PageChooser(
            heading: localized("Move the draft to this page:"),
            in: scope
        )
        column = HistoryColumn(in: scope.page(.drafts))
        column.content.append(list, empty)
        stack.add(column.root)
        stack.add(chooser.root)
        root = stack
        chooser.onCancel = { [weak self] in self?.stopMoving() }
        chooser.onChoose = { [weak self] in self?.move(to: $0) }
        changes = manager.observeOrphanedDrafts { [weak self] in self?.find() }
        showWhetherEmpty()
        find()
    }

    func focus(_ name: String) -> Bool { chooser.focus(name) }

    func leaveInnermost() -> Bool {
        guard !moved.wrappedValue.isEmpty else { return false }
        stopMoving()
        return true
    }

    func close() {
        changes = nil
        chooser.close()
    }

    // MARK: Finding

    /// Drafts of a private window are only shown over itself: other windows would store actions on
    /// them.
    private func find() {
        for window in manager.windows where !window.scene.isPrivate || window.scene === ownScene {
            OrphanedDrafts.find(
                in: window.scene,
                library: window.context.library,
                series: window.context.series
            ) { [weak self, weak window] drafts in
                guard let self, let window else { return }
                show(drafts, of: window)
            }
        }
    }

    /// Shows the drafts of a window; a draft that was deleted here stays until the page is left.
    private func show(_ drafts: [OrphanedDrafts.Draft], of window: MainWindow) {
        let found = drafts.map { Orphan(window: window, draft: $0) }
        let names = Set(found.map(\.name))
        for orphan in orphans
        where orphan.window === window && !orphan.isDeleted && !names.contains(orphan.name) {
            remove(orphan.name)
        }
        let known = Set(orphans.map(\.name))
        for var orphan in found where !known.contains(orphan.name) {
            let row = row(orphan)
            orphan.row = row
            orphans.append(orphan)
            list.append(row)
        }
        showWhetherEmpty()
        if chooser.shown.isEmpty,
            let orphan = orphans.first(where: { $0.name == moved.wrappedValue })
        {
            beginMoving(orphan)
        }
        onChange()
    }

    private func showWhetherEmpty() {
        list.visible(!orphans.isEmpty)
        empty.visible(orphans.isEmpty)
    }

    private func remove(_ name: String) {
        for orphan in orphans where orphan.name == name { orphan.row.map(list.remove) }
        orphans.removeAll { $0.name == name }
        buttons.removeAll { $0.name.hasSuffix(" " + name) }
        showWhetherEmpty()
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
        let copy = HistoryParts.copyButton(orphan.draft.text)
        let delete = Button(localized("Delete"), "remedy")
        delete.onClicked { [weak self] in
            guard !orphan.window.isClosed else { return }
            self?.setDeleted(orphan.name, true)
            orphan.window.removeDraft(orphan.draft)
            finish(localized("Deleted"))
            undo.grabFocus()
        }
        undo.onClicked { [weak self] in
            self?.setDeleted(orphan.name, false)
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

    private func setDeleted(_ name: String, _ isDeleted: Bool) {
        for index in orphans.indices where orphans[index].name == name {
            orphans[index].isDeleted = isDeleted
        }
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
        stack.show(column.root, .slideBack)
    }

    private func move(to place: Place) {
        guard let orphan = orphans.first(where: { $0.name == moved.wrappedValue }),
            !orphan.window.isClosed
        else { return stopMoving() }
        // Insert first, then remove: the text must always exist somewhere.
        orphan.window.takeDraft(orphan.draft.words, quoting: orphan.draft.quote, on: place)
        orphan.window.removeDraft(orphan.draft)
        orphan.window.show(place)
        remove(orphan.name)
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
