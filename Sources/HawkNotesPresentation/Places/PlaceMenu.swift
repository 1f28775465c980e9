import Foundation
import HawkNotesModel
import Phrases

/// The commands on a book, a character or a series, besides opening it: for the menu at the head of
/// its page, and the menus of rows, covers and tabs that represent it.
package struct PlaceMenu: Equatable {
    package struct Item: Equatable {
        package var command: Command
        package var title: String
        /// The parameter of the command: the id of the menu's subject.
        package var target: String

        init(_ command: Command, _ id: UUID, title: String? = nil) {
            self.command = command
            self.title = title ?? command.title
            target = id.uuidString
        }
    }

    /// The items, in groups.
    package private(set) var sections: [[Item]]

    /// Whether a book has spoilers, and whether they are visible.
    package enum Spoilers {
        case none, hidden, shown
    }

    /// - Parameter isLone: whether it is a lone book, whose series is hidden.
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

    /// - Parameter isHidden: whether the character is a spoiler, which must not be changed by
    ///   accident.
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

    /// - Parameter isLoneBook: whether it is the series of a lone book, which represents it.
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
