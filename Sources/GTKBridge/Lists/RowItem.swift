import CGTK
import CRowView

/// A row of a `RowView`. It can have the focus, before what is in it.
public final class RowItem: Widget {
    /// A row around a child. `name` is what a screen reader says.
    public init(_ child: Widget? = nil, name: String? = nil) {
        super.init(row_item_new(), type: gtk_widget_get_type())
        if let child { setChild(child) }
        if let name { accessibleLabel(name) }
        // Unless something in the row has taken the press for itself.
        onPress(button: 1) { [weak self] _ in
            if self?.containsFocus == false { self?.grabFocus() }
            return false
        }
    }

    /// Tells that the row was clicked, or Enter or Space pressed on it, and what was held
    /// meanwhile.
    public func onActivate(_ body: @escaping @MainActor (Modifiers) -> Void) {
        classes("activatable")
        onClick { [weak self] press in
            // A pointer that leaves before the button is released cancels the click.
            guard let size = self?.size, (0..<Double(size.width)).contains(press.x),
                (0..<Double(size.height)).contains(press.y)
            else { return false }
            body(press.modifiers)
            return true
        }
        connectPlain("activate") { body([]) }
    }

    /// Replaces what the row shows.
    public func setChild(_ child: Widget) { row_item_set_child(widget, child.widget) }

    /// Tells screen readers which row of how many it is.
    public func setPosition(_ index: Int, of count: Int) {
        row_item_set_position(widget, gint(clamping: index + 1), gint(clamping: count))
    }
}
