import HawkNotesModel

/// The rows of a list at one moment: how many there are, and those of them that are known.
package struct RowRun<Item: Identifiable & Equatable> {
    /// How many rows there are, those that were not read included.
    package let count: Int
    /// The rows that are known.
    let known: Range<Int>
    /// What they show, from the first to the last.
    package let items: [Item]
    private let indexes: [Item.ID: Int]

    /// A list of which nothing is known.
    package static var empty: Self { Self(items: [], from: 0, of: 0) }

    /// - Parameters:
    ///   - items: what is known; no two with the same id.
    ///   - start: how many rows stand before these.
    ///   - count: how many there are in all.
    package init(items: [Item], from start: Int, of count: Int) {
        self.items = items
        self.count = count
        known = start..<start + items.count
        indexes = Dictionary(firstOf: zip(items.lazy.map(\.id), known))
    }

    /// A list of which everything is known.
    package init(_ items: [Item]) { self.init(items: items, from: 0, of: items.count) }

    /// The row, or nil when it is not known.
    package subscript(index: Int) -> Item? {
        known.contains(index) ? items[index - known.lowerBound] : nil
    }

    /// The number of the row with this id, or nil when it is not among those that are known.
    package func index(of id: Item.ID) -> Int? { indexes[id] }
}
