import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// A saved note: its text, its date, and what can be done with it. Editing happens in the card.
@MainActor
final class NoteCard {
    /// What a card asks of the list that it is in.
    struct Actions {
        /// Saves a new text; `base` is the text that the edit began with.
        var edit: @MainActor (_ id: UUID, _ text: String, _ base: String) -> Bool
        /// Takes the card away when its note is no longer there.
        var removeIfGone: @MainActor (_ id: UUID) -> Void
        var delete: @MainActor (_ id: UUID) -> Void
        var copy: @MainActor (_ text: String) -> Void
    }

    let root: ListBoxRow
    private(set) var note: Note
    /// Whether the note was deleted elsewhere while it is edited here.
    var isGone = false
    /// Whether the card is a text field now.
    var isEditing: Bool { editor != nil }
    private let card = Box(.vertical, spacing: 6).classes("note-card")
    private let text = Label().wrapping().lineHeight(1.35).classes("note-text")
    private let showAll = Button(localized("Show All"), "flat", "link-text")
    private let date = Label("", "caption", "dim-label")
    private let actions: Actions
    private let scope: RestorationScope
    private var editor: NoteEditor?

    /// - Parameter scope: where an edit in progress is kept; the note's own.
    init(_ note: Note, now: Date, in scope: RestorationScope, actions: Actions) {
        self.note = note
        self.scope = scope
        self.actions = actions
        root = ListBoxRow(card, name: localized("Note"), isActivatable: false)
        root.classes("note-row")
        showAll.halign(.start).onClicked { [weak self] in self?.beginEditing() }
        card.append(text, showAll, footer())
        show(note, now: now)
        root.onKey { [weak self] key, modifiers in self?.handle(key, modifiers) ?? false }
    }

    /// The text field, while the note is being edited.
    var field: TextView? { editor?.field }

    /// Shows a changed note. An edit in progress stays what it is.
    func show(_ note: Note, now: Date) {
        self.note = note
        let excerpt = NoteExcerpt(note.text)
        text.text = excerpt.text
        showAll.visible(excerpt.isCut)
        date.text =
            note.modifiedAt == note.createdAt
            ? DateText.relative(note.createdAt, now: now)
            : localized("%1 · edited", DateText.relative(note.createdAt, now: now))
        date.tooltip(DateText.exact(note.createdAt))
        root.accessibleLabel(localized("Note: %1", String(note.text.prefix(200))))
    }

    /// Turns the card into a text field.
    func beginEditing() {
        guard editor == nil else { return }
        let editor = NoteEditor(text: note.text, in: scope) { [weak self] newText in
            self?.endEditing(saving: newText)
        }
        self.editor = editor
        card.visible(false)
        root.setChild(editor.root)
        editor.field.grabFocus()
    }

    /// Lets the keys of an edit in progress go; what is kept stays.
    func close() { editor?.close() }

    private func endEditing(saving newText: String?) {
        if let newText, let base = editor?.base, newText != base || isGone,
            !actions.edit(note.id, newText, base)
        {
            return
        }
        editor?.discard()
        editor = nil
        card.visible(true)
        root.setChild(card)
        root.grabFocus()
        actions.removeIfGone(note.id)
    }

    private func footer() -> Box {
        let buttons = Box(.horizontal, spacing: 0).classes("note-actions")
        buttons.append(
            Button(icon: "hawknotes-edit-symbolic", name: localized("Edit Note"), "flat", "small")
                .onClicked { [weak self] in self?.beginEditing() },
            Button(icon: "hawknotes-copy-symbolic", name: localized("Copy Note"), "flat", "small")
                .onClicked { [weak self] in self.map { $0.actions.copy($0.note.text) } },
            Button(
                icon: "hawknotes-delete-symbolic",
                name: localized("Delete Note"),
                "flat",
                "small"
            )
            .onClicked { [weak self] in self.map { $0.actions.delete($0.note.id) } }
        )
        return Box(.horizontal).append(date.hexpand().valign(.center), buttons)
    }

    private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard editor == nil, modifiers.isEmpty else { return false }
        switch key {
        case Key("Delete"): actions.delete(note.id)
        case Key("Return"), Key("F2"): beginEditing()
        default: return false
        }
        return true
    }
}

/// The text field of a note that is being edited. What is typed survives the end of the program.
@MainActor
final class NoteEditor {
    let root = Box(.vertical, spacing: 6).classes("note-card")
    let field = TextView(name: localized("Edit note"))
    private let draft: DraftBinding
    private let isEditing: SceneStorage<Bool>
    private let storedBase: SceneStorage<String>
    private let finish: @MainActor (String?) -> Void

    /// The key under which a note's scope says that the note is being edited.
    static let key = "isEditing"

    /// - Parameter finish: told the new text, or nil when the edit was called off.
    init(
        text: String,
        in scope: RestorationScope,
        finish: @escaping @MainActor (String?) -> Void
    ) {
        self.finish = finish
        isEditing = SceneStorage(wrappedValue: false, Self.key, in: scope)
        draft = DraftBinding(
            field,
            key: "edit",
            in: scope,
            initial: isEditing.wrappedValue ? "" : text
        )
        storedBase = SceneStorage(wrappedValue: text, "editBase", in: scope)
        if !isEditing.wrappedValue { storedBase.wrappedValue = text }
        isEditing.wrappedValue = true
        field.padding(horizontal: 12, vertical: 9).classes("composer")
        let frame = Box(.vertical).append(ScrolledWindow(field).growing(upTo: 300))
            .classes("composer-frame")
        let buttons = Box(.horizontal, spacing: 6).halign(.end)
        buttons.append(
            Button(localized("Cancel")).onClicked { [weak self] in self?.finish(nil) },
            Button(localized("Save"), "accent-button").onClicked { [weak self] in self?.save() }
        )
        root.append(frame, buttons)
        field.onKey(phase: .capture) { [weak self] key, modifiers in
            switch (key, modifiers) {
            case (Key("Escape"), []): self?.finish(nil)
            case (Key("Return"), .control): self?.save()
            default: return false
            }
            return true
        }
    }

    /// The text that the edit began with.
    var base: String { storedBase.wrappedValue }

    /// Lets the keys go; what is kept stays.
    func close() { draft.close() }

    /// Forgets what was typed.
    func discard() {
        isEditing.reset()
        storedBase.reset()
        draft.discard()
    }

    private func save() {
        if !field.buffer.isBlank { finish(field.buffer.text) }
    }
}
