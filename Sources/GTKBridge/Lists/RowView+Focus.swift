import CGTK
import CRowView

// Keyboard navigation. All items of a run are one stop of the Tab key, and the arrow keys move
// between them; Tab then moves into the row. Rows that are not items are stops of their own.
extension RowView {
    /// Focuses a row that is an item and scrolls to it.
    ///
    /// - Returns: whether the row exists.
    @discardableResult
    public func focus(_ index: Int) -> Bool {
        reveal(index)
        guard let row = row(at: index), row is RowItem else { return false }
        return row.grabFocus()
    }

    /// Moves the focus into a row without scrolling to it, as after scrolling away from it.
    ///
    /// - Parameter grab: focuses a widget in the row and returns whether that worked.
    /// - Returns: whether the row exists and has the focus.
    public func focusInPlace(_ index: Int, _ grab: () -> Bool) -> Bool {
        guard makeRow(at: index) else { return false }
        let ignored = ignoresFocus
        ignoresFocus = true
        defer { ignoresFocus = ignored }
        return grab()
    }

    /// Focuses the first visible item of a run, or the last one if the list stays at its end;
    /// otherwise the nearest item. Does not scroll.
    public func focusSeen(of run: Range<Int>) {
        let seen = seen(of: run)
        let index =
            sticksToEnd ? seen.max() ?? run.upperBound - 1 : seen.min() ?? run.lowerBound
        _ = focusInPlace(index) { row(at: index)?.grabFocus() ?? false }
    }

    /// The rows of a run whose top is in view.
    private func seen(of run: Range<Int>) -> [Int] {
        live.keys.filter { index in
            let top = arrangement.top(of: index)
            return run.contains(index) && top >= 0 && top < viewSize.height
        }
    }

    /// The row that has or contains the focus.
    public var focusedRow: Int? {
        guard let child = gtk_widget_get_focus_child(widget) else { return nil }
        return index(ofChildAt: UInt(bitPattern: child))
    }

    /// Changes rows so that the focused row stays fully in view if it was before, even if rows
    /// above it turn out to be taller than estimated.
    public func keepingFocusedRowInView(_ body: () -> Void) {
        let wasInView = focusedRow.map { isWhollyInView($0) } ?? false
        body()
        // A view that stays at its end does so when rows are added.
        guard wasInView, !sticksToEnd, let focusedRow else { return }
        reveal(focusedRow)
    }

    private func isWhollyInView(_ index: Int) -> Bool {
        let top = arrangement.top(of: index)
        let height = arrangement.heights[index] ?? arrangement.heights.estimate
        return top >= 0 && top + height - spacing(index) <= viewSize.height
    }

    private func index(ofChildAt address: UInt) -> Int? {
        live.first { UInt(bitPattern: $0.value.pointer) == address }?.key
    }

    func focusCame(toChildAt address: UInt) {
        guard let index = index(ofChildAt: address) else { return }
        if let run = itemRun(at: index) {
            lastFocused = lastFocused.filter { !run.contains($0) }
            lastFocused.insert(index)
        }
        let top = arrangement.top(of: index)
        let isOutOfView = top >= viewSize.height || top + (arrangement.heights[index] ?? 0) <= 0
        if isOutOfView, !ignoresFocus { reveal(index) }
    }

    /// Handles Home, End and the page keys. While a row itself has the focus, they move within its
    /// run of items. While a widget in a row has it, Home and End move to the start and end of the
    /// list.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        leadThroughRun(key, modifiers) || modifiers.isEmpty && leap(key)
    }

    /// GTK would use the end as it was estimated before the rows in between were measured.
    private func leap(_ key: Key) -> Bool {
        switch key {
        case Key("Home"): scroll(to: 0)
        case Key("End"): leapToEnd()
        default: return false
        }
        return true
    }

    private func leadThroughRun(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isEmpty || modifiers == .control, let current = focusedRow,
            let run = itemRun(at: current), let row = row(at: current),
            gtk_widget_is_focus(row.widget) != 0
        else { return false }
        switch key {
        case Key("Home"): focusFirst(of: run)
        case Key("End"): focus(run.upperBound - 1)
        case Key("Page_Down"): focusPage(from: current, by: 1, in: run)
        case Key("Page_Up"): focusPage(from: current, by: -1, in: run)
        default: return false
        }
        return true
    }

    /// Sets each item's position in its run for screen readers.
    func tellPositions() {
        for (index, row) in live {
            guard let row = row as? RowItem, let run = itemRun(at: index) else { continue }
            row.setPosition(index - run.lowerBound, of: run.count)
        }
    }

    private func focusFirst(of run: Range<Int>) {
        focus(run.lowerBound)
        // The content above it is shown too if there is room.
        if top(of: run.lowerBound + 1) <= viewSize.height { scroll(to: 0) }
    }

    private func focusPage(from current: Int, by distance: Int, in run: Range<Int>) {
        let page = max(viewSize.height - 2 * metrics.edge, 1)
        let offset = top(of: current) - metrics.edge + distance * page
        var next = arrangement.heights.index(at: offset)
        // A row that is taller than the view must not stop the movement.
        if next == current { next += distance }
        focus(max(run.lowerBound, min(next, run.upperBound - 1)))
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
        gtk_widget_child_focus(row.widget, row.isMirrored ? mirrored(direction) : direction) != 0
    }

    /// GTK leads into a row with Right and out of it with Left in both directions of text; the order
    /// of Tab is the same from right to left.
    private func mirrored(_ direction: GtkDirectionType) -> GtkDirectionType {
        switch direction {
        case GTK_DIR_LEFT: GTK_DIR_TAB_FORWARD
        case GTK_DIR_RIGHT: GTK_DIR_TAB_BACKWARD
        default: direction
        }
    }

    /// Moves to the next row that can take the focus.
    private func step(_ direction: GtkDirectionType, by distance: Int) -> Bool {
        guard let current = focusedRow, let row = row(at: current) else {
            return tab(distance > 0 ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD, by: distance)
        }
        if itemRun(at: current) == nil, move(row, direction) { return true }
        var next = current + distance
        while (0..<count).contains(next) {
            if itemRun(at: next) != nil { return focus(next) }
            if let row = self.row(at: next), move(row, direction) { return true }
            next += distance
        }
        return false
    }

    /// Moves through the content of a row, then past all items of its run.
    private func tab(_ direction: GtkDirectionType, by distance: Int) -> Bool {
        var index = distance > 0 ? arrangement.rows.lowerBound : arrangement.rows.upperBound - 1
        if let current = focusedRow, let row = row(at: current) {
            if move(row, direction) { return true }
            index = next(after: current, by: distance)
        }
        while (0..<count).contains(index) {
            if let run = itemRun(at: index) {
                if enter(run, direction) { return true }
            } else if let row = row(at: index), move(row, direction) {
                return true
            }
            index = next(after: index, by: distance)
        }
        return false
    }

    /// The next or previous row, or its run of items.
    private func next(after index: Int, by distance: Int) -> Int {
        guard let run = itemRun(at: index) else { return index + distance }
        return distance > 0 ? run.upperBound : run.lowerBound - 1
    }

    /// Moves to the item that was focused last, or else to the first visible one.
    private func enter(_ run: Range<Int>, _ direction: GtkDirectionType) -> Bool {
        if let last = lastFocused.first(where: run.contains), row(at: last) != nil {
            return focus(last)
        }
        let seen = seen(of: run)
        if direction == GTK_DIR_TAB_BACKWARD { return focus(seen.max() ?? run.upperBound - 1) }
        return focus(seen.min() ?? run.lowerBound)
    }
}
