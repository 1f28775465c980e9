import CGTK

/// A menu at a point of a widget (GtkPopoverMenu).
public final class PopoverMenu: Widget {
    /// A menu; it is shown by `popUp`.
    public init(_ menu: Menu) {
        super.init(
            gtk_popover_menu_new_from_model(menu.menuModel),
            type: gtk_popover_menu_get_type()
        )
        gtk_popover_set_has_arrow(cast(), 0)
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
    }

    /// Shows the menu below a button.
    public func popUp(below button: Widget) {
        gtk_popover_set_has_arrow(cast(), 1)
        gtk_widget_set_halign(widget, GTK_ALIGN_FILL)
        popUp(in: button)
    }

    /// Shows the menu at a point of the parent, and takes it away when it is closed.
    public func popUp(at x: Double, _ y: Double, in parent: Widget) {
        var point = GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(), &point)
        popUp(in: parent)
    }

    private func popUp(in parent: Widget) {
        gtk_widget_set_parent(widget, parent.widget)
        // From here on the parent keeps the menu, and must let go of it before it goes itself. Neither
        // closure holds on to a wrapper: a menu that is never closed would keep itself alive.
        let menu = widget
        let parentHandler = parent.connectPlain("destroy") {
            gtk_widget_set_visible(menu, 0)
            gtk_widget_unparent(menu)
        }.handler
        connectPlain("closed") {
            let closed = Widget(borrowing: menu)
            // Later: the chosen action runs after this and needs the menu for its context.
            MainLoop.whenIdle {
                guard let parent = gtk_widget_get_parent(closed.widget) else { return }
                g_signal_handler_disconnect(parent, parentHandler)
                closed.unparent()
            }
        }
        gtk_popover_popup(cast())
    }
}
