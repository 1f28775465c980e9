import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The backups on another disk: the last one, buttons to make one, and its progress.
@MainActor
final class FolderBackupPreference {
    let root: Box
    let controls: [(name: String, widget: Widget)]

    private let flow: BackupFlow
    private let status = Label("", "caption").wrapping()
    private let bar = ProgressBar()
    private let choose = Button(localized("Back Up To…"), "remedy").wrapping()
    private let again = Button(localized("Back Up Now"), "remedy").wrapping()
    private let cancel = Button(localized("Cancel"), "remedy").wrapping()
    private var changes: ChangeObservation?
    private var isAway = false

    init(_ flow: BackupFlow) {
        self.flow = flow
        let buttons = WrapBox(spacing: 6)
        for button in [again, choose, cancel] { buttons.append(button) }
        root = Box(.vertical, spacing: 9).append(status, bar, buttons)
        controls = [("backUpTo", choose), ("backUpAgain", again), ("cancelBackup", cancel)]
        choose.onClicked { [weak self] in self?.chooseFolder() }
        again.onClicked { [weak flow] in flow?.beginAgain() }
        cancel.onClicked { [weak flow] in flow?.cancel() }
        bar.visible(false)
        changes = flow.observe { [weak self] in self?.showStage() }
        showStage()
        flow.findWhetherAvailable { [weak self] in
            self?.isAway = !$0
            self?.showStage()
        }
    }

    func close() { changes = nil }

    private func chooseFolder() {
        FileChooser.chooseToRead(
            title: localized("Back Up To"),
            isFolder: true,
            over: root
        ) { [weak flow] in flow?.begin(in: $0) }
    }

    private func showStage() {
        let wasWriting = bar.isVisible
        var isWriting = false
        let words: String
        switch flow.stage {
        case .idle: words = last
        case .writing(let folder, let fraction):
            isWriting = true
            words = BackupText.writing(in: folder)
            bar.fraction = fraction
        case .done(let record):
            isAway = false
            words = BackupText.last(record)
        case .failed(let reason): words = reason
        }
        if words != status.text {
            status.text = words
            if root.isMapped { status.announce(words) }
        }
        let hasFocus = [choose, again, cancel].contains { $0.containsFocus }
        bar.visible(isWriting)
        cancel.visible(isWriting)
        choose.visible(!isWriting)
        again.visible(!isWriting && flow.last != nil)
        if hasFocus, wasWriting != isWriting { (isWriting ? cancel : choose).grabFocus() }
    }

    private var last: String {
        guard let record = flow.last else { return localized("There is no backup yet.") }
        return isAway ? BackupText.away(record) : BackupText.last(record)
    }
}
