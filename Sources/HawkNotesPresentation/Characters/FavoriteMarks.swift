import Foundation
import HawkNotesModel
import Synchronization

/// The favorite characters, as all windows show them: the library's favorites with the user's
/// pending changes applied.
///
/// A heart toggles at once, and toggles back when that could not be saved. Of several changes of
/// one character only the newest counts, whatever the library answers to older ones.
@MainActor
package final class FavoriteMarks {
    private struct Wish {
        var number: Int
        var isFavorite: Bool
        /// Whether the library has saved it, and has yet to report it.
        var isSaved = false
    }

    /// The number of the newest change of each character; read on the library's thread, so that a
    /// slow disk is not kept busy with outdated changes.
    private final class NewestWishes: Sendable {
        private let numbers = Mutex<[UUID: Int]>([:])

        func setNewest(_ number: Int, for id: UUID) { numbers.withLock { $0[id] = number } }
        func isNewest(_ number: Int, for id: UUID) -> Bool {
            numbers.withLock { $0[id] == number }
        }
    }

    private let library: Library
    private let didSave: @MainActor () -> Void
    private var told: Set<UUID> = []
    private var wishes: [UUID: Wish] = [:]
    private let newest = NewestWishes()
    private var count = 0
    private var shown: Set<UUID> = []
    private var observation: LibraryObservation?
    private let observers = ChangeObservers<Set<UUID>>()
    private let errorObservers = ChangeObservers<LibraryError>()

    /// - Parameter didSave: called when a change has been saved.
    package init(library: Library, didSave: @escaping @MainActor () -> Void) {
        self.library = library
        self.didSave = didSave
    }

    /// The ids of the shown favorites.
    package var ids: Set<UUID> {
        var ids = told
        for (id, wish) in wishes {
            if wish.isFavorite { ids.insert(id) } else { ids.remove(id) }
        }
        return ids
    }

    /// Calls back with the shown favorites, now and after each change, as long as both observations
    /// are kept.
    ///
    /// - Throws: a `LibraryError` when the favorites cannot be read; the body is not called then.
    func observe(
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor (Set<UUID>) -> Void
    ) throws -> [ChangeObservation] {
        if observation == nil {
            observation = try library.observeFavorites(
                onError: { [weak self] in self?.errorObservers.notify($0) },
                onChange: { [weak self] in self?.setStored($0) }
            )
        }
        onChange(ids)
        return [observers.add(onChange), errorObservers.add(onError)]
    }

    /// Toggles a character's heart.
    ///
    /// - Parameter onFailure: called when that could not be saved and the heart was toggled back.
    func setFavorite(
        _ id: UUID,
        _ isFavorite: Bool,
        onFailure: @escaping @MainActor (LibraryError) -> Void
    ) {
        count += 1
        let number = count
        newest.setNewest(number, for: id)
        wishes[id] = Wish(number: number, isFavorite: isFavorite)
        notifyObservers()
        library.perform { [newest] library in
            guard newest.isNewest(number, for: id) else { return }
            try library.setFavorite(id, isFavorite)
        } completion: { [weak self] in
            self?.finish(id, number, $0, onFailure)
        }
    }

    private func finish(
        _ id: UUID,
        _ number: Int,
        _ result: Result<Void, LibraryError>,
        _ onFailure: @MainActor (LibraryError) -> Void
    ) {
        guard let wish = wishes[id], wish.number == number else { return }
        switch result {
        case .success:
            if told.contains(id) == wish.isFavorite {
                wishes[id] = nil
            } else {
                wishes[id]?.isSaved = true
                askForOutcome(of: id, number)
            }
            didSave()
        case .failure(let error):
            wishes[id] = nil
            notifyObservers()
            onFailure(error)
        }
    }

    /// Asks for the outcome of a change that the library has not reported: either it is about to,
    /// or another window has made the opposite change right after, and there is nothing to report.
    private func askForOutcome(of id: UUID, _ number: Int) {
        library.perform {
            try $0.favorites()
        } completion: { [weak self] result in
            guard let self, self.wishes[id]?.number == number, case .success(let ids) = result
            else { return }
            self.wishes[id] = nil
            if ids.contains(id) { self.told.insert(id) } else { self.told.remove(id) }
            self.notifyObservers()
        }
    }

    private func setStored(_ ids: Set<UUID>) {
        told = ids
        // A change that disagrees may be newer than the reading: its outcome is being asked for.
        wishes = wishes.filter { id, wish in
            !wish.isSaved || ids.contains(id) != wish.isFavorite
        }
        notifyObservers()
    }

    private func notifyObservers() {
        let new = ids
        guard new != shown else { return }
        shown = new
        observers.notify(new)
    }
}
