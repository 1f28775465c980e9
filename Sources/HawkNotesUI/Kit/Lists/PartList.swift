import GTKBridge

/// The parts of a page below one another, scrolled together; of parts with many items only visible
/// rows are made.
@MainActor
final class PartList {
    /// The space between parts, and the default between rows, in pixels.
    static let spacing = 12

    let rows: RowView
    let view: ScrolledWindow
    /// Called after the rows have changed.
    var onRowsChange: @MainActor () -> Void = {}
    /// Called when the user scrolls with the wheel.
    var onScrollGesture: @MainActor () -> Void = {}
    /// Called when the list appears on the screen.
    var onMap: @MainActor () -> Void = {}
    private var parts: [(part: any ListPart, count: Int)] = []
    /// The parts whose rows are being removed.
    private var leaving: [any ListPart] = []
    /// The element to focus once the list is laid out: scrolled to, or focused by `grab` where it
    /// is.
    private var wantedFocus: (element: String, grab: (@MainActor () -> Bool)?)?
    /// The parts of which an item gets the focus as soon as there is one.
    private var wantedParts: [any ListPart] = []
    /// Called with the row that got the wanted focus; overrides any other scroll position.
    private var onArrival: (@MainActor (Widget) -> Void)?

    /// - Parameter maximumWidth: the maximum width of a row, in pixels.
    init(maximumWidth: Int = PageParts.measure) {
        var metrics = RowView.Metrics()
        metrics.spacing = Self.spacing
        metrics.edge = 18
        metrics.side = 18
        metrics.maximumWidth = maximumWidth
        rows = RowView(metrics)
        view = ScrolledWindow(rows, isNamedByWindow: false).hexpand().vexpand()
        var source = RowView.Source { [unowned self] row in
            // Every row belongs to a part.
            at(row) { $0.makeRow($1) } ?? Box(.vertical)
        }
        source.itemRuns = { [unowned self] in itemRuns }
        source.permanentRuns = { [unowned self] in
            runs.filter(\.part.isWhole).map(\.rows)
        }
        source.spacing = { [unowned self] row in
            at(row) { $1 == $0.rowCount - 1 ? nil : $0.spacing } ?? nil
        }
        source.keepsRow = { [unowned self] row in at(row) { $0.keepsRow($1) } ?? false }
        source.rowWasDropped = { [unowned self] widget in
            for part in parts.map(\.part) + leaving { part.didDrop(widget) }
        }
        rows.show(source, count: 0)
        rows.onRowsChange = { [weak self] in self?.rowsDidChange($0) }
        view.onScrollGesture { [weak self] in self?.onScrollGesture() }
        view.onMap { [weak self] in self?.onMap() }
    }

    // MARK: Parts

    /// Shows these parts. Parts that were there before keep their rows; their order may not change.
    func show(_ new: [any ListPart]) {
        let old = runs
        let removed = old.filter { run in !new.contains { $0 === run.part } }
        leaving = removed.map(\.part)
        for part in leaving where part.list === self { part.list = nil }
        parts = new.map { part in
            (part, old.first { $0.part === part }?.rows.count ?? part.rowCount)
        }
        let inserted = runs.filter { run in !old.contains { $0.part === run.part } }
        for run in inserted { run.part.list = self }
        rows.apply(removed: removed.map(\.rows), inserted: inserted.map(\.rows))
        leaving = []
        let name = parts.compactMap(\.part.itemsName).joined(separator: ", ")
        rows.accessibleLabel(name)
        // The view has the focus before any row does.
        view.accessibleLabel(name)
    }

    /// Applies a change of a part's rows; the focus moves from a removed row to its neighbor.
    ///
    /// - Parameters:
    ///   - removed: removed runs, by their positions before any change, in order.
    ///   - inserted: new runs, by their positions after all changes, in order.
    ///   - collapsing: whether to animate the removal of a row.
    func apply(
        removed: [Range<Int>],
        inserted: [Range<Int>],
        collapsing: Bool = false,
        in part: any ListPart
    ) {
        guard let start = start(of: part), let index = parts.firstIndex(where: { $0.part === part })
        else { return }
        let removed = removed.map { $0.lowerBound + start..<$0.upperBound + start }
        let inserted = inserted.map { $0.lowerBound + start..<$0.upperBound + start }
        // Before the row is removed: GTK would move the focus elsewhere.
        if let row = rowAfterFocus(removed) { keepingPlace { row.grabFocus() } }
        parts[index].count = part.rowCount
        rows.apply(removed: removed, inserted: inserted, collapsing: collapsing)
    }

