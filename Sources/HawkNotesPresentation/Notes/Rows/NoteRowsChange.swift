/// What has become of the rows of a page, for a view that keeps something for each, such as its
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
package struct NoteRowsChange: Equatable {
    /// The rows that are gone: indexes from before the change, ascending.
    package private(set) var removed: [Range<Int>] = []
    /// The rows that are new: indexes from after the change, ascending.
    package private(set) var inserted: [Range<Int>] = []
    /// The rows that show something else, or that have become known or unknown: indexes from after
    /// the change, ascending; without those that are inserted.
    package private(set) var changed: [Range<Int>] = []

    /// Whether all is as it was.
    var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty }
}

extension NoteRowsChange {
    /// What leads from rows to the same in another order: nothing of what is kept holds any more.
    init(replacing old: NoteRun, with new: NoteRun) {
        removed = Self.joined([0..<old.count])
        inserted = Self.joined([0..<new.count])
    }

    /// What leads from some rows to others; rows with the same id are the same.
    init(from old: NoteRun, to new: NoteRun) {
        let shared = RowPair.shared(by: old, and: new)
        if let first = shared.first { addHead(before: first, old, new) }
        for (one, next) in zip(shared, shared.dropFirst()) {
            removed.append(one.old + 1..<next.old)
            inserted.append(one.new + 1..<next.new)
        }
        addTail(behind: shared.last ?? RowPair(old: -1, new: -1), old, new)
        removed = Self.joined(removed)
        inserted = Self.joined(inserted)
        changed = changedRows(old, new)
    }

    /// The rows before the first one that both have: they stay as far from it as they were.
    private mutating func addHead(before first: RowPair, _ old: NoteRun, _ new: NoteRun) {
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
    private mutating func addTail(behind last: RowPair, _ old: NoteRun, _ new: NoteRun) {
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
    private static func hasMoved(
        _ old: NoteRun,
        _ oldRows: Range<Int>,
        _ new: NoteRun,
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
    private func changedRows(_ old: NoteRun, _ new: NoteRun) -> [Range<Int>] {
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
}

/// A row that was known before and is known now.
private struct RowPair {
    let old: Int
    let new: Int

    /// As many of them as possible that have kept their order, from the first to the last.
    static func shared(by old: NoteRun, and new: NoteRun) -> [RowPair] {
        let pairs = zip(old.known, old.items).compactMap { index, item in
            new.index(of: item.id).map { RowPair(old: index, new: $0) }
        }
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
            let length = ends.firstIndex { pairs[$0].new > pair.new } ?? ends.count
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
