import CGTK
import CRowView
import Phrases

/// A list that only makes the rows in view, and some above and below them.
///
/// It is the child of a `ScrolledWindow`. Rows have any height and are measured when they come near
/// the view; until then their height is estimated from the others. Rows in view stay in place when
/// rows above them are added, removed or resized. The focused row, the rows that `keepsRow` names
/// and those of `permanentRuns` are kept out of view.
///
/// GtkListView 4.8 keeps two hundred rows, estimates heights again at each layout, and cannot
/// scroll a row to the top of the view; therefore this class exists. All lengths are in pixels.
public final class RowView: Widget {
    /// Called when the list was scrolled, by the user or the program.
    public var onScroll: @MainActor () -> Void = {}
    /// Whether `onScroll` is being called because of the scroll bar, the wheel or a finger.
    public private(set) var isScrolledByHand = false
    /// Called with the current rows after they have changed.
    public var onRowsChange: @MainActor (Range<Int>) -> Void = { _ in }

    private(set) var metrics: Metrics
    private var source: Source?
    var arrangement: RowArrangement
    /// The existing row widgets by index.
    var live: [Int: Widget] = [:]
    private(set) var viewSize = (width: 0, height: 0)
    /// Whether there are changes that the rows do not show yet.
    var needsUpdate = true
    /// The number of nested `changeTogether` calls.
    var changesTogether = 0
    /// Whether the rows near the view are only made with the next frame.
    var isOverscanLate: Bool { arrangement.overscan != metrics.overscan }
    private var (lastRows, lastCount) = (0..<0, 0)
    /// By how much the scroll bar's value is less than the offset: see `didScroll`.
    private var drift = 0
    private var drifts = 0
    /// How long a scrolled list has to be still before scrolling counts as finished.
    private static let stillness: Duration = .milliseconds(250)
    /// The last focused row of each run of items; the Tab key moves there.
    var lastFocused: Set<Int> = []
    var gap: Gap? {
        didSet { if gap == nil { removePicture() } }
    }
    /// The row that fades out in the gap.
    var fading: RowPicture?
    lazy var closing = Movement(of: self) { [weak self] in self?.closeGap($0) }
    /// Whether the view does not scroll when something in it gains the focus.
    public var ignoresFocus = false

    /// A list without rows.
    public init(_ metrics: Metrics = Metrics()) {
        self.metrics = metrics
        arrangement = RowArrangement(
            heights: RowHeights(estimate: metrics.estimate + metrics.spacing),
            overscan: metrics.overscan,
            topEdge: metrics.edge,
            bottomEdge: metrics.edge - metrics.spacing
        )
        let box = RowViewBox()
        var functions = RowViewBox.functions
        super.init(
            row_view_new(&functions, Unmanaged.passRetained(box).toOpaque(), releaseCallback),
            type: row_view_get_type()
        )
        box.view = self
        onLayout { [weak self] in self?.didLayOut() }
        onKey { [weak self] key, modifiers in self?.handle(key, modifiers) ?? false }
    }

    /// Sets the distances between the rows and the edges of the view.
    public func setMargins(edge: Int, side: Int) {
        metrics.edge = edge
        metrics.side = side
        arrangement.topEdge = edge
        updateBottomEdge()
        arrangement.forgetHeights()
        changed()
    }

    /// Sets the maximum width of the rows, in pixels.
    public func setMaximumWidth(_ width: Int) {
        guard width != metrics.maximumWidth else { return }
        metrics.maximumWidth = width
        arrangement.forgetHeights()
        changed()
    }

    /// Starts to show rows.
    public func show(_ source: Source, count: Int) {
        dropAll()
        self.source = source
        self.count = count
        arrangement.heights = RowHeights(count: count, estimate: arrangement.heights.estimate)
        changed()
    }

    // MARK: Rows

    /// The number of rows.
    public internal(set) var count = 0

