import CGTK
import Foundation

/// A view onto a larger child (GtkScrolledWindow).
public final class ScrolledWindow: Widget {
    /// A view that scrolls vertically only. Its natural height is that of its child.
    ///
    /// - Parameter isNamedByWindow: whether its accessible name is the window's title: it has the
    ///   focus if nothing in it can take it.
    public init(_ child: Widget? = nil, isNamedByWindow: Bool = true) {
        super.init(gtk_scrolled_window_new(), type: gtk_scrolled_window_get_type())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        self.child(child)
        guard isNamedByWindow else { return }
        // The address only: a closure that captured a wrapper would leak the widget.
        let address = widget
        connectPlain("map") {
            let widget = Widget(borrowing: address)
            if let title = widget.windowTitle { widget.accessibleLabel(title) }
        }
    }

    /// Sets the scrolled child.
    @discardableResult
    public func child(_ child: Widget?) -> Self {
        gtk_scrolled_window_set_child(opaque, child?.widget)
        return self
    }

    /// Grows with the child up to the given height, in pixels, and scrolls beyond it.
    @discardableResult
    public func growing(upTo maximumHeight: Int) -> Self {
        gtk_scrolled_window_set_max_content_height(opaque, gint(maximumHeight))
        return self
    }

    /// The scroll offset, in pixels. Values past the end are clamped.
    public var offset: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// The height of the whole child, in pixels; 0 before the first layout.
    public var contentHeight: Double { gtk_adjustment_get_upper(adjustment) }

    /// The height of the visible part, in pixels; 0 before the first layout.
    public var pageHeight: Double { gtk_adjustment_get_page_size(adjustment) }

    /// Called when the child is scrolled.
    @discardableResult
    public func onScroll(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        Object(borrowing: adjustment).connectPlain("value-changed", body)
    }

    /// Also scrolls when the wheel turns over another widget while the view inside that has nothing
    /// to scroll: GtkScrolledWindow consumes wheel events even then.
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

    /// Also scrolls when the wheel turns over another widget, beside its content.
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
        // The distance that GtkScrolledWindow scrolls per click.
        offset += distance * (isWheel ? pow(pageHeight, 2 / 3) : 1)
    }

    /// Scrolls the surrounding view when the wheel turns while there is nothing to scroll here:
    /// GtkScrolledWindow consumes wheel events even then.
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

    /// - Returns: whether there is a surrounding view, which has nothing to scroll.
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
    /// The title of the widget's window.
    fileprivate var windowTitle: String? {
        guard let window = gtk_widget_get_ancestor(widget, gtk_window_get_type()) else {
            return nil
        }
        let title = gtk_window_get_title(Widget(borrowing: window).cast())
        return title.map { String(cString: $0) }
    }
}

extension Widget {
    /// The height at the given width at which nothing in the widget has to scroll, in pixels.
    ///
    /// GtkScrolledWindow measures its child at the child's natural width.
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

    /// The height of the surrounding scrolled view with what is docked to it, in pixels; nil if
    /// there is none, or if it has not been laid out yet.
    public var heightOfPage: Int? {
        guard let view = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type()),
            let page = gtk_widget_get_parent(view)
        else { return nil }
        let height = Int(gtk_widget_get_height(page))
        return height > 0 ? height : nil
    }
}

/// The first visible GtkScrolledWindow in a widget, or the widget itself.
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
