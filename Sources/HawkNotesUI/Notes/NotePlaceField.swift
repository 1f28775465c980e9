import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The field for a note's place in the book: a chapter, if there are any, and a short text. Its
/// draft survives a restart.
@MainActor
final class NotePlaceField {
    /// The keys that store the field.
    struct Keys {
        let text: TextKey
        let chapter: RestorationKey<String>
        /// Whether a deleted chapter stays the note's.
        let keepsGoneChapter: Bool

        /// For the new note of a page.
        static let newNote = Keys(
            text: .newNotePlace,
            chapter: .newNoteChapter,
            keepsGoneChapter: false
        )
        /// For a note that is being edited.
        static let edit = Keys(text: .editPlace, chapter: .editChapter, keepsGoneChapter: true)
    }

    /// A longer text is no longer a place in a book.
    private static let longestText = 200

    let root = Box(.horizontal, spacing: 6).classes("note-place")
    let entry = Entry(name: localized("Place in the book"))
        .placeholder(localized("Page or place"))
        .limited(to: longestText)
        .minimumCharacters(6)
    /// Called when the note is to be saved.
    var onSave: @MainActor () -> Void = {}
    /// Called when the edit is to be cancelled.
    var onCancel: (@MainActor () -> Void)?
    private let places: NotePlaces
    private let keys: Keys
    private let chapter: SceneStorage<String>
    private let draft: DraftBinding
    private let button: Button
    private let chapterTitle = Label("").ellipsizing().tooltip(whenCut: nil)
    private var list: ChoiceList?

    /// - Parameter initial: the initial place if nothing is stored.
    init(_ keys: Keys, places: NotePlaces, in scope: RestorationScope, initial: NotePlace? = nil) {
        self.keys = keys
        self.places = places
        chapter = SceneStorage(keys.chapter, in: scope)
        if let id = initial?.chapterID { chapter.wrappedValue = id.canonicalString }
        draft = DraftBinding(entry.content, key: keys.text, in: scope, initial: initial?.text ?? "")
        let content = Box(.horizontal, spacing: 6).append(
            chapterTitle,
            Image(icon: "hawknotes-down-symbolic")
        )
        button = Button(content, name: localized("Chapter"), "flat", "choice")
        root.append(button, entry.hexpand())
        button.onClicked { [weak self] in self?.open() }
        entry.onActivate { [weak self] in self?.onSave() }
        entry.onKey(phase: .capture) { [weak self] key, modifiers in
            self?.handle(key, modifiers) ?? false
        }
        showChapter()
    }

    /// The place; nil when the field is empty.
    var place: NotePlace? {
        NotePlace(chapterID: chapterID, text: entry.content.text).normalized
    }

    /// Replaces the place; the typed part can be undone.
    func show(_ place: NotePlace?) {
        chapter.wrappedValue = place?.chapterID?.canonicalString ?? ""
        entry.content.replaceAll(with: place?.text ?? "")
        showChapter()
    }

    var isEmpty: Bool { entry.content.text.isEmpty }

    /// Updates the chapter's title; hides the choice if there are no chapters.
    func showChapter() {
        let title = chapterID.flatMap { places.title(ofChapter: $0) }
        chapterTitle.text = title ?? localized("No chapter")
        chapterTitle.setClass("dim-label", title == nil)
        button.accessibleLabel(localized("Chapter: %1", chapterTitle.text))
        button.visible(!places.choices.isEmpty)
    }

    /// Empties the text without undo; keeps the chapter for the next note.
    func emptyText() { draft.empty() }

    /// Releases the keys; stored values stay.
    func close() { draft.close() }

    /// Discards the text and the chapter.
    func discard() {
        draft.discard()
        chapter.reset()
    }

    /// Keeps cursor and selection while the field is moved to another container, until the closure
    /// is called.
    func holdSelection() -> @MainActor () -> Void {
        let selection = entry.content.selection
        return { [entry] in entry.content.selection = selection }
    }

