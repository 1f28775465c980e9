import Foundation

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
    /// Where the edit leaves the cursor of whoever types it: behind what it inserted, or where it
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
