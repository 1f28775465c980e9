import HawkNotesModel

/// A snapshot of the rows of a list: their number, and the loaded ones.
package struct RowRun<Item: Identifiable & Equatable> {
    /// The number of rows, including those that are not loaded.
    package let count: Int
    /// The loaded rows.
    let known: Range<Int>
    /// The content of the loaded rows, in order.
    package let items: [Item]
    private let indexes: [Item.ID: Int]

    /// A list without rows.
    package static var empty: Self { Self(items: [], from: 0, of: 0) }

    /// - Parameters:
    ///   - items: the loaded items; with distinct ids.
    ///   - start: the number of rows before these.
    ///   - count: the total number of rows.
    package init(items: [Item], from start: Int, of count: Int) {
        self.items = items
        self.count = count
        known = start..<start + items.count
        indexes = Dictionary(firstOf: zip(items.lazy.map(\.id), known))
    }

    /// A list that is loaded completely.
    package init(_ items: [Item]) { self.init(items: items, from: 0, of: items.count) }

    /// The content of a row, or nil when it is not loaded.
    package subscript(index: Int) -> Item? {
        known.contains(index) ? items[index - known.lowerBound] : nil
    }

    /// The index of the row with this id, or nil when it is not loaded.
    package func index(of id: Item.ID) -> Int? { indexes[id] }
}
