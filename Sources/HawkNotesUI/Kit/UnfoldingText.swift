import GTKBridge
import Phrases
import StateRestoration

/// The first lines of a text, or all of it once the user expands it; stored in the window's state.
@MainActor
final class UnfoldingText {
    let root: FoldingText
    /// The maximum number of lines of a collapsed text, if there is room.
    static let lines = 5
    private let label = Label("", "overview").wrapping().lineHeight(PageParts.lineHeight)
        .alignedByText()
    private let toggle = Button("", "flat", "link-text").halign(.start)
    private var unfolded: SceneStorage<Bool>?

    /// - Parameter scope: stores whether the text is expanded.
    init(in scope: RestorationScope) {
        unfolded = SceneStorage(.isUnfolded, in: scope)
        let controls = Box(.horizontal).append(toggle)
        root = FoldingText(
            label,
            controls: controls,
            lines: Self.lines,
            spacing: 3,
            isInline: true
        )
        root.isUnfolded = unfolded?.wrappedValue == true
        toggle.onClicked { [weak self] in self?.switchFolding() }
        showControls()
    }

    /// Shows a text; hidden for nil.
    func show(_ text: String?) {
        label.text = text ?? ""
        root.visible(text != nil)
    }

    /// Releases the key; stored values stay.
    func close() { unfolded = nil }

    private func switchFolding() {
        root.isUnfolded.toggle()
        if root.isUnfolded { unfolded?.wrappedValue = true } else { unfolded?.reset() }
        showControls()
    }

    private func showControls() {
        toggle.setLabel(root.isUnfolded ? localized("Less") : localized("More"))
        toggle.accessibleExpanded(root.isUnfolded)
        toggle.setClass("line-end", !root.isUnfolded)
    }
}
