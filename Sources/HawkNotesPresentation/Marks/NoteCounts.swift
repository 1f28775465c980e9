import Foundation
import HawkNotesModel
import Phrases

/// The number of notes on the pages of each series. All windows share one reading of a series, as
/// long as one of them shows it.
@MainActor
package final class NoteCounts {
    private struct Entry {
        weak var counts: SeriesNoteCounts?
    }

    private let library: Library
    private var entries: [Series.ID: Entry] = [:]

    package init(_ library: Library) { self.library = library }

    /// The counts of a series, kept up to date while a caller holds them.
    package func counts(of series: Series.ID) -> SeriesNoteCounts {
        if let counts = entries[series]?.counts { return counts }
        let counts = SeriesNoteCounts(of: series, in: library)
        entries = entries.filter { $0.value.counts != nil }
        entries[series] = Entry(counts: counts)
        return counts
    }
}

/// The number of notes on each page of a series.
@MainActor
package final class SeriesNoteCounts {
    /// Without pages that have none.
    private(set) var counts: [NoteSubject: Int] = [:]
    private var observation: LibraryObservation?
    private let observers = ChangeObservers<Set<NoteSubject>>()

    fileprivate init(of series: Series.ID, in library: Library) {
        do {
            observation = try library.observeNoteCounts(ofSeries: series) {
                // A missing number stops nothing; notes that cannot be read are reported elsewhere.
                Log.warn("\($0)")
            } onChange: { [weak self] in
                self?.setCounts($0)
            }
        } catch {
            Log.warn("\(error)")
        }
    }

    package subscript(subject: NoteSubject) -> Int { counts[subject] ?? 0 }

    /// Calls the body with the subjects whose number has changed, as long as the returned object is
    /// kept.
    package func observe(_ body: @escaping @MainActor (Set<NoteSubject>) -> Void)
        -> ChangeObservation
    {
        observers.add(body)
    }

    private func setCounts(_ new: [NoteSubject: Int]) {
        let old = counts
        counts = new
        var changed = Set(new.lazy.filter { old[$0.key] != $0.value }.map(\.key))
        changed.formUnion(old.keys.lazy.filter { new[$0] == nil })
        if !changed.isEmpty { observers.notify(changed) }
    }
}

extension Series {
    /// The number of notes on each book and its characters.
    func noteCountsOfBooks(_ counts: [NoteSubject: Int]) -> [Book.ID: Int] {
        var sums: [Book.ID: Int] = [:]
        for (subject, count) in counts {
            switch subject {
            case .book(let id): sums[id, default: 0] += count
            case .character(let id):
                if let book = character(id)?.bookID { sums[book, default: 0] += count }
            }
        }
        return sums
    }
}
