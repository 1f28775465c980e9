/// Moves of a list's elements that the library may not have yet.
///
/// A list shows a move at once, and the library follows, one move after the other. It is read again
/// after each of them, and until it has the last one it gives older orders: the list makes its
/// pending moves again in whatever order it gets.
package struct PendingMoves<ID: Hashable> {
    private struct Move {
        let id: ID
        let next: ID?
    }

    private var moves: [Move] = []

    package init() {}

    /// Adds a move.
    ///
    /// - Parameter next: the element to insert before; nil for the end.
    package mutating func add(_ id: ID, before next: ID?) { moves.append(Move(id: id, next: next)) }

    /// Removes the oldest move: the library has it, or has refused it.
    package mutating func removeFirst() { moves.removeFirst() }

    /// The items of the library in the order after the moves.
    ///
    /// - Returns: the same items. A move of one that is not among them has no effect; where the
    ///   element after it is missing, it goes to the end, as in `Library.move`.
    package func applied<Item: Identifiable>(to items: [Item]) -> [Item] where Item.ID == ID {
        var items = items
        for move in moves where move.id != move.next {
            guard let from = items.firstIndex(where: { $0.id == move.id }) else { continue }
            let item = items.remove(at: from)
            let next = move.next.flatMap { next in items.firstIndex { $0.id == next } }
            items.insert(item, at: next ?? items.endIndex)
        }
        return items
    }
}
