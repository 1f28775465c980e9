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
        let (kept, most) = (gint(height), gint(top + bottom))
        // What is free above and below the bar together, at least.
        let least = most / 3
        setLayout { layout, orientation, forSize in
            layout.measureStacked(orientation, forSize) { child, bar in
                (child.minimum + bar.minimum + least, child.natural + bar.natural + most)
            }
        } allocate: { layout, width, height, _ in
            guard let (child, bar) = layout.twoChildren else { return }
            let wanted = layout.height(of: bar, forWidth: width)
            let room = height - kept
            let barHeight = max(wanted.minimum, min(wanted.natural, room - most))
            let free = max(least, min(most, room - barHeight))
            let needed = layout.height(of: child, forWidth: width).minimum
            let rest = max(needed, height - barHeight - free)
            layout.place(child, GtkAllocation(x: 0, y: 0, width: width, height: rest))
            let y = rest + free * gint(top) / max(most, 1)
            layout.place(bar, GtkAllocation(x: 0, y: y, width: width, height: barHeight))
        }
        gtk_box_append(cast(), child.widget)
        gtk_box_append(cast(), bar.widget)
    }
}
