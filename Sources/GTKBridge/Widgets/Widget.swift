import CGTK
import Phrases

/// A GtkWidget. Setters return the widget, so that a view can be built in one expression.
@MainActor
open class Widget: Object {
    var widget: UnsafeMutablePointer<GtkWidget> { cast() }

    /// Wraps a new, floating widget, and checks its type in debug builds.
    init(_ widget: UnsafeMutablePointer<GtkWidget>?, type: GType) {
        guard let widget else { preconditionFailure("GTK made no \(Self.self)") }
        super.init(borrowing: UnsafeMutableRawPointer(widget))
        assertType(type)
    }

    /// Wraps a widget that other code owns.
    init(borrowing widget: UnsafeMutablePointer<GtkWidget>) {
        super.init(borrowing: UnsafeMutableRawPointer(widget))
    }

    // MARK: Layout

    /// Sets the margins on all sides, in pixels.
    @discardableResult
    public func margin(_ all: Int) -> Self { margin(horizontal: all, vertical: all) }

    /// Sets the horizontal and vertical margins, in pixels.
    @discardableResult
    public func margin(horizontal: Int = 0, vertical: Int = 0) -> Self {
        margin(top: vertical, bottom: vertical, start: horizontal, end: horizontal)
    }

    /// Sets the margin on each side, in pixels.
    @discardableResult
    public func margin(top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0) -> Self {
        gtk_widget_set_margin_top(widget, gint(top))
        gtk_widget_set_margin_bottom(widget, gint(bottom))
        gtk_widget_set_margin_start(widget, gint(start))
        gtk_widget_set_margin_end(widget, gint(end))
        return self
    }

    /// Expands horizontally into free space.
    @discardableResult
    public func hexpand(_ expand: Bool = true) -> Self {
        gtk_widget_set_hexpand(widget, expand.gboolean)
        return self
    }

    /// Expands vertically into free space.
    @discardableResult
    public func vexpand(_ expand: Bool = true) -> Self {
        gtk_widget_set_vexpand(widget, expand.gboolean)
        return self
    }

    /// Sets the horizontal alignment.
    @discardableResult
    public func halign(_ alignment: Alignment) -> Self {
        gtk_widget_set_halign(widget, alignment.value)
        return self
    }

    /// Sets the vertical alignment.
    @discardableResult
    public func valign(_ alignment: Alignment) -> Self {
        gtk_widget_set_valign(widget, alignment.value)
        return self
    }

    /// Sets the minimum size, in pixels; -1 leaves a dimension to the widget.
    @discardableResult
    public func sizeRequest(width: Int = -1, height: Int = -1) -> Self {
        gtk_widget_set_size_request(widget, gint(width), gint(height))
        return self
    }

    /// The current width and height, in pixels.
    public var size: (width: Int, height: Int) {
        (Int(gtk_widget_get_width(widget)), Int(gtk_widget_get_height(widget)))
    }

    /// The natural width, in pixels.
    public var naturalWidth: Int {
        Int(measure(widget, GTK_ORIENTATION_HORIZONTAL, -1).natural)
    }

    /// The minimum width, in pixels.
    public var minimumWidth: Int {
        Int(measure(widget, GTK_ORIENTATION_HORIZONTAL, -1).minimum)
    }

    /// The minimum height at the given width, in pixels.
    public func minimumHeight(forWidth width: Int) -> Int {
        var minimum: gint = 0
        gtk_widget_measure(
            widget,
            GTK_ORIENTATION_VERTICAL,
            gint(width),
            &minimum,
            nil,
            nil,
            nil
        )
        return Int(minimum)
    }

    /// Places the widget's children again, with the next frame.
    public func queueAllocate() { gtk_widget_queue_allocate(widget) }

    /// The natural height at the given width, in pixels.
    public func naturalHeight(forWidth width: Int) -> Int {
        Int(measure(widget, GTK_ORIENTATION_VERTICAL, gint(width)).natural)
    }

