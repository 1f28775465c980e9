import GTKBridge
import StateRestoration

/// The field for a new note and the button that saves it.
@MainActor
final class Composer {
    let root: Box
    let field = TextView(name: localized("New note"))
    private let saveButton = Button(localized("Save Note"), "accent-button")
    private let keptMark = Label(localized("Draft kept"), "caption", "dim-label", "draft-kept")
    private let placeholder = Label(
        localized("Write a note…"),
        "dim-label",
        "composer-placeholder"
    )
    private let draft: DraftBinding
    private let save: @MainActor (String) -> Bool
    private var persistence: RestorationObservation?

    /// A composer whose draft is kept in the scope.
    ///
    /// - Parameter save: saves the note; false keeps the draft where it is.
    init(in scope: RestorationScope, save: @escaping @MainActor (String) -> Bool) {
        self.save = save
        field.padding(horizontal: 12, vertical: 9).classes("composer")
        let scrolled = ScrolledWindow(field).growing(upTo: 190)
        placeholder.halign(.start).valign(.start).canTarget(false).accessibleHidden()
        let frame = Overlay(scrolled).overlay(placeholder)
            .classes("composer-frame")
        let actions = Box(.horizontal, spacing: 12)
            .append(keptMark.hexpand().valign(.center), saveButton)
        root = Box(.vertical, spacing: 6).append(frame, actions).classes("composer-box")

        draft = DraftBinding(field, key: "newNote", in: scope)
        field.buffer.onChanged { [weak self] in self?.textChanged() }
        textChanged()
        keptMark.opacity(draft.isEmpty ? 0 : 1)
        persistence = scope.scene?.onDidPersist { [weak self] in self?.didPersist() }
        saveButton.onClicked { [weak self] in self?.saveNote() }
        field.onKey(phase: .capture) { [weak self] key, modifiers in
            guard modifiers == .control, key == Key("Return") || key == Key("KP_Enter") else {
                return false
            }
            self?.saveNote()
            return true
        }
    }

    /// Whether there is something to save.
    var canSave: Bool { !field.buffer.isBlank }

    /// Saves the note and empties the field.
    func saveNote() {
        guard canSave, save(field.buffer.text) else { return }
        // The note is saved: taking its text back here as well would make two of it.
        draft.empty()
        field.grabFocus()
    }

    /// Lets the draft's keys go; what is kept stays.
    func close() {
        persistence = nil
        draft.close()
    }

    private func textChanged() {
        placeholder.visible(field.buffer.count == 0)
        saveButton.sensitive(canSave)
        keptMark.opacity(0)
    }

    private func didPersist() {
        keptMark.opacity(draft.isEmpty ? 0 : 1)
    }
}
