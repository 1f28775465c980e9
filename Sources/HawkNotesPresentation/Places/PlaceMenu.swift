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

    /// - Parameter isLone: whether it is a lone book, whose series is not to be seen.
    package static func book(
        _ id: Book.ID,
        seriesID: Series.ID,
        isLone: Bool = false,
        spoilers: Spoilers
    ) -> PlaceMenu {
        var first = [Item(.editBook, id), Item(.showReadingProgress, id)]
        switch spoilers {
        case .none: break
        case .hidden: first.append(Item(.showSpoilers, id))
        case .shown: first.append(Item(.hideSpoilers, id))
        }
        let additions = [Item(.addCharacterToBook, id), Item(.addBookToSeries, seriesID)]
        let series = [Item(.editOneSeries, seriesID), Item(.deleteOneSeries, seriesID)]
        return PlaceMenu(
            sections: [first, additions] + (isLone ? [] : [series])
                + [[Item(.joinBook, id), Item(.deleteBook, id)]]
        )
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
            ? [Item(.unveilCharacter, id)]
            : [Item(.editCharacter, id), Item(.joinCharacter, id), Item(.deleteCharacter, id)]
        return PlaceMenu(sections: [[Item(.toggleCharacterFavorite, id, title: heart)], changes])
    }

    /// - Parameter isLoneBook: whether it is the series of a lone book, which stands for it.
    package static func series(_ id: Series.ID, isLoneBook: Bool = false) -> PlaceMenu {
        let (edit, delete): (Command, Command) =
            isLoneBook ? (.editBook, .deleteBook) : (.editOneSeries, .deleteOneSeries)
        let join = isLoneBook ? [Item(.joinLoneBook, id)] : []
        return PlaceMenu(sections: [
            [Item(.addBookToSeries, id), Item(.addCharacterToSeries, id)],
            [Item(.editOneSeries, id, title: edit.title)] + join
                + [Item(.deleteOneSeries, id, title: delete.title)],
        ])
    }
}
