import CGTK

/// A list of rows that can be walked with the arrow keys (GtkListBox).
public final class ListBox: Widget {
    /// An empty list without selection.
    public init() {
        super.init(gtk_list_box_new(), type: gtk_list_box_get_type())
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
    }

    /// Fills the list from a store and follows it: a row is made for each item.
    public func bind<Item>(
        _ store: ListStore<Item>,
        row: @escaping @MainActor (Item) -> Widget
    ) {
        let box = Callback<UInt, UInt> { item in
            guard let item = UnsafeMutableRawPointer(bitPattern: item) else { return 0 }
            let widget = row(ListStore<Item>.payload(of: item))
            // The list takes the reference that this function returns.
            return UInt(bitPattern: g_object_ref_sink(widget.pointer))
        }
        gtk_list_box_bind_model(
            opaque,
            store.opaque,
            { item, data in
                let address = Callback<UInt, UInt>.call(data, UInt(bitPattern: item))
                return UnsafeMutablePointer<GtkWidget>(bitPattern: address)
            },
            Unmanaged.passRetained(box).toOpaque(),
            releaseCallback
        )
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

    /// The row at a position.
    public func row(at position: Int) -> Widget? {
        guard let row = gtk_list_box_get_row_at_index(opaque, gint(position)) else { return nil }
        return Widget(
            borrowing: UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self)
        )
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
