import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

/// A character: its description, its relations, and the notes on it.
@MainActor
final class CharacterPage: Page {
    let root: Widget
    let notes: NotesSection?
    var title: String { shownCharacter.name }
    var character: Character? { shownCharacter }

    private let context: AppContext
    private var shownCharacter: Character
    private let head: CharacterHead
    private let related: RelatedCharacters
    private let mentionedIn: MentionedIn
    let namedIn: NamedIn
    private let section: NotesSection
    private let columns: NotesColumns

    init(_ character: Character, in window: MainWindow, scope: RestorationScope) {
        context = window.context
        shownCharacter = character
        related = RelatedCharacters(in: window, scope: scope)
        mentionedIn = MentionedIn(character.id, in: window)
        namedIn = NamedIn(character.id, in: window, scope: scope)
        head = CharacterHead(character, in: window, scope: scope)
        section = NotesSection(on: .character(character.id), in: window, scope: scope)
        notes = section
        columns = NotesColumns(
            head: head.root,
            extra: [WidgetPart(related.root), mentionedIn.heading, mentionedIn]
                + [namedIn.heading, namedIn],
            notes: section,
            scope: scope
        )
        root = columns.root
        showAccent()
        related.showRelated(to: character)
    }

    func seriesDidChange() {
        guard let character = context.series.character(shownCharacter.id) else { return }
        let oldBook = shownCharacter.bookID
        shownCharacter = character
        head.show(character)
        related.showRelated(to: character)
        if oldBook != character.bookID {
            if let oldBook { root.setClass(AccentSheet.styleClass(for: oldBook), false) }
            showAccent()
        }
    }

    private func showAccent() {
        if let book = shownCharacter.bookID { root.classes(AccentSheet.styleClass(for: book)) }
    }

    func arrange(for sizeClass: SizeClass) {
        head.arrange(for: sizeClass)
        columns.arrange(for: sizeClass)
    }

    func focusName(of widget: Widget) -> String? {
        focusName(of: widget, lists: focusLists)
    }

    func grabFocus(_ name: String) {
        grabFocus(name, lists: { [weak self] in self?.focusLists ?? [] }, in: columns.lists)
    }

    func focusFirst() { columns.focusFirst(of: [section.noteList, mentionedIn, namedIn]) }

    private var focusLists: [FocusList] {
        [
            FocusList("edit:", section.editors),
            FocusList("place:", section.placeFields),
            FocusList("tags:", section.tagFields),
            FocusList("quotation:", section.quotationFields),
            FocusList("note:", section.elements),
            FocusList("mention:", mentionedIn.elements),
            FocusList("name:", namedIn.elements),
            FocusList("names", namedIn.button),
            FocusList("picture", head.avatar),
        ]
    }

    func close() {
        head.close()
        mentionedIn.close()
        namedIn.close()
        section.close()
        columns.close()
    }
}
