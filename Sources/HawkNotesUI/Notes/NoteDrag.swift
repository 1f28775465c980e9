import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The notes that are dragged, in whatever window: what is dropped on a page's row or tab moves there.
///
/// One for all windows. What is handed over in the drag itself is the place of one note, as everything else
/// that is dragged is a place: who does not move notes shows it.
@MainActor
final class NoteDrag {
    /// What is dragged.
    struct Notes: Equatable {
        let ids: [Note.ID]
        /// The page that they are on.
        let source: NoteSubject
    }

    /// Nil while no notes are dragged.
    private(set) var notes: Notes?

    /// Takes note that a drag of these begins.
    func begin(_ notes: Notes) { self.notes = notes }

    /// Takes note that it is over.
    func end() { notes = nil }

    /// Lets notes be dropped on what stands for a page: they move there.
    ///
    /// - Parameter host: moves them; the window that they are dropped on, which offers to take it back.
    func addTarget(
        to widget: Widget,
        of target: NoteSubject,
        host: @escaping @MainActor () -> (any NoteMoving)?
    ) {
        var dropped: Notes?
        DropTarget.add(
            DragFormat.activity,
            to: widget,
            accepts: { [weak self] in
                self?.notes.map { $0.source != target } ?? false
            },
            // The drag will be over when what it hands over has been read.
            uses: { [weak self] in
                dropped = self?.notes
                return dropped != nil
            },
            onHover: { [weak widget] isOver in widget?.setClass("drop-onto", isOver) },
            onDrop: { _, _ in
                guard let notes = dropped else { return }
                dropped = nil
                host()?.move(notes.ids, from: notes.source, to: target)
            }
        )
    }
}

/// Lets the notes of a page be dragged by their head lines: onto another page's row or tab, where they
/// move to, into another window, which shows them, and into other programs, which get their text, and with Control held a
/// Markdown file.
@MainActor
final class NoteHandles {
    typealias Host = Navigator & NoteMoving & SceneHost

    private unowned let host: any Host
    private let context: AppContext
    private let mentions: NoteMentions
    private let list: NoteList
    private let marks: MarkedNotes

    init(
        _ list: NoteList,
        _ host: any Host,
        _ context: AppContext,
        _ mentions: NoteMentions,
        _ marks: MarkedNotes
    ) {
        self.list = list
        self.host = host
        self.context = context
        self.mentions = mentions
        self.marks = marks
    }

    /// Makes a part of a note's card its handle.
    func add(_ handle: Widget, of card: NoteCard) {
        handle.cursor("grab")
        let source = DragSource(
            handle,
            tracker: context.dragTracker,
            content: { [weak self, weak card] withText in
                card.flatMap { self?.begin($0, withFile: withText) }
            },
            icon: { [weak self, weak card] in
                card.flatMap { self?.icon($0) } ?? Box(.horizontal)
            },
            onEnd: { [weak self, weak card, drag = context.noteDrag] outcome in
                drag.end()
                guard let card, outcome == .outside else { return }
                self?.host.openInNewWindow(.note(card.note.id), raisingExisting: false)
            }
        )
        handle.onLongPress(dragging: source) { [weak card] _, _ in card?.showMenu() }
    }

    /// The notes that go along when one is dragged: all that are marked, if it is one of them, but for those
    /// that are being edited.
    private func dragged(with id: Note.ID) -> Set<Note.ID> {
        guard marks.ids.contains(id) else { return [id] }
        return marks.ids.filter { list.cards[$0]?.isBusy != true }
    }

    /// - Returns: nil where the note cannot be moved now.
    func begin(_ card: NoteCard, withFile: Bool = false) -> DragSource.Content? {
        guard card.isChangeable else { return nil }
        let id = card.note.id
        let ids = dragged(with: id)
        let content = context.activities.dragContent(
            of: .note(id),
            title: card.title.beginning(),
            withText: false
        )
        guard var content else { return nil }
        content.text = text(of: ids)
        if withFile, ids.count == 1, content.text != nil, !host.scene.isPrivate {
            content.file = context.handOn(note: id, called: card.title.beginning())
        }
        context.noteDrag.begin(NoteDrag.Notes(ids: Array(ids), source: mentions.subject))
        return content
    }

    /// What other programs get; nothing while not all of it is known, as a part of it would pass for the whole.
    private func text(of ids: Set<Note.ID>) -> String? {
        let notes = ids.compactMap(list.note)
        guard notes.count == ids.count, !notes.contains(where: mentions.isVeiled) else {
            return nil
        }
        return notes.sorted { $0.position < $1.position }.map { mentions.plain($0) }
            .joined(separator: "\n\n")
    }

    private func icon(_ card: NoteCard) -> Widget {
        let count = dragged(with: card.note.id).count
        let name =
            count == 1
            ? card.title.beginning(limit: 40)
            : localized("%1 note", plural: "%1 notes", count: count)
        return DragCard.make(name, Image(icon: "hawknotes-note-symbolic", size: 32))
    }
}
