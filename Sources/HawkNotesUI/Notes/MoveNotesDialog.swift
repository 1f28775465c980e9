import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The pages that notes can be moved to. Follows changes of the notes while it is open.
@MainActor
final class MoveNotesDialog: DialogContent {
    let title = localized("Move Notes")
    let root: Widget
    var lists: [PartList] { [chooser.list] }
    let size = (width: 480, height: 560)
    var focusable: [(name: String, widget: Widget)] { chooser.focusable }
    let chooser: PageChooser

    private unowned let owner: MainWindow
    private let context: AppContext
    private let source: NoteSubject
    private let ids: [Note.ID]
    private let stack = Stack()
    private let gone = StatusPage(
        icon: "hawknotes-empty-notes-symbolic",
        heading: localized("There is nothing left to move"),
        isCompact: true,
        [StatusPage.remark(localized("It was deleted or moved elsewhere."))]
    ).root
    /// The notes that are still on their page.
    private var notes: [Note] = []
    private var observation: LibraryObservation?
    private var changes: [ChangeObservation] = []

    /// - Parameters:
    ///   - scope: stores the notes to move and the query.
    ///   - window: the window below the dialog.
    /// - Returns: nil when the notes are unknown.
    init?(in scope: RestorationScope, over window: MainWindow) {
        ids = StoredIDs.ids(SceneStorage(.movedNotes, in: scope).wrappedValue)
        let page = SceneStorage(.movedNotesPage, in: scope).wrappedValue
        guard !ids.isEmpty, let place = try? Place(link: page), let source = NoteSubject(place)
        else { return nil }
        self.source = source
        owner = window
        context = window.context
        chooser = PageChooser(
            heading: localized("Move note to:", plural: "Move %1 notes to:", count: ids.count),
            in: scope
        )
        stack.add(chooser.root)
        stack.add(gone)
        root = stack
        chooser.onCancel = { [weak self] in self?.dismiss() }
        chooser.onChoose = { [weak self] in self?.move(to: $0) }
        changes = [
            context.series.observe { [weak self] _ in self?.showPages() },
            context.mentions.observe { [weak self] in self?.showHeading() },
        ]
        observation = context.library.observeChanges(on: source) { [weak self] in
            self?.follow($0)
        }
        showPages()
        // No window may show this series; the dialog is notified once it is loaded.
        context.resolve(source.place) { _ in }
        read()
    }

    func focus(_ name: String) -> Bool { chooser.focus(name) }

    func close() {
        observation = nil
        changes = []
        chooser.close()
    }

    private func showPages() {
        let series = context.series.owner(of: source.place) ?? owner.series
        chooser.show(series, without: source.place)
    }

    // MARK: The notes

    private func follow(_ changes: [LibraryChange]) {
        if changes.contains(where: { $0.noteID.map(ids.contains) ?? false }) { read() }
    }

    private func read() {
        context.library.perform { [ids] library in
            try library.notes(ids)
        } completion: { [weak self] result in
            guard let self, observation != nil else { return }
            switch result {
            case .success(let notes): setNotes(notes)
            // Whether a note can be moved is checked when it is moved.
            case .failure(let error): Log.warn("\(error)")
            }
        }
    }

    /// The only place where texts of notes arrive.
    private func setNotes(_ found: [Note]) {
        notes = found.filter { $0.subject == source }
        let isShown = root.isMapped
        stack.show(notes.isEmpty ? gone : chooser.root, isShown ? .crossfade : .none)
        showHeading()
    }

    private func showHeading() {
        guard let first = notes.first else { return }
        let text = Mention.replacing(in: String(first.text.prefix(1000))) { [context] mention in
            "@" + (context.mentions.name(of: mention.characterID) ?? mention.name)
        }
        chooser.heading.text =
            notes.count == 1 && !context.series.isVeiled(first)
            ? localized("Move “%1” to:", first.quote.titled(text).beginning())
            : localized("Move note to:", plural: "Move %1 notes to:", count: notes.count)
    }

    // MARK: Moving

    private func move(to place: Place) {
        guard let target = NoteSubject(place) else { return }
        let owner = owner
        let (ids, source) = (ids, source)
        dismiss()
        owner.move(ids, from: source, to: target)
    }

    private func dismiss() { owner.dialogs.dialog(.movingNotes)?.dismiss() }
}

extension MainWindow {
    /// Shows the dialog for notes of a page, with the pages of the series.
    func choosePage(for notes: [Note.ID], on source: NoteSubject) {
        let movable = movable(notes, on: source)
        guard !movable.isEmpty else { return }
        dialogs.dialog(.movingNotes)?.dismiss()
        let scope = scene.root.window.dialog(.movingNotes)
        SceneStorage(.movedNotes, in: scope).wrappedValue = StoredIDs.text(of: movable)
        SceneStorage(.movedNotesPage, in: scope).wrappedValue = source.place.link
        dialogs.restore(.movingNotes, in: scope)
    }

    /// Moves notes to another page and offers Undo.
    func move(_ notes: [Note.ID], from source: NoteSubject, to target: NoteSubject) {
        movedNotes.move(movable(notes, on: source), from: source, to: target)
    }

    /// The given notes without those that are being edited in this window; reports the latter. An
    /// edit in another window follows the note to its new page.
    private func movable(_ notes: [Note.ID], on source: NoteSubject) -> [Note.ID] {
        let section = madePage(of: source.place)?.notes
        let movable = notes.filter { section?.noteList.cards[$0]?.isBusy != true }
        let count = notes.count - movable.count
        if count > 0 { show(NoteMoveText.beingEdited(count)) }
        return movable
    }
}
