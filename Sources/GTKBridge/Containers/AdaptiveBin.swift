import CGTK

/// A child that may be given less width than it needs, because it is rearranged when it gets it.
///
/// A window cannot become narrower than its content. With this around the content it can, in one step:
/// by tiling, say. What does not fit for the moment is cut off.
public final class AdaptiveBin: Widget {
    /// A bin that is never narrower than the given width, in pixels.
    public init(_ child: Widget, minimumWidth: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayoutNumber(minimumKey, max(1, minimumWidth))
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measureBin,
            allocate: allocateBin
        )
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        gtk_box_append(cast(), child.widget)
    }
}

private let minimumKey = "hawk-notes-minimum-width"

private let measureBin: WidgetMeasure = { widget, orientation, forSize in
    guard let child = gtk_widget_get_first_child(widget) else { return (0, 0) }
    let needed = measure(child, GTK_ORIENTATION_HORIZONTAL, -1)
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        return (min(needed.minimum, layoutNumber(minimumKey, of: widget)), needed.natural)
    }
    return measure(child, orientation, forSize < 0 ? -1 : max(forSize, needed.minimum))
}

private let allocateBin: GtkCustomAllocateFunc = { widget, width, height, baseline in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    let needed = measure(child, GTK_ORIENTATION_HORIZONTAL, -1).minimum
    var allocation = GtkAllocation(x: 0, y: 0, width: max(width, needed), height: height)
    gtk_widget_size_allocate(child, &allocation, baseline)
}
