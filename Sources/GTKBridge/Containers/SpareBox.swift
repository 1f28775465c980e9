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
