import HawkNotesModel
import Phrases

extension FavoriteMarks {
    /// Tells the favourites now and whenever they change, as long as the observation is kept. When they
    /// cannot be read, a toast says so, and nothing is a favourite.
    package func observe(
        reportingTo messages: any MessagePresenter,
        _ body: @escaping @MainActor (Set<Character.ID>) -> Void
    ) -> [ChangeObservation] {
        do {
            return try observe(
                onError: { [weak messages] in messages?.reportFavoritesUnread($0) },
                onChange: body
            )
        } catch {
            body([])
            messages.reportFavoritesUnread(error)
            return []
        }
    }

    /// Turns a character's heart on or off; it turns back, and a toast says why, when that cannot be
    /// saved.
    package func set(
        _ character: Character,
        _ isFavorite: Bool,
        reportingTo messages: any MessagePresenter
    ) {
        set(character.id, isFavorite) { [weak messages] error in
            Log.warn("\(error)")
            let reason = LibraryText.savingReason(error)
            messages?.show(Toast(text: localized("The favorite could not be saved: %1", reason)))
        }
    }
}

extension MessagePresenter {
    fileprivate func reportFavoritesUnread(_ error: any Error) {
        Log.warn("\(error)")
        let reason = LibraryText.readingReason(error)
        show(Toast(text: localized("The favorites cannot be read: %1", reason)))
    }
}
