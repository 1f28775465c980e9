import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Pages to choose from as rows of a list; of a long series only those that are seen.
@MainActor
final class PageChoiceList: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Pages")
    var rowCount: Int { choices.count }
    let spacing = 0
    /// So many are there at once, for screen readers.
    var isWhole: Bool { choices.count <= 40 }
    private(set) var choices: [PageChoice] = []
    var onChoose: @MainActor (Place) -> Void = { _ in }

    /// Shows these. Rows before and behind the run that differs keep the focus.
    func show(_ new: [PageChoice]) {
        let old = choices
        guard new != old else { return }
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
            .prefix { $0 == $1 }.count
        choices = new
        list?.apply(
            removed: [head..<old.count - tail],
            inserted: [head..<new.count - tail],
            in: self
        )
        for (row, widget) in live { showEnds(row, widget) }
    }

    /// The rows that there are now, for the focus.
    var liveRows: [(id: String, widget: Widget)] {
        live.map { (choices[$0.row].place.link, $0.widget) }
    }

    /// They are all that is in the list.
    private var live: [(row: Int, widget: Widget)] {
        (list?.rows.liveRows ?? []).filter { choices.indices.contains($0.index) }
            .map { ($0.index, $0.widget) }
    }

    /// The rows make up one card, which is round at its ends.
    private func showEnds(_ row: Int, _ widget: Widget) {
        widget.setClass("first", row == 0).setClass("last", row == choices.count - 1)
    }

    func makeRow(_ row: Int) -> Widget {
        let choice = choices[row]
        let texts = Box(.vertical, spacing: 2).append(Label(choice.title).ellipsizing())
        if let detail = choice.detail {
            texts.append(Label(detail, "caption", "dim-label").ellipsizing())
        }
        let line = Box(.horizontal, spacing: 9).append(
            Image(icon: Self.icon(choice.place)),
            texts.valign(.center)
        )
        let widget = RowItem(line, name: choice.title)
        if let detail = choice.detail { widget.accessibleDescription(detail) }
        widget.classes("character-row", "page-row").onActivate { [weak self] _ in
            // Later: what was chosen may take the row away.
            MainLoop.whenIdle { self?.onChoose(choice.place) }
        }
        showEnds(row, widget)
        return widget
    }

    private static func icon(_ place: Place) -> String {
        if case .book = place { "hawknotes-book-symbolic" } else { "avatar-default-symbolic" }
    }

    func element(of row: Int) -> String? {
        choices.indices.contains(row) ? choices[row].place.link : nil
    }

    func row(of element: String) -> Int? { choices.firstIndex { $0.place.link == element } }
}
