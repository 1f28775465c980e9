import Foundation

/// A long text of one window, such as a draft, that is kept by its edits.
///
/// Unlike a `SceneStorage<String>` it costs, per edit, what was edited: on the main thread, and on
/// disk. Tell it of each edit of the text view with `replace(offset:removing:inserting:)`.
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

    /// The whole text; takes time in proportion to its length.
    public var string: String { scope.scene?.text(at: path)?.string ?? "" }

    /// Whether there is no text.
    public var isEmpty: Bool { scope.scene?.text(at: path)?.isEmpty ?? true }

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
        scope.scene?.replaceText(at: path, offset: offset, removing: removed, inserting: inserted)
    }

    /// Replaces the whole text; does nothing when it is equal.
    public func setString(_ string: String) { scope.scene?.setText(string, at: path) }
}
