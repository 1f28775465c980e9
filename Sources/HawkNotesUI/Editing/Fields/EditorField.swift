import GTKBridge
import HawkNotesPresentation
import Phrases

/// A field of an editor. Its text is kept in the window's state.
@MainActor
protocol EditorField: AnyObject {
    /// Identifies the field in the form.
    var field: FormField { get }
    var root: Widget { get }
    /// The text.
    var text: String { get }
    /// The widgets that can have the focus, by names that stay valid across launches.
    var focusable: [(name: String, widget: Widget)] { get }
    /// Replaces the text; where the field has a history, that can be undone.
    func replaceText(with text: String)
    /// The visible text of a value that contains IDs.
    func readable(_ text: String) -> String
    /// The problem with the text; nil when there is none.
    var problem: String? { get }
    /// The widget to focus when there is a problem.
    var wrong: Widget? { get }
    /// The label above the field, and the message below.
    var frame: FieldFrame { get }
    /// Releases the keys of the state; stored values stay.
    func close()
}

extension EditorField {
    var problem: String? { nil }
    var wrong: Widget? { focusable.first?.widget }
    func readable(_ text: String) -> String { text }
}

/// The frame of a field: its label, its problem, and the version of another window.
@MainActor
final class FieldFrame {
    /// The name of the field.
    let label: String
    let root = Box(.vertical, spacing: 6)
    let line = ProblemLine()
    let conflict = ConflictView(localized("This was changed elsewhere:"))

    init(_ label: String, _ content: Widget) {
        self.label = label
        root.append(
            Label(label, "caption", "field-label").wrapping().accessibleHidden(),
            content,
            line.root,
            conflict.root
        )
    }

    /// Shows a problem; nil removes it.
    func show(problem: String?) {
        if let problem { line.show(problem) } else { line.hide() }
    }
}
