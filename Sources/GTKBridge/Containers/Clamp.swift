import CGTK

/// A child that grows no wider than a measure and stands in the middle of what is left.
///
/// What libadwaita calls a clamp; here it is a box with GTK's own custom layout.
public final class Clamp: Widget {
    /// A clamp of the given width, in pixels.
    public init(_ child: Widget, maximumWidth: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayoutNumber(maximumKey, max(1, maximumWidth))
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measureClamp,
            allocate: allocateClamp
        )
        gtk_box_append(cast(), child.widget)
    }

    /// Lets the child grow to another width, in pixels.
    public func setMaximumWidth(_ width: Int) {
        setLayoutNumber(maximumKey, max(1, width))
        gtk_widget_queue_resize(widget)
    }
}

private let maximumKey = "hawk-notes-maximum-width"

private let measureClamp: WidgetMeasure = { widget, orientation, forSize in
    guard let child = gtk_widget_get_first_child(widget) else { return (0, 0) }
    let limit = layoutNumber(maximumKey, of: widget)
    let narrowest = measure(child, GTK_ORIENTATION_HORIZONTAL, -1)
    var size = narrowest
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        size.natural = max(size.minimum, min(size.natural, limit))
    } else {
        let width = forSize < 0 ? -1 : max(narrowest.minimum, min(forSize, limit))
        size = measure(child, orientation, width)
    }
    return size
}

private let allocateClamp: GtkCustomAllocateFunc = { widget, width, height, baseline in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    let narrowest = measure(child, GTK_ORIENTATION_HORIZONTAL, -1).minimum
    let childWidth = max(narrowest, min(width, layoutNumber(maximumKey, of: widget)))
    var allocation = GtkAllocation(
        x: (width - childWidth) / 2,
        y: 0,
        width: childWidth,
        height: height
    )
    gtk_widget_size_allocate(child, &allocation, baseline)
}
