import HawkNotesModel

/// The spoilers that are shown: those that the reader chose to see, until they set another reading
/// point, and those that they have just written, until they leave the page.
package struct UnveiledThings: Equatable {
    /// The chosen ones that are saved with the windows.
    private(set) var kept: Set<Veil.Exception> = []
    /// Those that were chosen in private windows.
    private var passing: Set<Veil.Exception> = []

    /// Those that were just written.
    private var written: Set<Veil.Exception> = []

    /// All of it.
    package var all: Set<Veil.Exception> { kept.union(passing).union(written) }

    /// The text for saving, one per line.
    package var stored: String { kept.map(\.stored).sorted().joined(separator: "\n") }

    package init() {}

    /// Reads the result of `stored`; unknown lines are left out.
    package init(stored: String) {
        kept = Set(stored.split(separator: "\n").compactMap { Veil.Exception(stored: String($0)) })
    }

    /// Shows spoilers that the reader chose.
    ///
    /// - Parameter isPrivate: whether they are not saved.
    package mutating func insert(_ exceptions: some Sequence<Veil.Exception>, isPrivate: Bool) {
        if isPrivate { passing.formUnion(exceptions) } else { kept.formUnion(exceptions) }
    }

    /// Hides something again.
    package mutating func remove(_ exception: Veil.Exception) {
        kept.remove(exception)
        passing.remove(exception)
    }

    /// Hides everything that the reader chose.
    package mutating func removeChosen() {
        kept = []
        passing = []
    }

    /// Shows something that was just written.
    package mutating func insertWritten(_ exception: Veil.Exception) { written.insert(exception) }

    /// Hides what was written on a page that was left.
    package mutating func removeWritten(_ exceptions: Set<Veil.Exception>) {
        written.subtract(exceptions)
    }
}
