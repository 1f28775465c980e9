import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The earlier versions of a note, which can be viewed, copied and restored. Follows changes of the
/// note while it is open.
@MainActor
final class NoteVersionsDialog: DialogContent {
    let title = localized("Earlier Versions")
    let root: Widget
    let size = (width: 600, height: 640)
    var focusable: [(name: String, widget: Widget)] {
        items.liveCards.flatMap { row, card in
            card.buttons.map { ($0.name + " " + row.name, $0.widget) } + [(row.name, card.root)]
        }
    }

    let rows: NoteVersionRows
    let toasts = ToastPresenter()
    private let context: AppContext
    var lists: [PartList] { [list] }
    private let list = PartList()
    private let items: VersionList
    private let introduction = Label(
        localized(
            "Added words are underlined, removed words struck through."
        ),
        "dim-label"
    ).wrapping()
    private let stack = Stack()
    private let none = StatusPage(
        icon: "hawknotes-empty-notes-symbolic",
        heading: localized("There are no earlier versions"),
        isCompact: true,
        [
            StatusPage.remark(
                localized("Earlier versions are kept for 30 days.")
            )
        ]
    ).root
    private let gone = StatusPage(
        icon: "hawknotes-empty-notes-symbolic",
        heading: localized("This note was deleted"),
        isCompact: true,
        [
            StatusPage.remark(
                localized("It is in the trash, along with its earlier versions.")
            )
        ]
    ).root
    private let veiled = StatusPage(
        icon: "hawknotes-empty-notes-symbolic",
        heading: VeilText.remark,
        isCompact: true,
        []
    ).root
    private lazy var offer = UndoOffer<LibraryUndo>(in: toasts) { _ in
        localized("Earlier version restored")
    } takeBack: { [weak self] undos in
        for undo in undos { self?.takeBack(undo) }
    }
    /// The version that is shown in full.
    private var chosen: SceneStorage<String>?
    private var scroll: ScrollRestorer?
    /// The element that gets the focus as soon as it exists.
    private var wantedFocus: String?
    private var isClosed = false

    /// - Parameters:
    ///   - scope: stores the note, the expanded version and the scroll position.
    /// - Returns: nil when the note is unknown.
    init?(in scope: RestorationScope, context: AppContext) {
        guard let id = Self.note(in: scope) else { return nil }
        self.context = context
        chosen = SceneStorage(.shownVersion, in: scope)
        rows = NoteVersionRows(of: id, in: context.library, mentions: context.mentions)
        items = VersionList(rows)
        stack.add(list.view)
        stack.add(none)
        stack.add(gone)
        stack.add(veiled)
        let overlay = Overlay(stack)
        overlay.overlay(toasts.root)
        root = overlay
        items.makeCard = { [unowned self] in card($0) }
        rows.onChange = { [weak self] in self?.apply($0) }
        rows.onError = { [weak self] in self?.failed(toRead: $0) }
        list.show([WidgetPart(introduction), items])
        introduction.visible(false)
        scroll = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
        rows.begin()
    }

    /// The note whose versions were shown last.
    static func note(in scope: RestorationScope) -> Note.ID? {
        UUID(uuidString: SceneStorage(.versionsNote, in: scope).wrappedValue)
    }

    func close() {
        isClosed = true
        rows.close()
        // The position of another note may follow at once.
        scroll = nil
        chosen = nil
    }

    func focus(_ name: String) -> Bool {
        guard !rows.isLoaded else { return focusNow(name) }
        wantedFocus = name
        return true
    }

    private func focusNow(_ name: String) -> Bool {
        guard items.row(of: name) != nil else { return false }
        list.focus(name)
        return true
    }

    // MARK: The versions

    private func apply(_ change: RowsChange) {
        let focused = list.focusedElement
        items.apply(change)
        introduction.visible(!rows.rows.isEmpty)
        stack.show(page, root.isMapped ? .crossfade : .none)
        // The newest row is a different one now.
        if !change.inserted.isEmpty { items.remake(rows.rows.filter { $0 != .present }) }
        if let focused, list.focusedElement != focused { _ = focusNow(focused) }
        guard let wanted = wantedFocus else { return }
        wantedFocus = nil
        if !focusNow(wanted) { _ = rows.rows.dropFirst().first.map { focusNow($0.name) } }
    }

