import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The results of one kind as rows of a list, which exist only while they are visible. They make up one
/// card, or one for each day.
@MainActor
final class SearchGroup: ListPart {
    weak var list: PartList?
    let itemsName: String?
    let spacing = 0
    var rowCount: Int { shown.rows.count }
    var itemRuns: [Range<Int>] { shown.runs }
    /// Stands above the rows, if there are any.
    let heading: SearchHeading
    var hits: [SearchHit] { shown.hits }
    private var shown = SearchRows()
    /// Makes the row of a result.
    var makeRow: (@MainActor (SearchHit) -> SearchRow)?
    private let now: @MainActor () -> Date
    /// Called with the number of results down to the last one near the view.
    var onShow: @MainActor (Int) -> Void = { _ in }
    /// The rows that exist now.
    private(set) var rows: [SearchHit.ID: SearchRow] = [:]

    /// - Parameters:
    ///   - name: the heading.
    ///   - now: tells the time for the headings of days.
    init(_ name: String, now: @escaping @MainActor () -> Date) {
        itemsName = name
        self.now = now
        heading = SearchHeading(name)
    }

    /// Replaces the results. Rows that stay keep their widgets and the focus.
    ///
    /// - Parameters:
    ///   - isByDay: whether the results are grouped by day.
    ///   - count: the number in the heading; nil for none.
    ///   - update: updates a row that stays.
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

    /// The index of a result; nil when it is in another group.
    func index(of element: String) -> Int? {
        SearchHit.ID(element: element).flatMap(shown.index)
    }

    /// The row of the result with an index.
    func row(ofHit index: Int) -> Int { shown.row(ofHit: index) }

    /// The rows that exist now, for the focus.
    var elements: [(id: String, widget: Widget)] { rows.map { ($0.element, $1.root) } }

    func makeRow(_ row: Int) -> Widget {
        guard let hit = shown.hit(at: row) else { return makeDay(row) }
        // The page may not have set `makeRow` yet.
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

    /// Rounds the corners of the first and the last row between two headings.
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

    /// The number of results above a row.
    private func hitCount(above row: Int) -> Int {
        let hit = (row..<rowCount).lazy.compactMap { self.shown.hit(at: $0) }.first
        return hit.flatMap { shown.index(of: $0.id) } ?? hits.count
    }

    func element(of row: Int) -> String? {
        shown.rows.indices.contains(row) ? shown.rows[row].element : nil
    }

    func row(of element: String) -> Int? { shown.row(of: element) }
}

/// The name of a group with the number of results beside it.
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

    /// The number as shown; empty when it is hidden.
    var countText: String { count.isVisible ? count.text : "" }
    /// Whether it is shown.
    var isVisible: Bool { root.isVisible }

    /// The text for screen readers.
    ///
    /// - Parameter rows: the number to say when none is shown.
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
