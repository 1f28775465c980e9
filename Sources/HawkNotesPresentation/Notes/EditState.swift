import Foundation
import HawkNotesModel
import StateRestoration

/// The stored values of an edit, beside its text.
@MainActor
package final class EditState {
    private let editing: SceneStorage<Bool>
    private let saving: SceneStorage<Bool>
    private let storedBase: SceneStorage<String>
    private let storedWords: SceneStorage<String?>
    private let storedID: SceneStorage<String?>
    private let storedPlace: SceneStorage<String>
    private let storedQuote: SceneStorage<String>
    private let storedTags: SceneStorage<String>

    package init(in scope: RestorationScope) {
        editing = SceneStorage(.isEditing, in: scope)
        saving = SceneStorage(.isSavingEdit, in: scope)
        storedBase = SceneStorage(.editBase, in: scope)
        storedWords = SceneStorage(.editWords, in: scope)
        storedID = SceneStorage(.editID, in: scope)
        storedPlace = SceneStorage(.editPlaceBase, in: scope)
        storedQuote = SceneStorage(.editQuoteBase, in: scope)
        storedTags = SceneStorage(.editTagsBase, in: scope)
    }

    package var isEditing: Bool { editing.wrappedValue }
    package var base: String { storedBase.wrappedValue }

    /// The base with the names that its mentions had when the edit began; nil where these are
    /// unknown, as the edit began with the saved text itself.
    package var opened: MentionText.Opened? {
        get {
            let words = storedWords.wrappedValue ?? ""
            let list = words.isEmpty ? [] : words.components(separatedBy: "\n")
            return MentionText.Opened(base, words: list)
        }
        set {
            guard let newValue else { return }
            storedBase.wrappedValue = newValue.saved
            if newValue.words.isEmpty {
                storedWords.reset()
            } else {
                storedWords.wrappedValue = newValue.words.joined(separator: "\n")
            }
        }
    }
    /// The place that the edit began with.
    package var placeBase: NotePlace? {
        get { NotePlace?(stored: storedPlace.wrappedValue) }
        set { storedPlace.wrappedValue = newValue.stored }
    }

    /// Whether `placeBase` is known; not in edits that an older version began.
    package var knowsPlace: Bool { storedPlace.isStored }

    /// The quotation that the edit began with.
    package var quoteBase: Quote? {
        get { Quote?(stored: storedQuote.wrappedValue) }
        set { storedQuote.wrappedValue = newValue.stored }
    }

    /// Whether `quoteBase` is known; not in edits that an older version began.
    package var knowsQuote: Bool { storedQuote.isStored }

    /// The tags that the edit began with.
    package var tagsBase: [String] {
        get { storedTags.wrappedValue.split(separator: "\n").map(String.init) }
        set { storedTags.wrappedValue = "\n" + newValue.joined(separator: "\n") }
    }

    /// Whether `tagsBase` is known; not in edits that an older version began.
    package var knowsTags: Bool { storedTags.isStored }

    package var newID: UUID? { storedID.wrappedValue.flatMap { UUID(uuidString: $0) } }

    /// Whether *Save* was pressed.
    package var isSaving: Bool {
        get { saving.wrappedValue }
        set { saving.wrappedValue = newValue }
    }

    /// Begins an edit, or resumes the stored one.
    package func begin(
        from opened: MentionText.Opened,
        at place: NotePlace?,
        quoting quote: Quote?,
        tagged tags: [String],
        newID: @autoclosure () -> UUID
    ) {
        if !isEditing || !knowsQuote { quoteBase = quote?.normalized }
        if !isEditing || !knowsTags { tagsBase = NoteTags.normalized(tags) }
        if !isEditing || !knowsPlace { placeBase = place?.normalized }
        if !isEditing || !storedBase.isStored { self.opened = opened }
        if self.newID == nil { storedID.wrappedValue = newID().canonicalString }
        editing.wrappedValue = true
        saving.reset()
    }

    package func forget() {
        editing.reset()
        saving.reset()
        storedBase.reset()
        storedWords.reset()
        storedID.reset()
        storedPlace.reset()
        storedQuote.reset()
        storedTags.reset()
    }

    /// Whether the quotation is the one that the edit was to save, if it changed the quotation.
    private func hasSaved(_ quote: Quote?, in scope: RestorationScope) -> Bool {
        guard knowsQuote else { return true }
        var typed = ""
        if case .string(let text) = scope.scene?.storedValue(
            at: scope.path(of: TextKey.editQuote)
        ) {
            typed = text
        }
        let edit = NoteQuoteEdit(
            from: quoteBase,
            to: Quote(typed, color: quoteBase?.color, style: quoteBase?.style)
        )
        return !edit.isChange || edit.quote == quote?.normalized
    }

    /// Whether the place is the one that the edit was to save, if it changed the place.
    private func hasSaved(_ place: NotePlace?, in scope: RestorationScope) -> Bool {
        guard knowsPlace else { return true }
        func stored(_ key: String) -> String? {
            guard case .string(let text) = scope.scene?.storedValue(at: scope.path(of: key))
            else { return nil }
            return text
        }
        let chapter = stored(RestorationKey<String>.editChapter.name)
        let edit = NotePlaceEdit(
            from: placeBase,
            to: NotePlace(
                chapterID: chapter.flatMap { UUID(uuidString: $0) },
                text: stored(TextKey.editPlace.name)
            )
        )
        return !edit.isChange || edit.place == place?.normalized
    }

    /// Whether the tags are those that the edit was to save, if it changed the tags.
    private func hasSaved(_ tags: [String], in scope: RestorationScope) -> Bool {
        guard knowsTags else { return true }
        var typed = ""
        if case .string(let text) = scope.scene?.storedValue(
            at: scope.path(of: TextKey.editTags)
        ) {
            typed = text
        }
        let edit = NoteTagsEdit(from: tagsBase, to: WrittenTags.names(in: typed, known: tagsBase))
        return !edit.isChange || edit.tags == NoteTags.normalized(tags)
    }

    /// Whether the state has an edit of the note with this scope.
    package static func isEditing(in scope: RestorationScope) -> Bool {
        let path = scope.path(of: RestorationKey<Bool>.isEditing)
        return scope.scene?.storedValue(at: path) == .bool(true)
    }

    /// Whether the note with this scope was being edited when the window was last shown.
    ///
    /// Forgets an edit that turns out to be saved: the program was killed before it could do so.
    ///
    /// - Parameters:
    ///   - text: the note's text.
    ///   - place: the note's place.
    ///   - quote: the note's quotation.
    ///   - tags: the note's tags.
    ///   - exists: returns whether a note with an id exists.
    package static func isEditing(
        in scope: RestorationScope,
        text: String,
        place: NotePlace?,
        quote: Quote?,
        tags: [String],
        exists: (UUID) -> Bool
    ) -> Bool {
        guard let scene = scope.scene, isEditing(in: scope) else { return false }
        let state = EditState(in: scope)
        var typed = ""
        if case .string(let text) = scene.storedValue(at: scope.path(of: TextKey.edit)) {
            typed = text
        } else if state.quoteBase == nil {
            return true
        }
        let isSaved =
            state.isSaving && DraftText.isSaved(typed, as: text)
            && state.hasSaved(place, in: scope) && state.hasSaved(quote, in: scope)
            && state.hasSaved(tags, in: scope)
        guard isSaved || state.newID.map(exists) == true else { return true }
        scope.removeStoredValues()
        return false
    }
}
