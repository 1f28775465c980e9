import CGTK
import Foundation

/// A view onto a larger child (GtkScrolledWindow).
public final class ScrolledWindow: Widget {
    /// A view that scrolls up and down, never sideways. It would like to be as high as its child.
    ///
    /// - Parameter isNamedByWindow: whether a screen reader calls it what its window is called: it has the
    ///   focus where nothing in it can have it.
    public init(_ child: Widget? = nil, isNamedByWindow: Bool = true) {
        super.init(gtk_scrolled_window_new(), type: gtk_scrolled_window_get_type())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
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
            scroll(by: distance, of: pointer)
            return true
        }
    }

    /// Scrolls as well when the wheel is turned beside what stands in another widget.
    public func takeWheel(beside widget: Widget) {
        let controller = widget.addController(
            gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL),
            phase: .bubble
        )
        let pointer = controller.opaque
        controller.connectPointQuestion("scroll") { [weak self] _, distance in
            self?.scroll(by: distance, of: pointer)
            return true
        }
    }

    private func scroll(by distance: Double, of controller: OpaquePointer) {
        let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
        // As far as GtkScrolledWindow goes with one click.
        offset += distance * (isWheel ? pow(pageHeight, 2 / 3) : 1)
    }

    /// Scrolls the view around this one when the wheel is turned while there is nothing to scroll here:
    /// GtkScrolledWindow keeps the wheel for itself also then.
    func leaveWheelToViewAround() {
        let controller = addController(
            gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL),
            phase: .capture
        )
        let pointer = controller.opaque
        controller.connectPointQuestion("scroll") { [weak self] _, distance in
            let isWheel = gtk_event_controller_scroll_get_unit(pointer) == GDK_SCROLL_UNIT_WHEEL
            return self?.scrollAround(by: distance, isWheel: isWheel) ?? false
        }
    }

    /// - Returns: whether there is another view around this one, which has nothing to scroll.
    func scrollAround(by distance: Double, isWheel: Bool) -> Bool {
        guard contentHeight <= pageHeight, let parent = gtk_widget_get_parent(widget),
            let around = gtk_widget_get_ancestor(parent, gtk_scrolled_window_get_type())
        else { return false }
        let outer = gtk_scrolled_window_get_vadjustment(OpaquePointer(around))
        let step = isWheel ? pow(gtk_adjustment_get_page_size(outer), 2 / 3) : 1
        gtk_adjustment_set_value(outer, gtk_adjustment_get_value(outer) + distance * step)
        return true
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
    /// The height at the given width with which nothing in the widget has to be scrolled, in pixels.
    ///
    /// GtkScrolledWindow measures its child as if there were all the width that it would like to have.
    public func unscrolledHeight(forWidth width: Int) -> Int {
        let height = naturalHeight(forWidth: width)
        guard let view = firstView(in: widget),
            let child = gtk_scrolled_window_get_child(OpaquePointer(view))
        else { return height }
        func childHeight(_ width: gint) -> Int {
            Int(measure(child, GTK_ORIENTATION_VERTICAL, width).natural)
        }
        return height + childHeight(gint(width)) - childHeight(-1)
    }

    /// The height of the view that the widget scrolls in, in pixels; nil when it is in none, or that has not
    /// been laid out yet.
    public var heightOfView: Int? {
        guard let view = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())
        else { return nil }
        let height = Int(gtk_widget_get_height(view))
        return height > 0 ? height : nil
    }
}

/// The first GtkScrolledWindow that is shown in a widget, or is the widget.
@MainActor
private func firstView(
    in widget: UnsafeMutablePointer<GtkWidget>
) -> UnsafeMutablePointer<GtkWidget>? {
    guard gtk_widget_get_visible(widget) != 0, gtk_widget_get_child_visible(widget) != 0 else {
        return nil
    }
    if cgtk_is_a(widget, gtk_scrolled_window_get_type()) != 0 { return widget }
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
        if let view = firstView(in: child) { return view }
        next = gtk_widget_get_next_sibling(child)
    }
    return nil
}
