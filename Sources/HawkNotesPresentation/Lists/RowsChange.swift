import HawkNotesModel

/// A change of the rows of a list, for a view that stores a value for each, such as its height.
///
/// Remove `removed`, then insert `inserted`: every row that is loaded before and after has kept its
/// value, and no row that is loaded after has the value of another row that was loaded before. A
/// row that moved counts as removed and inserted.
///
/// Changes of rows that are not loaded can only be guessed: those before the loaded rows are
/// reported directly before these, those behind them at the very end, where notes are added. A row
/// that is loaded again may therefore have another row's value; it is among `changed`.
package struct RowsChange: Equatable {
    /// The removed rows: indexes from before the change, ascending.
    package var removed: [Range<Int>] = []
    /// The inserted rows: indexes from after the change, ascending.
    package var inserted: [Range<Int>] = []
    /// The rows whose content has changed, or that were loaded or unloaded: indexes from after the
    /// change, ascending; without the inserted ones.
    package var changed: [Range<Int>] = []

    /// Creates a change from its parts.
    package init(
        removed: [Range<Int>] = [],
        inserted: [Range<Int>] = [],
        changed: [Range<Int>] = []
    ) {
        self.removed = removed
        self.inserted = inserted
        self.changed = changed
    }

    /// Whether nothing has changed.
    var isEmpty: Bool { isInPlace && changed.isEmpty }

    /// Whether no row was added, removed or moved.
    package var isInPlace: Bool { removed.isEmpty && inserted.isEmpty }
}

extension RowsChange {
    /// The change to the same rows in another order: no stored value remains valid.
    init<Item>(replacing old: RowRun<Item>, with new: RowRun<Item>) {
        removed = Self.joined([0..<old.count])
        inserted = Self.joined([0..<new.count])
    }

    /// No row was added or removed; some of these have other content.
    init(changedIn rows: Range<Int>, _ isChanged: (Int) -> Bool) {
        changed = Self.joined(rows.filter(isChanged).map { $0..<$0 + 1 })
    }

    /// The change from some rows to others; rows with the same id are the same.
    package init<Item>(from old: RowRun<Item>, to new: RowRun<Item>) {
        let shared = RowPair.shared(by: old, and: new)
        if let first = shared.first { addHead(before: first, old, new) }
        addGaps(between: shared)
        addTail(behind: shared.last ?? RowPair(old: -1, new: -1), old, new)
        removed = Self.joined(removed)
        inserted = Self.joined(inserted)
        changed = changedRows(old, new)
    }

    /// The change from some distinct elements to others, all of which are loaded.
    ///
    /// Rows before the first difference and after the last one cost one comparison each.
    package init<ID: Hashable>(from old: [ID], to new: [ID]) {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
            .prefix { $0 == $1 }.count
        let end = RowPair(old: old.count - tail, new: new.count - tail)
        let places = Dictionary(firstOf: zip(new[head..<end.new], head..<end.new))
        let pairs = (head..<end.old).compactMap { row in
            places[old[row]].map { RowPair(old: row, new: $0) }
        }
        let start = RowPair(old: head - 1, new: head - 1)
        addGaps(between: [start] + RowPair.inOrder(pairs) + [end])
        removed = Self.joined(removed)
        inserted = Self.joined(inserted)
    }

    /// The rows between the common ones.
    private mutating func addGaps(between shared: [RowPair]) {
        for (one, next) in zip(shared, shared.dropFirst()) {
            removed.append(one.old + 1..<next.old)
            inserted.append(one.new + 1..<next.new)
        }
    }

    /// The rows before the first common one: they keep their distance from it.
    private mutating func addHead<Item>(
        before first: RowPair,
        _ old: RowRun<Item>,
        _ new: RowRun<Item>
    ) {
        let starts = (old: old.known.lowerBound, new: new.known.lowerBound)
        if Self.hasMoved(old, starts.old..<first.old, new, starts.new..<first.new) {
            let start = min(starts.old, starts.new)
            removed.append(start..<first.old)
            inserted.append(start..<first.new)
            return
        }
        let growth = first.new - first.old
        if growth < 0 {
            let start = min(max(0, starts.old + growth), starts.new)
            removed.append(start..<start - growth)
        } else {
            let start = min(starts.old, starts.new)
            inserted.append(start..<start + growth)
        }
        // Loaded before and after, and not the same.
        let others = min(first.old - starts.old, first.new - starts.new)
        removed.append(first.old - others..<first.old)
        inserted.append(first.new - others..<first.new)
    }

