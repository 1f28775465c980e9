import CGTK
import Phrases

/// A short list of rows with arrow key navigation (GtkListBox). Use `RowView` for long ones.
///
/// The Tab key only stops at rows that contain focusable widgets.
public final class ListBox: Widget {
    private var headings: ListHeadings?

    /// An empty list without selection.
    public init() {
        super.init(gtk_list_box_new(), type: gtk_list_box_get_type())
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
        onKey { [weak self] key, modifiers in self?.handle(key, modifiers) ?? false }
    }

    /// Inserts a row at a position; -1 is the end.
    public func insert(_ row: Widget, at position: Int = -1) {
        gtk_list_box_insert(opaque, row.widget, gint(position))
    }

    /// Removes a row.
    public func remove(_ row: Widget) {
        headings?.widgets[row.pointer] = nil
        gtk_list_box_remove(opaque, row.widget)
    }

    /// Sets a heading above a row. The arrow keys skip it.
    public func setHeading(_ heading: Widget, above row: ListBoxRow) {
        let headings = headings ?? ListHeadings(in: self)
        self.headings = headings
        headings.widgets[row.pointer] = heading
        gtk_list_box_invalidate_headers(opaque)
    }

    /// Called with the position of a row that is activated by a click or Enter.
    @discardableResult
    public func onRowActivated(
        _ body: @escaping @MainActor (Int) -> Void
    ) -> SignalConnection {
        connectPointer("row-activated") { row in
            guard let row = row?.assumingMemoryBound(to: GtkListBoxRow.self) else { return }
            body(Int(gtk_list_box_row_get_index(row)))
        }
    }

    /// GTK before 4.18 would stop at each row.
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
        // There is no other target.
        if !hasMoved { gtk_widget_grab_focus(current) }
        return true
    }

    private static func tabDirection(_ key: Key, _ modifiers: Modifiers) -> GtkDirectionType? {
        guard modifiers.subtracting(.shift).isEmpty else { return nil }
        switch key {
        case Key("ISO_Left_Tab"): return GTK_DIR_TAB_BACKWARD
        case Key("Tab"):
            return modifiers.isEmpty ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
        default: return nil
        }
    }
}

/// The headings of a list's rows, by the rows' addresses. GTK asks for them whenever rows change.
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

/// Whether a row contains a focusable widget.
private func holdsFocusable(_ row: UnsafeMutablePointer<GtkWidget>) -> Bool {
    children(of: row).contains { child in
        gtk_widget_get_visible(child) != 0
            && (gtk_widget_get_focusable(child) != 0 || holdsFocusable(child))
    }
}

/// A row of a `ListBox`.
public final class ListBoxRow: Widget {
    /// A row around a child. `name` is the accessible name: GTK does not give rows any.
    public init(_ child: Widget, name: String, isActivatable: Bool = true) {
        super.init(gtk_list_box_row_new(), type: gtk_list_box_row_get_type())
        gtk_list_box_row_set_child(cast(), child.widget)
        gtk_list_box_row_set_activatable(cast(), isActivatable.gboolean)
        accessibleLabel(name)
    }

    /// Replaces the row's content.
    public func setChild(_ child: Widget) { gtk_list_box_row_set_child(cast(), child.widget) }
}
