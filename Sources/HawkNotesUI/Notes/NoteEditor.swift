import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The text field of a note that is being edited. Its draft survives a restart.
///
/// It is as high as its text, which is where it was in the card: nothing moves when editing begins.
@MainActor
final class NoteEditor {
    let root = Box(.vertical, spacing: 6).classes("note-card", "note-editor", "composer-frame")
    let field = TextView(name: localized("Edit note")).classes("note-text")
    /// Called after the cursor has moved, with its rectangle in the coordinates of `root`.
    var onCursorMove: @MainActor (Rectangle) -> Void = { _ in }
    private let view: FittingTextView
    private let problem = ProblemLine()
    private lazy var conflict = makeConflict()
    /// The conflicting version that is shown beside this one, as saved.
    private var theirs: String?
    /// The maximum delay of a comparison while the user types.
    private static let comparisonDelay: Duration = .milliseconds(300)
    /// Whether the text has changed and the versions must be compared again.
    private var isComparisonWaiting = false
    private let state: EditState
    private let mentions: NoteMentions
    let writing: MentionWriting
    let spelling: SpellingMarks
    private let draft: DraftBinding
    /// The note's place in the book.
    let place: NotePlaceField
    let quotation: QuotationField
    let tags: NoteTagsField
    private let finish: @MainActor (EditedNote?) -> Void

