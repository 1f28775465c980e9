import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The field for what a note quotes from its book, above that for the reader's own words, and the button
/// that shows it. What is typed survives the end of the program.
@MainActor
final class QuotationField {
    /// Where the field is kept.
    struct Keys {
        let text: TextKey
        let isShown: RestorationKey<Bool>

        /// Of the note that is being written on a page.
        static let newNote = Keys(text: .newNoteQuote, isShown: .showsNewNoteQuote)
        /// Of a note that is being edited.
        static let edit = Keys(text: .editQuote, isShown: .showsEditQuote)
    }

    /// Hidden while nothing is quoted.
    let root = Box(.horizontal).classes("quotation-field").visible(false)
    /// Made when something is to be quoted: most notes quote nothing.
    private(set) var field: TextView?
    /// Shows the field; to be put beside that for the reader's own words, or below it.
    let addButton = Button(
        icon: "hawknotes-quote-symbolic",
        name: localized("Add Quotation"),
        "flat",
        "small"
    )
    /// Called when the field has been hidden, so that the focus goes elsewhere.
    var onRemove: @MainActor () -> Void = {}
    /// Called when something was typed, or the field was shown or hidden.
    var onChange: @MainActor () -> Void = {}
    /// Asked first about each key.
    var onKey: @MainActor (Key, Modifiers) -> Bool = { _, _ in false }
    private let keys: Keys
    private let lines: Int?
    private let scope: RestorationScope
    private let shown: SceneStorage<Bool>
    private lazy var bar = QuoteBar()
    private var view: FittingTextView?
    private var draft: DraftBinding?
    /// How the device marked what is quoted.
    private var marked: Quote?

    /// - Parameters:
    ///   - lines: how many lines are shown at most; nil for all of them.
    ///   - initial: what to begin with where nothing is kept.
    ///   - marked: gives what is typed its color and style.
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

    /// What is typed.
    var text: String { field?.buffer.text ?? "" }

    /// What is quoted; nil when nothing is.
    var quote: Quote? {
        guard let field, !field.buffer.isBlank else { return nil }
        return Quote(text, color: marked?.color, style: marked?.style).normalized
    }

    /// Whether nothing is typed.
    var isEmpty: Bool { (field?.buffer.count ?? 0) == 0 }

    /// Quotes something else, which can be undone.
    func replace(with quote: Quote?) {
        marked = quote
        if quote != nil { showField() } else { hide() }
        bar.show(quote?.shownColor)
        field?.buffer.replaceAll(with: quote?.text ?? "")
    }

    /// Empties the field for good.
    func empty() {
        marked = nil
        draft?.empty()
        hide()
    }

    /// Lets the keys go; what is kept stays.
    func close() { draft?.close() }

    /// Forgets what was typed.
    func discard() {
        draft?.discard()
        shown.reset()
    }

    /// Shows the field and puts the cursor into it.
    func add() {
        showField()
        field?.grabFocus()
        onChange()
    }

    /// What was typed can be had back by undoing, once the field is shown again.
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
        // Later: the button is hidden by it.
        remove.onClicked { [weak self] in MainLoop.whenIdle { self?.remove() } }
        field.buffer.onChanged { [weak self] in
            guard let self else { return }
            // What was removed comes back by undoing.
            if !isEmpty { showField() }
            onChange()
        }
        // Before the field takes Enter for itself.
        field.onKey(phase: .capture) { [weak self] in self?.onKey($0, $1) ?? false }
    }
}

/// The quiet bar beside what a note quotes from its book.
@MainActor
final class QuoteBar {
    let root: Widget = Box(.vertical).classes("quote-bar").canTarget(false).accessibleHidden()
    private var color: QuoteColor?

    /// Draws it in a color, or in a neutral one.
    func show(_ new: QuoteColor?) {
        guard new != color else { return }
        if let color { root.setClass(color.styleClass, false) }
        if let new { root.setClass(new.styleClass, true) }
        color = new
    }
}
