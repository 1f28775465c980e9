import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The editor of a series, a book or a character. Typed text is kept, with undo, until it is saved
/// or discarded; before that, the library does not change.
@MainActor
final class PartEditor: DialogContent {
    let subject: EditorSubject
    let title: String
    let root: Widget
    let size = (width: 560, height: 640)
    var foot: Widget? { buttons.root }
    let fields: [any EditorField]
    var focusable: [(name: String, widget: Widget)] {
        // The first field has the focus first: a new item begins with its name.
        let texts = fields.filter { !($0 is PicturePlace) }
        let pictures = fields.filter { $0 is PicturePlace }
        return (texts + pictures).flatMap(\.focusable) + [("cancel", cancel), ("save", save)]
    }

    private let scope: RestorationScope
    private weak var owner: MainWindow?
    private var isClosed = false
    private let subjectStorage: SceneStorage<String>
    private let baseStorage: SceneStorage<String>
    private let cancel = Button(localized("Cancel"), "pill")
    private let save = Button(localized("Save"), "suggested-action", "pill")
    private let problem = ProblemLine()
    private let buttons: DialogFoot
    /// Whether saving restores an item that was deleted elsewhere.
    private var bringsBack = false
    /// Whether saving is in progress; then the editor closes.
    private(set) var isSaving = false
    /// Called when the item is saved and the editor is closed.
    var onSaved: @MainActor () -> Void = {}
    /// Whether closing discards the text without asking: it is saved, or empty.
    private var isDone = false
    /// The initial texts, updated by changes from elsewhere that the user has seen.
    private var base: FormTexts {
        didSet { baseStorage.wrappedValue = base.stored }
    }

    /// - Parameters:
    ///   - scope: stores the subject and the typed text.
    ///   - window: the window over which the editor is.
    /// - Returns: nil when the item no longer exists, or a newer version stored it.
    init?(in scope: RestorationScope, over window: MainWindow) {
        let context = window.context
        let subjectStorage = SceneStorage(.editorSubject, in: scope)
        let baseStorage = SceneStorage(.editorBase, in: scope)
        guard let subject = EditorSubject(stored: subjectStorage.wrappedValue) else { return nil }
        let series = context.series.whole(subject.seriesID)
        // A new item may be saved already: the program ended between saving and closing.
        if subject.isNew, subject.isThere(in: series) { return nil }
        let kept = FormTexts(stored: baseStorage.wrappedValue)
        guard let base = kept ?? PartForm.texts(of: subject, in: series) else { return nil }
        self.subject = subject
        self.subjectStorage = subjectStorage
        self.baseStorage = baseStorage
        self.base = base
        self.scope = scope
        owner = window
        let maker = FieldMaker(subject, over: window, scope, initial: kept == nil ? base : nil)
        let groups =
            switch subject.kind {
            case .series: SeriesEditor.groups(maker)
            case .book: BookEditor.groups(maker)
            case .character: CharacterEditor.groups(maker)
            }
        fields = groups.flatMap(\.fields)
        title = EditorText.title(subject)
        let column = Box(.vertical, spacing: 24).append(groups.map(\.root)).margin(18)
        buttons = DialogFoot(cancel, save, problem: problem.root)
        root = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        if kept == nil { baseStorage.wrappedValue = base.stored }
        connect()
    }

    /// The texts of the fields.
    var texts: FormTexts {
        var texts = base
        for field in fields { texts[field.field] = field.text }
        return texts
    }

    /// The typed texts for a backup; nil if nothing has changed.
    var backupDraft: BackupDraft? {
        guard !isDone else { return nil }
        let changed = fields.filter { $0.field.isWritten && $0.text != base[$0.field] }
        return BackupDraft(subject, texts: changed.map { ($0.frame.label, $0.readable($0.text)) })
    }

    /// Restores the texts of an editor that was cancelled.
    func restore(_ texts: FormTexts, base: FormTexts) {
        self.base = base
        for field in fields { field.replaceText(with: texts[field.field]) }
    }

    func willDismiss() {
        guard !isDone, !isSaving, texts != base else { return }
        let (subject, texts, base) = (subject, texts, base)
        owner?.show(
            Toast(
                text: EditorText.givenUp(subject, texts),
                action: .undo { [weak owner] in
                    owner?.openEditor(subject, texts, base: base)
                }
            )
        )
    }

    func close() {
        isClosed = true
        for field in fields { field.close() }
    }

