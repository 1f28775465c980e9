import Foundation

/// A long text of one window, such as a draft, that is kept by its edits.
///
/// Unlike a `SceneStorage<String>` it costs, per edit, what was edited: on the main thread, and on
/// disk. Tell it of each edit of the text view with `replace(offset:removing:inserting:)`.
///
/// The last edits come back with the text, so that an editor can undo after a restore what was
/// typed before it:
///
/// ```swift
/// editor.setTextWithoutUndo(draft.textBeforeHistory)
/// for edit in draft.undoHistory { editor.replaceAsOneUndoStep(edit) }
/// ```
///
/// With a GtkTextBuffer the first is `gtk_text_buffer_set_text` between
/// `begin_irreversible_action` and `end_irreversible_action`, the second a deletion and an
/// insertion between `begin_user_action` and `end_user_action`. Undoing then goes back step by
/// step as before, and never further than to the text before the history.
///
/// Offsets count Unicode scalars, which is what GTK calls a character.
@MainActor
public final class RestorableText {
    /// The full path of the text in its window.
    public let path: String
    private let scope: RestorationScope
    private let claim: Claim?

    /// Makes the text of this key; it has the restored content at once.
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

    /// Makes the text of this key; it has the restored content at once.
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
    /// What was typed or deleted key by key is one edit per word. At most 500 edits with 256 kB of
    /// text between them: older ones, and those before an edit that is larger by itself, can no
    /// longer be undone. That an editor undid something is an edit too.
    public var undoHistory: [TextEdit] { stored?.history.edits ?? [] }

    /// The text that the first edit of `undoHistory` was made to; takes time in proportion to its
    /// length.
    public var textBeforeHistory: String { stored?.textBeforeHistory.string ?? "" }

    /// Replaces one stretch of the text.
    ///
    /// - Parameters:
    ///   - offset: Where the stretch begins, in Unicode scalars; clamped to the text.
    ///   - removed: What stood there.
    ///   - inserted: What stands there now.
    ///
    /// When `removed` is not what stands at the offset, the caller's text and this one have come
    /// apart. Nothing is lost then: the edit is applied to as many scalars, and the report gets a
    /// line. `setString(_:)` brings the two together.
    public func replace(offset: Int, removing removed: String, inserting inserted: String) {
        let edit = TextEdit(offset: offset, removed: removed, inserted: inserted)
        scope.scene?.replaceText(at: path, edit)
    }

    /// Replaces the whole text; does nothing when it is equal.
    ///
    /// What differs from the text before becomes one edit of the history. The first text that is
    /// set is not an edit, but what the history begins with. The empty text, which is set when a
    /// draft was sent or given up, leaves nothing behind, nor any history; where a person may want
    /// back what they deleted, use `replace(offset:removing:inserting:)`.
    public func setString(_ string: String) { scope.scene?.setText(string, at: path) }

    /// Where the cursor is, and what is selected; `nil` when that was never set.
    ///
    /// An edit leaves the cursor behind what it inserted, or where it removed something. While the user
    /// types it is there, which costs nothing to keep: set it at each move, and only a move to another
    /// place is written. Nothing is kept of it while there is neither text nor history.
    public var selection: TextSelection? {
        get { stored?.selection }
        set { if let newValue { scope.scene?.select(newValue, at: path) } }
    }

    private var stored: EditedText? { scope.scene?.text(at: path) }
}
