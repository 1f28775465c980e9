import Foundation

/// A text, and the edits that led to it, as far back as they are stored.
///
/// The text before the first edit is not stored but derived by reverting them: a long draft is in
/// memory once.
struct EditedText: Sendable {
    private(set) var text: ChunkedText
    private(set) var history = TextHistory()
    /// The cursor, where the last edit left it or where it was set since; `nil` when neither is
    /// known.
    private(set) var selection: TextSelection?

    /// A text without history.
    init(_ text: ChunkedText = ChunkedText()) { self.text = text }

    var string: String { text.string }

    var isEmpty: Bool { text.isEmpty }

    var scalarCount: Int { text.scalarCount }

    /// Whether there is neither text nor anything to undo.
    var isForgotten: Bool { text.isEmpty && history.isEmpty }

    /// The text before the first edit of the history; takes time in proportion to its length.
    var textBeforeHistory: ChunkedText {
        var text = text
        for edit in history.edits.reversed() {
            let count = edit.inserted.unicodeScalars.count
            text.replace(offset: edit.offset, count: count, with: edit.removed)
        }
        return text
    }

    /// Replaces `count` scalars at the offset, both clamped, and returns the edit that was made.
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

    /// Moves the cursor within the text.
    mutating func select(_ selection: TextSelection) {
        self.selection = selection.clamped(to: text.scalarCount)
    }

    /// Where the edits of the history leave the cursor, unless it was set.
    var selectionAfterHistory: TextSelection? { history.edits.last?.selection }
}

/// One edit of a text: the removed text and the inserted text at an offset.
///
/// Offsets count Unicode scalars, which GTK calls characters.
public struct TextEdit: Equatable, Sendable {
    /// The start of the edit, in Unicode scalars.
    public var offset: Int
    /// The text at the offset before the edit.
    public var removed: String
    /// The text at the offset after the edit.
    public var inserted: String

    /// Makes an edit.
    public init(offset: Int, removed: String, inserted: String) {
        self.offset = offset
        self.removed = removed
        self.inserted = inserted
    }
}

extension TextEdit {
    /// The size of its text, in bytes of UTF-8.
    var byteCount: Int { removed.utf8.count + inserted.utf8.count }

    /// By how much it lengthens a text, in Unicode scalars.
    var growth: Int { inserted.unicodeScalars.count - removed.unicodeScalars.count }

    /// The shortest single edit that turns one text into another; `nil` when they are equal.
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
        // Scalars that merely start with the same bytes are different.
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
/// Limited, because it is rewritten with every snapshot of the text and read at every launch:
/// otherwise a short note that is edited for months would have a file of megabytes. Typing or
/// deleting key by key makes one edit per word, as in an editor's own history, so that the limit
/// corresponds to some hours of writing.
struct TextHistory: Sendable {
    /// The maximum number of edits.
    private static let editLimit = 500
    /// The maximum size of their text together, in bytes. An edit that is larger by itself, such as
    /// the paste of a whole book, ends the history before it.
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
    /// The maximum size of an edit joined from single keys, in bytes: it also bounds undo steps in
    /// a script without spaces, or when a key is held down.
    private static let longestStep = 128

    /// Joins this edit and the next if they are two keys of the same word.
    ///
    /// The space before a word is part of it, as in GtkTextBuffer, which would otherwise join the
    /// steps differently when they are replayed.
    ///
    /// The result depends only on the two edits: read back from a file, they are joined no further
    /// than when it was written.
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
    /// Only looks at the first two characters, however long the text.
    fileprivate var isOneCharacter: Bool { !isEmpty && dropFirst().isEmpty }
}

/// The cursor of a text, and the start of the selection.
///
/// Offsets count Unicode scalars, which GTK calls characters.
public struct TextSelection: Equatable, Sendable {
    /// The position of the cursor, in Unicode scalars.
    public var cursor: Int
    /// The other end of the selection; equal to the cursor without a selection.
    public var anchor: Int

    /// Makes a selection.
    public init(cursor: Int, anchor: Int) {
        self.cursor = cursor
        self.anchor = anchor
    }

    /// Makes a cursor without a selection.
    public init(at cursor: Int) { self.init(cursor: cursor, anchor: cursor) }
}

extension TextEdit {
    /// Where typing the edit leaves the cursor: after the inserted text, or where some was removed.
    var selection: TextSelection { TextSelection(at: offset + inserted.unicodeScalars.count) }
}

extension TextSelection {
    /// The selection, with both ends clamped to a text of this length.
    func clamped(to count: Int) -> TextSelection {
        TextSelection(
            cursor: min(max(cursor, 0), count),
            anchor: min(max(anchor, 0), count)
        )
    }
}
