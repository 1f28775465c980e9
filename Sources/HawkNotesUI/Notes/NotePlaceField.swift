import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The line in which is said where in the book a note belongs: a chapter, where there are any, and a few
/// words. What is typed survives the end of the program.
@MainActor
final class NotePlaceField {
    /// Where the field is kept.
    struct Keys {
        let text: TextKey
        let chapter: RestorationKey<String>
        /// Whether a chapter that is gone stays the note's.
        let keepsGoneChapter: Bool

        /// Of the note that is being written on a page.
        static let newNote = Keys(
            text: .newNotePlace,
            chapter: .newNoteChapter,
            keepsGoneChapter: false
        )
        /// Of a note that is being edited.
        static let edit = Keys(text: .editPlace, chapter: .editChapter, keepsGoneChapter: true)
    }

    /// More is no place in a book any more.
    private static let longestText = 200

    let root = Box(.horizontal, spacing: 6).classes("note-place")
    let entry = Entry(name: localized("Place in the book"))
        .placeholder(localized("Page or place"))
        .limited(to: longestText)
        .minimumCharacters(6)
    /// Called when the note is to be saved.
    var onSave: @MainActor () -> Void = {}
    /// Called when the edit is to be called off.
    var onCancel: (@MainActor () -> Void)?
    private let places: NotePlaces
    private let keys: Keys
    private let chapter: SceneStorage<String>
    private let draft: DraftBinding
    private let button: Button
    private let chapterTitle = Label("").ellipsizing().tooltip(whenCut: nil)
    private var list: ChoiceList?

    /// - Parameter initial: what to begin with where nothing is kept.
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

    /// What is said; nil when nothing is.
    var place: NotePlace? {
        NotePlace(chapterID: chapterID, text: entry.content.text).normalized
    }

    /// Says something else, which can be undone as far as it is typed.
    func show(_ place: NotePlace?) {
        chapter.wrappedValue = place?.chapterID?.canonicalString ?? ""
        entry.content.replaceAll(with: place?.text ?? "")
        showChapter()
    }

    /// Whether nothing is typed.
    var isEmpty: Bool { entry.content.text.isEmpty }

    /// Shows what the chapters are called now; hides the choice where there are none.
    func showChapter() {
        let title = chapterID.flatMap { places.title(ofChapter: $0) }
        chapterTitle.text = title ?? localized("No chapter")
        chapterTitle.setClass("dim-label", title == nil)
        button.accessibleLabel(localized("Chapter: %1", chapterTitle.text))
        button.visible(!places.choices.isEmpty)
    }

    /// Empties what was typed for good; the chapter is offered for the next note.
    func emptyText() { draft.empty() }

    /// Lets the keys go; what is kept stays.
    func close() { draft.close() }

    /// Forgets what was typed and chosen.
    func discard() {
        draft.discard()
        chapter.reset()
    }

    /// Keeps cursor and selection while the field is put elsewhere, until the closure is called.
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
        guard key == Key("Escape"), modifiers.isEmpty, let onCancel, !entry.content.isComposing
        else {
            return false
        }
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

/// The place of a note beside its date, and its tags. A long chapter is cut before the page is.
@MainActor
final class NotePlaceLine {
    /// The fewest characters of the place that are shown, however narrow the card is.
    private static let leastCharacters = 8

    let root = Box(.horizontal, spacing: 6).margin(start: 6).hexpand()
    /// Made when there is something to say: most notes have no place.
    private lazy var chapter = makePart()
    private lazy var text = makePart()
    private lazy var tags = makePart()
    private var isEmpty = true

    func show(_ place: NotePlace?, _ shownTags: String?, in places: NotePlaces) {
        guard place != nil || shownTags != nil || !isEmpty else { return }
        isEmpty = false
        let title = place?.chapterID.flatMap { places.title(ofChapter: $0) }
        let words = place?.text
        chapter.show(title)
        text.show(words)
        text.label.minimumCharacters(min(words?.count ?? 0, Self.leastCharacters))
        tags.show(shownTags)
    }

    private func makePart() -> Part {
        let part = Part()
        root.append(part.dot, part.label)
        return part
    }

    /// A part of the line, set off by a dot from what stands before it; the date is the first.
    @MainActor
    private struct Part {
        let dot = Label("·", "caption", "dim-label").accessibleHidden()
        let label = Label("", "caption", "dim-label").ellipsizing().tooltip(whenCut: nil)

        func show(_ text: String?) {
            label.text = text ?? ""
            for widget in [dot, label] { widget.visible(text?.isEmpty == false) }
        }
    }
}
