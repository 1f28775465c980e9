import CGTK
import Phrases

/// A child of a widget with a layout of its own.
typealias LayoutChild = UnsafeMutablePointer<GtkWidget>

/// How much a widget needs at least in a direction, and would like to have, in pixels.
typealias LayoutSize = (minimum: gint, natural: gint)

/// The layout of a widget that GTK has none for, in two closures, and what the widget's children have answered.
///
/// A layout asks a child for the same size several times: for its own width, for its height, and to place
/// it; layouts that stand within one another multiply that. Each answer is therefore remembered until GTK
/// forgets what it knows of the widget itself, which it does when one of its children asks for another
/// size. The layout learns of that because GTK wants to know its request mode anew then, before anything
/// else (`gtk_widget_measure`, in all versions from 4.0 on).
///
/// GTK's widget keeps the layout, and outlives its wrapper: the closures must not capture that. What changes
/// is in a `LayoutState` that both of them have.
@MainActor
final class CustomLayout {
    /// How much the widget needs in a direction when it has `forSize` pixels in the other one; -1 for any.
    typealias Measure =
        @MainActor (
            _ layout: CustomLayout, _ orientation: GtkOrientation, _ forSize: gint
        ) -> LayoutSize
    /// Places the children; without a baseline it is -1.
    typealias Allocate =
        @MainActor (
            _ layout: CustomLayout, _ width: gint, _ height: gint, _ baseline: gint
        ) -> Void

    private struct Answer {
        let orientation: GtkOrientation
        let forSize: gint
        let size: LayoutSize
    }

    /// The widget that has the layout, which keeps it.
    let widget: UnsafeMutablePointer<GtkWidget>
    private let measureSelf: Measure
    private let allocateChildren: Allocate
    private let mode: GtkSizeRequestMode
    private var answers: [LayoutChild: [Answer]] = [:]

    /// More sizes are asked for only while a window is resized; the oldest answer goes then.
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

    /// The two children of a widget that has so many.
    var twoChildren: (LayoutChild, LayoutChild)? {
        guard let first = firstChild, let second = gtk_widget_get_next_sibling(first) else {
            return nil
        }
        return (first, second)
    }

    /// The children that take part in the layout, in their order.
    var shownChildren: [LayoutChild] {
        children(of: widget).filter { gtk_widget_should_layout($0) != 0 }
    }

    /// What a child needs at least and would like to have, when it has so much in the other direction.
    func measure(
        _ child: LayoutChild,
        _ orientation: GtkOrientation,
        _ forSize: gint
    ) -> LayoutSize {
        let known = answers[child]?
            .first { $0.forSize == forSize && $0.orientation == orientation }
        if let known { return known.size }
        // Nothing is told when the size of a hidden child changes, which is none.
        guard gtk_widget_get_visible(child) != 0 else { return (0, 0) }
        let size = GTKBridge.measure(child, orientation, forSize)
        if let count = answers[child]?.count, count >= Self.mostAnswers {
            answers[child]?.removeFirst()
        }
        answers[child, default: []]
            .append(Answer(orientation: orientation, forSize: forSize, size: size))
        return size
    }

    /// The width that a child needs and would like to have.
    func width(of child: LayoutChild) -> LayoutSize {
        measure(child, GTK_ORIENTATION_HORIZONTAL, -1)
    }

    /// The height that a child needs and would like to have in a width, or in any for -1.
    func height(of child: LayoutChild, forWidth width: gint) -> LayoutSize {
        measure(child, GTK_ORIENTATION_VERTICAL, width)
    }

    // MARK: Places

    /// Whether the widget is laid out from right to left.
    var isMirrored: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    /// Gives a child its place.
    func place(_ child: LayoutChild, _ frame: GtkAllocation, baseline: gint = -1) {
        // GTK wants to have been asked for the size before it gives one.
        if answers[child] == nil { _ = width(of: child) }
        var frame = frame
        gtk_widget_size_allocate(child, &frame, baseline)
    }

    /// Gives a child its place, counted from where lines begin in a width.
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
        // Answered at once from what GTK knows, unless that must be forgotten.
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

/// What a layout and the wrapper of its widget share.
@MainActor
final class LayoutState<Value> {
    /// The state. A change is laid out when the widget is queued for that.
    var value: Value

    init(_ value: Value) { self.value = value }
}

extension Widget {
    /// Gives the widget its own layout.
    ///
    /// - Parameter isConstant: whether it needs the same height in any width.
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
        // GTK takes no notice of children that come and go while the widget is hidden; what it knows of the
        // widget would stay.
        let address = widget
        connectPlain("show") { gtk_widget_queue_resize(address) }
    }
}

/// The children of a widget, hidden ones too, in their order.
func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    guard let first = gtk_widget_get_first_child(widget) else { return [] }
    return Array(sequence(first: first) { gtk_widget_get_next_sibling($0) })
}

/// What a widget needs at least and would like to have.
func measure(
    _ widget: UnsafeMutablePointer<GtkWidget>,
    _ orientation: GtkOrientation,
    _ size: gint
) -> LayoutSize {
    var (minimum, natural): (gint, gint) = (0, 0)
    gtk_widget_measure(widget, orientation, size, &minimum, &natural, nil, nil)
    return (minimum, natural)
}
