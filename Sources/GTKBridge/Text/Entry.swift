import CGTK

/// A one-line text field (GtkEntry).
public final class Entry: Widget {
    /// The text of the field.
    public let content: EntryText

    /// An empty field; `name` is its placeholder and its accessible name.
    public init(name: String) {
        guard let entry = gtk_entry_new(),
            let text = gtk_editable_get_delegate(OpaquePointer(entry))
        else { preconditionFailure("GTK made no entry") }
        content = EntryText(text)
        super.init(entry, type: gtk_entry_get_type())
        gtk_entry_set_placeholder_text(cast(), name)
        accessibleLabel(name)
    }

    /// Replaces the placeholder.
    @discardableResult
    public func placeholder(_ text: String) -> Self {
        gtk_entry_set_placeholder_text(cast(), text)
        return self
    }

    /// Limits the text to a number of characters; a longer text would not be a name.
    @discardableResult
    public func limited(to count: Int) -> Self {
        gtk_entry_set_max_length(cast(), gint(clamping: count))
        return self
    }

    /// Sets the minimum width in characters; GTK's default suits a form.
    @discardableResult
    public func minimumCharacters(_ count: Int) -> Self {
        gtk_editable_set_width_chars(opaque, gint(clamping: count))
        return self
    }

    /// Gives the field the keyboard focus without changing cursor and selection.
    public func grabFocusWithoutSelecting() { gtk_entry_grab_focus_without_selecting(cast()) }

    /// Called when Enter is pressed.
    @discardableResult
    public func onActivate(_ body: @escaping @MainActor () -> Void) -> Self {
        connectPlain("activate", body)
        return self
    }
}

/// The text of a one-line field, with its cursor and its own undo history (GtkText).
public final class EntryText: Object, EditableText {
    /// The text at the last change: GTK reports that it changed, but not how.
    private var last = ""
    /// A selection that was set before the field is on a display.
    private var waitingSelection: (cursor: Int, anchor: Int)?
    private var realizing: SignalConnection?
    private var alignment: CursorAlignment?

    init(_ text: OpaquePointer) {
        super.init(borrowing: UnsafeMutableRawPointer(text))
        let field = Widget(borrowing: cast())
        field.closeMenuWhenUnmapped()
        field.finishComposingWhenLeft()
        alignment = CursorAlignment(in: self) { [weak self] in
            guard let self,
                Int(gtk_entry_buffer_get_length(gtk_text_get_buffer(cast())))
                    < CursorAlignment.longest
            else {
                return nil
            }
            return self.text
        } turn: { [weak self] isTurned in
            // Without the focus it follows the program's language.
            if let self { align(atEnd: isTurned && gtk_widget_has_focus(cast()) != 0) }
        }
        connectPlain("changed") { [weak self] in self?.alignment?.update() }
    }

    private func align(atEnd isAtEnd: Bool) {
        guard (gtk_editable_get_alignment(opaque) == 1) != isAtEnd else { return }
        gtk_editable_set_alignment(opaque, isAtEnd ? 1 : 0)
        // The placeholder stays where it is.
        var child = gtk_widget_get_first_child(cast())
        while let widget = child {
            if cgtk_is_a(widget, gtk_label_get_type()) != 0 {
                gtk_label_set_xalign(OpaquePointer(widget), 0)
            }
            child = gtk_widget_get_next_sibling(widget)
        }
    }

    /// The whole text.
    public var text: String { String(cString: gtk_editable_get_text(opaque)) }

    /// The number of Unicode scalars.
    public var count: Int { text.unicodeScalars.count }

    /// The position of the cursor and the other end of the selection; equal if nothing is selected.
    ///
    /// Setting it leaves the primary selection, which the middle button pastes, to other programs.
    public var selection: (cursor: Int, anchor: Int) {
        get {
            if let waitingSelection { return waitingSelection }
            let cursor = Int(gtk_editable_get_position(opaque))
            var (start, end): (gint, gint) = (0, 0)
            guard gtk_editable_get_selection_bounds(opaque, &start, &end) != 0 else {
                return (cursor, cursor)
            }
            return (cursor, cursor == Int(start) ? Int(end) : Int(start))
        }
        set {
            waitingSelection = nil
            if newValue.cursor == newValue.anchor {
                gtk_editable_set_position(opaque, gint(newValue.cursor))
            } else {
                selectQuietly(newValue)
            }
        }
    }

    /// Selects text once the field would claim the primary selection for it, without doing so.
    private func selectQuietly(_ selection: (cursor: Int, anchor: Int)) {
        let field: UnsafeMutablePointer<GtkWidget> = cast()
        guard gtk_widget_get_realized(field) != 0 else {
            // GTK claims it for text that is selected already.
            waitingSelection = selection
            if realizing == nil {
                realizing = connectPlain("realize", after: true) { [weak self] in
                    self?.fieldWasRealized()
                }
            }
            return
        }
        let primary = gtk_widget_get_primary_clipboard(field)
        let claim = cgtk_clipboard_refuse_claims(primary)
        gtk_editable_select_region(opaque, gint(selection.anchor), gint(selection.cursor))
        cgtk_clipboard_accept_claims(primary, claim)
    }

    private func fieldWasRealized() {
        guard let selection = waitingSelection else { return }
        waitingSelection = nil
        selectQuietly(selection)
    }

    /// Sets the text without adding a step to the undo history.
    public func setTextWithoutUndo(_ text: String) {
        // Otherwise this would be a step like any other; disabling the history avoids that.
        gtk_editable_set_enable_undo(opaque, 0)
        gtk_editable_set_text(opaque, text.holdable)
        gtk_editable_set_enable_undo(opaque, 1)
    }

    /// Applies a change as one undo step.
    public func apply(_ edit: TextBuffer.Edit) {
        // Uses the signals of keys: from GTK 4.18 on, a call of GtkEditable cannot be undone, and
        // clears the earlier history.
        let end = edit.offset + edit.removed.unicodeScalars.count
        gtk_editable_select_region(opaque, gint(edit.offset), gint(end))
        if end > edit.offset { cgtk_text_delete_selection(pointer) }
        guard !edit.inserted.isEmpty else { return }
        cgtk_text_insert_at_cursor(pointer, edit.inserted.holdable)
    }

    /// Undoes the last step, like Control+Z.
    public func undo() { gtk_widget_activate_action_variant(cast(), "text.undo", nil) }

    /// Redoes the last undone step, like Control+Shift+Z.
    public func redo() { gtk_widget_activate_action_variant(cast(), "text.redo", nil) }

    /// Undoes the change that was applied last, so that it can be redone.
    public func takeBack(_ edit: TextBuffer.Edit) {
        // A replacement was applied in two steps.
        for part in [edit.inserted, edit.removed] where !part.isEmpty { undo() }
    }

    /// Called for every change, in order.
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

    /// Called after the text has changed.
    @discardableResult
    public func onChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connectPlain("changed", body)
    }

    /// Called after the cursor or the selection has moved.
    @discardableResult
    public func onSelectionChanged(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        onNotify("cursor-position", body)
    }
}

extension TextBuffer.Edit {
    /// The edit that turns one text into another; nil if they are equal.
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
