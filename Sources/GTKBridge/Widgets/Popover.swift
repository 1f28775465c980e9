import CGTK
import Phrases

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

    /// Shows it in a widget, and takes it away when it is closed or the widget leaves its window. Nothing
    /// is shown for a widget that is not on the screen.
    func popUp(in parent: Widget) {
        guard parent.isMapped else { return }
        let attachment = PopoverAttachment(self, to: parent)
        connectPlain("closed") {
            // Later: an action that was chosen runs after this and needs the menu for its context.
            MainLoop.whenIdle { attachment.end() }
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
