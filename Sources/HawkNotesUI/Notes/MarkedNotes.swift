import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The selected notes of a page, for commands on all of them at once. Stored in the window's state.
@MainActor
final class MarkedNotes {
    /// A command on the selected notes.
    enum Command {
        case copy, move, export, delete
    }

    private(set) var ids: Set<Note.ID> = []
    /// Shows the number of selected notes and the commands; visible while any are selected.
    let bar = MarkBar()
    /// Called with the notes that were selected or deselected.
    var onChange: @MainActor (Set<Note.ID>) -> Void = { _ in }
    /// Called with the error when the notes cannot be read.
    var onError: @MainActor (LibraryError) -> Void = { _ in }

    private unowned let window: MainWindow
    private let library: Library
    private let mentions: NoteMentions
    private var stored: SceneStorage<String>?
    private var observation: LibraryObservation?

    /// - Parameter scope: the page's scope.
    init(in window: MainWindow, mentions: NoteMentions, scope: RestorationScope) {
        self.window = window
        self.mentions = mentions
        library = window.context.library
        let stored = SceneStorage(.markedNotes, in: scope)
        self.stored = stored
        ids = Set(StoredIDs.ids(stored.wrappedValue))
        observation = library.observeChanges { [weak self] in self?.follow($0) }
        bar.onCommand = { [weak self] in self?.perform($0) }
        bar.onClear = { [weak self] in self?.clear() }
        bar.show(count: ids.count)
    }

    /// Selects or deselects a note.
    func toggle(_ id: Note.ID) { setIDs(ids.symmetricDifference([id])) }

    /// Adds notes to the selection.
    func mark(_ more: [Note.ID]) { setIDs(ids.union(more)) }

    /// Deselects all notes.
    ///
    /// - Returns: whether any were selected.
    @discardableResult
    func clear() -> Bool {
        defer { setIDs([]) }
        return !ids.isEmpty
    }

    /// Releases the key; stored values stay.
    func close() {
        stored = nil
        observation = nil
    }

    /// Deselects notes that are deleted in any window.
    private func follow(_ changes: [LibraryChange]) {
        guard !ids.isEmpty else { return }
        setIDs(
            ids.subtracting(
                changes.compactMap { if case .noteRemoved(let id, _) = $0 { id } else { nil } }
            )
        )
    }

    private func setIDs(_ new: Set<Note.ID>) {
        let changed = ids.symmetricDifference(new)
        guard !changed.isEmpty else { return }
        ids = new
        if new.isEmpty {
            stored?.reset()
        } else {
            stored?.wrappedValue = StoredIDs.text(of: new.sorted())
        }
        bar.show(count: new.count)
        onChange(changed)
    }

    /// Runs a command on all selected notes, in the order in which they were written.
    func perform(_ command: Command) {
        let ids = ids
        library.perform {
            try $0.notes(ids)
        } completion: { [weak self] in
            self?.perform(command, with: $0)
        }
    }

    private func perform(_ command: Command, with result: Result<[Note], LibraryError>) {
        // Selected notes may have become spoilers since.
        switch result.map({ $0.filter { !mentions.isVeiled($0) } }) {
        case .success(let notes) where notes.isEmpty: clear()
        case .success(let notes):
            switch command {
            case .copy:
                Desktop.copy(notes.map { mentions.plain($0) }.joined(separator: "\n\n"))
                window.show(
                    localized("Note copied", plural: "%1 notes copied", count: notes.count)
                )
            case .move: window.choosePage(for: notes.map(\.id), on: mentions.subject)
            case .export: window.exportNotes(notes.map(\.id))
            case .delete:
                clear()
                for note in notes { window.deletedNotes.delete(note) }
            }
        case .failure(let error): onError(error)
        }
    }
}

/// The commands for the selected notes, below the list while any are selected.
@MainActor
final class MarkBar {
    let root = Box(.horizontal)
    /// Called with the chosen command.
    var onCommand: @MainActor (MarkedNotes.Command) -> Void = { _ in }
    /// Called when the selection is to be cleared.
    var onClear: @MainActor () -> Void = {}

    private let count = Label("", "heading").ellipsizing()

    init() {
        root.classes("mark-bar").visible(false)
        let commands = [
            Button(
                icon: "hawknotes-copy-symbolic",
                name: localized("Copy Selected Notes"),
                "flat"
            ).onClicked { [weak self] in self?.onCommand(.copy) },
            Button(localized("Move to…"), "flat").onClicked { [weak self] in
                self?.onCommand(.move)
            },
            Button(localized("Export…"), "flat").onClicked { [weak self] in
                self?.onCommand(.export)
            },
            Button(
                icon: "hawknotes-delete-symbolic",
                name: localized("Delete Selected Notes"),
                "flat"
            ).onClicked { [weak self] in self?.onCommand(.delete) },
        ]
        // In a narrow window the bar takes two lines.
        let line = WrapBox(spacing: 0)
        line.append(count.margin(top: 8, bottom: 8, end: 12))
        for button in commands { line.append(button) }
        root.append(
            line.hexpand(),
            Button(
                icon: "hawknotes-stop-symbolic",
                name: localized("Clear Selection"),
                "flat"
            ).valign(.start).onClicked { [weak self] in self?.onClear() }
        )
        root.onKey { [weak self] key, modifiers in
            guard key == Key("Escape"), modifiers.isEmpty else { return false }
            self?.onClear()
            return true
        }
    }

    func show(count number: Int) {
        root.visible(number > 0)
        guard number > 0 else { return }
        count.text = localized("%1 selected", plural: "%1 selected", count: number)
    }
}