    private var chapterID: UUID? {
        guard let id = UUID(uuidString: chapter.wrappedValue) else { return nil }
        return keys.keepsGoneChapter || places.title(ofChapter: id) != nil ? id : nil
    }

    private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        if Command.saveNote.hasKey(key, modifiers) {
            onSave()
            return true
        }
        guard key == Key("Escape"), modifiers.isEmpty, let onCancel else { return false }
        onCancel()
        return true
    }

    private func open() {
        let chosen = chapterID?.canonicalString ?? ""
        let none = Choice(id: "", title: localized("No chapter"))
        let all = ([none] + places.choices).map { choice in
            Choice(id: choice.id, title: choice.title, isChosen: choice.id == chosen)
        }
        list = ChoiceList(all, name: localized("Chapter")) { [weak self] choice in
            self?.chapter.wrappedValue = choice.id
            self?.showChapter()
        }
        list?.popUp(below: button)
    }
}

/// A note's place behind its date, or above it where it does not fit there. A long chapter title is
/// shortened before the page is.
@MainActor
final class NotePlaceLine {
    /// The minimum number of visible characters of the place, however narrow the card is.
    private static let leastCharacters = 8

    private let footer: FooterBox
    /// Lazy: most notes have no place.
    private lazy var parts = makeParts()
    private var isEmpty = true

    init(in footer: FooterBox) { self.footer = footer }

    func show(_ place: NotePlace?, in places: NotePlaces) {
        guard place != nil || !isEmpty else { return }
        isEmpty = false
        let title = place?.chapterID.flatMap { places.title(ofChapter: $0) }
        let words = place?.text
        parts.chapter.show(title)
        parts.text.show(words)
        parts.text.dot.visible(title != nil && words != nil)
        // The dot before the chapter is the one before the whole place.
        for widget in [parts.line, parts.chapter.dot] {
            widget.visible(title != nil || words != nil)
        }
        parts.text.label.minimumCharacters(min(words?.count ?? 0, Self.leastCharacters))
    }

    private func makeParts() -> (line: Box, chapter: FootPart, text: FootPart) {
        let (chapter, text) = (FootPart(), FootPart())
        let line = Box(.horizontal, spacing: 6).append(chapter.label, text.dot, text.label)
        footer.insert(line, after: chapter.dot.margin(start: 6, end: 6), as: .first)
        return (line, chapter, text)
    }
}

/// A note's tags behind its place, or above its date where they do not fit there.
@MainActor
final class NoteTagsLine {
    private let footer: FooterBox
    /// Lazy: most notes have no tags.
    private lazy var part = makePart()
    /// Called with the address of a clicked tag.
    var onTag: @MainActor (String) -> Void = { _ in }
    private var isEmpty = true

    init(in footer: FooterBox) { self.footer = footer }

    func show(_ names: [String]) {
        guard !names.isEmpty || !isEmpty else { return }
        isEmpty = false
        part.show(markup: TagLinks.markup(of: names))
    }

    private func makePart() -> FootPart {
        let part = FootPart()
        part.dot.margin(start: 6, end: 6)
        part.label.linksByPointer().setClass("dim-label", false).classes("note-tags")
        part.label.onLink { [weak self] address in
            self?.onTag(address)
            return true
        }
        footer.insert(part.label, after: part.dot, as: .last)
        return part
    }
}

/// A part of the line below a note, separated by a dot from the part before; the date is the first
/// part.
@MainActor
private struct FootPart {
    let dot = Label("·", "caption", "dim-label").accessibleHidden()
    let label = Label("", "caption", "dim-label").ellipsizing().tooltip(whenCut: nil)

    func show(markup: String) {
        label.setMarkup(markup)
        for widget in [dot, label] { widget.visible(!markup.isEmpty) }
    }

    func show(_ text: String?) {
        label.text = text ?? ""
        for widget in [dot, label] { widget.visible(text?.isEmpty == false) }
    }
}
