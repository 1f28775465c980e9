import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A book: cover and overview, its characters, and the notes on it.
@MainActor
final class BookPage: Page {
    let root: Widget
    let notes: NotesSection?
    var title: String { shownBook.title }
    var book: Book? { shownBook }

    private let context: AppContext
    private var shownBook: Book
    private var favoriteIDs: Set<Character.ID> = []
    private let hero: BookHero
    let characters: CharacterList
    private let section: NotesSection
    private let columns: NotesColumns
    private var favorites: [ChangeObservation] = []

    init(_ book: Book, in window: MainWindow, scope: RestorationScope) {
        context = window.context
        shownBook = book
        hero = BookHero(book, in: window, scope: scope)
        characters = CharacterList(
            in: window,
            name: localized("Characters"),
            scope: scope,
            isOrdered: true
        )
        section = NotesSection(on: .book(book.id), in: window, scope: scope)
        notes = section
        columns = NotesColumns(
            head: hero.root,
            extra: [WidgetPart(Self.charactersHeading(book, window)), characters],
            notes: section,
            scope: scope
        )
        root = columns.root.classes(AccentSheet.styleClass(for: book.id))
        favorites = context.favorites.observe(reportingTo: window) { [weak self] favorites in
            self?.favoriteIDs = favorites
            self?.showCharacters()
        }
    }

    private static func charactersHeading(_ book: Book, _ window: MainWindow) -> Widget {
        let name = Command.addCharacter.title
        let add = Button(Label(name).wrapping(), name: name, "flat", "add-part")
        add.onClicked { [weak window] in window?.addCharacter(to: book.seriesID, in: book.id) }
        return PageParts.heading(localized("Characters"), with: add)
    }

    /// Shows the choices of the book's reading progress.
    func showReadingProgress() { hero.showReadingProgress() }

    func seriesDidChange() {
        guard let book = context.series.book(shownBook.id) else { return }
        shownBook = book
        hero.show(book)
        showCharacters()
    }

    private func showCharacters() {
        guard let series = context.series[shownBook.seriesID] else { return characters.show([]) }
        characters.show(
            series.characters(in: shownBook.id).map {
                CharacterItem(
                    character: $0,
                    isFavorite: favoriteIDs.contains($0.id),
                    isVeiled: series.veil.hides(character: $0.id)
                )
            }
        )
    }

    func arrange(for sizeClass: SizeClass) {
        hero.arrange(for: sizeClass)
        columns.arrange(for: sizeClass)
    }

    func focusName(of widget: Widget) -> String? { focusName(of: widget, lists: focusLists) }

    func grabFocus(_ name: String) {
        grabFocus(name, lists: { [weak self] in self?.focusLists ?? [] }, in: columns.lists)
    }

    func focusFirst() { columns.focusFirst(of: [characters, section.noteList]) }

    func close() {
        favorites = []
        hero.close()
        section.close()
        columns.close()
    }

    private var focusLists: [FocusList] {
        [
            characters.focusList,
            FocusList("edit:", section.editors),
            FocusList("place:", section.placeFields),
            FocusList("tags:", section.tagFields),
            FocusList("quotation:", section.quotationFields),
            FocusList("note:", section.elements),
            FocusList("picture", hero.cover),
        ]
    }
}
