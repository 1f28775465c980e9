import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The export of the whole library: a button to choose a folder, the progress, and the result.
@MainActor
final class LibraryExportPreference {
    let root: Box
    let controls: [(name: String, widget: Widget)]

    private let flow: LibraryExportFlow
    private unowned let parent: Window
    private let status = Label("", "caption").wrapping()
    private let bar = ProgressBar()
    private let choose = Button(localized("Export Everything…"), "remedy").wrapping()
    private let show = Button(localized("Show in Files"), "remedy").wrapping()
    private let cancel = Button(localized("Cancel"), "remedy").wrapping()
    private var changes: ChangeObservation?

    /// - Parameter parent: the window that shows errors of the file manager.
    init(_ flow: LibraryExportFlow, over parent: Window) {
        self.flow = flow
        self.parent = parent
        let buttons = WrapBox(spacing: 6)
        for button in [choose, show, cancel] { buttons.append(button) }
        root = Box(.vertical, spacing: 9).append(status, bar, buttons)
        controls = [
            ("exportEverything", choose), ("showExport", show), ("cancelExport", cancel),
        ]
        choose.onClicked { [weak self] in self?.chooseFolder() }
        show.onClicked { [weak self] in self?.showFolder() }
        cancel.onClicked { [weak flow] in flow?.cancel() }
        changes = flow.observe { [weak self] in self?.showStage() }
        showStage()
    }

    func close() { changes = nil }

    /// Asks for a folder, and exports into it.
    func chooseFolder() {
        FileChooser.chooseToRead(
            title: localized("Export Everything"),
            isFolder: true,
            over: root
        ) { [weak flow] in flow?.begin(in: $0) }
    }

    private func showFolder() {
        if case .done(let folder, _) = flow.stage {
            Desktop.open(folder.absoluteString, from: parent)
        }
    }

    private func showStage() {
        let wasWriting = bar.isVisible
        var (isWriting, isDone) = (false, false)
        let words: String
        switch flow.stage {
        case .idle: words = ""
        case .writing(let folder, let fraction):
            isWriting = true
            words = LibraryExportText.writing(in: folder)
            bar.fraction = fraction
        case .done(let folder, let counts):
            isDone = true
            words = LibraryExportText.done(in: folder, counts)
        case .failed(let reason): words = reason
        }
        if words != status.text {
            status.text = words
            if root.isMapped, !words.isEmpty { status.announce(words) }
        }
        status.visible(!words.isEmpty)
        let hasFocus = [choose, show, cancel].contains { $0.containsFocus }
        bar.visible(isWriting)
        cancel.visible(isWriting)
        choose.visible(!isWriting)
        show.visible(isDone)
        if hasFocus, wasWriting != isWriting { (isWriting ? cancel : choose).grabFocus() }
    }
}
