import GTKBridge
import HawkNotesModel
import StateRestoration

/// A book: cover and overview, its characters, and the notes on it.
@MainActor
final class BookPage: Page {
    typealias Host = CharacterList.Host & NotesSection.Host

    let root: Widget
    let notes: NotesSection?
    var title: String { shownBook.title }
    var book: Book? { shownBook }

    private let shownBook: Book
    private let hero: BookHero
    private let characters: CharacterList
    private let section: NotesSection
    private let columns: TwoColumns
    private var favorites: [ChangeObservation] = []

    init(_ book: Book, host: Host, context: AppContext, scope: RestorationScope) {
        shownBook = book
        hero = BookHero(book, images: context.images, navigator: host)
        characters = CharacterList(
            host: host,
            context: context,
            name: localized("Characters")
        )
        section = NotesSection(on: .book(book.id), host: host, context: context, scope: scope)
        notes = section
        columns = TwoColumns(
            head: hero.root,
            extra: Box(.vertical, spacing: 12)
                .append(PageParts.heading(localized("Characters")), characters.root),
            notes: section,
            scope: scope,
            extraElements: { [characters] in characters.elements }
        )
        root = columns.root.classes(AccentSheet.styleClass(for: book.id))
        let members = context.series.characters(in: book.id)
        favorites = context.favorites.observe(reportingTo: host) { [weak characters] favorites in
            characters?.show(
                members.map { CharacterItem(character: $0, isFavorite: favorites.contains($0.id)) }
            )
        }
    }

    func arrange(for sizeClass: SizeClass) {
        hero.arrange(for: sizeClass)
        columns.arrange(for: sizeClass)
    }

    func focusName(of widget: Widget) -> String? { focusName(of: widget, lists: focusLists) }

    func grabFocus(_ name: String) { grabFocus(name, lists: focusLists) }

    func close() {
        favorites = []
        section.close()
        columns.close()
    }

    private var focusLists: [(prefix: String, elements: [(id: String, widget: Widget)])] {
        [
            ("character:", characters.elements), ("edit:", section.editors),
            ("note:", section.elements),
        ]
    }
}
