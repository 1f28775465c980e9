import GTKBridge
import HawkNotesModel

/// A note that the reader has yet to come to.
extension NoteCard {
    /// An edit is its writer's own, and stays.
    var isToBeVeiled: Bool { !isBusy && note.progress == .saved && mentions.isVeiled(note) }

    func unveil() {
        actions.holdPlace()
        actions.unveil(note.id)
    }
}
