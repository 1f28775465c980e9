import CGTK
import Phrases

/// A child of a widget with a custom layout.
typealias LayoutChild = UnsafeMutablePointer<GtkWidget>

/// A widget's minimum and natural size in one direction, in pixels.
typealias LayoutSize = (minimum: gint, natural: gint)

/// A custom layout of a widget, defined by two closures, with a cache of its children's sizes.
///
/// A layout asks a child for the same size several times: for its own width, for its height, and to
/// place it; nested layouts multiply that. Sizes are therefore cached until GTK discards its own
/// cache for the widget, which it does when one of the children requests another size. The layout
/// notices this because GTK then asks for its request mode again, before anything else
/// (`gtk_widget_measure`, in all versions from 4.0 on).
///
/// GTK's widget keeps the layout and outlives its wrapper: the closures must not capture the
/// wrapper. They share their variables through a `LayoutState`.
@MainActor
final class CustomLayout {
    /// Returns the widget's size in a direction, given `forSize` pixels in the other one; -1 for
    /// any.
    typealias Measure =
        @MainActor (
            _ layout: CustomLayout, _ orientation: GtkOrientation, _ forSize: gint
        ) -> LayoutSize
    /// Places the children; the baseline is -1 if there is none.
    typealias Allocate =
        @MainActor (
            _ layout: CustomLayout, _ width: gint, _ height: gint, _ baseline: gint
        ) -> Void

    private struct Answer {
        let orientation: GtkOrientation
        let forSize: gint
        let size: LayoutSize
    }

    /// The widget that has, and keeps, the layout.
    let widget: UnsafeMutablePointer<GtkWidget>
    private let measureSelf: Measure
    private let allocateChildren: Allocate
    private let mode: GtkSizeRequestMode
    private var answers: [LayoutChild: [Answer]] = [:]

    /// More sizes are only requested while a window is resized; the oldest is discarded then.
    private static let mostAnswers = 8

    fileprivate init(
        of widget: UnsafeMutablePointer<GtkWidget>,
        _ mode: GtkSizeRequestMode,
        measure: @escaping Measure,
        allocate: @escaping Allocate
    ) {
        self.widget = widget
        self.mode = mode
        measureSelf = measure
        allocateChildren = allocate
    }

    // MARK: Children

    /// The widget's first child.
    var firstChild: LayoutChild? { gtk_widget_get_first_child(widget) }

    /// The children of a widget that has exactly two.
    var twoChildren: (LayoutChild, LayoutChild)? {
        guard let first = firstChild, let second = gtk_widget_get_next_sibling(first) else {
            return nil
        }
        return (first, second)
    }

    /// The children that take part in the layout, in order.
    var shownChildren: [LayoutChild] {
        children(of: widget).filter { gtk_widget_should_layout($0) != 0 }
    }

    /// The size of a child in a direction, for a given size in the other one.
    func measure(
        _ child: LayoutChild,
        _ orientation: GtkOrientation,
        _ forSize: gint
    ) -> LayoutSize {
        let known = answers[child]?
            .first { $0.forSize == forSize && $0.orientation == orientation }
        if let known { return known.size }
        // Size changes of a hidden child, which takes no space, are not reported.
        guard gtk_widget_get_visible(child) != 0 else { return (0, 0) }
        let size = GTKBridge.measure(child, orientation, forSize)
        if let count = answers[child]?.count, count >= Self.mostAnswers {
            answers[child]?.removeFirst()
        }
        answers[child, default: []]
            .append(Answer(orientation: orientation, forSize: forSize, size: size))
        return size
    }

    /// The minimum and natural width of a child.
    func width(of child: LayoutChild) -> LayoutSize {
        measure(child, GTK_ORIENTATION_HORIZONTAL, -1)
    }

    /// The minimum and natural height of a child at a width, or at any width for -1.
    func height(of child: LayoutChild, forWidth width: gint) -> LayoutSize {
        measure(child, GTK_ORIENTATION_VERTICAL, width)
    }

    // MARK: Places