    /// The existing row widgets, in order.
    public var liveRows: [(index: Int, widget: Widget)] {
        live.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The run of items that contains a row; nil if the row is not an item.
    func itemRun(at index: Int) -> Range<Int>? {
        guard let runs = source?.itemRuns else { return 0..<count }
        return runs().first { $0.contains(index) }
    }

    /// The widget of a row, if it exists.
    public func row(at index: Int) -> Widget? { live[index] }

    func drop(_ index: Int) {
        guard let row = live.removeValue(forKey: index) else { return }
        gtk_widget_unparent(row.widget)
        source?.rowWasDropped(row)
    }

    private func dropAll() { for index in Array(live.keys) { drop(index) } }

    // MARK: Scrolling

    /// The first row in view and its position; nil before the first layout.
    public var anchor: RowArrangement.Anchor? {
        viewSize.height > 0 && count > 0 ? arrangement.anchor : nil
    }

    /// The scroll offset; an estimate where rows are unmeasured.
    public var offset: Int { arrangement.offset }

    /// The height of all rows and the space around them, in pixels; an estimate where rows are
    /// unmeasured.
    public var contentHeight: Int { arrangement.contentHeight }

    /// The distance of a row from the top of the content; an estimate where rows are unmeasured.
    public func top(of index: Int) -> Int { arrangement.top(of: index) + arrangement.offset }

    /// Whether the list stays at its end.
    public var sticksToEnd: Bool { arrangement.sticksToEnd }

    /// Whether the end of the list is in view.
    public var isAtEnd: Bool { arrangement.offset >= arrangement.maximumOffset - 1 }

    /// Scrolls so that a row is at the given position.
    public func scroll(to anchor: RowArrangement.Anchor) {
        if !sticksToEnd, anchor == arrangement.anchor { return }
        arrangement.scroll(to: anchor)
        changed()
    }

    /// Scrolls to an offset from the top of the content.
    public func scroll(to offset: Int) {
        let (anchor, wasAtEnd) = (arrangement.anchor, sticksToEnd)
        arrangement.scroll(to: offset)
        if !wasAtEnd, anchor == arrangement.anchor { return }
        changed()
    }

    /// Scrolls to the end and stays there until the user scrolls.
    public func scrollToEnd() {
        arrangement.scrollToEnd()
        changed()
    }

    /// Scrolls to the end, but does not stay there when rows are added.
    func leapToEnd() {
        settleAtEnd()
        changed()
    }

    private func settleAtEnd() {
        arrangement.scrollToEnd()
        settle()
        arrangement.scroll(to: arrangement.anchor)
    }

    /// Scrolls as little as possible to show a part of a row.
    ///
    /// - Parameters:
    ///   - top: the top of the part within the row.
    ///   - height: the height of the part; nil for the rest of the row.
    public func reveal(_ index: Int, top: Int = 0, height: Int? = nil) {
        guard (0..<count).contains(index), viewSize.height > 0 else { return }
        let wasMeasured = arrangement.heights[index] != nil
        if let anchor = anchor(revealing: index, top, height) { scroll(to: anchor) }
        // The height may have been measured only now.
        if !wasMeasured, let anchor = anchor(revealing: index, top, height) { scroll(to: anchor) }
    }

    private func anchor(
        revealing index: Int,
        _ top: Int,
        _ height: Int?
    ) -> RowArrangement.Anchor? {
        let known = (arrangement.heights[index] ?? arrangement.heights.estimate) - spacing(index)
        let height = height ?? known
        let begin = arrangement.top(of: index) + top
        let end = begin + height
        // A part that does not fit counts as visible if any of it is in view.
        if height > viewSize.height, begin < viewSize.height, end > 0 { return nil }
        let edge = min(metrics.edge, max(0, viewSize.height - height))
        if begin < 0 { return RowArrangement.Anchor(index: index, top: edge - top) }
        guard end > viewSize.height else { return nil }
        return RowArrangement.Anchor(index: index, top: viewSize.height - height - edge - top)
    }

    /// Called when the user moves the scroll bar or turns the wheel.
    ///
    /// If a row above the view turns out to be taller than estimated, the scroll offset changes.
    /// The user must not notice: a held scroll bar and kinetic scrolling only know absolute values.
    /// Their value is therefore kept until scrolling stops. Only after a leap is there nothing that
    /// could jump.
    func didScroll() {
        let value = Int(gtk_adjustment_get_value(row_view_get_adjustment(widget)).rounded())
        let wanted = value + drift
        guard wanted != arrangement.offset else { return }
        let isLeap = abs(wanted - arrangement.offset) > viewSize.height
        let isEnd = wanted >= arrangement.maximumOffset
        arrangement.scroll(to: wanted)
        guard viewSize.height > 0 else { return }
        if isLeap, isEnd { settleAtEnd() } else { settle() }
        drift = isLeap ? 0 : arrangement.offset - value
        isScrolledByHand = true
        finishUpdate()
        isScrolledByHand = false
        settleDrift()
    }

    private func settleDrift() {
        guard drift != 0 else { return }
        drifts += 1
        let number = drifts
        MainLoop.after(Self.stillness) { [weak self] in
            guard let self, self.drifts == number else { return }
            self.drift = 0
            self.configure()
        }
    }

    // MARK: Layout

    /// The space below a row.
    func spacing(_ index: Int) -> Int { source?.spacing(index) ?? metrics.spacing }

    /// The last row has no spacing below it, only the edge.
    private func updateBottomEdge() {
        arrangement.bottomEdge = metrics.edge - (count > 0 ? spacing(count - 1) : metrics.spacing)
    }

    func changed() {
        updateBottomEdge()
        needsUpdate = true
        guard changesTogether == 0 else { return }
        gtk_widget_queue_allocate(widget)
        update()
    }

    private func didLayOut() { if needsUpdate { update() } }

    /// Makes missing rows and drops those that are no longer needed.
    private func update() {
        guard viewSize.height > 0, source != nil else { return }
        settle()
        drift = 0
        finishUpdate()
    }

    private func settle() {
        needsUpdate = false
        let permanent = source?.permanentRuns() ?? []
        for index in permanent.joined() where live[index] == nil {
            if let height = height(of: index) { arrangement.heights.set(height, at: index) }
        }
        settle { height(of: $0) }
        // They may be needed soon.
        if isOverscanLate { return }
        let rows = arrangement.rows
        for (index, row) in live where !rows.contains(index) && !row.containsFocus {
            if permanent.contains(where: { $0.contains(index) }) { continue }
            if source?.keepsRow(index) != true { drop(index) }
        }
    }

    /// Updates the arrangement on a copy: making a row may query this object.
    private func settle(_ measure: (Int) -> Int?) {
        var moved = RowArrangement(heights: RowHeights(estimate: 1), overscan: 0)
        swap(&moved, &arrangement)
        moved.settle(measure: measure)
        swap(&moved, &arrangement)
    }

    private func finishUpdate() {
        configure()
        gtk_widget_queue_allocate(widget)
        if lastRows != arrangement.rows || count != lastCount {
            (lastRows, lastCount) = (arrangement.rows, count)
            tellPositions()
            onRowsChange(lastRows)
        }
        onScroll()
    }

    private func configure() {
        row_view_configure(
            widget,
            Double(arrangement.offset - drift),
            Double(-drift),
            Double(max(arrangement.contentHeight, viewSize.height) - drift),
            Double(viewSize.height) * 0.1,
            Double(viewSize.height)
        )
    }

    /// Makes the widget of a row unless it exists. The next change drops it unless it is needed.
    ///
    /// - Returns: whether the widget exists now.
    func makeRow(at index: Int) -> Bool {
        guard (0..<count).contains(index), viewSize.height > 0, let height = height(of: index)
        else { return false }
        arrangement.heights.set(height, at: index)
        return true
    }

    /// The height of a row including the space below it; makes the row if necessary.
    private func height(of index: Int) -> Int? {
        if let row = live[index] { return measured(row, at: index) }
        guard let row = source?.makeRow(index) else { return nil }
        let next = live.keys.filter { $0 > index }.min().flatMap { live[$0] }
        gtk_widget_insert_before(row.widget, widget, next?.widget)
        live[index] = row
        return measured(row, at: index)
    }

    private func measured(_ row: Widget, at index: Int) -> Int {
        guard gtk_widget_get_visible(row.widget) != 0 else { return 0 }
        let height = GTKBridge.measure(row.widget, GTK_ORIENTATION_VERTICAL, gint(width(of: row)))
        return Int(height.natural) + spacing(index) + gap(above: index)
    }

    private func width(of row: Widget) -> Int {
        let smallest = GTKBridge.measure(row.widget, GTK_ORIENTATION_HORIZONTAL, -1).minimum
        return max(Int(smallest), min(metrics.maximumWidth, viewSize.width - 2 * metrics.side))
    }

    func measure(_ orientation: GtkOrientation) -> gint {
        guard orientation == GTK_ORIENTATION_HORIZONTAL else { return 0 }
        let widths = live.values.map { GTKBridge.measure($0.widget, orientation, -1).minimum }
        return (widths.max() ?? 0) + 2 * gint(metrics.side)
    }

    func allocate(width: Int, height: Int) {
        if (width, height) != viewSize {
            if width != viewSize.width { arrangement.forgetHeights() }
            viewSize = (width, height)
            arrangement.viewHeight = height
            needsUpdate = true
        }
        // Rows may have changed their heights: the others make room at once. New rows have to wait
        // until the layout has ended.
        for (index, row) in live {
            let height = measured(row, at: index)
            guard height != arrangement.heights[index] else { continue }
            arrangement.heights.set(height, at: index)
            needsUpdate = true
        }
        if needsUpdate { settle { _ in nil } }
        for (index, row) in live { place(row, at: index) }
        placePicture()
    }

    private func place(_ row: Widget, at index: Int) {
        guard gtk_widget_get_visible(row.widget) != 0 else { return }
        let rowWidth = width(of: row)
        let gap = gap(above: index)
        let height = max(
            0,
            (arrangement.heights[index] ?? measured(row, at: index)) - spacing(index) - gap
        )
        // Positions far out of view are inexact, and need not be exact.
        let exact = arrangement.top(of: index) + gap
        let top = max(-height - 10_000, min(exact, viewSize.height + 10_000))
        var frame = GtkAllocation(
            x: gint((viewSize.width - rowWidth) / 2),
            y: gint(top),
            width: gint(rowWidth),
            height: gint(height)
        )
        gtk_widget_size_allocate(row.widget, &frame, -1)
    }
}

// MARK: Data source and metrics

extension RowView {
    /// The data source of a list.
    public struct Source {
        /// Makes the widget of a row.
        public var makeRow: @MainActor (Int) -> Widget
        /// The ranges of rows that are `RowItem`s, in order; nil if all are.
        public var itemRuns: (@MainActor () -> [Range<Int>])?
        /// The ranges of rows that always exist, even out of view. Keep them few. Rows that are not
        /// `RowItem`s belong here, so that the focus and screen readers can find them.
        public var permanentRuns: @MainActor () -> [Range<Int>] = { [] }
        /// The space below a row; nil for the default.
        public var spacing: @MainActor (Int) -> Int? = { _ in nil }
        /// Whether another row must be kept out of view, because it is in use.
        public var keepsRow: @MainActor (Int) -> Bool = { _ in false }
        /// Called with the widget of a row that is no longer needed.
        public var rowWasDropped: @MainActor (Widget) -> Void = { _ in }