    /// The rows after the last common one: they keep their distance from it.
    private mutating func addTail<Item>(
        behind last: RowPair,
        _ old: RowRun<Item>,
        _ new: RowRun<Item>
    ) {
        let (oldStart, newStart) = (last.old + 1, last.new + 1)
        let ends = (old: old.known.upperBound, new: new.known.upperBound)
        if last.old >= 0, Self.hasMoved(old, oldStart..<ends.old, new, newStart..<ends.new) {
            removed.append(oldStart..<ends.old)
            inserted.append(newStart..<ends.new)
            let growth = (new.count - ends.new) - (old.count - ends.old)
            removed.append(old.count - max(0, -growth)..<old.count)
            inserted.append(new.count - max(0, growth)..<new.count)
            return
        }
        // Loaded before and after, and not the same.
        let start = max(0, old.known.lowerBound - oldStart, new.known.lowerBound - newStart)
        let end = min(old.known.upperBound - oldStart, new.known.upperBound - newStart)
        if start < end {
            removed.append(oldStart + start..<oldStart + end)
            inserted.append(newStart + start..<newStart + end)
        }
        let growth = (new.count - newStart) - (old.count - oldStart)
        removed.append(old.count - max(0, -growth)..<old.count)
        inserted.append(new.count - max(0, growth)..<new.count)
    }

    /// Whether one of these rows was loaded at another position before, or is now: its value must
    /// be removed from the old position.
    private static func hasMoved<Item>(
        _ old: RowRun<Item>,
        _ oldRows: Range<Int>,
        _ new: RowRun<Item>,
        _ newRows: Range<Int>
    ) -> Bool {
        oldRows.contains { old[$0].map { new.index(of: $0.id) != nil } ?? false }
            || newRows.contains { new[$0].map { old.index(of: $0.id) != nil } ?? false }
    }

    /// Drops empty ranges, and joins adjacent ones.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges where !range.isEmpty {
            if let last = joined.last, last.upperBound == range.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<range.upperBound
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    /// The rows with changed content, among those that are neither removed nor inserted.
    private func changedRows<Item>(_ old: RowRun<Item>, _ new: RowRun<Item>) -> [Range<Int>] {
        var changed: [Range<Int>] = []
        var (removed, inserted) = (removed[...], inserted[...])
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if let gone = removed.first, gone.lowerBound == oldIndex {
                oldIndex = gone.upperBound
                removed.removeFirst()
            } else if let added = inserted.first, added.lowerBound == newIndex {
                newIndex = added.upperBound
                inserted.removeFirst()
            } else {
                let end = newIndex - oldIndex + (removed.first?.lowerBound ?? old.count)
                let rows = newIndex..<min(end, inserted.first?.lowerBound ?? new.count)
                let shift = oldIndex - newIndex
                // However many rows there are, only loaded ones are compared.
                let before = old.known.shifted(by: -shift).clamped(to: rows)
                let now = new.known.clamped(to: rows)
                for row in before where !now.contains(row) || new[row] != old[row + shift] {
                    changed.append(row..<row + 1)
                }
                for row in now where !before.contains(row) { changed.append(row..<row + 1) }
                oldIndex += rows.count
                newIndex += rows.count
            }
        }
        return Self.joined(changed.sorted { $0.lowerBound < $1.lowerBound })
    }
}

extension Range<Int> {
    fileprivate func shifted(by distance: Int) -> Range {
        lowerBound + distance..<upperBound + distance
    }

    /// The range, extended by this many on both sides, whether or not they exist.
    func widened(by margin: Int) -> Range { lowerBound - margin..<upperBound + margin }
}

/// A row that is loaded before and after.
private struct RowPair {
    let old: Int
    let new: Int

    /// The largest set of them that has kept its order, in order.
    static func shared<Item>(by old: RowRun<Item>, and new: RowRun<Item>) -> [RowPair] {
        inOrder(
            zip(old.known, old.items).compactMap { index, item in
                new.index(of: item.id).map { RowPair(old: index, new: $0) }
            }
        )
    }

    /// The largest set of these that ascends in both; all ascend in the old index.
    static func inOrder(_ pairs: [RowPair]) -> [RowPair] {
        // The usual case; but a pending note may be saved before an older one.
        if zip(pairs, pairs.dropFirst()).allSatisfy({ $0.new < $1.new }) { return pairs }
        return longestAscending(pairs)
    }

    /// The longest ascending subsequence by the new index (patience sorting).
    private static func longestAscending(_ pairs: [RowPair]) -> [RowPair] {
        /// For each length, the pair that ends the subsequence with the smallest end.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for (number, pair) in pairs.enumerated() {
            var (length, end) = (0, ends.count)
            while length < end {
                let middle = (length + end) / 2
                if pairs[ends[middle]].new < pair.new { length = middle + 1 } else { end = middle }
            }
            previous[number] = length > 0 ? ends[length - 1] : nil
            if length == ends.count { ends.append(number) } else { ends[length] = number }
        }
        var chain: [RowPair] = []
        var next = ends.last
        while let number = next {
            chain.append(pairs[number])
            next = previous[number]
        }
        return chain.reversed()
    }
}
