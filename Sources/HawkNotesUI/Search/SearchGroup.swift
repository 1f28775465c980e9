import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// What was found of one kind as rows of a list: only those that are seen. They make up one card, or one for
/// each day.
@MainActor
final class SearchGroup: ListPart {
    weak var list: PartList?
    let itemsName: String?
    let spacing = 0
    var rowCount: Int { shown.rows.count }
    var itemRuns: [Range<Int>] { shown.runs }
    /// What stands above the rows, while there are any.
    let heading: SearchHeading
    var hits: [SearchHit] { shown.hits }
    private var shown = SearchRows()
    /// Makes the row of something.
    var makeRow: (@MainActor (SearchHit) -> SearchRow)?
    /// Tells the time for the headings of days.
    var now: @MainActor () -> Date = { Date() }
    /// Told behind the last result that is near the view.
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
    ///   - isByDay: whether days stand above the results.
    ///   - count: how many there are, where that is worth saying.
    ///   - update: shows something in a row that it had before.
    func show(
        _ new: [SearchHit],
        isByDay: Bool = false,
        count: SearchCount? = nil,
        update: (SearchRow, SearchHit) -> Void
    ) {
        let new = SearchRows(new, isByDay: isByDay)
        let change = RowsChange(from: shown.rows, to: new.rows)
        shown = new
        let kept = rows
        apply(change)
        for (id, row) in kept where rows[id] === row {
            if let index = new.index(of: id) { update(row, hits[index]) }
        }
        for (row, widget) in list?.liveRows(of: self) ?? [] where shown.hit(at: row) != nil {
            markEnds(of: widget, at: row)
        }
        heading.show(isVisible: !hits.isEmpty, count: count)
    }

    /// Where something stands among the results; nil when it is not here.
    func index(of element: String) -> Int? {
        SearchHit.ID(element: element).flatMap(shown.index)
    }

    /// The row of a result.
    func row(ofHit index: Int) -> Int { shown.row(ofHit: index) }

    /// The rows that there are, for the focus.
    var elements: [(id: String, widget: Widget)] { rows.map { ($0.element, $1.root) } }

    func makeRow(_ row: Int) -> Widget {
        guard let hit = shown.hit(at: row) else { return makeDay(row) }
        // There is no row before the page has said how they are made.
        guard let made = makeRow?(hit) else { return RowItem() }
        rows[hit.id] = made
        markEnds(of: made.root, at: row)
        return made.root
    }

    private func makeDay(_ row: Int) -> Widget {
        let text = shown.heading(at: row, now: now())
        let label = Label(text, "heading", "dim-label", role: .heading(level: 3)).ellipsizing()
        return label.halign(.start).margin(top: row == 0 ? 0 : 18, bottom: 6)
    }

    /// Lets the rows between two headings be round at the ends of their card.
    private func markEnds(of widget: Widget, at row: Int) {
        widget.setClass("first", shown.isFirst(row)).setClass("last", shown.isLast(row))
    }

    func didDrop(_ row: Widget) {
        if let id = rows.first(where: { $1.root === row })?.key { rows[id] = nil }
    }

    func didShow(_ rows: Range<Int>) {
        let seen = rows.clamped(to: 0..<rowCount)
        onShow(seen.upperBound == rowCount ? hits.count : hitCount(above: seen.upperBound))
    }

    /// How many results stand above a row.
    private func hitCount(above row: Int) -> Int {
        let hit = (row..<rowCount).lazy.compactMap { self.shown.hit(at: $0) }.first
        return hit.flatMap { shown.index(of: $0.id) } ?? hits.count
    }

    func element(of row: Int) -> String? {
        shown.rows.indices.contains(row) ? shown.rows[row].element : nil
    }

    func row(of element: String) -> Int? { shown.row(of: element) }
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
