import GTKBridge
import HawkNotesPresentation
import StateRestoration

/// A field for a text of one line.
@MainActor
final class LineField: EditorField {
    let field: FormField
    let frame: FieldFrame
    let entry: Entry
    var root: Widget { frame.root }
    var text: String { entry.content.text }
    var focusable: [(name: String, widget: Widget)] { [(field.rawValue, entry)] }
    var problem: String? { check(text) }

    /// Called when the text changes.
    var onChange: @MainActor () -> Void = {}

    private let draft: DraftBinding
    private let check: FieldChecks.Check

    /// - Parameters:
    ///   - example: the placeholder.
    ///   - initial: what to begin with; nil when the editor is open again.
    init(
        _ field: FormField,
        _ label: String,
        example: String = "",
        in scope: RestorationScope,
        initial: String?,
        check: @escaping FieldChecks.Check = { _ in nil }
    ) {
        self.field = field
        self.check = check
        entry = Entry(name: label).placeholder(example)
        frame = FieldFrame(label, entry)
        draft = DraftBinding(
            entry.content,
            key: .field(field),
            in: scope,
            initial: initial ?? ""
        )
        _ = entry.content.onChanged { [weak self] in
            guard let self else { return }
            onChange()
            // Remove a problem that was shown as soon as it is solved.
            if frame.line.root.isVisible { frame.show(problem: problem) }
        }
    }

    func replaceText(with text: String) { entry.content.replaceAll(with: text) }

    func close() { draft.close() }
}

/// A field for a text of several lines, as high as the text.
@MainActor
final class ParagraphField: EditorField {
    let field: FormField
    let frame: FieldFrame
    let view: TextView
    var root: Widget { frame.root }
    var text: String { view.buffer.text }
    var focusable: [(name: String, widget: Widget)] { [(field.rawValue, view)] }

    private let fitting: FittingTextView
    private let draft: DraftBinding
    private let spelling: SpellingMarks?

    /// - Parameters:
    ///   - remark: a hint below the field.
    ///   - spelling: how words are checked; nil for a field of names.
    ///   - initial: what to begin with; nil when the editor is open again.
    init(
        _ field: FormField,
        _ label: String,
        remark: String? = nil,
        in scope: RestorationScope,
        initial: String?,
        spelling: FieldSpelling?
    ) {
        self.field = field
        view = TextView(name: label)
        view.classes("note-text")
        fitting = FittingTextView(view, lineHeight: PageParts.lineHeight)
            .margin(horizontal: 9, vertical: 6)
        let box = Box(.vertical, spacing: 6)
            .append(Box(.vertical).append(fitting.vexpand()).classes("text-frame"))
        if let remark { box.append(Label(remark, "caption", "dim-label").wrapping()) }
        frame = FieldFrame(label, box)
        draft = DraftBinding(view, key: .field(field), in: scope, initial: initial ?? "")
        self.spelling = spelling.map { [view] in SpellingMarks(view, $0) }
        fitting.settleScrolling()
    }

    func replaceText(with text: String) { view.buffer.replaceAll(with: text) }

    func close() { draft.close() }
}

extension EditableText {
    /// Replaces the text, which can be undone.
    func replaceAll(with new: String) {
        guard !new.unicodeScalars.elementsEqual(text.unicodeScalars) else { return }
        apply(TextBuffer.Edit(offset: 0, removed: text, inserted: new))
    }
}
