import CGTK

/// A popup at a position of a widget that leaves the keyboard focus with the widget, such as the
/// completions of a word (GtkPopover).
public final class Attendant: Widget {
    private var attachment: PopoverAttachment?

    /// - Parameter child: the content; pressing it never takes the focus.
    public init(_ child: Widget) {
        super.init(gtk_popover_new(), type: gtk_popover_get_type())
        gtk_popover_set_child(cast(), child.widget)
        // Autohide would grab the keyboard.
        gtk_popover_set_autohide(cast(), 0)
        gtk_popover_set_has_arrow(cast(), 0)
        gtk_popover_set_position(cast(), GTK_POS_BOTTOM)
        gtk_widget_set_can_focus(widget, 0)
    }

    isolated deinit { attachment?.end() }

    /// Whether the popup is shown; it closes when its widget leaves its window.
    public var isShown: Bool { attachment?.isAttached == true }

    /// Shows the popup below a place in a widget, or above it if there is more room. Does nothing
    /// for a widget that is not on the screen.
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
            // A popover only adapts to a new size when it is presented.
            gtk_popover_present(cast())
        } else {
            gtk_popover_popup(cast())
        }
    }

    /// Hides the popup and releases the widget.
    public func hide() {
        attachment?.end()
        attachment = nil
    }
}
