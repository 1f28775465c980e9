import CGTK

/// A child that grows no wider than a measure and stands in the middle of what is left.
///
/// What libadwaita calls a clamp; here it is a box with GTK's own custom layout.
public final class Clamp: Widget {
    /// A clamp of the given width, in pixels.
    public init(_ child: Widget, maximumWidth: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        g_object_set_data(
            cast(),
            maximumKey,
            UnsafeMutableRawPointer(bitPattern: max(1, maximumWidth))
        )
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(requestMode, measureClamp, allocateClamp)
        )
        gtk_box_append(cast(), child.widget)
    }
}

private let maximumKey = "hawk-notes-maximum-width"

private let requestMode: @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = {
    _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
}

private func maximumWidth(_ widget: UnsafeMutablePointer<GtkWidget>) -> gint {
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    return gint(Int(bitPattern: g_object_get_data(object, maximumKey)))
}

private let measureClamp: GtkCustomMeasureFunc = {
    widget,
    orientation,
    forSize,
    minimum,
    natural,
    minimumBaseline,
    naturalBaseline in
    minimumBaseline?.pointee = -1
    naturalBaseline?.pointee = -1
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    let limit = maximumWidth(widget)
    var childMinimum: gint = 0
    var childNatural: gint = 0
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        gtk_widget_measure(child, orientation, -1, &childMinimum, &childNatural, nil, nil)
        childNatural = max(childMinimum, min(childNatural, limit))
    } else {
        var narrowest: gint = 0
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, nil, nil, nil)
        let width = forSize < 0 ? -1 : max(narrowest, min(forSize, limit))
        gtk_widget_measure(child, orientation, width, &childMinimum, &childNatural, nil, nil)
    }
    minimum?.pointee = childMinimum
    natural?.pointee = childNatural
}

private let allocateClamp: GtkCustomAllocateFunc = { widget, width, height, baseline in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    var narrowest: gint = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, nil, nil, nil)
    let childWidth = max(narrowest, min(width, maximumWidth(widget)))
    var allocation = GtkAllocation(
        x: (width - childWidth) / 2,
        y: 0,
        width: childWidth,
        height: height
    )
    gtk_widget_size_allocate(child, &allocation, baseline)
}
