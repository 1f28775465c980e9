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

    /// Where the edits of the history leave the cursor, when nothing else tells.
    var selectionAfterHistory: TextSelection? { history.edits.last?.selection }
}

/// One edit of a text: what stood at a place, and what stands there since.
///
/// Offsets count Unicode scalars, which is what GTK calls a character.
public struct TextEdit: Equatable, Sendable {
    /// Where the edit begins, in Unicode scalars.
    public var offset: Int
    /// What stood there before.
    public var removed: String
    /// What stands there after.
    public var inserted: String

    /// Makes an edit.
    public init(offset: Int, removed: String, inserted: String) {
        self.offset = offset
        self.removed = removed
        self.inserted = inserted
    }
}

extension TextEdit {
    /// How much text it holds, in bytes of UTF-8.
    var byteCount: Int { removed.utf8.count + inserted.utf8.count }

    /// How much longer it makes a text, in Unicode scalars.
    var growth: Int { inserted.unicodeScalars.count - removed.unicodeScalars.count }

    /// The shortest single edit that makes one text into another; `nil` when they are the same.
    init?(from old: String, to new: String) {
        var (old, new) = (old, new)
        let edit = old.withUTF8 { old in new.withUTF8 { TextEdit(from: old, to: $0) } }
        guard let edit else { return nil }
        self = edit
    }

    private init?(from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        guard start < max(old.count, new.count) else { return nil }
        // Scalars that merely begin with the same bytes are different ones.
        while TextEdit.isInsideScalar(old, start) || TextEdit.isInsideScalar(new, start) {
            start -= 1
        }
        var (oldEnd, newEnd) = (old.count, new.count)
        while min(oldEnd, newEnd) > start, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
        }
        while TextEdit.isInsideScalar(old, oldEnd) {
            oldEnd += 1
            newEnd += 1
        }
        offset = old[..<start].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        removed = String(decoding: old[start..<oldEnd], as: UTF8.self)
        inserted = String(decoding: new[start..<newEnd], as: UTF8.self)
    }

    private static func isInsideScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        index > 0 && index < bytes.count && bytes[index] & 0xC0 == 0x80
    }
}

/// The last edits of a text, oldest first.
///
/// Bounded, because it is written again with every snapshot of the text and read at every launch:
/// without a bound a short note that is edited for months would have a file of megabytes.
/// What is typed or deleted key by key becomes one edit per word, as in an editor's own history, so
/// that the bound is some hours of writing.
struct TextHistory: Sendable {
    /// How many edits are kept.
    private static let editLimit = 500
    /// How much text they may hold together, in bytes. An edit that alone is larger, such as the
    /// paste of a whole book, ends the history before it.
    static let byteLimit = 256 * 1024

    private(set) var edits: [TextEdit] = []
    private var byteCount = 0

    var isEmpty: Bool { edits.isEmpty }

    mutating func add(_ edit: TextEdit) {
        byteCount += edit.byteCount
        if edits.indices.last.map({ edits[$0].merge(edit) }) != true { edits.append(edit) }
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
    fileprivate mutating func merge(_ next: TextEdit) -> Bool {
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

/// Where the cursor of a text is, and where the selection begins.
///
/// Offsets count Unicode scalars, which is what GTK calls a character.
public struct TextSelection: Equatable, Sendable {
    /// Where the cursor is, in Unicode scalars.
    public var cursor: Int
    /// The other end of the selection; the same as the cursor when nothing is selected.
    public var anchor: Int

    /// Makes a selection.
    public init(cursor: Int, anchor: Int) {
        self.cursor = cursor
        self.anchor = anchor
    }

    /// Makes one in which nothing is selected.
    public init(at cursor: Int) { self.init(cursor: cursor, anchor: cursor) }
}

extension TextEdit {
    /// Where typing the edit leaves the cursor: behind what it inserted, or where it
    /// removed something.
    var selection: TextSelection { TextSelection(at: offset + inserted.unicodeScalars.count) }
}

extension TextSelection {
    /// The selection, with both ends in a text of this length.
    func clamped(to count: Int) -> TextSelection {
        TextSelection(
            cursor: min(max(cursor, 0), count),
            anchor: min(max(anchor, 0), count)
        )
    }
}
