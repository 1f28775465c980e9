import Foundation
import GTKBridge
import HawkNotesModel
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
    private let lossesText = Label("").wrapping().centered()
    private let losses: Button
    private let cancel = Button(localized("Cancel"), "remedy").wrapping()
    private let status = Label("", "caption").wrapping()
    private let bringBackText = Label("").wrapping()
    private let bringBack: CheckButton
    private let pairList = MergePairList()
    private let bar = ProgressBar()
    private var changes: ChangeObservation?

    /// The merge that was made last.
    private var batch: ImportBatch.ID?

    /// - Parameter showLosses: shows the values that a merge did not take.
    init(_ flow: MergeFlow, showLosses: @escaping @MainActor (ImportBatch.ID) -> Void) {
        self.flow = flow
        losses = Button(lossesText, name: MergeLossText.title, "remedy")
        bringBack = CheckButton(
            Box(.vertical).append(bringBackText).margin(start: 6),
            name: MergeText.bringBackTitle
        )
        controls = [
            ("mergeLibrary", choose), ("bringBackNotes", bringBack), ("beginMerge", begin),
            ("mergeLosses", losses), ("undoMerge", undo), ("cancelMerge", cancel),
        ]
        let buttons = WrapBox(spacing: 6)
        for button in [begin, losses, choose, undo, cancel] { buttons.append(button) }
        root.append(status, pairList.root, bringBack, bar, buttons)
        choose.onClicked { [weak self] in self?.chooseFile() }
        begin.onClicked { [weak flow] in flow?.begin() }
        losses.onClicked { [weak self] in self?.batch.map(showLosses) }
        undo.onClicked { [weak self, weak flow] in
            self?.undo.sensitive(false)
            flow?.undo()
        }
        cancel.onClicked { [weak flow] in flow?.cancel() }
        bringBack.onToggled { [weak self] in
            guard let self else { return }
            self.flow.bringsBack = bringBack.isActive
        }
        pairList.onToggled = { [weak flow] in flow?.setPaired($0, $1) }
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
        var (isPreview, canUndo, lossCount) = (false, false, 0)
        var (pairs, contentCount): ([LibraryPair], Int) = ([], 0)
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
            (pairs, contentCount) = (preview.pairs, preview.contentCount)
            begin.sensitive(
                !preview.report.isEmpty || preview.report.lossCount > 0 || restorable > 0
                    || !pairs.isEmpty
            )
        case .merging(let part):
            fraction = part
            words = MergeText.merging(name)
        case .done(let outcome):
            canUndo = outcome.batch != nil
            batch = outcome.batch
            lossCount = canUndo ? outcome.report.lossCount : 0
            words = MergeText.done(outcome, name)
        case .undone(let undone): words = MergeText.undone(undone)
        case .failed(let reason): words = reason
        }
        show(words, fraction)
        pairList.show(pairs, contentCount: contentCount, declined: flow.declined)
        bringBack.visible(restorable > 0)
        if restorable > 0 {
            bringBackText.text = MergeText.bringBack(restorable)
            bringBack.isActive = flow.bringsBack
        }
        let hasFocus = [begin, losses, choose, undo, cancel].contains { $0.containsFocus }
        if lossCount > 0 {
            lossesText.text = MergeLossText.show(lossCount)
            losses.accessibleLabel(lossesText.text)
        }
        losses.visible(lossCount > 0)
        begin.visible(isPreview)
        undo.visible(canUndo).sensitive(true)
        cancel.visible(isPreview || fraction != nil)
        choose.visible(!isPreview && fraction == nil)
        let next = isPreview ? begin : fraction != nil ? cancel : choose
        if hasFocus, ![begin, losses, choose, undo, cancel].contains(where: { $0.containsFocus }) {
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

/// The rows that are the same in two libraries, each with a choice.
@MainActor
private final class MergePairList {
    /// At most this many are listed one by one.
    private static let limit = 20

    let root = Box(.vertical, spacing: 3)
    var onToggled: ((ArraySlice<LibraryPair>, Bool) -> Void)?

    private var pairs: [LibraryPair] = []
    private var widgets: [Widget] = []

    func show(_ pairs: [LibraryPair], contentCount: Int, declined: Set<LibraryPair.ID>) {
        root.visible(!pairs.isEmpty || contentCount > 0)
        guard pairs != self.pairs else { return }
        self.pairs = pairs
        for widget in widgets { root.remove(widget) }
        widgets = []
        guard !pairs.isEmpty else { return }
        add(Label(MergeText.pairs).wrapping())
        for index in pairs.indices.prefix(Self.limit) {
            addChoice(MergeText.pair(pairs[index]), pairs[index...index], declined)
        }
        let others = pairs.dropFirst(Self.limit)
        if !others.isEmpty { addChoice(MergeText.otherPairs(others.count), others, declined) }
        if contentCount > 0 { add(Label(MergeText.contents(contentCount), "caption").wrapping()) }
    }

    private func add(_ widget: Widget) {
        widgets.append(widget)
        root.append(widget)
    }

    private func addChoice(
        _ text: String,
        _ pairs: ArraySlice<LibraryPair>,
        _ declined: Set<LibraryPair.ID>
    ) {
        let content = Box(.vertical).append(Label(text).wrapping()).margin(start: 6)
        let choice = CheckButton(content, name: text)
        choice.isActive = !pairs.contains { declined.contains($0.id) }
        choice.onToggled { [weak self, weak choice] in
            guard let choice else { return }
            self?.onToggled?(pairs, choice.isActive)
        }
        add(choice)
    }
}
