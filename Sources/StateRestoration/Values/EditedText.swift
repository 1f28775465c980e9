import Foundation

/// A text, and the edits that led to it as far back as they are kept.
///
/// The text from which the edits begin is not stored but derived, by taking them back: a long
/// draft is in memory once.
struct EditedText: Sendable {
    private(set) var text: ChunkedText
    private(set) var history = TextHistory()
    /// Where the last edit left the cursor, or where it was put since; `nil` when neither is known.
    private(set) var selection: TextSelection?

    /// A text without history.
    init(_ text: ChunkedText = ChunkedText()) { self.text = text }

    var string: String { text.string }

    var isEmpty: Bool { text.isEmpty }

    var scalarCount: Int { text.scalarCount }

    /// Whether there is neither text nor anything that undoing could bring back.
    var isForgotten: Bool { text.isEmpty && history.isEmpty }

    /// The text from which the edits of the history lead to this one; costs its length.
    var textBeforeHistory: ChunkedText {
        var text = text
        for edit in history.edits.reversed() {
            let count = edit.inserted.unicodeScalars.count
            text.replace(offset: edit.offset, count: count, with: edit.removed)
        }
        return text
    }

    /// Replaces `count` scalars at the offset, both clamped, and returns what that came to.
    @discardableResult
    mutating func replace(offset: Int, count: Int, with inserted: String) -> TextEdit {
        let start = min(max(offset, 0), text.scalarCount)
        let removed = text.replace(offset: start, count: count, with: inserted)
        let edit = TextEdit(offset: start, removed: removed, inserted: inserted)
        if edit.byteCount > 0 {
            history.add(edit)
            selection = edit.selection
        }
        return edit
    }

    /// Puts the cursor somewhere else, within the text.
    mutating func select(_ selection: TextSelection) {
        self.selection = selection.clamped(to: text.scalarCount)
    }

    /// Where the edits of the history leave the cursor, for who has no more than those.
    var selectionAfterHistory: TextSelection? { history.edits.last?.selection }
}
