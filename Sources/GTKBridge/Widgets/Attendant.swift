import CGTK

/// What is shown at a place of a widget while the keyboard stays with that widget, such as what a word
/// that is being typed may become (GtkPopover).
public final class Attendant: Widget {
    private var attachment: PopoverAttachment?

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

    isolated deinit { attachment?.end() }

    /// Whether it is shown; it goes by itself when its widget leaves its window.
    public var isShown: Bool { attachment?.isAttached == true }

    /// Shows it below a place of a widget, or above it where there is more room. Nothing is shown for a
    /// widget that is not on the screen.
    public func show(below place: Rectangle, of parent: Widget) {
        guard parent.isMapped else { return hide() }
        let wasShown = isShown
        if !wasShown { attachment = PopoverAttachment(self, to: parent) }
        var point = GdkRectangle(
            x: gint(place.x),
            y: gint(place.y),
            width: gint(place.width),
            height: gint(place.height)
        )
        gtk_widget_set_halign(widget, parent.isMirrored ? GTK_ALIGN_END : GTK_ALIGN_START)
        gtk_popover_set_pointing_to(cast(), &point)
        if wasShown {
            // A popover of another size keeps the old one until it is told.
            gtk_popover_present(cast())
        } else {
            gtk_popover_popup(cast())
        }
    }

    /// Takes it away, and lets go of the widget.
    public func hide() {
        attachment?.end()
        attachment = nil
    }
}