    private func connect() {
        cancel.onClicked { [weak self] in self?.dismiss() }
        save.onClicked { [weak self] in self?.saveNow() }
        for field in fields {
            (field as? LineField)?.entry.onActivate { [weak self] in self?.saveNow() }
            field.frame.conflict.mine.onClicked { [weak self, weak field] in
                if let field { self?.settle(field, takingTheirs: false) }
            }
            field.frame.conflict.theirs.onClicked { [weak self, weak field] in
                if let field { self?.settle(field, takingTheirs: true) }
            }
        }
        for part in [root, buttons.root] {
            part.onKey(phase: .capture) { [weak self] key, modifiers in
                if self?.isSaving == true { return true }
                guard Command.saveNote.hasKey(key, modifiers) else { return false }
                self?.saveNow()
                return true
            }
        }
    }

    private func allowPresses(_ allowed: Bool) {
        for part in [root, buttons.root] { part.canTarget(allowed) }
    }

    private func dismiss() { owner?.dialogs.dialog(in: scope)?.dismiss() }

    // MARK: Saving

    /// Saves the texts, or shows the problems.
    func saveNow() {
        InputMethod.finishComposing()
        guard let owner, !isSaving, !showProblems() else { return }
        isSaving = true
        // Not insensitive, which would move the focus: `connect` ignores what is typed now.
        allowPresses(false)
        let (subject, texts, base, bringsBack) = (subject, texts, base, bringsBack)
        owner.context.library.perform { library in
            try PartForm.save(
                texts,
                base: base,
                as: subject,
                bringsBack: bringsBack,
                to: library
            )
        } completion: { result in
            self.finish(result, texts)
        }
    }

    /// - Returns: whether there are any; then the first gets the focus.
    private func showProblems() -> Bool {
        problem.hide()
        var first: (any EditorField)?
        for field in fields {
            let isContested = conflicts[field.field] != nil
            let text =
                isContested ? localized("Choose which of the two to keep.") : field.problem
            field.frame.show(problem: text)
            if text != nil, first == nil { first = field }
        }
        guard let first else { return false }
        if conflicts[first.field] != nil {
            first.frame.conflict.mine.grabFocus()
        } else {
            first.wrong?.grabFocus()
        }
        return true
    }

    private func finish(_ result: Result<PartForm.Outcome, LibraryError>, _ texts: FormTexts) {
        isSaving = false
        guard let owner, !owner.isClosed else { return }
        if case .success(.saved(let series, let undo)) = result {
            isDone = true
            owner.context.pendingNotes.libraryDidSave()
            dismiss()
            owner.didSave(subject, texts, series, undo)
            // Later: only then has this editor released its keys of the state.
            MainLoop.whenIdle(onSaved)
            return
        }
        // An editor that was closed in the meantime counts as saved.
        if isClosed { return owner.openEditor(subject, texts, base: base) }
        allowPresses(true)
        switch result {
        case .success(.saved): break
        case .success(.conflict(let theirs, let fields)):
            merge(theirs, contested: fields)
        case .success(.deleted):
            bringsBack = true
            save.setLabel(localized("Restore and Save"))
            problem.show(localized("It was deleted elsewhere."))
        case .failure(let error):
            Log.warn("\(error)")
            let reason = LibraryText.savingReason(error)
            problem.show(localized("This could not be saved: %1", reason))
        }
    }

    // MARK: Conflicts

    /// The versions of other windows for the fields with conflicts.
    private(set) var conflicts: [FormField: String] = [:]

    /// Applies changes from elsewhere in other fields, and shows both versions of conflicting ones.
    private func merge(_ theirs: FormTexts, contested: [FormField]) {
        let before = base
        var new = theirs
        for field in contested { new[field] = before[field] }
        for field in fields where !contested.contains(field.field) {
            if field.text == before[field.field] { field.replaceText(with: theirs[field.field]) }
        }
        base = new
        for field in fields where contested.contains(field.field) {
            conflicts[field.field] = theirs[field.field]
            field.root.visible(true)
            let other = field.readable(theirs[field.field])
            field.frame.conflict.showOtherVersion(
                markup: other.isEmpty
                    ? "<i>\(localized("Empty").escapedForMarkup)</i>"
                    : WordDifference.markup(from: field.readable(field.text), to: other)
            )
        }
        _ = showProblems()
    }

    private func settle(_ field: any EditorField, takingTheirs: Bool) {
        guard let theirs = conflicts.removeValue(forKey: field.field) else { return }
        // From here on only typed text counts as a change, so that saving does not ask again.
        base[field.field] = theirs
        if takingTheirs { field.replaceText(with: theirs) }
        field.frame.conflict.hide()
        field.frame.show(problem: nil)
        (field.focusable.first?.widget ?? save).grabFocus()
    }
}
