import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The closed windows that can be reopened, with the first words that were being written in each.
@MainActor
final class RecentlyClosedList {
    let root: Widget
    /// Called with the window that is to be reopened.
    var onChoose: @MainActor (SceneIdentifier) -> Void = { _ in }

    private struct Row {
        let id: SceneIdentifier
        let row: ListBoxRow
        let name: String
        let draft: Label
    }

    private let list = ListBox()
    private var rows: [Row] = []

    /// - Parameters:
    ///   - now: what dates are told from.
    ///   - readable: says what may be told of a title.
    ///   - readSummaries: finds out what was being written; the list is there before the answer.
    init(
        _ closed: [RecentlyClosedScene],
        now: Date,
        readable: WindowText.Readable,
        readSummaries: @escaping @MainActor () async -> [SceneSummary]
    ) {
        root = ScrolledWindow(list).growing(upTo: 420).sizeRequest(width: 300)
        list.classes("recently-closed")
        list.accessibleLabel(localized("Recently Closed"))
        for scene in closed { add(scene, readable(scene.title), now: now) }
        list.onRowActivated { [weak self] index in
            guard let self, rows.indices.contains(index) else { return }
            onChoose(rows[index].id)
        }
        Task { [weak self] in
            let summaries = await readSummaries()
            self?.showDrafts(summaries)
        }
    }

    /// Gives the focus to the first row.
    func grabFocus() { rows.first?.row.grabFocus() }

    private func add(_ scene: RecentlyClosedScene, _ title: String, now: Date) {
        let title = WindowText.name(title)
        let date = DateText.relative(scene.closingDate, now: now)
        let draft = Label("", "caption").ellipsizing().visible(false)
        let head = Box(.horizontal, spacing: 12).append(
            Label(title).ellipsizing().hexpand(),
            Label(date, "caption", "dim-label").tooltip(DateText.exact(scene.closingDate))
        )
        let name = "\(title), \(date)"
        let row = ListBoxRow(
            Box(.vertical, spacing: 3).append(head, draft).margin(horizontal: 6, vertical: 6),
            name: name
        )
        list.insert(row)
        rows.append(Row(id: scene.id, row: row, name: name, draft: draft))
    }

    private func showDrafts(_ summaries: [SceneSummary]) {
        let words = Dictionary(firstOf: summaries.map { ($0.id, $0.beginningOfText) })
        for row in rows {
            guard let words = words[row.id], !words.isEmpty else { continue }
            row.draft.text = WindowText.quoted(words)
            row.draft.visible(true)
            row.row.accessibleLabel("\(row.name), " + WindowText.quoted(words))
        }
    }
}

extension MainWindow {
    /// Shows the closed windows that can be reopened, below the main menu's button.
    func showRecentlyClosed() {
        guard let list = coordinator.recentlyClosedList() else {
            return show(localized("No window was closed recently"))
        }
        let popover = Popover(list.root)
        list.onChoose = { [weak self, weak list] id in
            list?.root.closePopover()
            self?.coordinator.reopen(id)
        }
        popover.onMap {
            // This closure also keeps the list alive while it is shown.
            list.grabFocus()
        }
        chrome.popUp(popover)
    }
}
