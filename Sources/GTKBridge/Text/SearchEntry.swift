import CGTK

/// A field of one line for what is searched for (GtkSearchEntry).
public final class SearchEntry: Widget {
    /// What is in the field.
    public let content: EntryText

    private var search: @MainActor () -> Void = {}
    /// The text that the observers were last called with.
    private var searched = ""
    /// Whether that was sooner than GTK told it.
    private var isAhead = false

    /// An empty field; `name` is its placeholder and what a screen reader says.
    public init(name: String) {
        guard let entry = gtk_search_entry_new(),
            let text = gtk_editable_get_delegate(OpaquePointer(entry))
        else { preconditionFailure("GTK made no search entry") }
        content = EntryText(text)
        super.init(entry, type: gtk_search_entry_get_type())
        // GtkSearchEntry has a property for it from 4.10 on only.
        gtk_text_set_placeholder_text(
            UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkText.self),
            name
        )
        accessibleLabel(name)
    }

    /// What is searched for.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Selects everything, so that typing replaces it.
    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }

    /// Takes what is typed anywhere in a widget as soon as a text begins, and the focus with it.
    ///
    /// Unlike GtkSearchEntry's own way to do that, it leaves Enter and all other keys to the focus.
    public func captureTyping(in widget: Widget) {
        Self.captureTyping(in: widget) { [weak self] _ in self?.isVisible == true ? self : nil }
    }

    /// As for one field, for one that is there only when a text begins.
    ///
    /// - Parameter field: finds or makes the field for a key; nil leaves the key to others.
    public static func captureTyping(
        in widget: Widget,
        into field: @escaping @MainActor (Key) -> SearchEntry?
    ) {
        widget.onKey(phase: .bubble) { controller, key, modifiers in
            guard key.beginsText, modifiers.isSubset(of: .shift), let content = field(key)?.content,
                gtk_event_controller_key_forward(controller, content.cast()) != 0
            else { return false }
            gtk_text_grab_focus_without_selecting(content.cast())
            return true
        }
    }

    /// Gives the field the focus and leaves the selection as it is.
    ///
    /// - Returns: whether it has it now.
    @discardableResult
    public func grabFocusWithoutSelecting() -> Bool {
        gtk_text_grab_focus_without_selecting(content.cast()) != 0
    }

    /// Tells what is searched for, a moment after it was typed, or with Enter.
    @discardableResult
    public func onSearch(_ body: @escaping @MainActor () -> Void) -> Self {
        search = body
        connectPlain("search-changed") { [weak self] in self?.searchHasChanged() }
        return self
    }

    /// Tells of Enter, and whether what was typed is searched for only since then: what was found when
    /// `body` is called is what was typed.
    @discardableResult
    public func onActivate(_ body: @escaping @MainActor (_ hasJustSearched: Bool) -> Void) -> Self {
        connectPlain("activate") { [weak self] in
            guard let self else { return }
            let isNew = text != searched
            if isNew {
                isAhead = true
                searchNow()
            }
            body(isNew)
        }
        return self
    }

    private func searchHasChanged() {
        if isAhead, text == searched {
            isAhead = false
        } else {
            searchNow()
        }
    }

    private func searchNow() {
        searched = text
        search()
    }
}
