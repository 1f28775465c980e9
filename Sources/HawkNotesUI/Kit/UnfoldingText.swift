import GTKBridge
import Phrases
import StateRestoration

/// The first lines of a text that is read, and all of them once more has been asked for; that is kept in
/// the window's state.
@MainActor
final class UnfoldingText {
    let root: FoldingText
    /// How many lines are shown at first, where there is room.
    static let lines = 5
    private let label = Label("", "overview").wrapping().lineHeight(PageParts.lineHeight)
    private let toggle = Button("", "flat", "link-text").halign(.start)
    private var unfolded: SceneStorage<Bool>?

    /// - Parameter scope: where it is kept whether the text is unfolded.
    init(in scope: RestorationScope) {
        unfolded = SceneStorage(.isUnfolded, in: scope)
        let controls = Box(.horizontal).append(toggle)
        root = FoldingText(label, controls: controls, lines: Self.lines, spacing: 3)
        root.isUnfolded = unfolded?.wrappedValue == true
        toggle.onClicked { [weak self] in self?.switchFolding() }
        showControls()
    }

    /// Shows a text, or nothing.
    func show(_ text: String?) {
        label.text = text ?? ""
        root.visible(text != nil)
    }

    /// Lets the key go; what is kept stays.
    func close() { unfolded = nil }

    private func switchFolding() {
        root.isUnfolded.toggle()
        if root.isUnfolded { unfolded?.wrappedValue = true } else { unfolded?.reset() }
        showControls()
    }

    private func showControls() {
        toggle.setLabel(root.isUnfolded ? localized("Less") : localized("More"))
        toggle.accessibleExpanded(root.isUnfolded)
    }
}