    /// - Parameters:
    ///   - text: the saved text, used unless a draft is stored.
    ///   - place: the saved place, likewise.
    ///   - quote: the saved quotation, likewise.
    ///   - tags: the saved tags of the field, likewise.
    ///   - selection: the selected range of the saved text, or the cursor, likewise; in Unicode
    ///     scalars.
    ///   - newID: the id of the note that the text becomes if the original note is deleted or
    ///     changed by then.
    ///   - finish: called with the result to save, or nil when the edit was cancelled.
    init(
        text: String,
        place savedPlace: NotePlace?,
        quote savedQuote: Quote?,
        tags savedTags: [String],
        selection: Range<Int>? = nil,
        mentions: NoteMentions,
        places: NotePlaces,
        in scope: RestorationScope,
        newID: @autoclosure () -> UUID,
        finish: @escaping @MainActor (EditedNote?) -> Void
    ) {
        self.finish = finish
        state = EditState(in: scope)
        self.mentions = mentions
        let opened = mentions.opened(text)
        let initial = state.isEditing ? "" : opened.editable
        draft = DraftBinding(field, key: .edit, in: scope, initial: initial)
        if !state.isEditing, let selection {
            field.buffer.selection = (
                cursor: opened.editableOffset(ofSaved: selection.upperBound),
                anchor: opened.editableOffset(ofSaved: selection.lowerBound)
            )
        }
        place = NotePlaceField(
            .edit,
            places: places,
            in: scope,
            initial: state.isEditing && state.knowsPlace ? nil : savedPlace
        )
        quotation = QuotationField(
            .edit,
            lines: nil,
            in: scope,
            initial: state.isEditing && state.knowsQuote ? nil : savedQuote,
            marked: state.isEditing && state.knowsQuote ? state.quoteBase : savedQuote
        )
        let knowsTags = state.isEditing && state.knowsTags
        state.begin(
            from: opened,
            at: savedPlace,
            quoting: savedQuote,
            tagged: savedTags,
            newID: newID()
        )
        tags = NoteTagsField(
            in: scope,
            initial: knowsTags ? [] : state.tagsBase,
            source: mentions.source,
            images: mentions.images
        )
        writing = MentionWriting(field, mentions: mentions)
        spelling = SpellingMarks(field, mentions.spelling)
        view = FittingTextView(field, lineHeight: PageParts.lineHeight)
        field.acceptDroppedPlaces()
        let buttons = WrapBox(spacing: 6).append(
            quotation.addButton.valign(.center),
            Button(localized("Cancel"), "pill").onClicked { [weak self] in self?.finish(nil) },
            Button(localized("Save"), "pill", "accent-button")
                .onClicked { [weak self] in self?.save() }
        ).halign(.end)
        root.append(quotation.root, view, problem.root, conflict.root)
            .append(place.root, tags.root, buttons)
        quotation.onKey = { [weak self] in self?.handle($0, $1) ?? false }
        quotation.onRemove = { [weak self] in self?.field.grabFocus() }
        place.onSave = { [weak self] in self?.save() }
        place.onCancel = { [weak self] in self?.finish(nil) }
        tags.onSave = { [weak self] in self?.save() }
        tags.onCancel = { [weak self] in self?.finish(nil) }
        field.buffer.onChanged { [weak self] in self?.compareSoon() }
        field.onCursorMove { [weak self] in
            guard let self, let frame = self.field.cursorFrame(in: self.root) else { return }
            self.onCursorMove(frame)
        }
        // The capture phase comes before the field handles Enter itself.
        field.onKey(phase: .capture) { [weak self] in self?.handle($0, $1) ?? false }
        root.onKey { [weak self] in self?.handle($0, $1) ?? false }
    }

    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        if Command.saveNote.hasKey(key, modifiers) {
            save()
            return true
        }
        guard key == Key("Escape"), modifiers.isEmpty else { return false }
        finish(nil)
        return true
    }

    /// The text that the edit began with.
    var base: String { state.base }

    /// The id of the note that the text becomes if necessary; the same throughout the edit.
    var newID: UUID? { state.newID }

    /// The top of the line with the cursor in the coordinates of another widget, once it is laid
    /// out; nil if the text is so long that it scrolls within the field.
    func cursorLineTop(in other: Widget) -> Double? {
        view.lineTop(ofOffset: field.buffer.selection.cursor, in: other)
    }

    /// The line that stays in its place when the edit ends: the one with the cursor if it is visible,
    /// otherwise the first visible one, or the last one if all are above the view.
    ///
    /// - Parameter saved: the text that is shown then.
    /// - Returns: an offset in that text, and the top of its line in the coordinates of the list.
    func lineToKeep(in list: Widget, _ saved: String) -> (offset: Int, top: Double)? {
        var offset = field.buffer.selection.cursor
        guard var top = view.lineTop(ofOffset: offset, in: list) else { return nil }
        if top < 0 || top >= Double(list.size.height) {
            offset = field.visibleParagraphs.first?.visible.lowerBound ?? field.buffer.count
            top = view.lineTop(ofOffset: offset, in: list) ?? top
        }
        return (mentions.opened(saved).savedOffset(ofEditable: offset), top)
    }

    /// Scrolls to the cursor if the text is so long that it scrolls within the field.
    func settleScrolling() { view.settleScrolling() }

    /// Says why the text could not be saved.
    func showProblem(_ problem: SavingProblem) {
        self.problem.show(localized("Not saved: %1", problem.reason))
    }

    /// Whether a text differs from both the edit's base and the field's text.
    func isInConflict(with current: String) -> Bool {
        !DraftText.isSame(current, as: state.base)
            && !DraftText.isSame(editable(current), as: field.buffer.text)
    }

    private func editable(_ saved: String) -> String { mentions.opened(saved).editable }

    /// Shows the note's text beside the field when it was changed elsewhere since the edit began.
    func compare(with current: String) {
        if isInConflict(with: current) {
            theirs = current
            conflict.showOtherVersion(
                markup: WordDifference.markup(from: field.buffer.text, to: editable(current))
            )
        } else {
            theirs = nil
            conflict.hide()
        }
    }

    /// Applies a place, a quotation and tags that another window has saved, unless they are being
    /// changed here as well.
    func follow(_ newPlace: NotePlace?, _ newQuote: Quote?, _ newTags: [String]) {
        let (newPlace, newQuote) = (newPlace?.normalized, newQuote?.normalized)
        let newTags = NoteTags.normalized(newTags)
        if newTags != state.tagsBase, writtenTags == state.tagsBase {
            state.tagsBase = newTags
            tags.show(newTags)
        }
        if newPlace != state.placeBase, place.place == state.placeBase {
            state.placeBase = newPlace
            place.show(newPlace)
        }
        if newQuote != state.quoteBase, quotation.quote == state.quoteBase {
            state.quoteBase = newQuote
            quotation.replace(with: newQuote)
        }
    }

    private var writtenTags: [String] { tags.names(known: state.tagsBase) }

    /// Compares after a pause in typing.
    private func compareSoon() {
        guard theirs != nil, !isComparisonWaiting else { return }
        isComparisonWaiting = true
        MainLoop.after(Self.comparisonDelay) { [weak self] in
            guard let self else { return }
            isComparisonWaiting = false
            if let theirs { compare(with: theirs) }
        }
    }

    /// The resolution of a conflict.
    private enum Choice {
        case mine, theirs, both
    }

    private func makeConflict() -> ConflictView {
        let both = Button(localized("Keep Both"), "remedy")
        let view = ConflictView(
            localized("This note was changed elsewhere:"),
            text: Label("", "note-text").alignedByText(),
            further: both
        )
        let choices: [(Button, Choice)] = [
            (view.mine, .mine), (view.theirs, .theirs), (both, .both),
        ]
        for (button, choice) in choices {
            button.onClicked { [weak self] in self?.settle(choice) }
        }
        return view
    }

    private func settle(_ choice: Choice) {
        guard let theirs else { return }
        switch choice {
        case .mine:
            // From here on, the edit is based on their text.
            state.opened = mentions.opened(theirs)
            self.theirs = nil
            conflict.hide()
            field.grabFocus()
        case .theirs: finish(nil)
        // A text with an outdated base becomes a note of its own.
        case .both: save()
        }
    }

    /// Releases the keys; stored values stay.
    func close() {
        draft.close()
        quotation.close()
        place.close()
        tags.close()
    }

    /// Releases the keys, and keeps the draft until it is saved.
    func closeForSaving() {
        state.isSaving = true
        close()
    }

    /// Discards the draft.
    func discard() {
        state.forget()
        draft.discard()
        quotation.discard()
        place.discard()
        tags.discard()
    }

    private func save() {
        InputMethod.finishComposing()
        // A note may consist of a quotation alone.
        guard !field.buffer.isBlank || quotation.quote != nil else { return }
        let typed = field.buffer.text
        // An edit that an older version began shows the text as saved.
        let isUnchanged = state.opened == nil && typed.utf8.elementsEqual(base.utf8)
        let text =
            isUnchanged
            ? base : MentionText.saved(typed, names: mentions.names, opened: state.opened)
        finish(
            EditedNote(
                text: text,
                base: base,
                place: NotePlaceEdit(from: state.placeBase, to: place.place),
                quote: NoteQuoteEdit(from: state.quoteBase, to: quotation.quote),
                tags: NoteTagsEdit(from: state.tagsBase, to: writtenTags)
            )
        )
    }
}
