import CGTK

/// How a row looked when it was drawn last, for the moment in which it goes: the row itself is gone.
///
/// It stays as large as the row was, and what is below the end of its own room is cut off.
final class RowPicture: Widget {
    /// From the left edge of the list.
    let left: Int
    /// The size of the row.
    let rowSize: (width: Int, height: Int)

    /// A picture of a row of a list, below all of its rows; nil when there is nothing to be seen of it.
    init?(of row: Widget, in list: Widget) {
        guard let frame = row.frame(in: list), frame.width > 0, frame.height > 0,
            let live = gtk_widget_paintable_new(row.widget)
        else { return nil }
        let image = gdk_paintable_get_current_image(live)
        g_object_unref(UnsafeMutableRawPointer(live))
        left = Int(frame.x)
        rowSize = (Int(frame.width), Int(frame.height))
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        let height = gint(rowSize.height)
        setLayout(isConstant: true) { _, _, _ in
            (0, 0)
        } allocate: { layout, width, _, _ in
            guard let picture = layout.firstChild else { return }
            layout.place(picture, GtkAllocation(x: 0, y: 0, width: width, height: height))
        }
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        canTarget(false).accessibleHidden()
        if let picture = gtk_picture_new_for_paintable(image) {
            let child = Widget(borrowing: picture).accessibleHidden()
            gtk_box_append(cast(), child.widget)
        }
        if let image { g_object_unref(UnsafeMutableRawPointer(image)) }
        gtk_widget_insert_after(widget, list.widget, nil)
    }
}
