import CGTK

/// A field of one line (GtkEntry).
public final class Entry: Widget {
    /// What is in the field.
    public let content: EntryText

    /// An empty field; `name` is its placeholder and what a screen reader says.
    public init(name: String) {
        guard let entry = gtk_entry_new(),
            let text = gtk_editable_get_delegate(OpaquePointer(entry))
        else { preconditionFailure("GTK made no entry") }
        content = EntryText(text)
        super.init(entry, type: gtk_entry_get_type())
        gtk_entry_set_placeholder_text(cast(), name)
        accessibleLabel(name)
    }

    /// Shows something else than the field's name while it is empty.
    @discardableResult
    public func placeholder(_ text: String) -> Self {
        gtk_entry_set_placeholder_text(cast(), text)
        return self
    }

    /// Limits the text to a number of characters; more would be no name.
    @discardableResult
    public func limited(to count: Int) -> Self {
        gtk_entry_set_max_length(cast(), gint(clamping: count))
        return self
    }

    /// Lets the field be as narrow as a number of characters; GTK's own least width is that of a form.
    @discardableResult
    public func minimumCharacters(_ count: Int) -> Self {
        gtk_editable_set_width_chars(opaque, gint(clamping: count))
        return self
    }

    /// Gives the field the keyboard focus, and leaves cursor and selection where they are.
    public func grabFocusWithoutSelecting() { gtk_entry_grab_focus_without_selecting(cast()) }

    /// Tells of Enter.
    @discardableResult
    public func onActivate(_ body: @escaping @MainActor () -> Void) -> Self {
        connectPlain("activate", body)
        return self
    }
}

/// The text of a field of one line, with its cursor and its own undo (GtkText).
public final class EntryText: Object, EditableText {
    /// Whether an input method is in the middle of a word, which arrows, Enter and Escape belong to then.
    public private(set) var isComposing = false
    /// The text when it was last looked at: GTK tells that it has changed, not how.
    private var last = ""

    init(_ text: OpaquePointer) {
        super.init(borrowing: UnsafeMutableRawPointer(text))
        Widget(borrowing: cast()).closeMenuWhenUnmapped()
        connectText("preedit-changed") { [weak self] composed in
            self?.isComposing = !composed.isEmpty
        }
    }

    /// The whole text.
    public var text: String { String(cString: gtk_editable_get_text(opaque)) }

    /// How many Unicode scalars there are.
    public var count: Int { text.unicodeScalars.count }

    /// Where the cursor is and where the selection begins; both the same when nothing is selected.
    public var selection: (cursor: Int, anchor: Int) {
        get {
            let cursor = Int(gtk_editable_get_position(opaque))
            var (start, end): (gint, gint) = (0, 0)
            guard gtk_editable_get_selection_bounds(opaque, &start, &end) != 0 else {
                return (cursor, cursor)
            }
            return (cursor, cursor == Int(start) ? Int(end) : Int(start))
        }
        set { gtk_editable_select_region(opaque, gint(newValue.anchor), gint(newValue.cursor)) }
    }

    /// Sets the text without leaving a step in the undo history.
    public func setTextWithoutUndo(_ text: String) {
        // What is set is a step like any other; without a history there is none.
        gtk_editable_set_enable_undo(opaque, 0)
        gtk_editable_set_text(opaque, text.holdable)
        gtk_editable_set_enable_undo(opaque, 1)
    }

    /// Makes a change, which is one step to undo.
    public func apply(_ edit: TextBuffer.Edit) {
        // By the signals of keys: from GTK 4.18 on a call of GtkEditable's cannot be undone, and forgets the steps
        // before it.
        let end = edit.offset + edit.removed.unicodeScalars.count
        gtk_editable_select_region(opaque, gint(edit.offset), gint(end))
        if end > edit.offset { cgtk_text_delete_selection(pointer) }
        guard !edit.inserted.isEmpty else { return }
        cgtk_text_insert_at_cursor(pointer, edit.inserted.holdable)
    }

    /// Takes back the last step, as Control+Z does.
    public func undo() { gtk_widget_activate_action_variant(cast(), "text.undo", nil) }

    /// Does the step again that was undone last, as Control+Shift+Z does.
    public func redo() { gtk_widget_activate_action_variant(cast(), "text.redo", nil) }

    /// Undoes the change that was applied last, so that it can be done again.
    public func takeBack(_ edit: TextBuffer.Edit) {
        // One that puts something in the place of something else was made in two steps.
        for part in [edit.inserted, edit.removed] where !part.isEmpty { undo() }
    }

    /// Tells of every change, in the order in which changes are made.
    public func onEdit(
        _ body: @escaping @MainActor (TextBuffer.Edit) -> Void
    ) -> [SignalConnection] {
        last = text
        return [
            connectPlain("changed") { [weak self] in
                guard let self else { return }
                let new = text
                if let edit = TextBuffer.Edit(from: last, to: new) { body(edit) }
                last = new
            }
        ]
    }

    /// Tells after the text has changed.
    @discardableResult
    public func onChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connectPlain("changed", body)
    }

    /// Tells after the cursor or the selection has moved.
    @discardableResult
    public func onSelectionChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        onNotify("cursor-position", body)
    }
}

extension TextBuffer.Edit {
    /// The one change that leads from a text to another; nil when they are the same.
    init?(from old: String, to new: String) {
        let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        guard old != new else { return nil }
        let most = min(old.count, new.count)
        let start = (0..<most).first { old[$0] != new[$0] } ?? most
        let rest = most - start
        let end =
            (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest
        self.init(
            offset: start,
            removed: String(String.UnicodeScalarView(old[start..<(old.count - end)])),
            inserted: String(String.UnicodeScalarView(new[start..<(new.count - end)]))
        )
    }
}
