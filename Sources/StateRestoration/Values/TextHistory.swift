import Foundation

/// The last edits of a text, oldest first.
///
/// Bounded, because it is written again with every snapshot of the text and read at every launch:
/// without a bound a short note on which somebody works for months would have a file of megabytes.
/// What is typed or deleted key by key becomes one edit per word, as in an editor's own history, so
/// that the bound is some hours of writing.
struct TextHistory: Sendable {
    /// How many edits are kept.
    static let editLimit = 500
    /// How much text they may hold together, in bytes. An edit that alone is larger, such as the
    /// paste of a whole book, ends the history before it.
    static let byteLimit = 256 * 1024

    private(set) var edits: [TextEdit] = []
    private var byteCount = 0

    var isEmpty: Bool { edits.isEmpty }

    mutating func add(_ edit: TextEdit) {
        byteCount += edit.byteCount
        if edits.indices.last.map({ edits[$0].takeIn(edit) }) != true { edits.append(edit) }
        var dropped = 0
        while edits.count - dropped > TextHistory.editLimit || byteCount > TextHistory.byteLimit {
            byteCount -= edits[dropped].byteCount
            dropped += 1
        }
        if dropped > 0 { edits.removeFirst(dropped) }
    }
}

extension TextEdit {
    /// The longest that single keys add up to, in bytes: in a script without spaces, or when a key
    /// is held down, the steps of undoing still have an end.
    private static let longestStep = 128

    /// Makes one edit of this one and the next, when those are two keys of the same word.
    ///
    /// The space before a word is part of it, as it is for GtkTextBuffer, which would otherwise join
    /// the steps in a way of its own when they are replayed.
    ///
    /// The outcome depends on the two edits alone: read back from a file, they are joined no
    /// further than they were when it was written.
    fileprivate mutating func takeIn(_ next: TextEdit) -> Bool {
        guard byteCount < TextEdit.longestStep else { return false }
        if removed.isEmpty, next.removed.isEmpty {
            guard next.inserted.isOneCharacter,
                next.offset == offset + inserted.unicodeScalars.count,
                inserted.last?.isWhitespace == true || next.inserted.first?.isWhitespace == false
            else { return false }
            inserted += next.inserted
            return true
        }
        guard inserted.isEmpty, next.inserted.isEmpty, next.removed.isOneCharacter else {
            return false
        }
        if next.offset == offset {
            removed += next.removed
        } else if next.offset + next.removed.unicodeScalars.count == offset {
            removed = next.removed + removed
            offset = next.offset
        } else {
            return false
        }
        return true
    }
}

extension String {
    /// Looks no further than the second character, however long the text.
    fileprivate var isOneCharacter: Bool { !isEmpty && dropFirst().isEmpty }
}
