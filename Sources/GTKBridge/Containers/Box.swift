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

    /// Adds a child behind another one, or first.
    public func insert(_ child: Widget, after sibling: Widget?) {
        gtk_box_insert_child_after(cast(), child.widget, sibling?.widget)
    }

    /// Takes a child out.
    public func remove(_ child: Widget) { gtk_box_remove(cast(), child.widget) }

    /// Takes all children out.
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

/// Widgets one above another (GtkOverlay).
public final class Overlay: Widget {
    /// An overlay over the given child, which sets the size.
    public init(_ child: Widget? = nil) {
        // By itself it would be read out by the name of its C type.
        super.init(AccessibleRole.group.make(gtk_overlay_get_type()), type: gtk_overlay_get_type())
        if let child { gtk_overlay_set_child(opaque, child.widget) }
    }

    /// Puts a widget on top.
    @discardableResult
    public func overlay(_ child: Widget) -> Self {
        gtk_overlay_add_overlay(opaque, child.widget)
        return self
    }

    /// Takes a widget from the top.
    public func removeOverlay(_ child: Widget) {
        gtk_overlay_remove_overlay(opaque, child.widget)
    }
}

/// A child that comes and goes with a movement (GtkRevealer).
public final class Revealer: Widget {
    /// A revealer whose child is hidden at first.
    public init(_ child: Widget, transition: Transition = .slideUp) {
        super.init(gtk_revealer_new(), type: gtk_revealer_get_type())
        gtk_revealer_set_child(opaque, child.widget)
        gtk_revealer_set_transition_type(opaque, transition.value)
        gtk_revealer_set_transition_duration(opaque, 200)
    }

    /// The movement.
    public enum Transition: Sendable {
        case slideUp, slideDown, crossfade

        var value: GtkRevealerTransitionType {
            switch self {
            case .slideUp: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
            case .slideDown: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
            case .crossfade: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
            }
        }
    }

    /// Whether the child is shown, or on its way to be.
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue.gboolean) }
    }

    /// Tells when a movement has ended.
    @discardableResult
    public func onRevealed(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        onNotify("child-revealed", body)
    }
}
