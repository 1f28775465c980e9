import Foundation
import HawkNotesModel
import Phrases

/// What can be done with a book, a character or a series, besides opening it: in the menu at the head of its
/// page, and in the menus of the rows, covers and tabs that stand for it.
package struct PlaceMenu: Equatable {
    package struct Item: Equatable {
        package var command: Command
        package var title: String
        /// What the command is given: the id of what the menu is about.
        package var target: String

        init(_ command: Command, _ id: UUID, title: String? = nil) {
            self.command = command
            self.title = title ?? command.title
            target = id.uuidString
        }
    }

    /// The items, in groups.
    package private(set) var sections: [[Item]]

    /// Whether a book has spoilers, and whether they are shown.
    package enum Spoilers {
        case none, hidden, shown
    }

    package static func book(
        _ id: Book.ID,
        seriesID: Series.ID,
        spoilers: Spoilers
    ) -> PlaceMenu {
        var first = [Item(.editBook, id), Item(.showReadingProgress, id)]
        switch spoilers {
        case .none: break
        case .hidden: first.append(Item(.showSpoilers, id))
        case .shown: first.append(Item(.hideSpoilers, id))
        }
        return PlaceMenu(sections: [
            first,
            [Item(.addCharacterToBook, id), Item(.addBookToSeries, seriesID)],
            [Item(.editOneSeries, seriesID), Item(.deleteOneSeries, seriesID)],
            [Item(.deleteBook, id)],
        ])
    }

    /// - Parameter isHidden: whether the reader has yet to come to the character: it is not changed by chance.
    package static func character(
        _ id: Character.ID,
        isFavorite: Bool,
        isHidden: Bool
    ) -> PlaceMenu {
        let heart = isFavorite ? localized("Remove from Favorites") : nil
        let changes =
            isHidden
            ? [Item(.unveilCharacter, id)] : [Item(.editCharacter, id), Item(.deleteCharacter, id)]
        return PlaceMenu(sections: [[Item(.toggleCharacterFavorite, id, title: heart)], changes])
    }

    package static func series(_ id: Series.ID) -> PlaceMenu {
        PlaceMenu(sections: [
            [Item(.addBookToSeries, id), Item(.addCharacterToSeries, id)],
            [Item(.editOneSeries, id), Item(.deleteOneSeries, id)],
        ])
    }
}
