import Foundation
import HawkNotesModel

/// The tags that are offered while a note is written: none of those that only hidden notes have.
@MainActor
package final class KnownTags {
    /// What is hidden, and what is shown nevertheless.
    private struct Spoilers: Equatable {
        let veils: [UUID: Veil]
        let unveiled: Set<Veil.Exception>
    }

    private let library: Library
    private let series: LoadedSeries
    private var known: (names: [String], spoilers: Spoilers)?
    private var waiting: [@MainActor () -> Void] = []

    package init(_ library: Library, _ series: LoadedSeries) {
        self.library = library
        self.series = series
    }

    /// The tags that were read last, the last used ones first; none if other notes are hidden now.
    package var names: [String] {
        known.map { $0.spoilers == spoilers ? $0.names : [] } ?? []
    }

    private var spoilers: Spoilers {
        Spoilers(veils: series.veils, unveiled: series.unveiled.all)
    }

    /// Reads the tags of the library. If they cannot be read, the former ones stay.
    ///
    /// - Parameter body: called when they have been read.
    package func refresh(_ body: @escaping @MainActor () -> Void) {
        waiting.append(body)
        guard waiting.count == 1 else { return }
        let spoilers = spoilers
        library.perform { library in
            try library.tagNames(except: spoilers.unveiled)
        } completion: { [weak self] (result: Result<[String], LibraryError>) in
            guard let self else { return }
            if case .success(let names) = result { known = (names, spoilers) }
            let waiting = waiting
            self.waiting = []
            for body in waiting { body() }
        }
    }
}
