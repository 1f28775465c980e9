import HawkNotesPresentation
import Phrases
import StateRestoration

/// Says that something could not be saved that is on another page than the one that is shown.
@MainActor
final class UnsavedNoteReports {
    private unowned let owner: MainWindow
    private var changes: [ChangeObservation] = []

    init(in owner: MainWindow) {
        self.owner = owner
        changes = [
            owner.context.pendingNotes.observe { [weak self] home, event in
                guard let self, case .failed(let note) = event, let problem = note.problem,
                    home.scene === self.owner.scene
                else { return }
                self.say(
                    localized("A note is not saved yet: %1", problem.reason),
                    unlessShown: home
                )
            },
            owner.noteEdits.observe { [weak self] scope, outcome in
                guard case .failed(let problem) = outcome else { return }
                self?.say(
                    localized("The note could not be saved: %1", problem.reason),
                    unlessShown: scope
                )
            },
        ]
    }

    /// Says nothing any more.
    func close() { changes = [] }

    private func say(_ text: String, unlessShown scope: RestorationScope) {
        let isShown = owner.page.notes?.shows(scope) ?? false
        if !isShown { owner.show(Toast(text: text)) }
    }
}
