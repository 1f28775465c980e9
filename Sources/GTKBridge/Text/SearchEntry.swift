import CGTK

/// A field of one line for what is searched for (GtkSearchEntry).
public final class SearchEntry: Widget {
    /// An empty field; `name` is its placeholder and what a screen reader says.
    public init(name: String) {
        super.init(gtk_search_entry_new(), type: gtk_search_entry_get_type())
        // GtkSearchEntry has a property for it from 4.10 on only.
        if let text = gtk_editable_get_delegate(opaque) {
            gtk_text_set_placeholder_text(
                UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkText.self),
                name
            )
        }
        accessibleLabel(name)
    }

    /// What is searched for.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Selects everything, so that typing replaces it.
    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }

    /// Tells what is searched for, a moment after it was typed.
    @discardableResult
    public func onSearch(_ body: @escaping @MainActor () -> Void) -> Self {
        connectPlain("search-changed", body)
        return self
    }

    /// Tells of Enter.
    @discardableResult
    public func onActivate(_ body: @escaping @MainActor () -> Void) -> Self {
        connectPlain("activate", body)
        return self
    }
}
