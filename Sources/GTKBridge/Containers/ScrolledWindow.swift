import CGTK
import Foundation

/// A view onto a larger child (GtkScrolledWindow).
public final class ScrolledWindow: Widget {
    /// A view that scrolls up and down, never sideways.
    ///
    /// - Parameter isNamedByWindow: whether a screen reader calls it what its window is called: it has the
    ///   focus where nothing in it can have it.
    public init(_ child: Widget? = nil, isNamedByWindow: Bool = true) {
        super.init(gtk_scrolled_window_new(), type: gtk_scrolled_window_get_type())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        self.child(child)
        guard isNamedByWindow else { return }
        // By its address: a closure that held a wrapper would keep the widget for ever.
        let address = widget
        connectPlain("map") {
            let widget = Widget(borrowing: address)
            if let title = widget.windowTitle { widget.accessibleLabel(title) }
        }
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

    /// Scrolls as well when the wheel is turned over another widget, while a view in that has nothing to
    /// scroll: GtkScrolledWindow keeps the wheel for itself also then.
    public func takeWheel(over widget: Widget, around inner: ScrolledWindow) {
        let controller = widget.addController(
            gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL),
            phase: .capture
        )
        let pointer = controller.opaque
        controller.connectPointQuestion("scroll") { [weak self, weak inner] _, distance in
            guard let self, let inner, inner.contentHeight <= inner.pageHeight else { return false }
            let isWheel = gtk_event_controller_scroll_get_unit(pointer) == GDK_SCROLL_UNIT_WHEEL
            // As far as GtkScrolledWindow goes with one click.
            offset += distance * (isWheel ? pow(pageHeight, 2 / 3) : 1)
            return true
        }
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(opaque)
    }
}

extension Widget {
    /// What the window is called that the widget is in.
    fileprivate var windowTitle: String? {
        guard let window = gtk_widget_get_ancestor(widget, gtk_window_get_type()) else {
            return nil
        }
        let title = gtk_window_get_title(Widget(borrowing: window).cast())
        return title.map { String(cString: $0) }
    }
}

extension Widget {
    /// The height of the view that the widget scrolls in, in pixels; nil when it is in none, or that has not
    /// been laid out yet.
    public var heightOfView: Int? {
        guard let view = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())
        else { return nil }
        let height = Int(gtk_widget_get_height(view))
        return height > 0 ? height : nil
    }
}
