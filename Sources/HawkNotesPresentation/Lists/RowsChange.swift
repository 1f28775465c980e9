import HawkNotesModel

/// What has become of the rows of a list, for a view that keeps something for each, such as its
/// height.
///
/// Take away what is `removed`, then put in what is `inserted`: every row that was known before and
/// is known now has kept what is its own, and no row that is known now has got what belonged to
/// another that was known before. A row that only moved counts as removed and inserted.
///
/// What happens to rows that are not known can only be guessed: those that come or go before the
/// known ones are told right before these, those behind them at the very end, where notes are
/// added. What is kept for a row that becomes known again may therefore be another row's; it is
/// among `changed`.
package struct RowsChange: Equatable {
    /// The rows that are gone: indexes from before the change, ascending.
    package var removed: [Range<Int>] = []
    /// The rows that are new: indexes from after the change, ascending.
    package var inserted: [Range<Int>] = []
    /// The rows that show something else, or that have become known or unknown: indexes from after
    /// the change, ascending; without those that are inserted.
    package var changed: [Range<Int>] = []

    /// What has happened is told by setting this.
    package init(
        removed: [Range<Int>] = [],
        inserted: [Range<Int>] = [],
        changed: [Range<Int>] = []
    ) {
        self.removed = removed
        self.inserted = inserted
        self.changed = changed
    }

    /// Whether all is as it was.
    var isEmpty: Bool { isInPlace && changed.isEmpty }

    /// Whether no row has come, gone or moved.
    package var isInPlace: Bool { removed.isEmpty && inserted.isEmpty }
}

extension RowsChange {
    /// What leads from rows to the same in another order: nothing of what is kept holds any more.
    init<Item>(replacing old: RowRun<Item>, with new: RowRun<Item>) {
        removed = Self.joined([0..<old.count])
        inserted = Self.joined([0..<new.count])
    }

    /// No row has come or gone; some of these show something else.
    init(changedIn rows: Range<Int>, _ isChanged: (Int) -> Bool) {
        changed = Self.joined(rows.filter(isChanged).map { $0..<$0 + 1 })
    }

    /// What leads from some rows to others; rows with the same id are the same.
    package init<Item>(from old: RowRun<Item>, to new: RowRun<Item>) {
        let shared = RowPair.shared(by: old, and: new)
        if let first = shared.first { addHead(before: first, old, new) }
        addGaps(between: shared)
        addTail(behind: shared.last ?? RowPair(old: -1, new: -1), old, new)
        removed = Self.joined(removed)
        inserted = Self.joined(inserted)
        changed = changedRows(old, new)
    }

    /// What leads from some different things to others, all of which are known.
    ///
    /// Rows before the first difference and behind the last cost one comparison each.
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

    /// The rows between those that both have.
    private mutating func addGaps(between shared: [RowPair]) {
        for (one, next) in zip(shared, shared.dropFirst()) {
            removed.append(one.old + 1..<next.old)
            inserted.append(one.new + 1..<next.new)
        }
    }

    /// The rows before the first one that both have: they stay as far from it as they were.
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
        // Known before and known now, and not the same.
        let others = min(first.old - starts.old, first.new - starts.new)
        removed.append(first.old - others..<first.old)
        inserted.append(first.new - others..<first.new)
    }

    /// The rows behind the last one that both have: they stay as far from it as they were.
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
        // Known before and known now, and not the same.
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

    /// Whether one of these rows was known elsewhere before, or is known elsewhere now: what is kept for it
    /// must go from where it was.
    private static func hasMoved<Item>(
        _ old: RowRun<Item>,
        _ oldRows: Range<Int>,
        _ new: RowRun<Item>,
        _ newRows: Range<Int>
    ) -> Bool {
        oldRows.contains { old[$0].map { new.index(of: $0.id) != nil } ?? false }
            || newRows.contains { new[$0].map { old.index(of: $0.id) != nil } ?? false }
    }

    /// Without empty ranges, and those that touch as one.
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

    /// The rows that are not what they were, among those that are neither gone nor new.
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
                // However many rows there are, only those that are known are looked at.
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

    /// The range with this many more on both sides, whether or not they exist.
    func widened(by margin: Int) -> Range { lowerBound - margin..<upperBound + margin }
}

/// A row that was known before and is known now.
private struct RowPair {
    let old: Int
    let new: Int

    /// As many of them as possible that have kept their order, from the first to the last.
    static func shared<Item>(by old: RowRun<Item>, and new: RowRun<Item>) -> [RowPair] {
        inOrder(
            zip(old.known, old.items).compactMap { index, item in
                new.index(of: item.id).map { RowPair(old: index, new: $0) }
            }
        )
    }

    /// As many of these as possible that ascend in both: they do in the old index.
    static func inOrder(_ pairs: [RowPair]) -> [RowPair] {
        // Nearly always: a pending note may be saved before an older one.
        if zip(pairs, pairs.dropFirst()).allSatisfy({ $0.new < $1.new }) { return pairs }
        return longestAscending(pairs)
    }

    /// The longest ascending subsequence by the new index (patience sorting).
    private static func longestAscending(_ pairs: [RowPair]) -> [RowPair] {
        /// For each length, which pair ends the subsequence with the smallest end.
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
