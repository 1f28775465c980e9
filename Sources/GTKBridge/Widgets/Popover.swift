import CGTK

/// What is shown beside a widget until somebody presses elsewhere (GtkPopover).
public class Popover: Widget {
    /// A popover around a child.
    public init(_ child: Widget) {
        super.init(gtk_popover_new(), type: gtk_popover_get_type())
        gtk_popover_set_child(cast(), child.widget)
    }

    init(popover: UnsafeMutablePointer<GtkWidget>?) {
        super.init(popover, type: gtk_popover_get_type())
    }

    /// Shows it below a button, and takes it away when it is closed.
    public func popUp(below button: Widget) {
        gtk_popover_set_has_arrow(cast(), 1)
        gtk_widget_set_halign(widget, GTK_ALIGN_FILL)
        popUp(in: button)
    }

    func popUp(in parent: Widget) {
        gtk_widget_set_parent(widget, parent.widget)
        // From here on the parent keeps it, and must let go of it before it goes itself. Neither closure
        // holds on to a wrapper: what is never closed would keep itself alive.
        let popover = widget
        let parentHandler = parent.connectPlain("destroy") {
            gtk_widget_set_visible(popover, 0)
            gtk_widget_unparent(popover)
        }.handler
        connectPlain("closed") {
            let closed = Widget(borrowing: popover)
            // Later: an action that was chosen runs after this and needs the menu for its context.
            MainLoop.whenIdle {
                guard let parent = gtk_widget_get_parent(closed.widget) else { return }
                g_signal_handler_disconnect(parent, parentHandler)
                closed.unparent()
            }
        }
        gtk_popover_popup(cast())
    }
}

extension Widget {
    /// Takes the popover away that the widget is in.
    public func closePopover() {
        guard let popover = gtk_widget_get_ancestor(widget, gtk_popover_get_type()) else { return }
        gtk_popover_popdown(
            UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self)
        )
    }
}
