import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A field in which one of several things is chosen, or none.
@MainActor
final class ChoiceField: EditorField {
    let field: FormField
    let frame: FieldFrame
    var root: Widget { frame.root }
    var text: String { chosen.wrappedValue }
    var focusable: [(name: String, widget: Widget)] { [(field.rawValue, button)] }
    /// Told when something else was chosen.
    var onChange: @MainActor () -> Void = {}

    private let label: String
    private let button: Button
    private let value = Label("").ellipsizing()
    private let chosen: SceneStorage<String>
    private let choices: @MainActor () -> [Choice]
    private let typed: (@MainActor (String) -> Choice?)?
    private let none: Choice
    private var list: ChoiceList?

    /// - Parameters:
    ///   - initial: what to begin with; nil when the editor is open again.
    ///   - typed: what else is chosen by typing it; nil where there is nothing else.
    ///   - none: the id of choosing nothing.
    ///   - choices: all that can be chosen now, without that nothing is.
    init(
        _ field: FormField,
        _ label: String,
        in scope: RestorationScope,
        initial: String?,
        typed: (@MainActor (String) -> Choice?)? = nil,
        none: String = "",
        choices: @escaping @MainActor () -> [Choice]
    ) {
        self.field = field
        self.label = label
        self.typed = typed
        self.choices = choices
        self.none = Choice(id: none, title: localized("None"))
        chosen = SceneStorage(.choice(field), in: scope)
        if let initial, !initial.isEmpty { chosen.wrappedValue = initial }
        let content = Box(.horizontal, spacing: 6).append(
            value.hexpand(),
            Image(icon: "hawknotes-down-symbolic")
        )
        button = Button(content, name: label, "choice")
        frame = FieldFrame(label, button)
        button.onClicked { [weak self] in self?.open() }
        showChoice()
    }

    func replaceText(with text: String) {
        guard text != self.text else { return }
        chosen.wrappedValue = text
        showChoice()
        onChange()
    }

    func readable(_ text: String) -> String {
        choices().first { $0.id == text }?.title ?? typed?(text)?.title ?? ""
    }

    /// Shows what can be chosen now; hidden when that is nothing.
    func showChoice() {
        let title = readable(text)
        value.text = title.isEmpty ? localized("None") : title
        button.accessibleLabel("\(label): \(value.text)")
        root.visible(!choices().isEmpty)
    }

    func close() {}

    private func open() {
        let all = ([none] + choices()).map { choice in
            Choice(id: choice.id, title: choice.title, isChosen: choice.id == text)
        }
        list = ChoiceList(all, name: label, typed: typed) { [weak self] in
            self?.replaceText(with: $0.id)
        }
        list?.popUp(below: button)
    }
}
