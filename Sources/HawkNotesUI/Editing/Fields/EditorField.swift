import GTKBridge
import HawkNotesPresentation
import Phrases

/// One thing that can be changed in an editor. What stands in it is kept in the window's state.
@MainActor
protocol EditorField: AnyObject {
    /// Which one it is.
    var field: FormField { get }
    var root: Widget { get }
    /// What stands in it.
    var text: String { get }
    /// What can have the focus, by a name that holds at the next launch.
    var focusable: [(name: String, widget: Widget)] { get }
    /// Replaces the text; where the field has a history, that can be undone.
    func replaceText(with text: String)
    /// What a person reads instead of a text that holds ids.
    func readable(_ text: String) -> String
    /// What is wrong with what stands there; nil when nothing is.
    var problem: String? { get }
    /// What has the focus when something is wrong.
    var wrong: Widget? { get }
    /// The words over the field, and what is said about it below.
    var frame: FieldFrame { get }
    /// Lets the keys go; what is kept stays.
    func close()
}

extension EditorField {
    var problem: String? { nil }
    var wrong: Widget? { focusable.first?.widget }
    func readable(_ text: String) -> String { text }
}

/// What stands around a field: its name, what is wrong, and what others have made of it.
@MainActor
final class FieldFrame {
    let root = Box(.vertical, spacing: 6)
    let line = ProblemLine()
    let conflict = ConflictView(localized("This was changed elsewhere:"))

    /// - Parameter label: the name of the field.
    init(_ label: String, _ content: Widget) {
        root.append(
            Label(label, "caption", "field-label").wrapping().accessibleHidden(),
            content,
            line.root,
            conflict.root
        )
    }

    /// Says what is wrong; nil takes it back.
    func show(problem: String?) {
        if let problem { line.show(problem) } else { line.hide() }
    }
}
