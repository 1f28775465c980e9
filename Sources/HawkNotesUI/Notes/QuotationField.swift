import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The field for a note's quotation from its book, above the field for the reader's own words, and
/// the button that shows it. Its draft survives a restart.
@MainActor
final class QuotationField {
    /// The keys that store the field.
    struct Keys {
        let text: TextKey
        let isShown: RestorationKey<Bool>

        /// For the new note of a page.
        static let newNote = Keys(text: .newNoteQuote, isShown: .showsNewNoteQuote)
        /// For a note that is being edited.
        static let edit = Keys(text: .editQuote, isShown: .showsEditQuote)
    }

    /// Hidden while there is no quotation.
    let root = Box(.horizontal).classes("quotation-field").visible(false)
    /// Created on demand: most notes have no quotation.
    private(set) var field: TextView?
    /// Shows the field; placed beside or below the field for the reader's own words.
    let addButton = Button(
        icon: "hawknotes-quote-symbolic",
        name: localized("Add Quotation"),
        "flat",
        "small"
    )
    /// Called after the field was hidden, to move the focus elsewhere.
    var onRemove: @MainActor () -> Void = {}
    /// Called when the user typed something, or when the field was shown or hidden.
    var onChange: @MainActor () -> Void = {}
    /// Called with each key before the field handles it.
    var onKey: @MainActor (Key, Modifiers) -> Bool = { _, _ in false }
    private let keys: Keys
    private let lines: Int?
    private let scope: RestorationScope
    private let shown: SceneStorage<Bool>
    private lazy var bar = QuoteBar()
    private var view: FittingTextView?
    private var draft: DraftBinding?
    /// The quotation as the reading device marked it.
    private var marked: Quote?

    /// - Parameters:
    ///   - lines: the maximum number of visible lines; nil for all.
    ///   - initial: the initial quotation if nothing is stored.
    ///   - marked: provides the color and style of the quotation.
    init(
        _ keys: Keys,
        lines: Int?,
        in scope: RestorationScope,
        initial: Quote? = nil,
        marked: Quote? = nil
    ) {
        self.keys = keys
        self.lines = lines
        self.scope = scope
        self.marked = marked
        shown = SceneStorage(keys.isShown, in: scope)
        let isKept = scope.scene?.hasStoredValue(at: scope.path(of: keys.text.name)) == true
        if shown.wrappedValue || isKept || initial != nil { showField(beginningWith: initial) }
        addButton.onClicked { [weak self] in self?.add() }
    }

    var text: String { field?.buffer.text ?? "" }

    /// The quotation; nil when the field is empty.
    var quote: Quote? {
        guard let field, !field.buffer.isBlank else { return nil }
        return Quote(text, color: marked?.color, style: marked?.style).normalized
    }

    var isEmpty: Bool { (field?.buffer.count ?? 0) == 0 }

    /// Replaces the quotation; can be undone.
    func replace(with quote: Quote?) {
        marked = quote
        if quote != nil { showField() } else { hide() }
        bar.show(quote?.shownColor)
        field?.buffer.replaceAll(with: quote?.text ?? "")
    }

    /// Empties the field without undo.
    func empty() {
        marked = nil
        draft?.empty()
        hide()
    }

    /// Releases the keys; stored values stay.
    func close() { draft?.close() }

    /// Discards the draft.
    func discard() {
        draft?.discard()
        shown.reset()
    }

    /// Shows and focuses the field.
    func add() {
        showField()
        field?.grabFocus()
        onChange()
    }

    /// Undo restores the text once the field is shown again.
    private func remove() {
        field?.buffer.replaceAll(with: "")
        hide()
        onRemove()
        onChange()
    }

    private func showField(beginningWith initial: Quote? = nil) {
        if field == nil { makeField(beginningWith: initial) }
        root.visible(true)
        addButton.visible(false)
        shown.wrappedValue = true
    }

    private func hide() {
        root.visible(false)
        addButton.visible(true)
        shown.reset()
    }

    private func makeField(beginningWith initial: Quote?) {
        let field = TextView(name: localized("Quotation")).classes("note-text")
        let view = FittingTextView(field, lineHeight: PageParts.lineHeight, lines: lines)
        let remove = Button(
            icon: "window-close-symbolic",
            name: localized("Remove Quotation"),
            "flat",
            "small"
        )
        (self.field, self.view) = (field, view)
        draft = DraftBinding(field, key: keys.text, in: scope, initial: initial?.text ?? "")
        bar.show(marked?.shownColor)
        root.append(bar.root, view.hexpand(), remove.valign(.start))
        field.acceptDroppedPlaces()
        view.settleScrolling()
        // Later: this hides the button.
        remove.onClicked { [weak self] in MainLoop.whenIdle { self?.remove() } }
        field.buffer.onChanged { [weak self] in
            guard let self else { return }
            // Undo restored the text.
            if !isEmpty { showField() }
            onChange()
        }
        // The capture phase comes before the field handles Enter itself.
        field.onKey(phase: .capture) { [weak self] in self?.onKey($0, $1) ?? false }
    }
}

/// The subtle bar beside a note's quotation.
@MainActor
final class QuoteBar {
    let root: Widget = Box(.vertical).classes("quote-bar").canTarget(false).accessibleHidden()
    private var color: QuoteColor?

    /// Shows it in a color, or in a neutral one.
    func show(_ new: QuoteColor?) {
        guard new != color else { return }
        if let color { root.setClass(color.styleClass, false) }
        if let new { root.setClass(new.styleClass, true) }
        color = new
    }
}