        /// A source whose rows are only kept near the view.
        public init(makeRow: @escaping @MainActor (Int) -> Widget) { self.makeRow = makeRow }
    }

    /// The distances of a list.
    public struct Metrics: Sendable {
        /// The space between two rows.
        public var spacing = 0
        /// The space above the first row and below the last.
        public var edge = 0
        /// The space at the sides.
        public var side = 0
        /// The maximum width of a row.
        public var maximumWidth = Int.max
        /// The estimated height of an unmeasured row.
        public var estimate = 90
        /// How far above and below the view rows are made.
        public var overscan = 300

        /// Rows without any space between them.
        public init() {}
    }
}

/// The Swift view of an instance of the C class.
@MainActor
private final class RowViewBox {
    weak var view: RowView?

    static let functions = RowViewFunctions(
        measure: { data, orientation, _, minimum, natural in
            let width = RowViewBox.with(data) { $0.measure(orientation) } ?? 0
            minimum?.pointee = width
            natural?.pointee = width
        },
        allocate: { data, width, height in
            let isDone = RowViewBox.with(data) {
                $0.allocate(width: Int(width), height: Int(height))
                return true
            }
            return (isDone ?? false).gboolean
        },
        scrolled: { data in RowViewBox.with(data) { $0.didScroll() } },
        focus: { data, direction in
            (RowViewBox.with(data) { $0.moveFocus(direction) } ?? false).gboolean
        },
        focus_child: { data, child in
            guard let child else { return }
            let address = UInt(bitPattern: child)
            RowViewBox.with(data) { $0.focusCame(toChildAt: address) }
        }
    )

    @discardableResult
    nonisolated private static func with<Result: Sendable>(
        _ data: gpointer?,
        _ body: @MainActor (RowView) -> Result
    ) -> Result? {
        guard let data else { return nil }
        let box = Unmanaged<RowViewBox>.fromOpaque(data).takeUnretainedValue()
        return MainActor.assumeIsolated { box.view.map(body) }
    }
}
