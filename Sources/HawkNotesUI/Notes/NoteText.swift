import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What a saved note quotes and says: its first lines, or all of them once it is unfolded.
///
/// That it is unfolded is kept in the window's state.
@MainActor
final class NoteText {
    let root: FoldingText
    /// Called when all of a text is wanted that is too long for a card.
    var onShowAll: @MainActor () -> Void = {}
    /// Called before the text is folded or unfolded.
    var willFold: @MainActor () -> Void = {}
    /// Called when the text has been folded.
    var onFolded: @MainActor () -> Void = {}
    /// Called with the address of a link that is pressed.
    var onLink: @MainActor (String) -> Void = { _ in }
    /// Called when a mouse button is pressed on the text.
    var onPress: @MainActor () -> Void = {}
    private let label = Label().wrapping().lineHeight(PageParts.lineHeight).classes("note-text")
        .selectableByPointer()
    private let toggle = Button("", "flat", "link-text")
    private let showAll = Button(localized("Show All"), "flat", "link-text")
    private var unfolded: SceneStorage<Bool>?
    /// Made when there is a quotation: most notes have none.
    private lazy var bar = QuoteBar()
    private var hasBar = false
    private let mentions: NoteMentions
    private var whole = ""
    private var quote: Quote?
    private var shown: ShownNote?

    /// - Parameter scope: where it is kept whether the text is unfolded; the note's own.
    init(in scope: RestorationScope, mentions: NoteMentions) {
        self.mentions = mentions
        unfolded = SceneStorage(.isUnfolded, in: scope)
        let controls = Box(.horizontal, spacing: 18).append(toggle, showAll)
        root = FoldingText(label, controls: controls, lines: NoteExcerpt.foldedLines, spacing: 6)
        root.isUnfolded = unfolded?.wrappedValue == true
        toggle.onClicked { [weak self] in self?.switchFolding() }
        showAll.onClicked { [weak self] in self?.onShowAll() }
        // Before the label takes the press to select text.
        label.onPress(button: 1, phase: .capture) { [weak self] _ in
            self?.onPress()
            return false
        }
        label.onLink { [weak self] address in
            self?.onLink(address)
            return true
        }
        showControls()
    }

    /// Shows a saved text, below what the note quotes.
    func show(_ text: String, quote: Quote?) {
        whole = text
        self.quote = quote
        // A saved edit takes with it all that was kept of the note.
        if root.isUnfolded { unfolded?.wrappedValue = true }
        showExcerpt()
    }

    /// What a screen reader says of it.
    var spoken: String { shown?.spoken ?? "" }

    /// What is selected; nil when nothing is.
    var selection: String? { label.selectedText }

    /// Shows what those are called now that the text mentions.
    func updateNames() { showExcerpt() }

    /// The link at a point of another widget; nil where there is none.
    func link(at point: (x: Double, y: Double), of other: Widget) -> String? {
        guard let shown, let frame = label.frame(in: other),
            let offset = label.offset(at: (point.x - frame.x, point.y - frame.y))
        else { return nil }
        return shown.link(at: offset)
    }

    /// Lets the key go; what is kept stays.
    func close() { unfolded = nil }

    private func switchFolding() {
        willFold()
        root.isUnfolded.toggle()
        if root.isUnfolded { unfolded?.wrappedValue = true } else { unfolded?.reset() }
        showControls()
        showExcerpt()
        if !root.isUnfolded { onFolded() }
    }

    private func showControls() {
        toggle.setLabel(root.isUnfolded ? localized("Show Less") : localized("Show More"))
        toggle.accessibleExpanded(root.isUnfolded)
    }

    private func showBar() {
        let length = shown?.quotation?.length ?? 0
        guard length > 0 || hasBar else { return }
        if !hasBar { root.addBar(bar.root) }
        hasBar = true
        bar.show(quote?.shownColor)
        root.setBar(beside: length)
    }

    private func showExcerpt() {
        let new = ShownNote(
            whole,
            quote: quote,
            isUnfolded: root.isUnfolded,
            name: mentions.name
        )
        // Setting the same text again would take the selection away.
        if new.text != shown?.text || new.links != shown?.links
            || new.quotation != shown?.quotation
        {
            if let markup = new.markup {
                label.setMarkup(markup)
            } else {
                label.text = new.text
            }
        }
        shown = new
        showBar()
        root.isExcerpt = new.isCut
        showAll.visible(root.isUnfolded && new.isCut)
    }
}
