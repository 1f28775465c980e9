import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// The actions of a window on any book, character or series, by id: for the menus of everything
/// that represents one, on the current page or elsewhere.
@MainActor
final class PartActions {
    private let owner: MainWindow
    private let books = ActionGroup()
    private let characters = ActionGroup()
    private let series = ActionGroup()

    /// Adds them to a window.
    static func add(to owner: MainWindow) { PartActions(owner).install() }

    private init(_ owner: MainWindow) { self.owner = owner }

    private func install() {
        addBooks()
        addCharacters()
        addSeries()
        for (group, prefix) in [(books, "book"), (characters, "character"), (series, "series")] {
            group.install(on: owner.window, prefix: prefix)
        }
    }

    private func addBooks() {
        add(.editBook, to: books) { $0.edit(.book($1)) }
        add(.deleteBook, to: books) { $0.delete(.book($1)) }
        add(.joinBook, to: books) { $0.chooseForJoining(.book($1)) }
        add(.showReadingProgress, to: books) { $0.showReadingProgress(ofBook: $1) }
        add(.showSpoilers, to: books) { $0.setSpoilersShown(true, ofBook: $1) }
        add(.hideSpoilers, to: books) { $0.setSpoilersShown(false, ofBook: $1) }
        add(.addCharacterToBook, to: books) { window, id in
            guard let book = window.context.series.book(id) else { return }
            window.addCharacter(to: book.seriesID, in: id)
        }
    }

    private func addCharacters() {
        add(.editCharacter, to: characters) { $0.edit(.character($1)) }
        add(.deleteCharacter, to: characters) { $0.delete(.character($1)) }
        add(.joinCharacter, to: characters) { $0.chooseForJoining(.character($1)) }
        add(.unveilCharacter, to: characters) { $0.unveil([.thing($1)]) }
        add(.toggleCharacterFavorite, to: characters) { window, id in
            guard let character = window.context.series.character(id) else { return }
            let favorites = window.context.favorites
            let isFavorite = favorites.ids.contains(id)
            favorites.setFavorite(character, !isFavorite, reportingTo: window)
        }
    }

    private func addSeries() {
        add(.editOneSeries, to: series) { $0.editSeries($1) }
        add(.deleteOneSeries, to: series) { $0.deleteSeries($1) }
        add(.joinLoneBook, to: series) { $0.chooseForJoining(loneBookOf: $1) }
        add(.addBookToSeries, to: series) { $0.addBook(to: $1) }
        add(.addCharacterToSeries, to: series) { $0.addCharacter(to: $1, in: nil) }
    }

    private func add(
        _ command: Command,
        to group: ActionGroup,
        _ body: @escaping @MainActor (MainWindow, UUID) -> Void
    ) {
        group.add(
            Action(
                command,
                performWithString: { [weak owner] text in
                    if let owner, let id = UUID(uuidString: text) { body(owner, id) }
                }
            )
        )
    }
}

extension MainWindow {
    /// The commands for a place besides opening it; nil where there are none.
    func menu(of place: Place) -> PlaceMenu? {
        let all = context.series
        switch place {
        case .book(let id), .webPage(let id):
            guard let book = all.book(id) else { return nil }
            return .book(
                id,
                seriesID: book.seriesID,
                isLone: all[book.seriesID]?.isLoneBook == true,
                spoilers: spoilers(of: book)
            )
        case .character(let id):
            guard all.character(id) != nil else { return nil }
            return .character(
                id,
                isFavorite: context.favorites.ids.contains(id),
                isHidden: all.isVeiled(character: id)
            )
        case .series(let id):
            // A series on the shelf may not be loaded.
            let isLone = all[id]?.isLoneBook ?? shelf.page?.isLoneBook(id) ?? false
            return .series(id, isLoneBook: isLone)
        case .favorites:
            guard let series = all.owner(of: place), !series.isMissing else { return nil }
            return .series(series.id, isLoneBook: series.isLoneBook)
        case .shelf, .note, .search, .newer: return nil
        }
    }

    private func spoilers(of book: Book) -> PlaceMenu.Spoilers {
        guard let veil = context.series[book.seriesID]?.veil, veil.reaches(book: book.id) else {
            return .none
        }
        return veil.exceptions.contains(.book(book.id)) ? .shown : .hidden
    }

    /// Shows the choices of a book's reading progress, on the page of the book.
    fileprivate func showReadingProgress(ofBook id: Book.ID) {
        if page.book?.id != id { show(.book(id)) }
        (page as? BookPage)?.showReadingProgress()
    }
}
