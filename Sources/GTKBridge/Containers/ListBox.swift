import CGTK
import Phrases

/// A short list of rows that can be walked with the arrow keys (GtkListBox). Long ones are a `RowView`.
///
/// The Tab key leads past all rows but those with something in them that can have the focus itself.
public final class ListBox: Widget {
    private var headings: ListHeadings?

    /// An empty list without selection.
    public init() {
        super.init(gtk_list_box_new(), type: gtk_list_box_get_type())
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
        onKey { [weak self] key, modifiers in self?.handle(key, modifiers) ?? false }
    }

    /// Adds a row at a position; -1 is the end.
    public func insert(_ row: Widget, at position: Int = -1) {
        gtk_list_box_insert(opaque, row.widget, gint(position))
    }

    /// Takes a row out.
    public func remove(_ row: Widget) {
        headings?.widgets[row.pointer] = nil
        gtk_list_box_remove(opaque, row.widget)
    }

    /// Shows something above a row that belongs to no row: the keys lead past it.
    public func setHeading(_ heading: Widget, above row: ListBoxRow) {
        let headings = headings ?? ListHeadings(in: self)
        self.headings = headings
        headings.widgets[row.pointer] = heading
        gtk_list_box_invalidate_headers(opaque)
    }

    /// Tells the position of a row that was activated by a click or Enter.
    @discardableResult
    public func onRowActivated(
        _ body: @escaping @MainActor (Int) -> Void
    ) -> SignalConnection {
        connectPointer("row-activated") { row in
            guard let row = row?.assumingMemoryBound(to: GtkListBoxRow.self) else { return }
            body(Int(gtk_list_box_row_get_index(row)))
        }
    }

    /// GTK before 4.18 cannot do otherwise than stop at each row.
    private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard let direction = Self.tabDirection(key, modifiers),
            let native = gtk_widget_get_native(widget),
            let current = gtk_widget_get_focus_child(widget)
        else { return false }
        let passed = children(of: widget).filter { row in
            row != current && gtk_widget_get_can_focus(row) != 0 && !holdsFocusable(row)
        }
        for row in passed { gtk_widget_set_can_focus(row, 0) }
        let hasMoved = gtk_widget_child_focus(UnsafeMutablePointer(native), direction) != 0
        for row in passed { gtk_widget_set_can_focus(row, 1) }
        // There is nowhere else to go.
        if !hasMoved { gtk_widget_grab_focus(current) }
        return true
    }

    private static func tabDirection(_ key: Key, _ modifiers: Modifiers) -> GtkDirectionType? {
        guard modifiers.subtracting(.shift).isEmpty else { return nil }
        switch key {
        case Key("ISO_Left_Tab"): return GTK_DIR_TAB_BACKWARD
        case Key("Tab"), Key("KP_Tab"):
            return modifiers.isEmpty ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
        default: return nil
        }
    }
}

/// What stands above rows of a list, by their addresses. GTK asks for it whenever rows come and go.
@MainActor
private final class ListHeadings {
    var widgets: [UnsafeMutableRawPointer: Widget] = [:]

    init(in list: ListBox) {
        gtk_list_box_set_header_func(
            list.opaque,
            { row, _, data in
                guard let row, let data else { return }
                let headings = Unmanaged<ListHeadings>.fromOpaque(data).takeUnretainedValue()
                gtk_list_box_row_set_header(
                    row,
                    headings.widgets[UnsafeMutableRawPointer(row)]?.widget
                )
            },
            Unmanaged.passRetained(self).toOpaque(),
            { data in
                if let data { Unmanaged<ListHeadings>.fromOpaque(data).release() }
            }
        )
    }
}

/// Whether something in a row can have the focus.
private func holdsFocusable(_ row: UnsafeMutablePointer<GtkWidget>) -> Bool {
    children(of: row).contains { child in
        gtk_widget_get_visible(child) != 0
            && (gtk_widget_get_focusable(child) != 0 || holdsFocusable(child))
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
