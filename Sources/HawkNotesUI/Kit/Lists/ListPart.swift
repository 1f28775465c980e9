import GTKBridge
import HawkNotesPresentation

/// A part of a page in a `PartList`: a single row, or a row for each of its items.
///
/// Rows are counted from the beginning of the part.
@MainActor
protocol ListPart: AnyObject {
    /// The list that contains the part; set by the list.
    var list: PartList? { get set }
    /// The name of the items as a whole; nil when the part is a single widget without items.
    var itemsName: String? { get }
    /// The runs of rows that are items, in order; there may be headings between them. They may
    /// reach past the last row.
    var itemRuns: [Range<Int>] { get }
    /// The number of rows; a change is reported by `PartList.apply`.
    var rowCount: Int { get }
    /// Whether all rows exist, visible or not: for parts with few rows, so that screen readers find
    /// them.
    var isWhole: Bool { get }
    /// The space between the rows, in pixels.
    var spacing: Int { get }
    /// Makes a row; an item's row is a `RowItem`.
    func makeRow(_ row: Int) -> Widget
    /// Whether a row must be kept although it is out of view.
    func keepsRow(_ row: Int) -> Bool
    /// Called with the widget of a row that is no longer needed.
    func didDrop(_ row: Widget)
    /// Called with the rows that are near the view now.
    func didShow(_ rows: Range<Int>)
    /// The element in a row that a scroll position may be anchored to.
    func element(of row: Int) -> String?
    /// The row of an element; nil when it is not known.
    func row(of element: String) -> Int?
    /// Looks for an unknown element, and calls back once it is known.
    func find(_ element: String, _ completion: @escaping @MainActor () -> Void)
}

extension ListPart {
    var isWhole: Bool { false }
    var spacing: Int { PartList.spacing }
    var itemRuns: [Range<Int>] { [0..<Int(Int32.max)] }
    /// Whether it contains items.
    var hasItems: Bool { itemsName != nil && rowCount > 0 }
    func keepsRow(_ row: Int) -> Bool { false }
    func didDrop(_ row: Widget) {}
    func didShow(_ rows: Range<Int>) {}
    func find(_ element: String, _ completion: @escaping @MainActor () -> Void) {}

    /// Applies a change of the rows, and recreates those whose content has changed.
    func apply(_ change: RowsChange) {
        if !change.isInPlace {
            list?.apply(removed: change.removed, inserted: change.inserted, in: self)
        }
        list?.remake(Array(change.changed.joined()), in: self)
    }

    /// Rounds the corners of a row at either end of a card that consists of several rows.
    func roundEnds(of widget: Widget, at row: Int) {
        widget.setClass("first", row == 0).setClass("last", row == rowCount - 1)
    }

    /// The same for all existing rows.
    func roundEnds() {
        for (row, widget) in list?.liveRows(of: self) ?? [] { roundEnds(of: widget, at: row) }
    }
}

/// A part that is a single widget, which is kept while it is out of view.
@MainActor
final class WidgetPart: ListPart {
    weak var list: PartList?
    let widget: Widget
    let itemsName: String? = nil
    let rowCount = 1
    let isWhole = true

    init(_ widget: Widget) { self.widget = widget }

    func makeRow(_ row: Int) -> Widget { widget }
    func element(of row: Int) -> String? { nil }
    func row(of element: String) -> Int? { nil }
}
