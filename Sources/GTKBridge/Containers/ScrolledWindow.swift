import CGTK

/// A view onto a larger child (GtkScrolledWindow).
public final class ScrolledWindow: Widget {
    /// A view that scrolls up and down, never sideways.
    public init(_ child: Widget? = nil) {
        super.init(gtk_scrolled_window_new(), type: gtk_scrolled_window_get_type())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        self.child(child)
    }

    /// Sets what is scrolled.
    @discardableResult
    public func child(_ child: Widget?) -> Self {
        gtk_scrolled_window_set_child(opaque, child?.widget)
        return self
    }

    /// Grows with the child up to the given height, in pixels, and scrolls from there on.
    @discardableResult
    public func growing(upTo maximumHeight: Int) -> Self {
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_max_content_height(opaque, gint(maximumHeight))
        return self
    }

    /// How far the child is scrolled up, in pixels. A value past the end stops at the end.
    public var offset: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// The child's whole height, in pixels; 0 before the first layout.
    public var contentHeight: Double { gtk_adjustment_get_upper(adjustment) }

    /// The visible part's height, in pixels; 0 before the first layout.
    public var pageHeight: Double { gtk_adjustment_get_page_size(adjustment) }

    /// Tells when the child is scrolled.
    @discardableResult
    public func onScroll(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        Object(borrowing: adjustment).connectPlain("value-changed", body)
    }

    /// Tells when the child's height or the visible part's height has changed.
    @discardableResult
    public func onResize(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        Object(borrowing: adjustment).connectPlain("changed", body)
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(opaque)
    }
}
