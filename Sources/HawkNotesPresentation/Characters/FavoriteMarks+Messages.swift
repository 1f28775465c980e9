import HawkNotesModel
import Phrases

extension FavoriteMarks {
    /// Calls back with the favorites now and after each change, as long as the observation is kept.
    /// When they cannot be read, shows a toast, and nothing is a favorite.
    package func observe(
        reportingTo messages: any MessagePresenter,
        _ body: @escaping @MainActor (Set<Character.ID>) -> Void
    ) -> [ChangeObservation] {
        do {
            return try observe(
                onError: { [weak messages] in reportUnread($0, to: messages) },
                onChange: body
            )
        } catch {
            body([])
            reportUnread(error, to: messages)
            return []
        }
    }

    /// Toggles a character's heart; toggles it back, and shows a toast with the reason, when that
    /// cannot be saved.
    package func setFavorite(
        _ character: Character,
        _ isFavorite: Bool,
        reportingTo messages: any MessagePresenter
    ) {
        setFavorite(character.id, isFavorite) { [weak messages] error in
            error.report(to: messages) { localized("The favorite could not be saved: %1", $0) }
        }
    }
}

@MainActor
private func reportUnread(_ error: any Error, to messages: (any MessagePresenter)?) {
    error.report(to: messages, reason: LibraryText.readingReason) {
        localized("The favorites cannot be read: %1", $0)
    }
}
