import CGTK
import CRowView

/// A row of a `RowView`. It can take the focus itself, before its content.
public final class RowItem: Widget {
    /// A row around a child. `name` is the accessible name.
    public init(_ child: Widget? = nil, name: String? = nil) {
        super.init(row_item_new(), type: gtk_widget_get_type())
        if let child { setChild(child) }
        if let name { accessibleLabel(name) }
        // Unless a widget in the row has claimed the press.
        onPress(button: 1) { [weak self] _ in
            if self?.containsFocus == false { self?.grabFocus() }
            return false
        }
    }

    /// Called when the row is clicked, or activated with Enter or Space, with the modifiers that
    /// are held.
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

    /// Replaces the row's content.
    public func setChild(_ child: Widget) { row_item_set_child(widget, child.widget) }

    /// Sets the row's position and the number of rows for screen readers.
    public func setPosition(_ index: Int, of count: Int) {
        row_item_set_position(widget, gint(clamping: index + 1), gint(clamping: count))
    }
}
