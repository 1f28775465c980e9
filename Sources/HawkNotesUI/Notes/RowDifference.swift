/// What has to be done to the rows of a list so that they become those of another one.
struct RowDifference: Equatable {
    /// Runs that go, by their places in the old list, in order.
    private(set) var removed: [Range<Int>] = []
    /// Runs that come, by their places in the new list, in order.
    private(set) var inserted: [Range<Int>] = []

    /// How much may differ before all of it is replaced: finding out exactly takes time with the square
    /// of that.
    private static let limit = 500

    /// Rows that are in both lists, in the same order, stay.
    init<ID: Hashable>(from old: [ID], to new: [ID]) {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
            .prefix { $0 == $1 }.count
        let oldPart = old[head..<(old.count - tail)]
        let newPart = new[head..<(new.count - tail)]
        guard !oldPart.isEmpty, !newPart.isEmpty, oldPart.count + newPart.count <= Self.limit else {
            if !oldPart.isEmpty { removed = [oldPart.startIndex..<oldPart.endIndex] }
            if !newPart.isEmpty { inserted = [newPart.startIndex..<newPart.endIndex] }
            return
        }
        let difference = Array(newPart).difference(from: Array(oldPart))
        for case .remove(let offset, _, _) in difference.removals.sorted(by: Self.isBefore) {
            Self.add(head + offset, to: &removed)
        }
        for case .insert(let offset, _, _) in difference.insertions.sorted(by: Self.isBefore) {
            Self.add(head + offset, to: &inserted)
        }
    }

    private static func isBefore<ID>(
        _ one: CollectionDifference<ID>.Change,
        _ other: CollectionDifference<ID>.Change
    ) -> Bool {
        place(one) < place(other)
    }

    private static func place<ID>(_ change: CollectionDifference<ID>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    private static func add(_ place: Int, to runs: inout [Range<Int>]) {
        if let last = runs.last, last.upperBound == place {
            runs[runs.count - 1] = last.lowerBound..<(place + 1)
        } else {
            runs.append(place..<(place + 1))
        }
    }
}
