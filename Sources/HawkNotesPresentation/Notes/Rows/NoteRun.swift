import Foundation

/// The rows of a page at one moment: how many there are, and those of them that are known.
struct NoteRun {
    /// How many rows there are, those that were not read included.
    let count: Int
    /// The rows that are known.
    let known: Range<Int>
    /// What they show, from the first to the last.
    let items: [NoteItem]
    private let indexes: [NoteItem.ID: Int]

    /// A page of which nothing is known.
    static let empty = NoteRun(items: [], from: 0, of: 0)

    /// - Parameters:
    ///   - items: what is known; no two with the same id.
    ///   - start: how many rows stand before these.
    ///   - count: how many there are in all.
    init(items: [NoteItem], from start: Int, of count: Int) {
        self.items = items
        self.count = count
        known = start..<start + items.count
        indexes = Dictionary(
            zip(items.lazy.map(\.id), known),
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The row, or nil when it is not known.
    subscript(index: Int) -> NoteItem? {
        known.contains(index) ? items[index - known.lowerBound] : nil
    }

    /// The number of the row with this id, or nil when it is not among those that are known.
    func index(of id: NoteItem.ID) -> Int? { indexes[id] }
}
