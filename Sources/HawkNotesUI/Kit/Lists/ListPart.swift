import GTKBridge
import HawkNotesPresentation

/// A part of a page that stands in a `PartList`: as one row, or as a row for each of its items.
///
/// Rows are counted from the part's own beginning.
@MainActor
protocol ListPart: AnyObject {
    /// The list that the part stands in; the list sets it.
    var list: PartList? { get set }
    /// What the items are called together; nil when the part is one widget and no items.
    var itemsName: String? { get }
    /// The runs of rows that are items, in order; between them there may be headings. They may reach past the
    /// last row.
    var itemRuns: [Range<Int>] { get }
    /// How many rows there are; a change is told by `PartList.apply`.
    var rowCount: Int { get }
    /// Whether all rows are there, in view or not: screen readers find what there is only a little of.
    var isWhole: Bool { get }
    /// The space between the rows, in pixels.
    var spacing: Int { get }
    /// Makes a row. That of an item is a `RowItem`.
    func makeRow(_ row: Int) -> Widget
    /// Whether a row must stay although it is out of view.
    func keepsRow(_ row: Int) -> Bool
    /// Told the widget of a row that is no longer needed.
    func didDrop(_ row: Widget)
    /// Told which rows are near the view now.
    func didShow(_ rows: Range<Int>)
    /// What stands in a row that a scroll offset may be anchored to.
    func element(of row: Int) -> String?
    /// The row in which an element is; nil when that is not known.
    func row(of element: String) -> Int?
    /// Looks for an element that is not known, and tells when it is.
    func find(_ element: String, _ completion: @escaping @MainActor () -> Void)
}

extension ListPart {
    var isWhole: Bool { false }
    var spacing: Int { PartList.spacing }
    var itemRuns: [Range<Int>] { [0..<Int(Int32.max)] }
    /// Whether there is an item in it.
    var hasItems: Bool { itemsName != nil && rowCount > 0 }
    func keepsRow(_ row: Int) -> Bool { false }
    func didDrop(_ row: Widget) {}
    func didShow(_ rows: Range<Int>) {}
    func find(_ element: String, _ completion: @escaping @MainActor () -> Void) {}

    /// Takes over what has become of the rows, and makes those anew that show something else.
    func apply(_ change: RowsChange) {
        if !change.isInPlace {
            list?.apply(removed: change.removed, inserted: change.inserted, in: self)
        }
        list?.remake(Array(change.changed.joined()), in: self)
    }

    /// Lets a row of a part whose rows make up one card be round at the card's ends.
    func roundEnds(of widget: Widget, at row: Int) {
        widget.setClass("first", row == 0).setClass("last", row == rowCount - 1)
    }

    /// The same for all rows that there are now.
    func roundEnds() {
        for (row, widget) in list?.liveRows(of: self) ?? [] { roundEnds(of: widget, at: row) }
    }
}

/// A part that is one widget, which stays while it is out of view.
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
