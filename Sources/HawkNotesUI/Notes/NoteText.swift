import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The quotation and text of a saved note: the first lines, or everything once it is expanded.
///
/// Whether it is expanded is stored in the window's state.
@MainActor
final class NoteText {
    let root: FoldingText
    /// Called when the user wants to see all of a text that is too long for a card.
    var onShowAll: @MainActor () -> Void = {}
    /// Called before the text is expanded or collapsed.
    var willFold: @MainActor () -> Void = {}
    /// Called after the text was collapsed.
    var onFolded: @MainActor () -> Void = {}
    /// Called with the address of a clicked link.
    var onLink: @MainActor (String) -> Void = { _ in }
    /// Called when a mouse button is pressed on the text.
    var onPress: @MainActor () -> Void = {}
    private let label = Label().wrapping().lineHeight(PageParts.lineHeight).classes("note-text")
        .alignedByText().selectableByPointer()
    private let toggle = Button("", "flat", "link-text")
    private let controls = Box(.horizontal, spacing: 18)
    /// Lazy: few texts are too long for an expanded card.
    private lazy var showAll = makeShowAll()
    private var hasShowAll = false
    private var unfolded: SceneStorage<Bool>?
    /// Lazy: most notes have no quotation.
    private lazy var bar = QuoteBar()
    private var hasBar = false
    private let mentions: NoteMentions
    private var whole = ""
    private var quote: Quote?
    private var shown: ShownNote?
    private var selectedText: SelectedText?

    /// - Parameter scope: the note's scope, which stores whether the text is expanded.
    init(in scope: RestorationScope, mentions: NoteMentions) {
        self.mentions = mentions
        unfolded = SceneStorage(.isUnfolded, in: scope)
        controls.append(toggle)
        root = FoldingText(label, controls: controls, lines: NoteExcerpt.foldedLines, spacing: 6)
        root.isUnfolded = unfolded?.wrappedValue == true
        toggle.onClicked { [weak self] in self?.switchFolding() }
        selectedText = SelectedText(of: label) { [weak self] in self?.selection }
        // The capture phase comes before the label starts to select text.
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

    /// Shows a saved text below its quotation.
    func show(_ text: String, quote: Quote?) {
        whole = text
        self.quote = quote
        // Saving an edit removes everything that is stored for the note.
        if root.isUnfolded { unfolded?.wrappedValue = true }
        showExcerpt()
    }

    /// The text for screen readers.
    var spoken: String { shown?.spoken ?? "" }

    /// The selected text as typed; nil when there is no selection.
    var selection: String? {
        guard let shown, let range = label.selection else { return nil }
        return shown.copied(range)
    }

    /// The selected range of the visible text; nil when there is no selection.
    var shownSelection: Range<Int>? {
        get { label.selection }
        set { if let newValue { label.select(newValue) } }
    }

    /// The selected range of the saved text.
    ///
    /// Empty where the text was clicked when there is no selection; nil when it was not clicked.
    var savedSelection: Range<Int>? {
        guard let shown else { return nil }
        if let range = label.selection { return shown.savedRange(of: range) }
        let offset = label.clickedOffset
        return offset > 0 ? shown.savedRange(of: offset..<offset) : nil
    }

    /// The offset in the saved text at a point of another widget; nil where there is no text.
    func savedOffset(at point: (x: Double, y: Double), of other: Widget) -> Int? {
        guard let shown, let byte = offset(at: point, of: other) else { return nil }
        return shown.savedOffset(of: shown.scalarOffset(ofByte: byte))
    }

    /// The top of the line with an offset of the saved text, in the coordinates of another widget;
    /// nil if the line is folded away.
    func lineTop(ofSaved offset: Int, in other: Widget) -> Double? {
        guard let shown, let frame = label.frame(in: other),
            let top = label.lineTop(ofByte: shown.shownByte(of: offset)),
            top < Double(label.size.height)
        else { return nil }
        return frame.y + top
    }

    /// Updates the names of mentions.
    func updateNames() { showExcerpt() }

    /// The link at a point of another widget; nil where there is none.
    func link(at point: (x: Double, y: Double), of other: Widget) -> String? {
        offset(at: point, of: other).flatMap { shown?.link(at: $0) }
    }

    /// In bytes of the shown text.
    private func offset(at point: (x: Double, y: Double), of other: Widget) -> Int? {
        guard let frame = label.frame(in: other) else { return nil }
        return label.offset(at: (point.x - frame.x, point.y - frame.y))
    }

    /// Releases the key; stored values stay.
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

    private func makeShowAll() -> Button {
        hasShowAll = true
        let button = Button(localized("Show All"), "flat", "link-text")
        button.onClicked { [weak self] in self?.onShowAll() }
        controls.append(button)
        return button
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
        // Setting the same text again would clear the selection.
        if shown.map(new.looks) != true {
            if let markup = new.markup {
                label.setMarkup(markup)
            } else {
                label.text = new.text
            }
        }
        shown = new
        showBar()
        root.isExcerpt = new.isCut
        let needsShowAll = root.isUnfolded && new.isCut
        if needsShowAll || hasShowAll { showAll.visible(needsShowAll) }
    }
}
