import GTKBridge
import StateRestoration

/// The text of a saved note: its first lines, and all of them when somebody has unfolded it.
///
/// That it is unfolded is kept in the window's state.
@MainActor
final class NoteText {
    /// A multiple of the font's own; the style sheet has the same for the text of an editor.
    static let lineHeight = 1.35

    let root: FoldingText
    /// Called when all of a text is wanted that is too long for a card.
    var onShowAll: @MainActor () -> Void = {}
    /// Called when the text has been folded.
    var onFolded: @MainActor () -> Void = {}
    private let label = Label().wrapping().lineHeight(NoteText.lineHeight).classes("note-text")
    private let toggle = Button("", "flat", "link-text")
    private let showAll = Button(localized("Show All"), "flat", "link-text")
    private var unfolded: SceneStorage<Bool>?
    private var whole = ""

    /// - Parameter scope: where it is kept whether the text is unfolded; the note's own.
    init(in scope: RestorationScope) {
        unfolded = SceneStorage(.isUnfolded, in: scope)
        let controls = Box(.horizontal, spacing: 18).append(toggle, showAll)
        root = FoldingText(label, controls: controls, lines: NoteExcerpt.foldedLines, spacing: 6)
        root.isUnfolded = unfolded?.wrappedValue == true
        toggle.onClicked { [weak self] in self?.switchFolding() }
        showAll.onClicked { [weak self] in self?.onShowAll() }
        showControls()
    }

    /// Shows a text.
    func show(_ text: String) {
        whole = text
        // A saved edit takes with it all that was kept of the note.
        if root.isUnfolded { unfolded?.wrappedValue = true }
        showExcerpt()
    }

    /// Lets the key go; what is kept stays.
    func close() { unfolded = nil }

    private func switchFolding() {
        root.isUnfolded.toggle()
        if root.isUnfolded { unfolded?.wrappedValue = true } else { unfolded?.reset() }
        showControls()
        showExcerpt()
        if !root.isUnfolded { onFolded() }
    }

    private func showControls() {
        toggle.setLabel(root.isUnfolded ? localized("Show Less") : localized("Show More"))
    }

    private func showExcerpt() {
        let excerpt = NoteExcerpt(whole, isUnfolded: root.isUnfolded)
        if label.text != excerpt.text { label.text = excerpt.text }
        root.isExcerpt = excerpt.isCut
        showAll.visible(root.isUnfolded && excerpt.isCut)
    }
}
