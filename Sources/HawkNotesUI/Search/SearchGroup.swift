import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// What was found of one kind as rows of a list: only those that are seen. They make up one card.
@MainActor
final class SearchGroup: ListPart {
    weak var list: PartList?
    let itemsName: String?
    let spacing = 0
    var rowCount: Int { hits.count }
    /// What stands above the rows, while there are any.
    let heading: SearchHeading
    var hits: [SearchHit] { run.items }
    private var run = RowRun<SearchHit>.empty
    /// Makes the row of something.
    var makeRow: (@MainActor (SearchHit) -> SearchRow)?
    /// Told behind the last row that is near the view.
    var onShow: @MainActor (Int) -> Void = { _ in }
    /// The rows that there are now.
    private(set) var rows: [SearchHit.ID: SearchRow] = [:]

    init(_ name: String) {
        itemsName = name
        heading = SearchHeading(name)
    }

    /// Shows this instead. Rows that stay keep their widgets, and the focus.
    ///
    /// - Parameters:
    ///   - count: how many there are, where that is worth saying.
    ///   - update: shows something in a row that it had before.
    func show(
        _ new: [SearchHit],
        count: SearchCount? = nil,
        update: (SearchRow, SearchHit) -> Void
    ) {
        let change = RowsChange(from: hits.map(\.id), to: new.map(\.id))
        run = RowRun(new)
        let kept = rows
        apply(change)
        for (id, row) in kept where rows[id] === row {
            if let place = place(of: id) { update(row, hits[place]) }
        }
        roundEnds()
        heading.show(isVisible: !new.isEmpty, count: count)
    }

    /// Where something stands; nil when it is not here.
    func place(of id: SearchHit.ID) -> Int? { run.index(of: id) }

    /// The rows that there are, for the focus.
    var elements: [(id: String, widget: Widget)] { rows.map { ($0.element, $1.root) } }

    func makeRow(_ row: Int) -> Widget {
        let hit = hits[row]
        // There is no row before the page has said how they are made.
        guard let made = makeRow?(hit) else { return RowItem() }
        rows[hit.id] = made
        roundEnds(of: made.root, at: row)
        return made.root
    }

    func didDrop(_ row: Widget) {
        if let id = rows.first(where: { $1.root === row })?.key { rows[id] = nil }
    }

    func didShow(_ rows: Range<Int>) { onShow(rows.upperBound) }

    func element(of row: Int) -> String? {
        hits.indices.contains(row) ? hits[row].id.element : nil
    }

    func row(of element: String) -> Int? {
        SearchHit.ID(element: element).flatMap(place)
    }
}

/// What a group is called, with how many there are beside it.
@MainActor
final class SearchHeading {
    let part: WidgetPart
    private let name: String
    private let root = Box(.horizontal, spacing: 9)
    private let count = Label("", "dim-label").valign(.baseline)

    init(_ name: String) {
        self.name = name
        let title = Label(name, "title-4", role: .heading(level: 2))
        root.append(title.ellipsizing().valign(.baseline), count)
        root.margin(top: 6).visible(false)
        part = WidgetPart(root)
    }

    /// What it says of how many there are.
    var countText: String { count.isVisible ? count.text : "" }
    /// Whether it is shown.
    var isVisible: Bool { root.isVisible }

    /// What a screen reader says of it.
    ///
    /// - Parameter rows: how many there are, where that is not said beside the name.
    func spoken(rows: Int) -> String {
        name + " " + (countText.isEmpty ? LocalNumber.format(rows) : countText)
    }

    func show(isVisible: Bool, count number: SearchCount?) {
        root.visible(isVisible)
        count.visible(number != nil)
        switch number {
        case .exactly(let number): count.text = LocalNumber.format(number)
        // Translators: %1 is a number; there are more than that.
        case .moreThan(let number): count.text = localized("%1+", LocalNumber.format(number))
        case nil: count.text = ""
        }
    }
}