    /// Whether the widget is laid out from right to left.
    var isMirrored: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    /// Places a child.
    func place(_ child: LayoutChild, _ frame: GtkAllocation, baseline: gint = -1) {
        // GTK requires a widget to be measured before it is allocated.
        if answers[child] == nil { _ = width(of: child) }
        var frame = frame
        gtk_widget_size_allocate(child, &frame, baseline)
    }

    /// Places a child at a position that is counted from the edge at which lines begin.
    func place(_ child: LayoutChild, _ frame: GtkAllocation, fromStartIn width: gint) {
        var frame = frame
        if isMirrored { frame.x = width - frame.x - frame.width }
        place(child, frame)
    }

    // MARK: Calls of GTK

    fileprivate func measureAnew(_ orientation: GtkOrientation, _ forSize: gint) -> LayoutSize {
        measureSelf(self, orientation, forSize)
    }

    fileprivate func allocate(_ width: gint, _ height: gint, _ baseline: gint) {
        // Answered from GTK's cache at once, unless the cache is invalid.
        _ = GTKBridge.measure(widget, GTK_ORIENTATION_HORIZONTAL, -1)
        allocateChildren(self, width, height, baseline)
    }

    fileprivate func requestMode() -> GtkSizeRequestMode {
        answers.removeAll(keepingCapacity: true)
        return mode
    }

    fileprivate static let key = g_quark_from_string("hawk-notes-layout")

    fileprivate static func of(_ widget: UnsafeMutablePointer<GtkWidget>?) -> CustomLayout? {
        let object = UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GObject.self)
        guard let object, let kept = g_object_get_qdata(object, key) else { return nil }
        return Unmanaged<CustomLayout>.fromOpaque(kept).takeUnretainedValue()
    }
}

/// State that a layout shares with its widget's wrapper.
@MainActor
final class LayoutState<Value> {
    /// The state. A change takes effect when the widget's resize or allocation is queued.
    var value: Value

    init(_ value: Value) { self.value = value }
}

extension Widget {
    /// Sets a custom layout.
    ///
    /// - Parameter isConstant: whether the height does not depend on the width.
    func setLayout(
        isConstant: Bool = false,
        measure: @escaping CustomLayout.Measure,
        allocate: @escaping CustomLayout.Allocate
    ) {
        let layout = CustomLayout(
            of: widget,
            isConstant ? GTK_SIZE_REQUEST_CONSTANT_SIZE : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measure,
            allocate: allocate
        )
        g_object_set_qdata_full(
            cast(),
            CustomLayout.key,
            Unmanaged.passRetained(layout).toOpaque(),
            { data in releaseCallback(data) }
        )
        let requestMode: GtkCustomRequestModeFunc = { widget in
            CustomLayout.of(widget)?.requestMode() ?? GTK_SIZE_REQUEST_CONSTANT_SIZE
        }
        let measureWidget: GtkCustomMeasureFunc = {
            widget,
            orientation,
            forSize,
            minimum,
            natural,
            minimumBaseline,
            naturalBaseline in
            minimumBaseline?.pointee = -1
            naturalBaseline?.pointee = -1
            guard let size = CustomLayout.of(widget)?.measureAnew(orientation, forSize) else {
                return
            }
            minimum?.pointee = size.minimum
            natural?.pointee = size.natural
        }
        let allocateWidget: GtkCustomAllocateFunc = { widget, width, height, baseline in
            CustomLayout.of(widget)?.allocate(width, height, baseline)
        }
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(requestMode, measureWidget, allocateWidget)
        )
        guard !isConstant else { return }
        // GTK does not notice children that are added or removed while the widget is hidden; its
        // cache would be outdated.
        let address = widget
        connectPlain("show") { gtk_widget_queue_resize(address) }
    }
}

/// The children of a widget, including hidden ones, in order.
func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    guard let first = gtk_widget_get_first_child(widget) else { return [] }
    return Array(sequence(first: first) { gtk_widget_get_next_sibling($0) })
}

/// The minimum and natural size of a widget.
func measure(
    _ widget: UnsafeMutablePointer<GtkWidget>,
    _ orientation: GtkOrientation,
    _ size: gint
) -> LayoutSize {
    var (minimum, natural): (gint, gint) = (0, 0)
    gtk_widget_measure(widget, orientation, size, &minimum, &natural, nil, nil)
    return (minimum, natural)
}
