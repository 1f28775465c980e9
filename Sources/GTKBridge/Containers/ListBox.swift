import CGTK

/// A short list of rows that can be walked with the arrow keys (GtkListBox). Long ones are a `RowView`.
public final class ListBox: Widget {
    /// An empty list without selection.
    public init() {
        super.init(gtk_list_box_new(), type: gtk_list_box_get_type())
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
    }

    /// Adds a row at a position; -1 is the end.
    public func insert(_ row: Widget, at position: Int = -1) {
        gtk_list_box_insert(opaque, row.widget, gint(position))
    }

    /// Takes a row out.
    public func remove(_ row: Widget) { gtk_list_box_remove(opaque, row.widget) }

    /// Tells the position of a row that was activated by a click or Enter.
    @discardableResult
    public func onRowActivated(
        _ body: @escaping @MainActor (Int) -> Void
    ) -> SignalConnection {
        let function: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = {
            _,
            row,
            data in
            guard let row else { return }
            let rowPointer = UnsafeMutablePointer<GtkListBoxRow>(row)
            Callback<Int, Void>.call(data, Int(gtk_list_box_row_get_index(rowPointer)))
        }
        return connect("row-activated", unsafeBitCast(function, to: GCallback.self), body)
    }
}

/// A row of a `ListBox`.
public final class ListBoxRow: Widget {
    /// A row around a child. `name` is what a screen reader says: GTK gives rows none.
    public init(_ child: Widget, name: String, isActivatable: Bool = true) {
        super.init(gtk_list_box_row_new(), type: gtk_list_box_row_get_type())
        gtk_list_box_row_set_child(cast(), child.widget)
        gtk_list_box_row_set_activatable(cast(), isActivatable.gboolean)
        accessibleLabel(name)
    }

    /// Replaces what the row shows.
    public func setChild(_ child: Widget) { gtk_list_box_row_set_child(cast(), child.widget) }
}
