import CGTK

/// What is shown at a place of a widget while the keyboard stays with that widget, such as what a word
/// that is being typed may become (GtkPopover).
public final class Attendant: Widget {
    private weak var parent: Widget?
    private var parentDestroyed: SignalConnection?

    /// - Parameter child: what is shown; no press on it takes the focus.
    public init(_ child: Widget) {
        super.init(gtk_popover_new(), type: gtk_popover_get_type())
        gtk_popover_set_child(cast(), child.widget)
        // With it on, it would take the keyboard for itself.
        gtk_popover_set_autohide(cast(), 0)
        gtk_popover_set_has_arrow(cast(), 0)
        gtk_popover_set_position(cast(), GTK_POS_BOTTOM)
        gtk_widget_set_can_focus(widget, 0)
    }

    /// Whether it is shown.
    public private(set) var isShown = false

    /// Shows it below a place of a widget, or above it where there is more room.
    public func show(below place: Rectangle, of parent: Widget) {
        if self.parent == nil {
            gtk_widget_set_parent(widget, parent.widget)
            self.parent = parent
            // A widget must let go of it before it goes itself. The closure holds on to no wrapper.
            let popover = widget
            parentDestroyed = parent.connectPlain("destroy") {
                guard gtk_widget_get_parent(popover) != nil else { return }
                gtk_widget_unparent(popover)
            }
        }
        var point = GdkRectangle(
            x: gint(place.x),
            y: gint(place.y),
            width: gint(place.width),
            height: gint(place.height)
        )
        gtk_widget_set_halign(widget, parent.isMirrored ? GTK_ALIGN_END : GTK_ALIGN_START)
        gtk_popover_set_pointing_to(cast(), &point)
        if isShown {
            // A popover of another size keeps the old one until it is told.
            gtk_popover_present(cast())
        } else {
            gtk_popover_popup(cast())
        }
        isShown = true
    }

    /// Takes it away, and lets go of the widget.
    public func hide() {
        isShown = false
        guard parent != nil else { return }
        parentDestroyed?.disconnect()
        parentDestroyed = nil
        parent = nil
        guard gtk_widget_get_parent(widget) != nil else { return }
        gtk_popover_popdown(cast())
        gtk_widget_unparent(widget)
    }
}
