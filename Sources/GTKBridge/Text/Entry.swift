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

    /// Lets no more than so many characters in; more would be no name any more.
    @discardableResult
    public func limited(to count: Int) -> Self {
        gtk_entry_set_max_length(cast(), gint(clamping: count))
        return self
    }

    /// Lets the field be as narrow as so many characters; GTK's own least width is that of a form.
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
