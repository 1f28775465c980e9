import Foundation
import HawkNotesModel
import StateRestoration

/// The id of a draft's future note.
///
/// It is made when the draft begins and stored with it, so that after a kill it shows whether the
/// draft was saved: then there is a note with that id. It only applies to the window for which it
/// was made, because a window may be restored as a copy, whose drafts are drafts of their own.
@MainActor
package final class DraftIdentity {
    private let storage: SceneStorage<String?>
    private let window: String

    package init(in scope: RestorationScope) {
        storage = SceneStorage(.newNoteID, in: scope)
        window = scope.scene?.id.rawValue ?? ""
    }

    /// The id; nil when the draft has none yet.
    package var id: UUID? {
        get {
            guard let parts = storage.wrappedValue?.split(separator: " "), parts.count == 2,
                parts[1] == window
            else { return nil }
            return UUID(uuidString: String(parts[0]))
        }
        set {
            if let newValue {
                storage.wrappedValue = newValue.canonicalString + " " + window
            } else {
                storage.reset()
            }
        }
    }
}

/// The draft of a composer that is not shown.
///
/// It owns the composer's keys: create it, read it, and release it at once.
@MainActor
package final class StoredDraft {
    private let text: RestorableText
    private let quote: RestorableText
    private let identity: DraftIdentity
    private let place: StoredPlace

    package init(in scope: RestorationScope) {
        text = RestorableText(.newNote, in: scope)
        quote = RestorableText(.newNoteQuote, in: scope)
        identity = DraftIdentity(in: scope)
        place = StoredPlace(newNoteIn: scope)
    }

    /// Empties the draft if it was saved as the note with this id.
    func settle(with id: UUID, _ saved: String, quoting savedQuote: Quote? = nil) {
        guard identity.id == id else { return }
        identity.id = nil
        guard DraftText.isSaved(text.string, quote.string, in: saved, savedQuote) else { return }
        text.setString("")
        quote.setString("")
        place.emptyText()
    }

    /// Appends words to the draft, and a quotation to its quotation; above the words if the draft
    /// has another quotation.
    package func add(_ words: String, quoting quote: Quote?) {
        if !restoreText(words, quoting: quote) { restoreText(quote.above(words)) }
    }

    /// Puts a text, its quotation and its place into the draft, unless it contains them already.
    ///
    /// - Returns: false if the draft has another place or another quotation: it stays as it is.
    @discardableResult
    func restoreText(
        _ returned: String,
        quoting newQuote: Quote? = nil,
        at newPlace: NotePlace? = nil
    ) -> Bool {
        let (draft, quoted) = (text.string, quote.string)
        let hasQuote = newQuote.map { DraftText.isSame(quoted, as: $0.text) } ?? true
        guard !hasQuote || !draft.hasSuffix(returned) else { return true }
        let isBlank = DraftText.isBlank(draft)
        let isFree = isBlank && DraftText.isBlank(quoted) ? !place.hasText : place.place == nil
        guard newPlace == nil || isFree || newPlace == place.place,
            hasQuote || DraftText.isBlank(quoted)
        else { return false }
        if let newPlace { place.place = newPlace }
        if let newQuote { quote.setString(newQuote.text) }
        guard !draft.hasSuffix(returned) else { return true }
        text.setString(isBlank ? returned : draft + "\n\n" + returned)
        return true
    }
}

/// Compares the text of a draft with that of a note.
package enum DraftText {
    package static func isBlank(_ text: String) -> Bool { trimmed(text).isEmpty }

    /// Whether both are the same except for leading and trailing blanks, which a note loses when it
    /// is saved.
    package static func isSame(_ draft: String, as note: String) -> Bool {
        // By scalars: String's == takes different spellings of é for the same text.
        trimmed(draft).unicodeScalars.elementsEqual(trimmed(note).unicodeScalars)
    }

    /// Whether a draft was saved as a note, in which its mentions are links with the typed words.
    static func isSaved(_ draft: String, as note: String) -> Bool {
        isSame(MentionText.editable(draft), as: MentionText.editable(note))
    }

    /// Whether nothing is lost when a draft is removed: the last keys before *Save* may not have
    /// reached the disk, so that the stored draft is a part of the note.
    static func isSaved(_ draft: String, in note: String) -> Bool {
        let draft = trimmed(MentionText.editable(draft))
        return draft.isEmpty || MentionText.editable(note).contains(draft)
    }

    /// The same for a draft and its quotation.
    static func isSaved(
        _ draft: String,
        _ quoted: String,
        in note: String,
        _ quote: Quote?
    ) -> Bool {
        let isQuoted = isBlank(quoted) || quote?.text.contains(trimmed(quoted)) == true
        return isQuoted && isSaved(draft, in: note)
    }

    /// The same for a note in the library.
    package static func isSaved(_ draft: String, _ quoted: String, in note: Note) -> Bool {
        isSaved(draft, quoted, in: note.text, note.quote)
    }

    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