    /// The frame in another widget's coordinates; nil if the two are not in the same window.
    public func frame(in other: Widget) -> Rectangle? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else { return nil }
        return Rectangle(
            x: Double(bounds.origin.x),
            y: Double(bounds.origin.y),
            width: Double(bounds.size.width),
            height: Double(bounds.size.height)
        )
    }

    /// Whether the widget is laid out from right to left.
    public var isMirrored: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    /// Sets the layout direction to that of a text, instead of that of the program. A text without
    /// a direction, such as a number, changes nothing.
    @discardableResult
    public func direction(of text: String) -> Self {
        switch pango_find_base_dir(text, -1) {
        case PANGO_DIRECTION_LTR: gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
        case PANGO_DIRECTION_RTL: gtk_widget_set_direction(widget, GTK_TEXT_DIR_RTL)
        default: break
        }
        return self
    }

    // MARK: Look

    /// Adds style classes.
    @discardableResult
    public func classes(_ names: String...) -> Self {
        for name in names { gtk_widget_add_css_class(widget, name) }
        return self
    }

    /// Adds or removes a style class.
    @discardableResult
    public func setClass(_ name: String, _ isOn: Bool) -> Self {
        if isOn {
            gtk_widget_add_css_class(widget, name)
        } else {
            gtk_widget_remove_css_class(widget, name)
        }
        return self
    }

    /// Sets whether the widget takes part in the layout.
    @discardableResult
    public func visible(_ isVisible: Bool) -> Self {
        gtk_widget_set_visible(widget, isVisible.gboolean)
        return self
    }

    /// Whether the widget takes part in the layout.
    public var isVisible: Bool { gtk_widget_get_visible(widget) != 0 }

    /// Whether the widget and all its parents are on the screen.
    public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// Sets whether the widget responds to input.
    @discardableResult
    public func sensitive(_ isSensitive: Bool) -> Self {
        gtk_widget_set_sensitive(widget, isSensitive.gboolean)
        return self
    }

    /// Whether the widget responds to input.
    public var isSensitive: Bool { gtk_widget_get_sensitive(widget) != 0 }

    /// Sets whether the widget receives pointer events.
    @discardableResult
    public func canTarget(_ canTarget: Bool) -> Self {
        gtk_widget_set_can_target(widget, canTarget.gboolean)
        return self
    }

    /// Sets the opacity, from 0 (invisible) to 1.
    @discardableResult
    public func opacity(_ value: Double) -> Self {
        gtk_widget_set_opacity(widget, value)
        return self
    }

    /// Sets the cursor over the widget, by its CSS name.
    @discardableResult
    public func cursor(_ name: String?) -> Self {
        gtk_widget_set_cursor_from_name(widget, name)
        return self
    }

    // MARK: Focus

    /// Moves the keyboard focus to the widget, or to its first child that can take it.
    @discardableResult
    public func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Whether the widget itself can take the focus.
    public var isFocusable: Bool {
        get { gtk_widget_get_focusable(widget) != 0 }
        set { gtk_widget_set_focusable(widget, newValue.gboolean) }
    }

    /// Keeps the focus where it is when the widget is pressed with the pointer.
    @discardableResult
    public func keepsFocusElsewhere() -> Self {
        gtk_widget_set_focus_on_click(widget, 0)
        return self
    }

    /// Focuses the first descendant that can take the focus, as the Tab key would.
    public func focusFirst() { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }

    /// Shows or hides the widget while it keeps its space.
    public func childVisible(_ isVisible: Bool) { setChildVisible(widget, isVisible) }

    /// Whether the widget or one of its descendants has the keyboard focus.
    public var containsFocus: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Whether the widget itself has the focus of its window.
    public var isFocused: Bool { gtk_widget_is_focus(widget) != 0 }

    /// The focused widget of the widget's window.
    public var windowFocus: Widget? {
        gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
            .map { Widget(borrowing: $0) }
    }

    /// Whether the widget is a text input.
    public var takesText: Bool {
        cgtk_is_a(widget, gtk_text_get_type()) != 0
            || cgtk_is_a(widget, gtk_text_view_get_type()) != 0
    }

    /// Moves descendants to other parents, and restores the focus.
    public func keepingFocus(_ move: () -> Void) {
        guard containsFocus, let root = gtk_widget_get_root(widget), let focused = windowFocus
        else { return move() }
        let isField = cgtk_is_a(focused.widget, gtk_text_get_type()) != 0
        let text = isField ? EntryText(focused.opaque) : nil
        let selection = text?.selection
        // Otherwise GTK moves the focus elsewhere as soon as the widget is removed.
        gtk_root_set_focus(root, nil)
        move()
        guard gtk_widget_get_root(focused.widget) == root else { return }
        focused.grabFocus()
        // A one-line field selects everything when it gains the focus.
        if let selection { text?.selection = selection }
    }

    // MARK: Tree

    /// Removes the widget from a parent that has no function for it.
    public func unparent() { gtk_widget_unparent(widget) }

    /// Removes the widget from its box.
    public func removeFromBox() {
        guard let parent = gtk_widget_get_parent(widget),
            cgtk_is_a(parent, gtk_box_get_type()) != 0
        else { return }
        gtk_box_remove(
            UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GtkBox.self),
            widget
        )
    }

    /// Whether the widget is a descendant of the other.
    public func isDescendant(of other: Widget) -> Bool {
        gtk_widget_is_ancestor(widget, other.widget) != 0
    }

    /// Whether the widget has a parent.
    public var hasParent: Bool { gtk_widget_get_parent(widget) != nil }

    /// Activates a named action, such as `win.go-back`, as a button with that action would.
    public func activateAction(_ name: String, target: String? = nil) {
        gtk_widget_activate_action_variant(widget, name, target.map { g_variant_new_string($0) })
    }

    /// Called when the widget appears on the screen.
    @discardableResult
    public func onMap(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connectPlain("map", body)
    }

    /// Called when the widget disappears from the screen, alone or with its window.
    @discardableResult
    public func onUnmap(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        connectPlain("unmap", body)
    }

    /// Called after the window's widgets have been laid out and before they are drawn.
    ///
    /// Changes made here are laid out in the same frame. A change made during the layout, as in an
    /// adjustment's `changed`, is lost on the widget that is being laid out.
    public func onLayout(_ body: @escaping @MainActor () -> Void) {
        var connection: (surface: Object, signal: SignalConnection)?
        let connect: @MainActor () -> Void = { [weak self] in
            guard let self, let native = gtk_widget_get_native(self.widget),
                let surface = gtk_native_get_surface(native)
            else { return }
            let object = Object(borrowing: UnsafeMutableRawPointer(surface))
            let signal = object.connectLayout("layout", body)
            connection = (object, signal)
        }
        connectPlain("realize", connect)
        connectPlain("unrealize") {
            connection?.signal.disconnect()
            connection = nil
        }
        if gtk_widget_get_realized(widget) != 0 { connect() }
    }

    /// Calls the closure once, after the next layout of its window. What it changes is laid out
    /// before the frame is drawn.
    public func onNextLayout(_ body: @escaping @MainActor () -> Void) {
        guard let native = gtk_widget_get_native(widget),
            let surface = gtk_native_get_surface(native)
        else { return }
        let object = Object(borrowing: UnsafeMutableRawPointer(surface))
        var signal: SignalConnection?
        signal = object.connectLayout("layout") {
            signal?.disconnect()
            signal = nil
            body()
        }
    }

    /// Calls the closure once, before the next frame is drawn.
    public func onNextFrame(_ body: @escaping @MainActor () -> Void) {
        let data = Unmanaged.passRetained(Callback<Void, Void>(body)).toOpaque()
        gtk_widget_add_tick_callback(
            widget,
            { _, _, data in
                Callback<Void, Void>.call(data, ())
                return 0
            },
            data,
            releaseCallback
        )
    }

    /// Calls the closure once after the next frame has been drawn, when the following one begins.
    public func onNextFrameDrawn(_ body: @escaping @MainActor () -> Void) {
        onNextFrame { [weak self] in self?.onNextFrame(body) }
    }
}

