import CGTK

/// Widgets in a row or a column (GtkBox).
public final class Box: Widget {
    /// An empty box.
    public init(_ orientation: Orientation, spacing: Int = 0, role: AccessibleRole? = nil) {
        let new: UnsafeMutablePointer<GtkWidget>? =
            if let role {
                role.make(gtk_box_get_type())
            } else {
                gtk_box_new(orientation.value, gint(spacing))
            }
        super.init(new, type: gtk_box_get_type())
        gtk_orientable_set_orientation(opaque, orientation.value)
        gtk_box_set_spacing(cast(), gint(spacing))
    }

    /// A box with its first children.
    public convenience init(_ orientation: Orientation, spacing: Int = 0, _ children: [Widget]) {
        self.init(orientation, spacing: spacing)
        append(children)
    }

    /// Adds children at the end.
    @discardableResult
    public func append(_ children: Widget...) -> Self { append(children) }

    /// Adds children at the end.
    @discardableResult
    public func append(_ children: [Widget]) -> Self {
        for child in children { gtk_box_append(cast(), child.widget) }
        return self
    }

    /// Inserts a child after another one, or at the start.
    public func insert(_ child: Widget, after sibling: Widget?) {
        gtk_box_insert_child_after(cast(), child.widget, sibling?.widget)
    }

    /// Removes a child.
    public func remove(_ child: Widget) { gtk_box_remove(cast(), child.widget) }

    /// Removes all children.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(cast(), child) }
    }

    /// Gives all children the same size.
    @discardableResult
    public func homogeneous() -> Self {
        gtk_box_set_homogeneous(cast(), 1)
        return self
    }
}
