import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

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
