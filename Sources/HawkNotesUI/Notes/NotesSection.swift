import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// The notes on a book or a character, with the composer below them.
///
/// List and composer are separate widgets: a wide page keeps the composer at the bottom of a column of
/// its own, a narrow one lets it scroll with everything else.
@MainActor
final class NotesSection {
    let list = Box(.vertical, spacing: 12)
    let composer: Composer
    /// Called after this window has added a note.
    var onAdded: @MainActor () -> Void = {}

    private let subject: NoteSubject
    private unowned let host: PageHost
    private let scope: RestorationScope
    private let listBox = ListBox().classes("notes")
    private let emptyState: Widget
    private var cards: [NoteCard] = []
    /// The notes that this section has saved and that its list does not show yet.
    private let added = AddedNotes()
    private var observation: LibraryObservation?

    init(on subject: NoteSubject, host: PageHost, scope: RestorationScope) {
        self.subject = subject
        self.host = host
        self.scope = scope
        emptyState = Self.makeEmptyState()
        listBox.accessibleLabel(localized("Study notes"))
        let library = host.context.library
        composer = Composer(in: scope) { [weak host, added] text in
            do {
                added.ids.insert(try library.addNote(text, on: subject).id)
                return true
            } catch {
                host?.show(Toast(text: localized("The note could not be saved: %1", "\(error)")))
                return false
            }
        }
        list.append(emptyState, listBox)
        observe()
    }

    /// The cards, for the scroll anchor.
    var elements: [(id: String, widget: Widget)] {
        cards.map { ($0.note.id.uuidString.lowercased(), $0.root) }
    }

    /// The text fields of notes that are being edited, for the focus.
    var editors: [(id: String, widget: Widget)] {
        cards.compactMap { card in
            card.field.map { (card.note.id.uuidString.lowercased(), $0) }
        }
    }

    /// The text fields: the composer's, and those of notes that are being edited.
    var fields: [TextView] { [composer.field] + cards.compactMap(\.field) }

    /// Lets all keys go; what is kept stays.
    func close() {
        observation?.cancel()
        observation = nil
        composer.close()
        for card in cards { card.close() }
    }

    private func observe() {
        do {
            observation = try host.context.library.observeNotes(
                on: subject,
                onError: { [weak self] error in self?.failed(error) },
                onChange: { [weak self] notes in self?.show(notes) }
            )
        } catch {
            failed(error)
        }
    }

    private func failed(_ error: any Error) {
        host.show(Toast(text: localized("The notes cannot be read: %1", "\(error)")))
    }

    private func show(_ notes: [Note]) {
        let now = host.context.now()
        let wanted = Set(notes.map(\.id))
        for card in cards { card.isGone = !wanted.contains(card.note.id) }
        for card in cards where card.isGone && !card.isEditing { listBox.remove(card.root) }
        let known = Dictionary(
            cards.map { ($0.note.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var shown = notes.map { known[$0.id] ?? makeCard($0, now: now) }
        for (card, note) in zip(shown, notes) where card.note != note { card.show(note, now: now) }
        // A note that is being edited here keeps its card, in its place, until the edit is saved or
        // called off.
        for (index, card) in cards.enumerated() where card.isGone && card.isEditing {
            let previous = cards[..<index].last { old in shown.contains { $0 === old } }
            let place = previous.flatMap { previous in shown.firstIndex { $0 === previous } }
            shown.insert(card, at: place.map { $0 + 1 } ?? 0)
        }
        cards = shown
        var hasOwn = false
        for (position, card) in cards.enumerated() where !card.root.hasParent {
            listBox.insert(card.root, at: position)
            if added.ids.remove(card.note.id) != nil { hasOwn = true }
        }
        showEmptyState()
        resumeEditing()
        if hasOwn { onAdded() }
    }

    private func makeCard(_ note: Note, now: Date) -> NoteCard {
        NoteCard(
            note,
            now: now,
            in: noteScope(note.id),
            actions: NoteCard.Actions(
                edit: { [weak self] in self?.edit($0, $1, $2) ?? false },
                removeIfGone: { [weak self] in self?.removeIfGone($0) },
                delete: { [weak self] in self?.delete($0) },
                copy: { [weak self] text in
                    Desktop.copy(text)
                    self?.host.show(Toast(text: localized("Note copied")))
                }
            )
        )
    }

    private func noteScope(_ id: UUID) -> RestorationScope {
        scope.scope("note:" + id.uuidString.lowercased())
    }

    /// Opens the editors that were open when the window was last seen.
    private func resumeEditing() {
        guard let scene = scope.scene else { return }
        for card in cards {
            let path = noteScope(card.note.id).path(of: NoteEditor.key)
            if case .bool(true) = scene.storedValue(at: path) { card.beginEditing() }
        }
    }

    /// Saves an edited note. What another window did to the note meanwhile stays: then the edited text
    /// becomes a note of its own.
    private func edit(_ id: UUID, _ text: String, _ base: String) -> Bool {
        let library = host.context.library
        do {
            let current = try library.note(id)
            if current?.text == base {
                _ = try library.updateNote(id, text: text)
                return true
            }
            _ = try library.addNote(text, on: subject)
            host.show(
                Toast(
                    text: current == nil
                        ? localized("The note had been deleted; your text is a new note")
                        : localized("The note had been changed; your text is a new note")
                )
            )
            return true
        } catch {
            host.show(Toast(text: localized("The note could not be saved: %1", "\(error)")))
            return false
        }
    }

    private func delete(_ id: UUID) {
        do {
            host.offerUndo(of: try host.context.library.deleteNote(id))
        } catch {
            host.show(Toast(text: localized("The note could not be deleted: %1", "\(error)")))
        }
    }

    /// Takes away the card of a note that was deleted elsewhere while it was edited here.
    private func removeIfGone(_ id: UUID) {
        guard let index = cards.firstIndex(where: { $0.note.id == id && $0.isGone }) else { return }
        listBox.remove(cards[index].root)
        cards.remove(at: index)
        showEmptyState()
    }

    private func showEmptyState() {
        emptyState.visible(cards.isEmpty)
        listBox.visible(!cards.isEmpty)
    }

    private static func makeEmptyState() -> Widget {
        Box(.vertical, spacing: 6)
            .append(
                Image(icon: "hawknotes-empty-notes-symbolic", size: 96).classes("empty-drawing"),
                Label(localized("Nothing noted yet"), "title-4").centered(),
                Label(
                    localized("Write down what you want to remember; it is kept as you type."),
                    "dim-label"
                ).centered().wrapping()
            )
            .halign(.center).valign(.center).vexpand().margin(horizontal: 12, vertical: 24)
    }
}

/// Notes on their way from a composer, through the library, to the list above it.
@MainActor
private final class AddedNotes {
    var ids: Set<UUID> = []
}
