import CGTK

/// A search field (GtkSearchEntry).
public final class SearchEntry: Widget {
    /// The text of the field.
    public let content: EntryText

    private var search: @MainActor () -> Void = {}
    /// The text that the observers were last called with.
    private var searched = ""
    /// Whether that call preceded GTK's signal.
    private var isAhead = false

    /// An empty field; `name` is its placeholder and its accessible name.
    public init(name: String) {
        guard let entry = gtk_search_entry_new(),
            let text = gtk_editable_get_delegate(OpaquePointer(entry))
        else { preconditionFailure("GTK made no search entry") }
        content = EntryText(text)
        super.init(entry, type: gtk_search_entry_get_type())
        // GtkSearchEntry only has a property for it from 4.10 on.
        gtk_text_set_placeholder_text(
            UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkText.self),
            name
        )
        accessibleLabel(name)
    }

    /// The query.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Selects everything, so that typing replaces it.
    public func selectAll() { content.selection = (cursor: content.count, anchor: 0) }

    /// Captures typing anywhere in a widget: the first character moves the focus to the field.
    ///
    /// Unlike GtkSearchEntry's own key capture, it leaves Enter and all other keys to the focused
    /// widget.
    public func captureTyping(in widget: Widget) {
        Self.captureTyping(in: widget) { [weak self] _ in self?.isVisible == true ? self : nil }
    }

    /// Captures typing for a field that is only created when needed.
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

    /// Focuses the field and keeps its selection.
    ///
    /// - Returns: whether the field has the focus now.
    @discardableResult
    public func grabFocusWithoutSelecting() -> Bool {
        // GTK expects a window.
        guard gtk_widget_get_root(widget) != nil else { return false }
        return gtk_text_grab_focus_without_selecting(content.cast()) != 0
    }

    /// Called when the query has changed, shortly after typing or at once with Enter.
    @discardableResult
    public func onSearch(_ body: @escaping @MainActor () -> Void) -> Self {
        search = body
        connectPlain("search-changed") { [weak self] in self?.searchHasChanged() }
        return self
    }

    /// Called when Enter is pressed, with whether that started a search. When `body` is called, the
    /// results are those of the typed text.
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
