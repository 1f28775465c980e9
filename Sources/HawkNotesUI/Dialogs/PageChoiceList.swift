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

    /// Shows these. Rows that stay keep the focus.
    func show(_ new: [PageChoice]) {
        let old = choices
        guard new != old else { return }
        choices = new
        apply(RowsChange(from: old, to: new))
        roundEnds()
    }

    /// The rows that there are now, for the focus.
    var liveRows: [(id: String, widget: Widget)] {
        (list?.liveRows(of: self) ?? []).map { (choices[$0.row].place.link, $0.widget) }
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
        roundEnds(of: widget, at: row)
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
