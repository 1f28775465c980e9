import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The content of a composer.
struct NewNote: Equatable {
    var text: String
    var quote: Quote?
    /// The note's place in the book.
    var place: NotePlace?
}

/// The field for a new note and the button that saves it, in one box, which grows with the text.
///
/// In a narrow window an empty one without the focus is a single line, so that the notes are seen.
@MainActor
final class Composer {
    var root: Widget { box }
    let field = TextView(name: localized("New note"))
    let saveButton = Button(Command.saveNote.title, "pill", "accent-button").wrapping()
    let keptMark = Label(
        localized("Draft saved"),
        "caption",
        "dim-label",
        "draft-kept",
        role: .status
    )
    private let shortMark = Image(icon: "hawknotes-kept-symbolic")
        .classes("dim-label", "draft-kept").accessibleLabel(localized("Draft saved"))
    /// Scrolls a long draft.
    var view: ScrolledWindow { text.view }
    private let text: FittingTextView
    /// The placeholders, with and without the hint at mentions.
    private static var invitations: (long: String, short: String) {
        (localized("Write a note; @ mentions a character"), localized("Write a note…"))
    }
    /// The width at which the longer placeholder was last cut off.
    private var narrowWidth = 0
    private let placeholder = Label(
        Composer.invitations.long,
        "dim-label",
        "composer-placeholder"
    ).ellipsizing().lineHeight(PageParts.lineHeight)
    /// Called when a note is to be saved.
    var onSave: @MainActor (_ id: UUID, _ new: NewNote) -> Void = { _, _ in }
    /// Called when the user typed something.
    var onChange: @MainActor () -> Void = {}
    let quotation: QuotationField
    /// The note's place in the book.
    let place: NotePlaceField
    private let identity: DraftIdentity
    private let draft: DraftBinding
    private let makeID: @MainActor () -> UUID
    let mentions: MentionWriting
    let spelling: SpellingMarks
    private var persistence: RestorationObservation?
    private let box: ComposerBox
    /// How long the other controls stay after the focus has left: folding at once would move the
    /// widget that is being clicked.
    private static let foldingDelay: Duration = .milliseconds(300)
    /// The number of the change that is not on disk yet; nil when everything is saved.
    private var waitingChange: Int?
    private var changes = 0
    /// How long a change may wait for the disk before the draft no longer counts as saved. With a
    /// shorter time, the mark would flicker with every key.
    private static let savingTimeout: Duration = .seconds(1)
    /// The maximum number of visible lines; longer texts scroll.
    private static let lines = 8
    /// The same for the quotation.
    private static let quotedLines = 5

    /// A composer whose draft is stored in the scope.
    ///
    /// - Parameter makeID: makes the note's id.
    init(
        in scope: RestorationScope,
        mentions: NoteMentions,
        places: NotePlaces,
        makeID: @escaping @MainActor () -> UUID
    ) {
        self.makeID = makeID
        field.padding(horizontal: 12, vertical: 9).classes("composer")
        field.acceptDroppedPlaces()
        text = FittingTextView(field, lineHeight: PageParts.lineHeight, lines: Self.lines)
        placeholder.halign(.start).valign(.start).canTarget(false).accessibleHidden()
        place = NotePlaceField(.newNote, places: places, in: scope)
        quotation = QuotationField(.newNote, lines: Self.quotedLines, in: scope)
        box = ComposerBox(
            Box(.vertical).append(
                quotation.root,
                Box(.horizontal).append(
                    Overlay(text).overlay(placeholder).hexpand(),
                    quotation.addButton.classes("add-quotation").valign(.start)
                )
            ),
            footer: place.root,
            mark: keptMark,
            shortMark: shortMark,
            button: saveButton,
            inset: 6
        ).classes("composer-frame")
        box.isFolded = true

        identity = DraftIdentity(in: scope)
        draft = DraftBinding(field, key: .newNote, in: scope)
        text.settleScrolling()
        self.mentions = MentionWriting(field, mentions: mentions)
        spelling = SpellingMarks(field, mentions.spelling)
        field.buffer.onChanged { [weak self] in self?.textChanged() }
        quotation.onChange = { [weak self] in self?.textChanged() }
        quotation.onKey = { [weak self] in self?.handle($0, $1) ?? false }
        quotation.onRemove = { [weak self] in self?.field.grabFocus() }
        placeholder.onLayout { [weak self] in self?.fitPlaceholder() }
        textChanged()
        showKept(isKept)
        persistence = scope.scene?.onDidPersist { [weak self] in self?.didPersist() }
        saveButton.onClicked { [weak self] in self?.saveNote() }
        place.onSave = { [weak self] in self?.saveNote() }
        // The capture phase comes before the field handles Enter itself.
        field.onKey(phase: .capture) { [weak self] in self?.handle($0, $1) ?? false }
        root.onKey { [weak self] in self?.handle($0, $1) ?? false }
        root.onFocusEnter { [weak self] in self?.box.isFolded = false }
        root.onFocusLeave { [weak self] in
            MainLoop.after(Self.foldingDelay) { self?.fold() }
        }
    }

