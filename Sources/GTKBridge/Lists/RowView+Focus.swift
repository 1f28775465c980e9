import CGTK
import CRowView

// The keyboard in a list: rows that are items are one stop of the Tab key, and arrows lead from one to the
// next; what is in a row is reached by Tab from there. Rows of another kind are stops of their own.
extension RowView {
    /// Puts the focus on a row that is an item, and shows it.
    ///
    /// - Returns: whether there is such a row.
    @discardableResult
    public func focus(_ index: Int) -> Bool {
        reveal(index)
        guard let row = row(at: index), row is RowItem else { return false }
        return row.grabFocus()
    }

    /// The row that has the focus, or in which it is.
    public var focusedRow: Int? {
        guard let child = gtk_widget_get_focus_child(widget) else { return nil }
        return index(ofChildAt: UInt(bitPattern: child))
    }

    private func index(ofChildAt address: UInt) -> Int? {
        live.first { UInt(bitPattern: $0.value.pointer) == address }?.key
    }

    func focusCame(toChildAt address: UInt) {
        guard let index = index(ofChildAt: address) else { return }
        if live[index] is RowItem { lastFocused = index }
        let top = arrangement.top(of: index)
        let isOutOfView = top >= viewSize.height || top + (arrangement.heights[index] ?? 0) <= 0
        if isOutOfView, !ignoresFocus { reveal(index) }
    }

    func moveFocus(_ direction: GtkDirectionType) -> Bool {
        switch direction {
        case GTK_DIR_UP: step(by: -1)
        case GTK_DIR_DOWN: step(by: 1)
        case GTK_DIR_TAB_BACKWARD: tab(direction, by: -1)
        case GTK_DIR_TAB_FORWARD: tab(direction, by: 1)
        default: focusedRow.flatMap { row(at: $0) }.map { move($0, direction) } ?? false
        }
    }

    private func move(_ row: Widget, _ direction: GtkDirectionType) -> Bool {
        gtk_widget_child_focus(row.widget, direction) != 0
    }

    /// From an item to its neighbour.
    private func step(by distance: Int) -> Bool {
        guard let current = focusedRow else {
            return tab(distance > 0 ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD, by: distance)
        }
        let next = current + distance
        return (0..<count).contains(next) && focus(next)
    }

    /// Through what is in a row, and then past all items that follow it.
    private func tab(_ direction: GtkDirectionType, by distance: Int) -> Bool {
        var index: Int
        if let current = focusedRow, let row = row(at: current) {
            if move(row, direction) { return true }
            index = current + distance
            if row is RowItem {
                while let next = self.row(at: index), next is RowItem { index += distance }
            }
        } else {
            index = distance > 0 ? arrangement.rows.lowerBound : arrangement.rows.upperBound - 1
        }
        while let row = row(at: index) {
            if row is RowItem {
                if enterItems(direction, around: index) { return true }
                while let next = self.row(at: index), next is RowItem { index += distance }
            } else {
                if move(row, direction) { return true }
                index += distance
            }
        }
        return false
    }

    /// To the item that had the focus last, or else to the first that can be seen.
    private func enterItems(_ direction: GtkDirectionType, around index: Int) -> Bool {
        if let last = lastFocused, let row = row(at: last), row is RowItem { return focus(last) }
        let seen = live.filter { $0.value is RowItem }.keys.filter { row in
            let top = arrangement.top(of: row)
            return top >= 0 && top < viewSize.height
        }
        let nearest = direction == GTK_DIR_TAB_BACKWARD ? seen.max() : seen.min()
        return focus(nearest ?? index)
    }
}
