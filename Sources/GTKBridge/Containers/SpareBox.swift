import CGTK
import Phrases

/// A child with another one above it, which is left out where there is not the height for both.
///
/// Such as a drawing over what is said: whoever has a low window or a large font wants to read.
public final class SpareBox: Widget {
    /// - Parameters:
    ///   - spare: what is left out first; a screen reader still finds it.
    ///   - spacing: between the two, in pixels.
    public init(_ child: Widget, spare: Widget, spacing: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayoutNumber(spacingKey, spacing)
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measureSpare,
            allocate: allocateSpare
        )
        gtk_box_append(cast(), spare.widget)
        gtk_box_append(cast(), child.widget)
    }
}

private let spacingKey = "hawk-notes-spare-spacing"

private let measureSpare: WidgetMeasure = { widget, orientation, forSize in
    measureStacked(widget, orientation, forSize) { spare, child in
        let spacing = layoutNumber(spacingKey, of: widget)
        return (child.minimum, spare.natural + spacing + child.natural)
    }
}

private let allocateSpare: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let (spare, child) = twoChildren(of: widget) else { return }
    let wanted = measure(spare, GTK_ORIENTATION_VERTICAL, width).natural
    let rest = measure(child, GTK_ORIENTATION_VERTICAL, width)
    let top = wanted + layoutNumber(spacingKey, of: widget)
    let hasRoom = height >= top + rest.minimum
    gtk_widget_set_child_visible(spare, hasRoom.gboolean)
    var frame = GtkAllocation(x: 0, y: 0, width: width, height: wanted)
    if hasRoom { gtk_widget_size_allocate(spare, &frame, -1) }
    let y = hasRoom ? top : 0
    frame = GtkAllocation(x: 0, y: y, width: width, height: max(rest.minimum, height - y))
    gtk_widget_size_allocate(child, &frame, -1)
}