    /// Hides the other controls in a narrow window, unless there is text or the user is about to
    /// write.
    func fold() {
        box.isFolded =
            !root.containsFocus && field.buffer.count == 0 && !quotation.root.isVisible
            && place.isEmpty
    }

    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard Command.saveNote.hasKey(key, modifiers) else { return false }
        saveNote()
        return true
    }

    /// Whether there is something to save.
    var canSave: Bool { !field.buffer.isBlank || quotation.quote != nil }

    /// Whether there is a draft to store.
    private var isKept: Bool { !draft.isEmpty || !quotation.isEmpty }

    /// Passes the note on and empties the fields.
    func saveNote() {
        InputMethod.finishComposing()
        guard canSave else { return }
        let note = NewNote(
            text: field.buffer.text,
            quote: quotation.quote,
            place: place.place
        )
        onSave(identity.id ?? makeID(), note)
        // Only now, so that the text is always stored somewhere. The note is stored: undoing here
        // would duplicate its text.
        forgetDraft()
        field.grabFocus()
    }

    /// Empties the fields if their content is saved already but the program was killed before it
    /// could empty them.
    ///
    /// - Parameter ask: finds the note with an id and passes it on; nil when there is none.
    func settle(_ ask: (UUID, @escaping @MainActor @Sendable (Note?) -> Void) -> Void) {
        guard let id = identity.id else { return }
        ask(id) { [weak self] saved in
            guard let self, let saved, identity.id == id else { return }
            if DraftText.isSaved(field.buffer.text, quotation.text, in: saved) {
                forgetDraft()
            } else {
                // The library has a note with this id and would reject another one.
                identity.id = makeID()
            }
        }
    }

    /// Puts a note that could not be saved behind the text that was typed since.
    ///
    /// - Parameter placeText: the note's place in words. If another place was typed since, it
    ///   becomes part of the text; so does a quotation.
    func restoreNote(_ note: NewNote, placeText: String?) {
        let (newPlace, isBlank) = (note.place, !canSave)
        var text = note.text
        if let quote = note.quote {
            if quotation.quote == nil {
                quotation.replace(with: quote)
            } else if quotation.quote != quote {
                text = note.quote.above(text)
            }
        }
        let isFree = isBlank ? place.isEmpty : place.place == nil
        guard let newPlace, let placeText, !isFree, newPlace != place.place else {
            if let newPlace { place.show(newPlace) }
            return appendText(text)
        }
        appendText(text + " (\(placeText))")
    }

    /// Appends a text to the current draft.
    func appendText(_ text: String) {
        let buffer = field.buffer
        guard !text.isEmpty else { return }
        if buffer.isBlank {
            buffer.apply(TextBuffer.Edit(offset: 0, removed: buffer.text, inserted: text))
        } else {
            buffer.apply(
                TextBuffer.Edit(offset: buffer.count, removed: "", inserted: "\n\n" + text)
            )
        }
        buffer.selection = (buffer.count, buffer.count)
        field.scrollToCursor()
        // Another page may be visible by now.
        if field.isMapped { field.grabFocus() }
    }

    private func forgetDraft() {
        draft.empty()
        quotation.empty()
        place.emptyText()
        identity.id = nil
    }

    /// Releases the draft's keys; stored values stay.
    func close() {
        persistence = nil
        draft.close()
        quotation.close()
        place.close()
    }

    /// Shortens the placeholder if there is too little room.
    private func fitPlaceholder() {
        guard placeholder.isMapped else { return }
        let width = text.size.width
        if placeholder.text == Self.invitations.long, placeholder.isCut {
            narrowWidth = width
            placeholder.text = Self.invitations.short
        } else if placeholder.text == Self.invitations.short, width > narrowWidth {
            placeholder.text = Self.invitations.long
        }
    }

    private func textChanged() {
        let isEmpty = field.buffer.count == 0 && quotation.isEmpty
        if !isEmpty, identity.id == nil { identity.id = makeID() }
        placeholder.visible(field.buffer.count == 0)
        saveButton.sensitive(canSave)
        if !isEmpty || quotation.root.isVisible { box.isFolded = false }
        onChange()
        guard !isEmpty else {
            waitingChange = nil
            showKept(false)
            return
        }
        guard waitingChange == nil else { return }
        changes += 1
        let change = changes
        waitingChange = change
        MainLoop.after(Self.savingTimeout) { [weak self] in
            if self?.waitingChange == change { self?.showKept(false) }
        }
    }

    private func didPersist() {
        waitingChange = nil
        showKept(isKept)
    }

    private func showKept(_ isKept: Bool) {
        for mark in [keptMark, shortMark] {
            mark.opacity(isKept ? 1 : 0).accessibleHidden(!isKept)
        }
    }
}
