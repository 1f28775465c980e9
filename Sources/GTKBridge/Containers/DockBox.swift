import CGTK

/// A child with a bar docked below it, which gives way where there is little height.
///
/// The bar is as high as it wants to be as long as the child keeps so much; from there on it shrinks, down
/// to what it needs at least. A GtkBox would hold the window to what both of them want.
public final class DockBox: Widget {
    /// - Parameter keeps: the height that the child has before the bar gets more than it needs, in pixels.
    public init(_ child: Widget, bar: Widget, keeps height: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayoutNumber(keptKey, height)
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measureDock,
            allocate: allocateDock
        )
        gtk_box_append(cast(), child.widget)
        gtk_box_append(cast(), bar.widget)
    }
}

private let keptKey = "hawk-notes-dock-kept"

private let measureDock: WidgetMeasure = { widget, orientation, forSize in
    measureStacked(widget, orientation, forSize) { child, bar in
        (child.minimum + bar.minimum, child.natural + bar.natural)
    }
}

private let allocateDock: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let (child, bar) = twoChildren(of: widget) else { return }
    let wanted = measure(bar, GTK_ORIENTATION_VERTICAL, width)
    let room = height - layoutNumber(keptKey, of: widget)
    let barHeight = max(wanted.minimum, min(wanted.natural, room))
    // GTK wants to have been asked for the size before it gives it.
    let least = measure(child, GTK_ORIENTATION_VERTICAL, width).minimum
    let rest = max(least, height - barHeight)
    var frame = GtkAllocation(x: 0, y: 0, width: width, height: rest)
    gtk_widget_size_allocate(child, &frame, -1)
    frame = GtkAllocation(x: 0, y: rest, width: width, height: barHeight)
    gtk_widget_size_allocate(bar, &frame, -1)
}
