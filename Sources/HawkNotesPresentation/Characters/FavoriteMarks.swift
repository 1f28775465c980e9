import Foundation
import HawkNotesModel
import Synchronization

/// The favourite characters, as all windows show them: as the library has them, and over that what people
/// wish that is still on its way there.
///
/// A heart turns at once, and back when that could not be saved. Of several wishes for one character only
/// the newest counts, whatever the library answers to older ones.
@MainActor
package final class FavoriteMarks {
    private struct Wish {
        var number: Int
        var isFavorite: Bool
        /// Whether the library has it, and has only to tell of it.
        var isSaved = false
    }

    /// The number of the newest wish for each character; asked on the library's thread, so that a
    /// slow disk is not kept busy with changes that have been replaced since.
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

    /// - Parameter didSave: called when a wish has been saved.
    package init(library: Library, didSave: @escaping @MainActor () -> Void) {
        self.library = library
        self.didSave = didSave
    }

    /// What is to be shown: the ids of the favourites.
    package var ids: Set<UUID> {
        var ids = told
        for (id, wish) in wishes {
            if wish.isFavorite { ids.insert(id) } else { ids.remove(id) }
        }
        return ids
    }

    /// Tells what is to be shown, now and whenever it changes, as long as both observations are kept.
    ///
    /// - Throws: a `LibraryError` when the favourites cannot be read; the body is not called then.
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

    /// Turns a character's heart on or off.
    ///
    /// - Parameter onFailure: told when that could not be saved and the heart has turned back.
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

    /// Reads what has become of a wish that the library has not told of: it is about to, or another window
    /// has wished the opposite right after, and there is nothing to tell.
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
        // One that disagrees may have been read before the wish was saved: that is being asked.
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
