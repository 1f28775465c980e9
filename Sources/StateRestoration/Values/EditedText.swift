import Foundation

/// A text, and the edits that led to it as far back as they are kept.
///
/// The text from which the edits begin is not stored but derived, by taking them back: a long
/// draft is in memory once.
struct EditedText: Sendable {
    private(set) var text: ChunkedText
    private(set) var history = TextHistory()

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
        if edit.byteCount > 0 { history.add(edit) }
        return edit
    }
}