    private var page: Widget {
        if rows.isVeiled { return veiled }
        if rows.note == nil { return gone }
        return rows.rows.isEmpty ? none : list.view
    }

    /// The expanded version: the newest, if none was chosen.
    private var looked: NoteVersionRows.Row? {
        let versions = rows.rows.dropFirst()
        return versions.first { $0.name == chosen?.wrappedValue } ?? versions.first
    }

    private func card(_ index: Int) -> VersionCard {
        let row = rows.rows[index]
        let date = rows.date(at: index) ?? context.now()
        var actions: VersionCard.Actions?
        if case .version(let id) = row {
            actions = VersionCard.Actions(
                bringBack: { [weak self] in self?.bringBack(id) },
                copy: { [weak self] in self?.copy(id) }
            )
        }
        let card = VersionCard(
            row == .present ? localized("Now") : DateText.exact(date),
            date: date,
            rows.shown(at: index),
            isWhole: row == looked,
            now: context.now(),
            actions: actions,
            showsDate: { [dates = context.movingDates] date, isSeen in
                if isSeen { dates.add(date) } else { dates.remove(date) }
            }
        )
        if actions != nil {
            card.root.onActivate { [weak self] _ in
                // Later: this replaces the row.
                MainLoop.whenIdle { self?.look(at: row) }
            }
        }
        return card
    }

    private func look(at row: NoteVersionRows.Row) {
        guard let old = looked, old != row, rows.rows.contains(row) else { return }
        chosen?.wrappedValue = row.name
        items.remake([old, row])
        list.focus(row.name)
    }

    private func failed(toRead error: LibraryError) {
        error.report(to: toasts, reason: LibraryText.readingReason) {
            localized("The earlier versions cannot be read: %1", $0)
        }
    }

    // MARK: Actions

    private func bringBack(_ id: NoteVersion.ID) {
        perform { [noteID = rows.noteID] library in
            try library.bringBack(version: id, of: noteID)
        } completion: { dialog, undo in
            guard !undo.isEmpty else {
                return dialog.toasts.show(localized("That’s already the current text"))
            }
            dialog.offer.replace(with: undo)
        }
    }

    private func takeBack(_ undo: LibraryUndo) {
        perform { library in
            try library.undo(undo)
        } completion: { dialog, redo in
            guard redo.isEmpty else { return }
            dialog.toasts.show(localized("The note was changed; nothing was restored"))
        }
    }

    private func copy(_ id: NoteVersion.ID) {
        perform { [noteID = rows.noteID] library in
            try library.earlierVersions([id], of: noteID).first
        } completion: { dialog, version in
            guard let version else { return dialog.sayGone() }
            let mentions = dialog.context.mentions
            let words = MentionText.editable(version.text) { mentions.name(of: $0) }
            Desktop.copy(version.quote.above(words))
            dialog.toasts.show(localized("Version copied"))
        }
    }

    /// Runs a library operation and reports a failure.
    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Library) throws -> Value,
        completion: @escaping @MainActor @Sendable (NoteVersionsDialog, Value) -> Void
    ) {
        context.library.perform(work) { [context, weak self] result in
            if case .success = result { context.pendingNotes.libraryDidSave() }
            guard let self, !isClosed else { return }
            switch result {
            case .success(let value): completion(self, value)
            case .failure(let error) where error.code == .notFound: sayGone()
            case .failure(let error):
                error.report(to: toasts) { localized("That could not be done: %1", $0) }
            }
        }
    }

    /// Reports that a version has expired since it was listed.
    private func sayGone() {
        toasts.show(localized("That version no longer exists"))
        rows.read()
    }
}

extension MainWindow {
    /// Shows the earlier versions of a note.
    func showVersions(of note: Note.ID) {
        let scope = scene.root.window.dialog(.noteVersions)
        if let open = dialogs.dialog(.noteVersions) {
            if NoteVersionsDialog.note(in: scope) == note { return open.present() }
            open.dismiss()
        }
        SceneStorage(.versionsNote, in: scope).wrappedValue = note.uuidString
        dialogs.restore(.noteVersions, in: scope)
    }
}
