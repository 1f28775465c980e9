import Foundation

/// A part of a series with a position in a list.
///
/// Equal positions result from a merge of two libraries. Such parts are ordered by id, so that all
/// libraries that know them show the same order.
protocol Positioned: Identifiable where ID == UUID {
    var position: Int { get }
}

extension Book: Positioned {}
extension Chapter: Positioned {}
extension Character: Positioned {}

extension Positioned {
    static func isBefore(_ one: Self, _ other: Self) -> Bool {
        one.position == other.position
            ? one.id.uuidString < other.id.uuidString : one.position < other.position
    }
}

enum ListPosition {
    /// How far a row that is moved to one of the ends of its list is from its neighbor. Other rows
    /// can then be moved between the two without new positions for the rest of the list.
    static let gap = 1024

    /// The positions of a list whose row at an index has been moved there. As few rows as possible
    /// get a new one: the row that was moved, and those after it up to the next gap.
    ///
    /// - Parameters:
    ///   - positions: of the rows in their new order.
    ///   - index: of the row that was moved.
    /// - Returns: the new positions, by the rows' indices.
    static func afterMove(to index: Int, in positions: [Int]) -> [Int: Int] {
        // A damaged library has any number there.
        guard positions.allSatisfy((-limit...limit).contains) else {
            return Dictionary(uniqueKeysWithValues: positions.indices.map { ($0, $0 * gap) })
        }
        let previous = index > 0 ? positions[index - 1] : nil
        let next = index + 1 < positions.count ? positions[index + 1] : nil
        var last =
            switch (previous, next) {
            case (nil, nil): positions[index]
            case (let previous?, nil): previous + gap
            case (nil, let next?): next - gap
            case (let previous?, let next?): previous + max(1, (next - previous) / 2)
            }
        var moved = [index: last]
        for index in positions.indices.dropFirst(index + 1) {
            guard positions[index] <= last else { break }
            last += 1
            moved[index] = last
        }
        return moved
    }

    private static let limit = Int.max / 2
}
