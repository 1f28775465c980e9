import CGTK

/// A menu at a point of a widget (GtkPopoverMenu).
public final class PopoverMenu: Popover {
    /// A menu; it is shown by `popUp`.
    public init(_ menu: Menu) {
        super.init(popover: gtk_popover_menu_new_from_model(menu.menuModel))
        assertType(gtk_popover_menu_get_type())
        gtk_popover_set_has_arrow(cast(), 0)
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
    }

    /// Shows the menu at a point of the parent, and takes it away when it is closed.
    public func popUp(at x: Double, _ y: Double, in parent: Widget) {
        var point = GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(), &point)
        popUp(in: parent)
    }
}
