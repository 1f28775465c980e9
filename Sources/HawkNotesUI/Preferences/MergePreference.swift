import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The controls to merge another library: a button to choose it, the preview, the progress and the
/// result.
@MainActor
final class MergePreference {
    let root = Box(.vertical, spacing: 9)
    let controls: [(name: String, widget: Widget)]

    private let flow: MergeFlow
    private let choose = Button(localized("Merge Another Library…"), "remedy").wrapping()
    private let begin = Button(localized("Merge"), "remedy", "suggested-action").wrapping()
    private let undo = Button(localized("Undo"), "remedy").wrapping()
    private let cancel = Button(localized("Cancel"), "remedy").wrapping()
    private let status = Label("", "caption").wrapping()
    private let bringBackText = Label("").wrapping()
    private let bringBack: CheckButton
    private let bar = ProgressBar()
    private var changes: ChangeObservation?

    init(_ flow: MergeFlow) {
        self.flow = flow
        bringBack = CheckButton(
            Box(.vertical).append(bringBackText).margin(start: 6),
            name: MergeText.bringBackTitle
        )
        controls = [
            ("mergeLibrary", choose), ("bringBackNotes", bringBack), ("beginMerge", begin),
            ("undoMerge", undo), ("cancelMerge", cancel),
        ]
        let buttons = WrapBox(spacing: 6)
        for button in [begin, choose, undo, cancel] { buttons.append(button) }
        root.append(status, bringBack, bar, buttons)
        choose.onClicked { [weak self] in self?.chooseFile() }
        begin.onClicked { [weak flow] in flow?.begin() }
        undo.onClicked { [weak self, weak flow] in
            self?.undo.sensitive(false)
            flow?.undo()
        }
        cancel.onClicked { [weak flow] in flow?.cancel() }
        bringBack.onToggled { [weak self] in
            guard let self else { return }
            self.flow.bringsBack = bringBack.isActive
        }
        changes = flow.observe { [weak self] in self?.showStage() }
        showStage()
    }

    func close() { changes = nil }

    private func chooseFile() {
        FileChooser.chooseToRead(title: localized("Choose a Library"), over: root) { [weak flow] in
            flow?.look(at: $0)
        }
    }

    private func showStage() {
        let name = flow.file?.lastPathComponent ?? ""
        var fraction: Double?
        var restorable = 0
        var (isPreview, canUndo) = (false, false)
        let words: String
        switch flow.stage {
        case .idle: words = ""
        case .reading(let part):
            fraction = part
            words = MergeText.reading(name)
        case .preview(let preview):
            isPreview = true
            restorable = preview.restorableCount
            words = MergeText.preview(preview, name)
            begin.sensitive(!preview.report.isEmpty || restorable > 0)
        case .merging(let part):
            fraction = part
            words = MergeText.merging(name)
        case .done(let outcome):
            canUndo = outcome.batch != nil
            words = MergeText.done(outcome, name)
        case .undone(let undone): words = MergeText.undone(undone)
        case .failed(let reason): words = reason
        }
        show(words, fraction)
        bringBack.visible(restorable > 0)
        if restorable > 0 {
            bringBackText.text = MergeText.bringBack(restorable)
            bringBack.isActive = flow.bringsBack
        }
        let hasFocus = [begin, choose, undo, cancel].contains { $0.containsFocus }
        begin.visible(isPreview)
        undo.visible(canUndo).sensitive(true)
        cancel.visible(isPreview || fraction != nil)
        choose.visible(!isPreview && fraction == nil)
        let next = isPreview ? begin : fraction != nil ? cancel : choose
        if hasFocus, ![begin, choose, undo, cancel].contains(where: { $0.containsFocus }) {
            next.grabFocus()
        }
    }

    private func show(_ words: String, _ fraction: Double?) {
        bar.visible(fraction != nil)
        if let fraction { bar.fraction = fraction }
        guard words != status.text else { return }
        status.text = words
        status.visible(!words.isEmpty)
        if root.isMapped, !words.isEmpty { status.announce(words) }
    }
}
