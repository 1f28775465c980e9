import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The notes that are being dragged in any window: dropping them on a page's row or tab moves them
/// there.
///
/// Shared by all windows. The drag itself carries the place of one note, as every drag carries a
/// place: targets that do not move notes open it.
@MainActor
final class NoteDrag {
    /// The dragged notes.
    struct Notes: Equatable {
        let ids: [Note.ID]
        /// Their page.
        let source: NoteSubject
    }

    /// Nil while no notes are dragged.
    private(set) var notes: Notes?

    /// Called when a drag begins.
    func begin(_ notes: Notes) { self.notes = notes }

    /// Called when the drag ends.
    func end() { notes = nil }

    /// Makes a page's widget a drop target that moves notes to the page.
    ///
    /// - Parameter window: the widget's window, which moves the notes and offers Undo.
    func addTarget(to widget: Widget, of target: NoteSubject, in window: MainWindow) {
        var dropped: Notes?
        DropTarget.add(
            DragFormat.activity,
            to: widget,
            accepts: { [weak self] in
                self?.notes.map { $0.source != target } ?? false
            },
            // The drag will be over by the time its data has been read.
            uses: { [weak self] in
                dropped = self?.notes
                return dropped != nil
            },
            onHover: { [weak widget] isOver in widget?.setClass("drop-onto", isOver) },
            onDrop: { [weak window] _, _ in
                guard let notes = dropped else { return }
                dropped = nil
                window?.move(notes.ids, from: notes.source, to: target)
            }
        )
    }
}

/// Makes a note draggable by its date: dropping it on another page's row or tab moves it there,
/// another window shows it, and other programs get its text, or with Control held a Markdown file.
extension NoteCard {
    /// Makes the date the drag handle.
    func addDragHandle() {
        date.cursor("grab")
        let source = DragSource(
            date,
            tracker: context.dragTracker,
            content: { [weak self] withText in self?.beginDrag(withFile: withText) },
            icon: { [weak self] in self?.dragIcon ?? Box(.horizontal) },
            onEnd: { [weak self, drag = context.noteDrag] outcome in
                drag.end()
                guard let self, outcome == .outside else { return }
                window?.openInNewWindow(.note(note.id), raisingExisting: false)
            }
        )
        date.onLongPress(dragging: source) { [weak self] _, _ in self?.showMenu() }
    }

    /// The dragged notes: all selected ones if this is one of them, except for those that are being
    /// edited.
    private var draggedNotes: Set<Note.ID> {
        guard let section, section.marks.ids.contains(note.id) else { return [note.id] }
        return section.marks.ids.filter { section.noteList.cards[$0]?.isBusy != true }
    }

    /// - Returns: nil if the note cannot be moved now.
    func beginDrag(withFile: Bool = false) -> DragSource.Content? {
        guard isChangeable else { return nil }
        let ids = draggedNotes
        let content = context.activities.dragContent(
            of: .note(note.id),
            title: title.beginning(),
            withText: false
        )
        guard var content else { return nil }
        content.text = text(of: ids)
        if withFile, ids.count == 1, content.text != nil, window?.scene.isPrivate == false {
            content.file = context.handOn(note: note.id, called: title.beginning())
        }
        context.noteDrag.begin(NoteDrag.Notes(ids: Array(ids), source: mentions.subject))
        return content
    }

    /// The text for other programs; nil if some of it is not loaded, as a part would pass for the
    /// whole.
    private func text(of ids: Set<Note.ID>) -> String? {
        let notes = ids.compactMap { section?.noteList.note($0) }
        guard notes.count == ids.count, !notes.contains(where: mentions.isVeiled) else {
            return nil
        }
        return notes.sorted { $0.position < $1.position }.map { mentions.plain($0) }
            .joined(separator: "\n\n")
    }

    private var dragIcon: Widget {
        let count = draggedNotes.count
        let name =
            count == 1
            ? title.beginning(limit: 40)
            : localized("%1 note", plural: "%1 notes", count: count)
        return DragCard.make(name, Image(icon: "hawknotes-note-symbolic", size: 32))
    }
}
