import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The backups on another disk: the last one, and buttons to make one.
@MainActor
final class FolderBackupPreference {
    var root: Box { view.root }
    let controls: [(name: String, widget: Widget)]

    private let flow: BackupFlow
    private let view: FolderTaskControls
    private let again = Button(localized("Back Up Now"), "remedy").wrapping()
    private var changes: ChangeObservation?
    private var isAway = false

    init(_ flow: BackupFlow) {
        self.flow = flow
        view = FolderTaskControls(
            choose: localized("Back Up To…"),
            title: localized("Back Up To"),
            first: again
        )
        controls = [
            ("backUpTo", view.choose), ("backUpAgain", again), ("cancelBackup", view.cancel),
        ]
        view.choose.onClicked { [weak view, weak flow] in
            view?.chooseFolder { flow?.begin(in: $0) }
        }
        again.onClicked { [weak flow] in flow?.beginAgain() }
        view.cancel.onClicked { [weak flow] in flow?.cancel() }
        changes = flow.observe { [weak self] in self?.showStage() }
        showStage()
        flow.findWhetherAvailable { [weak self] in
            self?.isAway = !$0
            self?.showStage()
        }
    }

    func close() { changes = nil }

    private func showStage() {
        var isWriting = false
        switch flow.stage {
        case .idle: view.show(last)
        case .writing(let folder, let fraction):
            isWriting = true
            view.show(BackupText.writing(in: folder), fraction: fraction)
        case .done(_, let record):
            isAway = false
            view.show(BackupText.last(record))
        case .failed(let reason): view.show(reason)
        }
        again.visible(!isWriting && flow.last != nil)
    }

    private var last: String {
        guard let record = flow.last else { return localized("There is no backup yet.") }
        return isAway ? BackupText.away(record) : BackupText.last(record)
    }
}
