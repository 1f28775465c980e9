import CGTK

/// A child with a bar docked below it, which gives way where there is little height.
///
/// The bar is as high as it wants to be as long as the child keeps so much; from there on it shrinks, down
/// to what it needs at least, and then what is free above and below it does. A GtkBox would hold the window
/// to what both of them want.
public final class DockBox: Widget {
    /// - Parameters:
    ///   - height: what the child has before the bar gets more than it needs, in pixels.
    ///   - top: what is free above the bar, in pixels; a third of it in low windows.
    ///   - bottom: what is free below it, likewise.
    public init(_ child: Widget, bar: Widget, keeps height: Int, top: Int, bottom: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayoutNumber(keptKey, height)
        setLayoutNumber(topKey, top)
        setLayoutNumber(bottomKey, bottom)
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
private let topKey = "hawk-notes-dock-top"
private let bottomKey = "hawk-notes-dock-bottom"

/// What is free above and below the bar together, at least and at most.
private func free(_ widget: UnsafeMutablePointer<GtkWidget>) -> (least: gint, most: gint) {
    let most = layoutNumber(topKey, of: widget) + layoutNumber(bottomKey, of: widget)
    return (most / 3, most)
}

private let measureDock: WidgetMeasure = { widget, orientation, forSize in
    measureStacked(widget, orientation, forSize) { child, bar in
        let free = free(widget)
        return (child.minimum + bar.minimum + free.least, child.natural + bar.natural + free.most)
    }
}

private let allocateDock: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let (child, bar) = twoChildren(of: widget) else { return }
    let wanted = measure(bar, GTK_ORIENTATION_VERTICAL, width)
    let possible = free(widget)
    let room = height - layoutNumber(keptKey, of: widget)
    let barHeight = max(wanted.minimum, min(wanted.natural, room - possible.most))
    let free = max(possible.least, min(possible.most, room - barHeight))
    // GTK wants to have been asked for the size before it gives it.
    let least = measure(child, GTK_ORIENTATION_VERTICAL, width).minimum
    let rest = max(least, height - barHeight - free)
    var frame = GtkAllocation(x: 0, y: 0, width: width, height: rest)
    gtk_widget_size_allocate(child, &frame, -1)
    let top = free * layoutNumber(topKey, of: widget) / max(possible.most, 1)
    frame = GtkAllocation(x: 0, y: rest + top, width: width, height: barHeight)
    gtk_widget_size_allocate(bar, &frame, -1)
}