extension Widget {
    /// Whether a point in another widget's coordinates lies in this widget.
    public func contains(_ x: Double, _ y: Double, of other: Widget) -> Bool {
        guard let own = convert(x, y, from: other.widget, to: widget) else { return false }
        return gtk_widget_contains(widget, own.x, own.y) != 0
    }
}

/// Converts a point between widgets; nil if the two are not in the same window.
func convert(
    _ x: Double,
    _ y: Double,
    from: UnsafeMutablePointer<GtkWidget>?,
    to: UnsafeMutablePointer<GtkWidget>?
) -> (x: Double, y: Double)? {
    var point = graphene_point_t(x: Float(x), y: Float(y))
    var converted = graphene_point_t()
    guard gtk_widget_compute_point(from, to, &point, &converted) != 0 else { return nil }
    return (Double(converted.x), Double(converted.y))
}

extension Widget {
    /// Sets the tooltip.
    @discardableResult
    public func tooltip(_ text: String?) -> Self {
        withoutPointer { cgtk_set_tooltip(widget, text) }
        return self
    }

    /// Sets a tooltip that is computed when the pointer rests on the widget; nil shows none.
    @discardableResult
    public func tooltip(_ text: @escaping @MainActor () -> String?) -> Self {
        connectTooltipQuestion("query-tooltip") { tooltip in
            guard let text = text() else { return false }
            gtk_tooltip_set_text(tooltip.map { OpaquePointer($0) }, text)
            return true
        }
        withoutPointer { gtk_widget_set_has_tooltip(widget, 1) }
        return self
    }

