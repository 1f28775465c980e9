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

    /// Home, End and the page keys, while a row itself has the focus.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isEmpty || modifiers == .control, let current = focusedRow,
            let row = row(at: current), gtk_widget_is_focus(row.widget) != 0
        else { return false }
        switch key {
        case Key("Home"), Key("KP_Home"): focusFirstItem()
        case Key("End"), Key("KP_End"): focus(item(from: count - 1, by: -1))
        case Key("Page_Down"), Key("KP_Page_Down"): focusPage(from: current, by: 1)
        case Key("Page_Up"), Key("KP_Page_Up"): focusPage(from: current, by: -1)
        default: return false
        }
        return true
    }

    /// Tells screen readers which item of how many each row is.
    func tellPositions() {
        let first = item(from: 0, by: 1)
        let itemCount = item(from: count - 1, by: -1) - first + 1
        for (index, row) in live {
            (row as? RowItem)?.setPosition(index - first, of: itemCount)
        }
    }

    /// The nearest item; all other rows are there.
    private func item(from start: Int, by distance: Int) -> Int {
        var index = start
        while let row = row(at: index), !(row is RowItem) { index += distance }
        return index
    }

    private func focusFirstItem() {
        let first = item(from: 0, by: 1)
        focus(first)
        // What stands above it comes along where there is room.
        if top(of: first + 1) <= viewSize.height { scroll(to: 0) }
    }

    private func focusPage(from current: Int, by distance: Int) {
        let page = max(viewSize.height - 2 * metrics.edge, 1)
        let offset = top(of: current) - metrics.edge + distance * page
        var next = arrangement.heights.index(at: offset)
        // A row that is higher than the view is passed all the same.
        if next == current { next += distance }
        let first = item(from: 0, by: 1)
        focus(max(first, min(next, item(from: count - 1, by: -1))))
    }

    func moveFocus(_ direction: GtkDirectionType) -> Bool {
        switch direction {
        case GTK_DIR_UP: step(direction, by: -1)
        case GTK_DIR_DOWN: step(direction, by: 1)
        case GTK_DIR_TAB_BACKWARD: tab(direction, by: -1)
        case GTK_DIR_TAB_FORWARD: tab(direction, by: 1)
        default: focusedRow.flatMap { row(at: $0) }.map { move($0, direction) } ?? false
        }
    }

    private func move(_ row: Widget, _ direction: GtkDirectionType) -> Bool {
        gtk_widget_child_focus(row.widget, direction) != 0
    }

    /// From a row to the next one in which something can have the focus.
    private func step(_ direction: GtkDirectionType, by distance: Int) -> Bool {
        guard let current = focusedRow, let row = row(at: current) else {
            return tab(distance > 0 ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD, by: distance)
        }
        if !(row is RowItem), move(row, direction) { return true }
        var next = current + distance
        while (0..<count).contains(next) {
            // One that is not there is an item.
            guard let row = self.row(at: next), !(row is RowItem) else { return focus(next) }
            if move(row, direction) { return true }
            next += distance
        }
        return false
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
