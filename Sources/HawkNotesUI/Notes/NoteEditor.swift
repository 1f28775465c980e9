import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// The text field of a note that is being edited. What is typed survives the end of the program.
///
/// It is as high as its text, which stands where it stood in the card: nothing moves when an edit begins.
@MainActor
final class NoteEditor {
    let root = Box(.vertical, spacing: 6).classes("note-card", "note-editor", "composer-frame")
    let field = TextView(name: localized("Edit note")).classes("note-text")
    /// Told where the cursor is, in the coordinates of `root`, after it has moved.
    var onCursorMove: @MainActor (Rectangle) -> Void = { _ in }
    private let view: FittingTextView
    private let problem = ProblemLine()
    private lazy var conflict = NoteConflict { [weak self] in self?.settle($0) }
    /// The version of elsewhere that is shown beside this one, as it is saved.
    private var theirs: String?
    /// Whether the two versions are to be compared anew, because somebody types.
    private var isComparisonWaiting = false
    private let state: EditState
    private let mentions: NoteMentions
    let writing: MentionWriting
    private let draft: DraftBinding
    private let finish: @MainActor (String?) -> Void

    /// - Parameters:
    ///   - text: the saved text, which the edit begins with if none is kept.
    ///   - newID: the id of the note that the text becomes if the note is gone or another one by then.
    ///   - finish: told the new text as it is to be saved, or nil when the edit was called off.
    init(
        text: String,
        mentions: NoteMentions,
        in scope: RestorationScope,
        newID: @autoclosure () -> UUID,
        finish: @escaping @MainActor (String?) -> Void
    ) {
        self.finish = finish
        state = EditState(in: scope)
        self.mentions = mentions
        let opened = mentions.opened(text)
        let initial = state.isEditing ? "" : opened.editable
        draft = DraftBinding(field, key: .edit, in: scope, initial: initial)
        state.begin(from: opened, newID: newID())
        writing = MentionWriting(field, mentions: mentions)
        view = FittingTextView(field, lineHeight: NoteText.lineHeight)
        TextDrops.add(to: field)
        let buttons = Box(.horizontal, spacing: 6).halign(.end)
        buttons.append(
            Button(localized("Cancel"), "pill").onClicked { [weak self] in self?.finish(nil) },
            Button(localized("Save"), "pill", "accent-button")
                .onClicked { [weak self] in self?.save() }
        )
        root.append(view, problem.root, conflict.root, buttons)
        field.buffer.onChanged { [weak self] in self?.compareSoon() }
        field.onCursorMove { [weak self] in
            guard let self, let frame = self.field.cursorFrame(in: self.root) else { return }
            self.onCursorMove(frame)
        }
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
    var base: String { state.base }

    /// The id of the note that the text becomes if need be; the same as long as the edit lasts.
    var newID: UUID? { state.newID }

    /// Shows the cursor of a text that is so long that it scrolls in itself.
    func settleScrolling() { view.settleScrolling() }

    /// Says why the text could not be saved.
    func show(_ problem: SavingProblem) {
        self.problem.show(localized("Not saved: %1", problem.reason))
    }

    /// Whether a text is neither the one that the edit began with nor the one in the field.
    func isInConflict(with current: String) -> Bool {
        !DraftText.isSame(current, as: state.base)
            && !DraftText.isSame(editable(current), as: field.buffer.text)
    }

    private func editable(_ saved: String) -> String { mentions.opened(saved).editable }

    /// Shows the note's text beside the field when somebody else has changed it since the edit began.
    func compare(with current: String) {
        if isInConflict(with: current) {
            theirs = current
            conflict.show(editable(current), besides: field.buffer.text)
        } else {
            theirs = nil
            conflict.hide()
        }
    }

    /// Compares once somebody stops to type for a moment.
    private func compareSoon() {
        guard theirs != nil, !isComparisonWaiting else { return }
        isComparisonWaiting = true
        MainLoop.after(milliseconds: 300) { [weak self] in
            guard let self else { return }
            isComparisonWaiting = false
            if let theirs { compare(with: theirs) }
        }
    }

    private func settle(_ choice: NoteConflict.Choice) {
        guard let theirs else { return }
        switch choice {
        case .mine:
            // From now on it is their text that is changed.
            state.opened = mentions.opened(theirs)
            self.theirs = nil
            conflict.hide()
            field.grabFocus()
        case .theirs: finish(nil)
        // What does not begin with the present text becomes a note of its own.
        case .both: save()
        }
    }

    /// Lets the keys go; what is kept stays.
    func close() { draft.close() }

    /// Lets the keys go, and keeps what was typed until it is saved.
    func closeForSaving() {
        state.isSaving = true
        draft.close()
    }

    /// Forgets what was typed.
    func discard() {
        state.forget()
        draft.discard()
    }

    private func save() {
        guard !field.buffer.isBlank else { return }
        let typed = field.buffer.text
        // An edit that an older version began shows the text as it is saved.
        let isUnchanged = state.opened == nil && typed.utf8.elementsEqual(base.utf8)
        finish(
            isUnchanged
                ? base : MentionText.saved(typed, names: mentions.names, opened: state.opened)
        )
    }
}

/// What is kept of the edit of a note, beside its text.
@MainActor
final class EditState {
    private let editing: SceneStorage<Bool>
    private let saving: SceneStorage<Bool>
    private let storedBase: SceneStorage<String>
    private let storedWords: SceneStorage<String?>
    private let storedID: SceneStorage<String?>