    /// Recreates the existing ones of these rows.
    func remake(_ rows: [Int], in part: any ListPart) {
        if let start = start(of: part) { self.rows.remake(rows.map { $0 + start }) }
    }

    /// The parts with their rows in the list.
    private var runs: [(part: any ListPart, rows: Range<Int>)] {
        var start = 0
        return parts.map { part, count in
            defer { start += count }
            return (part, start..<start + count)
        }
    }

    private var itemRuns: [Range<Int>] {
        runs.filter { $0.part.itemsName != nil }.flatMap { part, rows in
            part.itemRuns.map { run in
                (run.lowerBound + rows.lowerBound..<run.upperBound + rows.lowerBound).clamped(
                    to: rows
                )
            }
        }.filter { !$0.isEmpty }
    }

    /// The row of the list at which a part begins.
    private func start(of part: any ListPart) -> Int? {
        runs.first { $0.part === part }?.rows.lowerBound
    }

    /// Calls the closure with the part that a row belongs to.
    private func at<Answer>(_ row: Int, _ ask: (any ListPart, Int) -> Answer) -> Answer? {
        guard let run = runs.first(where: { $0.rows.contains(row) }) else { return nil }
        return ask(run.part, row - run.rows.lowerBound)
    }

    private func rowsDidChange(_ range: Range<Int>) {
        for run in runs {
            let near = run.rows.clamped(to: range)
            guard !near.isEmpty else { continue }
            run.part.didShow(
                near.lowerBound - run.rows.lowerBound..<near.upperBound - run.rows.lowerBound
            )
        }
        takeWantedFocus()
        takeWantedItem()
        onRowsChange()
    }

    // MARK: Rows of parts

    /// The existing rows of a part; during a removal, only those that the part still has.
    func liveRows(of part: any ListPart) -> [(row: Int, widget: Widget)] {
        guard let run = runs.first(where: { $0.part === part })?.rows else { return [] }
        let known = run.prefix(part.rowCount)
        return rows.liveRows.filter { known.contains($0.index) }
            .map { ($0.index - run.lowerBound, $0.widget) }
    }

    /// The widget of a part's row, if it exists.
    func row(at row: Int, of part: any ListPart) -> Widget? {
        start(of: part).flatMap { rows.row(at: $0 + row) }
    }

    /// Scrolls as little as necessary to show a part of a row.
    func reveal(_ row: Int, of part: any ListPart, top: Int = 0, height: Int? = nil) {
        if let start = start(of: part) { rows.reveal(start + row, top: top, height: height) }
    }

    /// Scrolls by a number of pixels, down if it is positive.
    func scroll(by distance: Int) {
        if distance != 0 { rows.scroll(to: rows.offset + distance) }
    }

    /// Keeps the view in place when a row at the end changes its height.
    func holdPlace() {
        if rows.sticksToEnd, let anchor = rows.anchor { rows.scroll(to: anchor) }
    }

    /// Scrolls to the row of an element and focuses it, now or when the list is laid out.
    func focus(_ element: String) {
        wantedFocus = row(of: element) == nil ? nil : (element, nil)
        onArrival = nil
        takeWantedFocus()
    }

    /// Focuses the row of an element without scrolling, now or when the list is laid out.
    func focusInPlace(_ element: String) {
        restoreFocus(element, isKnown: true) { [weak self] in
            guard let self, let row = row(of: element) else { return true }
            return rows.row(at: row)?.grabFocus() ?? false
        }
    }

    /// Like `focus`, but overrides any other scroll position.
    ///
    /// - Parameter completion: called with the row once it is focused.
    func go(to element: String, _ completion: @escaping @MainActor (Widget) -> Void) {
        wantedFocus = row(of: element) == nil ? nil : (element, nil)
        onArrival = completion
        takeWantedFocus()
    }

    /// Restores the focus on the row of an element, visible or not, as soon as its position is
    /// known.
    ///
    /// - Parameters:
    ///   - isKnown: whether the element exists as soon as the list does, and need not be looked
    ///     for.
    ///   - grab: focuses something in the row; returns true if that worked, or if the focus is no
    ///     longer wanted.
    func restoreFocus(
        _ element: String,
        isKnown: Bool = false,
        _ grab: @escaping @MainActor () -> Bool
    ) {
        wantedFocus = (element, grab)
        onArrival = nil
        if !isKnown { find(element) { [weak self] in self?.takeWantedFocus() } }
        takeWantedFocus()
    }

