import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What is dropped on a text field from a row of the program's windows gives its name and its link there,
/// instead of being shown in the window.
@MainActor
enum TextDrops {
    /// Lets a field take it; the field's own window may be the one that it comes from.
    static func add(to field: TextView) {
        DropTarget.add(
            DragFormat.activity,
            to: field,
            onDrop: { [weak field] value, point in
                do {
                    let text = try UserActivity(encodedString: value).plainText
                    guard let field, !text.isEmpty else { return }
                    field.insert(text, at: point)
                    field.grabFocus()
                } catch {
                    Log.warn("What was dropped is no text: \(error)")
                }
            }
        )
    }
}
