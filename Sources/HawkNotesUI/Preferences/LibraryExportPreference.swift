import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The export of the whole library.
@MainActor
final class LibraryExportPreference {
    var root: Box { view.root }
    let controls: [(name: String, widget: Widget)]

    private let flow: LibraryExportFlow
    private unowned let parent: Window
    private let view: FolderTaskControls
    private let show = Button(localized("Show in Files"), "remedy").wrapping()
    private var changes: ChangeObservation?

    /// - Parameter parent: the window that shows errors of the file manager.
    init(_ flow: LibraryExportFlow, over parent: Window) {
        self.flow = flow
        self.parent = parent
        view = FolderTaskControls(
            choose: localized("Export Everything…"),
            title: localized("Export Everything"),
            next: show
        )
        controls = [
            ("exportEverything", view.choose), ("showExport", show), ("cancelExport", view.cancel),
        ]
        view.choose.onClicked { [weak self] in self?.chooseFolder() }
        show.onClicked { [weak self] in self?.showFolder() }
        view.cancel.onClicked { [weak flow] in flow?.cancel() }
        changes = flow.observe { [weak self] in self?.showStage() }
        showStage()
    }

    func close() { changes = nil }

    /// Asks for a folder, and exports into it.
    func chooseFolder() { view.chooseFolder { [weak flow] in flow?.begin(in: $0) } }

    private func showFolder() {
        if case .done(let folder, _) = flow.stage {
            Desktop.open(folder.absoluteString, from: parent)
        }
    }

    private func showStage() {
        var isDone = false
        switch flow.stage {
        case .idle: view.show("")
        case .writing(let folder, let fraction):
            view.show(LibraryExportText.writing(in: folder), fraction: fraction)
        case .done(let folder, let counts):
            isDone = true
            view.show(LibraryExportText.done(in: folder, counts))
        case .failed(let reason): view.show(reason)
        }
        show.visible(isDone)
    }
}