    /// Focuses an item of the first of these parts that has any, as soon as there is one; a visible
    /// one if possible. Until then the view has the focus; if the user moves it meanwhile, it stays
    /// there.
    func focusFirst(of parts: [any ListPart]) {
        view.grabFocus()
        wantedParts = parts
        takeWantedItem()
    }

    private func takeWantedItem() {
        guard !wantedParts.isEmpty, rows.anchor != nil else { return }
        guard view.isFocused else { return wantedParts = [] }
        let items = runs.first { run in
            run.part.hasItems && !run.rows.isEmpty && wantedParts.contains { $0 === run.part }
        }
        guard let items else { return }
        wantedParts = []
        rows.focusSeen(of: items.rows)
    }

    private func takeWantedFocus() {
        guard let (element, grab) = wantedFocus, rows.anchor != nil else { return }
        let row = row(of: element)
        if let grab {
            guard let row, rows.focusInPlace(row, grab) else { return }
            wantedFocus = nil
        } else {
            wantedFocus = nil
            let completion = onArrival
            onArrival = nil
            // As if the user had scrolled there.
            if completion != nil { onScrollGesture() }
            guard let row else { return }
            rows.focus(row)
            guard let widget = rows.row(at: row), let completion else { return }
            completion(widget)
            // A list that was hidden until now may get another height.
            view.onNextFrameDrawn { [weak self] in
                guard let self, rows.focusedRow == self.row(of: element) else { return }
                self.row(of: element).map { rows.reveal($0) }
            }
        }
    }

    /// The element of the row that has or contains the focus.
    var focusedElement: String? {
        rows.focusedRow.flatMap { row in at(row) { $0.element(of: $1) } ?? nil }
    }

    /// The row that gets the focus of a removed one: the next, otherwise the one before.
    private func rowAfterFocus(_ removed: [Range<Int>]) -> Widget? {
        func goes(_ row: Int) -> Bool { removed.contains { $0.contains(row) } }
        guard let focused = rows.focusedRow, goes(focused),
            at(focused, { $0.keepsRow($1) }) == false,
            let run = itemRuns.first(where: { $0.contains(focused) })
        else { return nil }
        let items = rows.liveRows.filter { $0.widget is RowItem && !goes($0.index) }
        let near = items.filter { run.contains($0.index) }
        let next = near.first { $0.index > focused } ?? near.last { $0.index < focused }
        return (next ?? items.first { $0.index > focused } ?? items.last)?.widget
    }

    private func keepingPlace(_ body: () -> Void) {
        let ignored = rows.ignoresFocus
        rows.ignoresFocus = true
        body()
        rows.ignoresFocus = ignored
    }

    // MARK: Elements

    /// The existing elements that a scroll position can be anchored to, with the distance of each
    /// from the top of the content.
    var elements: [(id: String, top: Double)] {
        rows.liveRows.compactMap { row in
            at(row.index) { $0.element(of: $1) }.flatMap { $0 }
                .map { ($0, Double(rows.top(of: row.index))) }
        }
    }

    /// The first visible element, and its position.
    var topElement: (id: String, top: Int)? {
        guard let anchor = rows.anchor else { return nil }
        return at(anchor.index) { $0.element(of: $1) }.flatMap { $0 }.map { ($0, anchor.top) }
    }

    /// The position of an element in the view; nil if it has no row near the view.
    func top(of element: String) -> Int? {
        guard let row = row(of: element), rows.row(at: row) != nil else { return nil }
        return rows.top(of: row) - rows.offset
    }

    /// Scrolls an element to a position in the view.
    func scroll(to element: String, top: Int) {
        guard let row = row(of: element) else { return }
        rows.scroll(to: RowArrangement.Anchor(index: row, top: top))
    }

    /// The row of an element; nil when it is not known.
    func row(of element: String) -> Int? {
        for run in runs {
            if let row = run.part.row(of: element) { return run.rows.lowerBound + row }
        }
        return nil
    }

    /// Looks for an unknown element, and calls back once it is known.
    func find(_ element: String, _ completion: @escaping @MainActor () -> Void) {
        guard row(of: element) == nil else { return }
        for (part, _) in parts { part.find(element, completion) }
    }
}
