import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

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