    init(in scope: RestorationScope) {
        editing = SceneStorage(.isEditing, in: scope)
        saving = SceneStorage(.isSavingEdit, in: scope)
        storedBase = SceneStorage(.editBase, in: scope)
        storedWords = SceneStorage(.editWords, in: scope)
        storedID = SceneStorage(.editID, in: scope)
    }

    var isEditing: Bool { editing.wrappedValue }
    var base: String { storedBase.wrappedValue }

    /// The base with the words that stood for its mentions when the edit began; nil where these are not
    /// known, as the text was edited as it is saved.
    var opened: MentionText.Opened? {
        get {
            let words = storedWords.wrappedValue ?? ""
            let list = words.isEmpty ? [] : words.components(separatedBy: "\n")
            return MentionText.Opened(base, words: list)
        }
        set {
            guard let newValue else { return }
            storedBase.wrappedValue = newValue.saved
            if newValue.words.isEmpty {
                storedWords.reset()
            } else {
                storedWords.wrappedValue = newValue.words.joined(separator: "\n")
            }
        }
    }
    var newID: UUID? { storedID.wrappedValue.flatMap { UUID(uuidString: $0) } }

    /// Whether *Save* was pressed.
    var isSaving: Bool {
        get { saving.wrappedValue }
        set { saving.wrappedValue = newValue }
    }

    /// Begins an edit, or goes on with the one that is kept.
    func begin(from opened: MentionText.Opened, newID: @autoclosure () -> UUID) {
        if !isEditing || !storedBase.isStored { self.opened = opened }
        if self.newID == nil { storedID.wrappedValue = newID().uuidString.lowercased() }
        editing.wrappedValue = true
        saving.reset()
    }

    func forget() {
        editing.reset()
        saving.reset()
        storedBase.reset()
        storedWords.reset()
        storedID.reset()
    }

    /// Whether the note with this scope was being edited when the window was last seen.
    ///
    /// An edit that turns out to be saved is forgotten: a kill came between the two.
    ///
    /// - Parameters:
    ///   - text: the note's text.
    ///   - exists: whether there is a note with an id.
    static func isEditing(
        in scope: RestorationScope,
        text: String,
        exists: (UUID) -> Bool
    ) -> Bool {
        guard let scene = scope.scene,
            case .bool(true) = scene.storedValue(
                at: scope.path(of: RestorationKey<Bool>.isEditing.name)
            )
        else { return false }
        let state = EditState(in: scope)
        guard case .string(let typed) = scene.storedValue(at: scope.path(of: TextKey.edit.name))
        else {
            return true
        }
        let isSaved = state.isSaving && DraftText.isSaved(typed, as: text)
        guard isSaved || state.newID.map(exists) == true else { return true }
        scope.removeStoredValues()
        return false
    }
}
