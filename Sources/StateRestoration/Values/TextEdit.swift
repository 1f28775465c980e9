import Foundation

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
