import CGTK
import Phrases

/// A child with a bar docked below it, which shrinks if the window is low.
///
/// The bar has its natural height while the child keeps the given height. Below that, the bar
/// shrinks to its minimum, and then the space above and below it shrinks. A GtkBox would require
/// the natural height of both.
public final class DockBox: Widget {
    /// - Parameters:
    ///   - height: the height that the child keeps before the bar gets more than its minimum, in
    ///     pixels.
    ///   - top: the space above the bar, in pixels; a third of it in low windows.
    ///   - bottom: the space below the bar, likewise.
    public init(_ child: Widget, bar: Widget, keeps height: Int, top: Int, bottom: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        let (kept, most) = (gint(height), gint(top + bottom))
        // The minimum space above and below the bar together.
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

/// A child with a spare one above it, which is hidden if there is not enough height for both.
///
/// For a drawing above a text: in a low window, or with a large font, the text matters more.
public final class SpareBox: Widget {
    /// - Parameters:
    ///   - spare: the child that is hidden first; screen readers still find it.
    ///   - spacing: between the two, in pixels.
    public init(_ child: Widget, spare: Widget, spacing: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        let spacing = gint(spacing)
        setLayout { layout, orientation, forSize in
            layout.measureStacked(orientation, forSize) { spare, child in
                (child.minimum, spare.natural + spacing + child.natural)
            }
        } allocate: { layout, width, height, _ in
            guard let (spare, child) = layout.twoChildren else { return }
            let wanted = layout.height(of: spare, forWidth: width).natural
            let rest = layout.height(of: child, forWidth: width).minimum
            let top = wanted + spacing
            let hasRoom = height >= top + rest
            gtk_widget_set_child_visible(spare, hasRoom.gboolean)
            if hasRoom {
                layout.place(spare, GtkAllocation(x: 0, y: 0, width: width, height: wanted))
            }
            let y = hasRoom ? top : 0
            let childHeight = max(rest, height - y)
            layout.place(child, GtkAllocation(x: 0, y: y, width: width, height: childHeight))
        }
        gtk_box_append(cast(), spare.widget)
        gtk_box_append(cast(), child.widget)
    }
}

extension CustomLayout {
    /// The size of two stacked children: the larger width, or a height made of both.
    fileprivate func measureStacked(
        _ orientation: GtkOrientation,
        _ forSize: gint,
        height: (_ upper: LayoutSize, _ lower: LayoutSize) -> LayoutSize
    ) -> LayoutSize {
        guard let (upper, lower) = twoChildren else { return (0, 0) }
        let one = measure(upper, orientation, forSize)
        let other = measure(lower, orientation, forSize)
        guard orientation == GTK_ORIENTATION_HORIZONTAL else { return height(one, other) }
        return (max(one.minimum, other.minimum), max(one.natural, other.natural))
    }
}
