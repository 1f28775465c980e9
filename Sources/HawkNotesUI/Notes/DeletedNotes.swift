import GTKBridge
import HawkNotesModel

/// The notes that a window has deleted and that *Undo* still brings back, all of them.
@MainActor
final class DeletedNotes {
    private let library: Library
    private let toasts: ToastPresenter
    private var notes: [Note] = []

    init(library: Library, toasts: ToastPresenter) {
        self.library = library
        self.toasts = toasts
    }

    /// Offers to bring a note back, together with those deleted just before it.
    func offerUndo(of note: Note) {
        notes.append(note)
        let toast = Toast(
            text: localized("Note deleted", plural: "%1 notes deleted", count: notes.count),
            action: .init(title: localized("Undo")) { [weak self] in self?.undo() },
            onGone: { [weak self] in self?.notes = [] }
        )
        if notes.count == 1 { toasts.show(toast) } else { toasts.replace(with: toast) }
    }

    private func undo() {
        for note in notes {
            do {
                try library.restoreNote(note)
            } catch {
                toasts.show(
                    Toast(text: localized("The note could not be brought back: %1", "\(error)"))
                )
            }
        }
    }
}
