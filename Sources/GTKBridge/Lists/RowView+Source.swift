// What a list is told by its owner.

extension RowView {
    /// What the list asks of its owner.
    public struct Source {
        /// Makes the widget of a row.
        public var makeRow: @MainActor (Int) -> Widget
        /// The runs of rows that are `RowItem`s, in order; nil when all are.
        public var itemRuns: (@MainActor () -> [Range<Int>])?
        /// The runs of rows that are always there, in view or not: few, and those that are no `RowItem`, as
        /// the focus and screen readers must find them.
        public var permanentRuns: @MainActor () -> [Range<Int>] = { [] }
        /// The space below a row; nil where it is that of the list.
        public var spacing: @MainActor (Int) -> Int? = { _ in nil }
        /// Whether another row must stay although it is out of view, because something is being done in it.
        public var keepsRow: @MainActor (Int) -> Bool = { _ in false }
        /// Told the widget of a row that is no longer needed.
        public var rowWasDropped: @MainActor (Widget) -> Void = { _ in }

        /// A source of rows that are kept only while they are near the view.
        public init(makeRow: @escaping @MainActor (Int) -> Widget) { self.makeRow = makeRow }
    }

    /// How the rows stand.
    public struct Metrics: Sendable {
        /// Between two rows.
        public var spacing = 0
        /// Above the first row and below the last.
        public var edge = 0
        /// At the sides.
        public var side = 0
        /// The most width that a row gets.
        public var maximumWidth = Int.max
        /// As how high a row counts before it has been measured.
        public var estimate = 90
        /// How far above and below the view there are rows.
        public var overscan = 300

        /// Rows without any space between them.
        public init() {}
    }
}
