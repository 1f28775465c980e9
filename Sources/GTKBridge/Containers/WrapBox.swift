import CGTK

/// Widgets in lines, each at its natural width, like the words of a text.
///
/// GtkFlowBox would put them in columns of equal width; libadwaita's wrap box is what this follows.
public final class WrapBox: Widget {
    /// An empty box; the spacing stands between neighbours and between lines, in pixels.
    public init(spacing: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), type: gtk_box_get_type())
        setLayoutNumber(spacingKey, spacing)
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measureLines,
            allocate: allocateLines
        )
    }

    /// Adds a child at the end.
    public func append(_ child: Widget) { gtk_box_append(cast(), child.widget) }

    /// Takes all children out.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(cast(), child) }
    }
}

private let spacingKey = "hawk-notes-spacing"

/// The children's frames in lines of the given width, and the height of all lines.
private func lines(
    of widget: UnsafeMutablePointer<GtkWidget>,
    width: gint
) -> (frames: [(UnsafeMutablePointer<GtkWidget>, GtkAllocation)], height: gint) {
    let gap = layoutNumber(spacingKey, of: widget)
    var frames: [(UnsafeMutablePointer<GtkWidget>, GtkAllocation)] = []
    var (x, y, lineHeight): (gint, gint, gint) = (0, 0, 0)
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
        next = gtk_widget_get_next_sibling(child)
        guard gtk_widget_should_layout(child) != 0 else { continue }
        let (smallest, wanted) = measure(child, GTK_ORIENTATION_HORIZONTAL, -1)
        let childWidth = max(smallest, min(wanted, width))
        if x > 0 && x + childWidth > width {
            (x, y, lineHeight) = (0, y + lineHeight + gap, 0)
        }
        let childHeight = measure(child, GTK_ORIENTATION_VERTICAL, childWidth).natural
        frames.append(
            (child, GtkAllocation(x: x, y: y, width: childWidth, height: childHeight))
        )
        x += childWidth + gap
        lineHeight = max(lineHeight, childHeight)
    }
    return (frames, y + lineHeight)
}

private let measureLines: WidgetMeasure = { widget, orientation, forSize in
    if orientation == GTK_ORIENTATION_VERTICAL {
        let height = lines(of: widget, width: forSize < 0 ? .max / 2 : forSize).height
        return (height, height)
    }
    var (widest, total): (gint, gint) = (0, 0)
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
        next = gtk_widget_get_next_sibling(child)
        guard gtk_widget_should_layout(child) != 0 else { continue }
        let width = measure(child, orientation, -1)
        widest = max(widest, width.minimum)
        total += width.natural + (total > 0 ? layoutNumber(spacingKey, of: widget) : 0)
    }
    return (widest, total)
}

private let allocateLines: GtkCustomAllocateFunc = { widget, width, _, _ in
    guard let widget else { return }
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    for (child, frame) in lines(of: widget, width: width).frames {
        var frame = frame
        if isMirrored { frame.x = width - frame.x - frame.width }
        gtk_widget_size_allocate(child, &frame, -1)
    }
}