    /// Avoids GTK's queries for the pointer: six round trips to the X server for each visible
    /// widget, even for one that is not in a window yet. A page of notes has forty tooltips.
    private func withoutPointer(_ change: () -> Void) {
        let isUnseen = isVisible && gtk_widget_get_root(widget) == nil
        if isUnseen { visible(false) }
        change()
        if isUnseen { visible(true) }
    }
}

extension Widget {
    /// The style class with this prefix on the widget or its nearest ancestor; nil if there is
    /// none.
    public func nearestStyleClass(beginningWith prefix: String) -> String? {
        var next: UnsafeMutablePointer<GtkWidget>? = widget
        while let current = next {
            let names = gtk_widget_get_css_classes(current)
            defer { g_strfreev(names) }
            var index = 0
            while let name = names?[index] {
                let name = String(cString: name)
                if name.hasPrefix(prefix) { return name }
                index += 1
            }
            next = gtk_widget_get_parent(current)
        }
        return nil
    }
}

/// An unowned reference to a widget, for closures that the widget owns: a strong reference would be
/// a cycle. Use it only in such closures: elsewhere the widget may be gone.
@MainActor
public struct UnretainedWidget {
    private let pointer: UnsafeMutableRawPointer

    /// Refers to a widget.
    public init(_ widget: Widget) { pointer = widget.pointer }

    /// The widget.
    public var widget: Widget { Widget(borrowing: pointer.assumingMemoryBound(to: GtkWidget.self)) }
}

/// A rectangle in a widget's coordinates, in pixels.
public struct Rectangle: Equatable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// A rectangle with the given edges and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// The alignment of a widget in more space than it needs.
public enum Alignment: Sendable {
    case fill, start, end, center, baseline

    var value: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .end: GTK_ALIGN_END
        case .center: GTK_ALIGN_CENTER
        case .baseline: GTK_ALIGN_BASELINE
        }
    }
}

/// The direction in which children are arranged.
public enum Orientation: Sendable {
    case horizontal, vertical

    var value: GtkOrientation {
        self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
    }
}
