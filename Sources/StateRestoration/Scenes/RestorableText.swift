import Foundation

/// A long text of one window, such as a draft, that is stored by its edits.
///
/// Unlike a `SceneStorage<String>`, an edit costs as much as its own size, on the main thread and
/// on disk. Report each edit of the text view with `replace(offset:removing:inserting:)`.
///
/// The last edits are restored with the text, so that an editor can undo edits from before a
/// restart:
///
/// ```swift
/// editor.setTextWithoutUndo(draft.textBeforeHistory)
/// for edit in draft.undoHistory { editor.replaceAsOneUndoStep(edit) }
/// ```
///
/// With a GtkTextBuffer, the first is `gtk_text_buffer_set_text` between
/// `begin_irreversible_action` and `end_irreversible_action`, the second a deletion and an
/// insertion between `begin_user_action` and `end_user_action`. Undoing then works step by step as
/// before, back to the text before the history.
///
/// Offsets count Unicode scalars, which GTK calls characters.
@MainActor
public final class RestorableText {
    /// The full path of the text in its window.
    public let path: String
    private let scope: RestorationScope
    private let claim: Claim?

    /// Makes the text of this key; it has the restored content immediately.
    public init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.scope = scope
        path = scope.path(of: key)
        claim = scope.scene?.claim(path, by: ClaimOwner(RestorableText.self, fileID, line))
    }

    /// Makes the text of this key; it has the restored content immediately.
    public convenience init(
        _ key: TextKey,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key.name, in: scope, fileID: fileID, line: line)
    }

    /// The whole text; takes time in proportion to its length.
    public var string: String { stored?.string ?? "" }

    /// Whether there is no text.
    public var isEmpty: Bool { stored?.isEmpty ?? true }

    /// The last edits, oldest first: they lead from `textBeforeHistory` to `string`.
    ///
    /// Typing or deleting key by key makes one edit per word. There are at most 500 edits with 256
    /// kB of text in total: older ones, and those before an edit that is larger by itself, can no
    /// longer be undone. An undo in the editor is an edit too.
    public var undoHistory: [TextEdit] { stored?.history.edits ?? [] }

    /// The text before the first edit of `undoHistory`; takes time in proportion to its length.
    public var textBeforeHistory: String { stored?.textBeforeHistory.string ?? "" }

    /// Replaces a range of the text.
    ///
    /// - Parameters:
    ///   - offset: The start of the range, in Unicode scalars; clamped to the text.
    ///   - removed: The text that was there.
    ///   - inserted: The text that replaces it.
    ///
    /// When `removed` differs from the text at the offset, the caller's text and this one have
    /// diverged. Nothing is lost then: the edit is applied to as many scalars, and the report gets
    /// a line. `setString(_:)` synchronizes the two.
    public func replace(offset: Int, removing removed: String, inserting inserted: String) {
        let edit = TextEdit(offset: offset, removed: removed, inserted: inserted)
        scope.scene?.replaceText(at: path, edit)
    }

    /// Replaces the whole text; does nothing when it is equal.
    ///
    /// The difference from the previous text becomes one edit of the history. The first text that
    /// is set is not an edit, but the start of the history. The empty text, which is set when a
    /// draft was sent or discarded, removes everything, including the history. Where users may want
    /// to restore what they deleted, use `replace(offset:removing:inserting:)`.
    public func setString(_ string: String) { scope.scene?.setText(string, at: path) }

    /// The cursor and the selection; `nil` if never set.
    ///
    /// An edit leaves the cursor after the inserted text, or where it removed some. While the user
    /// types, the cursor is there, which costs nothing to store: set it at each move, and only a
    /// move to another place is written. It is not stored while there is neither text nor history.
    public var selection: TextSelection? {
        get { stored?.selection }
        set { if let newValue { scope.scene?.select(newValue, at: path) } }
    }

    private var stored: EditedText? { scope.scene?.text(at: path) }
}
