import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A series, a book or a character that is made or changed. What is typed is kept, with undo, until it is
/// saved or given up; the library has nothing of it before.
@MainActor
final class PartEditor: DialogContent {
    let subject: EditorSubject
    let title: String
    let root: Widget
    let size = (width: 560, height: 640)
    var foot: Widget? { buttons.root }
    let fields: [any EditorField]
    var focusable: [(name: String, widget: Widget)] {
        // The first one has the focus at first: something new begins with its name.
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
    /// Whether what others have deleted is brought back by saving it.
    private var bringsBack = false
    /// Whether the library is saving what was typed: the editor closes when that is done.
    private(set) var isSaving = false
    /// Called when what was typed is saved and the editor is closed.
    var onSaved: @MainActor () -> Void = {}
    /// Whether what was typed is given up without a word: it is saved, or there is nothing.
    private var isDone = false
    /// The texts with which the edit began, as far as others have changed them and it was chosen.
    private var base: FormTexts {
        didSet { baseStorage.wrappedValue = base.stored }
    }

    /// - Parameters:
    ///   - scope: where it is kept what is edited, and what was typed.
    ///   - window: the window over which the editor is.
    /// - Returns: nil when there is nothing to edit any more, or a newer version knows it.
    init?(in scope: RestorationScope, over window: MainWindow) {
        let context = window.context
        let subjectStorage = SceneStorage(.editorSubject, in: scope)
        let baseStorage = SceneStorage(.editorBase, in: scope)
        guard let subject = EditorSubject(stored: subjectStorage.wrappedValue) else { return nil }
        let series = context.series.whole(subject.seriesID)
        // One that was being made is saved already: the end came between that and this.
        if subject.isNew, subject.isThere(in: series) { return nil }
        let kept = FormTexts(stored: baseStorage.wrappedValue)
        guard let base = kept ?? PartForm.texts(of: subject, in: series) else { return nil }
        self.subject = subject
        self.subjectStorage = subjectStorage
        self.baseStorage = baseStorage
        self.base = base
        self.scope = scope
        owner = window
        let maker = FieldMaker(subject, context, scope, initial: kept == nil ? base : nil)
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

    /// What stands in the fields.
    var texts: FormTexts {
        var texts = base
        for field in fields { texts[field.field] = field.text }
        return texts
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

    /// Saves what stands there, unless something is wrong with it; then says what.
    func saveNow() {
        guard let owner, !isSaving, !showProblems() else { return }
        isSaving = true
        // Not insensitive, which takes the focus away: what is typed now is held back by `connect`.
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

    /// - Returns: whether there are any; the first has the focus then.
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
            // Later: the keys of this editor are free when it is gone.
            MainLoop.whenIdle(onSaved)
            return
        }
        // An editor that was closed meanwhile is taken for saved.
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

    /// What other windows have saved in the fields where a choice is still to be made.
    private(set) var conflicts: [FormField: String] = [:]

    /// Takes over what others have changed in other fields, and shows both versions of the same ones.
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
        // From here on only what is typed counts as a change, so that saving asks no more.
        base[field.field] = theirs
        if takingTheirs { field.replaceText(with: theirs) }
        field.frame.conflict.hide()
        field.frame.show(problem: nil)
        (field.focusable.first?.widget ?? save).grabFocus()
    }
}
