import HawkNotesModel

/// The tags that are offered while a note is written.
@MainActor
package final class KnownTags {
    /// The tags that were read last, the last used ones first.
    package private(set) var names: [String] = []
    private let library: Library
    private var waiting: [@MainActor () -> Void] = []

    package init(_ library: Library) { self.library = library }

    /// Reads the tags of the library. If they cannot be read, the former ones stay.
    ///
    /// - Parameter body: called when they have been read.
    package func refresh(_ body: @escaping @MainActor () -> Void) {
        waiting.append(body)
        guard waiting.count == 1 else { return }
        library.perform { library in
            try library.tagNames()
        } completion: { [weak self] (result: Result<[String], LibraryError>) in
            guard let self else { return }
            if case .success(let names) = result { self.names = names }
            let waiting = waiting
            self.waiting = []
            for body in waiting { body() }
        }
    }
}
