/// What has to go and to come so that one list of different things becomes another, in runs of neighbours.
package struct SearchRuns: Equatable {
    /// Runs that go, by their places before, in order.
    package private(set) var removed: [Range<Int>] = []
    /// Runs that come, by their places afterwards, in order.
    package private(set) var inserted: [Range<Int>] = []

    /// Keeps what has the same order in both, from the first on; costs as much as both are long.
    package init<ID: Hashable>(from old: [ID], to new: [ID]) {
        let places = Dictionary(
            old.enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var (nextOld, nextNew) = (0, 0)
        for (index, id) in new.enumerated() {
            guard let place = places[id], place >= nextOld else { continue }
            add(nextOld..<place, nextNew..<index)
            (nextOld, nextNew) = (place + 1, index + 1)
        }
        add(nextOld..<old.count, nextNew..<new.count)
    }

    /// Whether both are the same.
    package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

    private mutating func add(_ gone: Range<Int>, _ come: Range<Int>) {
        if !gone.isEmpty { removed.append(gone) }
        if !come.isEmpty { inserted.append(come) }
    }
}
