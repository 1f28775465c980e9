import CGTK

/// A centered child with a maximum width.
///
/// This is libadwaita's clamp, built from a box and GTK's custom layout.
public final class Clamp: Widget {
    private let limit: LayoutState<gint>

    /// A clamp of the given width, in pixels.
    public init(_ child: Widget, maximumWidth: Int) {
        let limit = LayoutState(gint(max(1, maximumWidth)))
        self.limit = limit
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayout { layout, orientation, forSize in
            guard let child = layout.firstChild else { return (0, 0) }
            let needed = layout.width(of: child)
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                return (needed.minimum, max(needed.minimum, min(needed.natural, limit.value)))
            }
            // Without a given width, the height is that at the maximum width, where the text of the
            // child may take more lines than at its natural width.
            let available = forSize < 0 ? limit.value : min(forSize, limit.value)
            return layout.height(of: child, forWidth: max(needed.minimum, available))
        } allocate: { layout, width, height, baseline in
            guard let child = layout.firstChild else { return }
            let childWidth = max(layout.width(of: child).minimum, min(width, limit.value))
            let frame = GtkAllocation(
                x: (width - childWidth) / 2,
                y: 0,
                width: childWidth,
                height: height
            )
            layout.place(child, frame, baseline: baseline)
        }
        gtk_box_append(cast(), child.widget)
    }

    /// Changes the maximum width, in pixels.
    public func setMaximumWidth(_ width: Int) {
        limit.value = gint(max(1, width))
        gtk_widget_queue_resize(widget)
    }
}

/// A child that may be given less width than it requires, because it then rearranges itself.
///
/// A window cannot become narrower than its content. With this around the content it can, even in
/// one step, as by tiling. Content that does not fit for the moment is clipped.
public final class AdaptiveBin: Widget {
    /// A bin with a minimum width, in pixels.
    public init(_ child: Widget, minimumWidth: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        let narrowest = gint(max(1, minimumWidth))
        setLayout { layout, orientation, forSize in
            guard let child = layout.firstChild else { return (0, 0) }
            let needed = layout.width(of: child)
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                return (min(needed.minimum, narrowest), needed.natural)
            }
            let width = forSize < 0 ? -1 : max(forSize, needed.minimum)
            return layout.height(of: child, forWidth: width)
        } allocate: { layout, width, height, baseline in
            guard let child = layout.firstChild else { return }
            let width = max(width, layout.width(of: child).minimum)
            let frame = GtkAllocation(x: 0, y: 0, width: width, height: height)
            layout.place(child, frame, baseline: baseline)
        }
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        gtk_box_append(cast(), child.widget)
    }
}
