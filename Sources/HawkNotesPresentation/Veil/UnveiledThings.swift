import HawkNotesModel

/// What the reader wanted to see although they have not come to it yet, until they say anew how far they have
/// read.
package struct UnveiledThings: Equatable {
    /// What is kept with the windows.
    private(set) var kept: Set<Veil.Exception> = []
    /// What was asked for in private windows.
    private var passing: Set<Veil.Exception> = []

    /// All of it.
    package var all: Set<Veil.Exception> { kept.union(passing) }

    /// As it is kept: a line each.
    package var stored: String { kept.map(\.stored).sorted().joined(separator: "\n") }

    package init() {}

    /// Reads what `stored` has made; what it does not know is left out.
    package init(stored: String) {
        kept = Set(stored.split(separator: "\n").compactMap { Veil.Exception(stored: String($0)) })
    }

    /// Lifts the veil.
    ///
    /// - Parameter isPrivate: whether nothing of it is kept.
    package mutating func insert(_ exceptions: some Sequence<Veil.Exception>, isPrivate: Bool) {
        if isPrivate { passing.formUnion(exceptions) } else { kept.formUnion(exceptions) }
    }

    /// Lets the veil down again.
    package mutating func remove(_ exception: Veil.Exception) {
        kept.remove(exception)
        passing.remove(exception)
    }
}
