import CGTK

/// Widgets one above another (GtkOverlay).
public final class Overlay: Widget {
    /// An overlay over the given child, which sets the size.
    public init(_ child: Widget? = nil) {
        // Without a role, screen readers would read the name of its C type.
        super.init(AccessibleRole.group.make(gtk_overlay_get_type()), type: gtk_overlay_get_type())
        if let child { gtk_overlay_set_child(opaque, child.widget) }
    }

    /// Adds a widget on top.
    @discardableResult
    public func overlay(_ child: Widget) -> Self {
        gtk_overlay_add_overlay(opaque, child.widget)
        return self
    }

    /// Adds a widget on top, at a custom position.
    ///
    /// - Parameter place: returns the frame in the overlay whenever that is laid out, after the
    ///   child below it; nil for the position of the widget's alignment.
    @discardableResult
    public func overlay(
        _ child: Widget,
        at place: @escaping @MainActor () -> Rectangle?
    ) -> Self {
        let overlaid = child.pointer
        connectPointersQuestion("get-child-position") { asked, allocation in
            guard asked == overlaid, let frame = place(), let allocation else { return false }
            allocation.assumingMemoryBound(to: GdkRectangle.self).pointee = GdkRectangle(
                x: gint(frame.x.rounded()),
                y: gint(frame.y.rounded()),
                width: gint(frame.width.rounded()),
                height: gint(frame.height.rounded())
            )
            return true
        }
        return overlay(child)
    }

    /// Removes a widget from the top.
    public func removeOverlay(_ child: Widget) {
        gtk_overlay_remove_overlay(opaque, child.widget)
    }
}
