import CGTK
import Foundation
import Phrases

// What fingers do that a pointer does otherwise.
extension Widget {
    /// Tells of a finger that was held on the widget for half a second, and lifted where it was put down.
    ///
    /// - Parameters:
    ///   - source: what the widget is dragged by, if it is: a finger that was held and then moves drags it.
    ///     One that moves at once scrolls the list that the widget is in.
    ///   - body: told where the finger was.
    public func onLongPress(
        dragging source: DragSource? = nil,
        _ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        let gesture = addController(gtk_gesture_long_press_new(), phase: .bubble)
        gtk_gesture_single_set_touch_only(gesture.opaque, 1)
        // Together they follow the same finger; alone one of them would take it from the other.
        source?.follow(gesture)
        var start: (x: Double, y: Double)?
        let pressed: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = {
            gesture,
            x,
            y,
            data in
            Callback<(Double, Double), Void>.call(data, (x, y))
            // What else the finger could have meant, such as a scroll or a click, is out of the question.
            if let gesture {
                gtk_gesture_set_state(OpaquePointer(gesture), GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
        gesture.connect("pressed", unsafeBitCast(pressed, to: GCallback.self)) {
            (point: (Double, Double)) -> Void in
            start = point
            source?.isHeld = true
        }
        gesture.connectPoint("update") { x, y in
            guard let held = start else { return }
            if hypot(x - held.x, y - held.y) > fingerSlack { start = nil }
        }
        gesture.connectPoint("cancel") { _, _ in start = nil }
        gesture.connectPoint("end") { _, _ in
            guard let point = start else { return }
            start = nil
            body(point.x, point.y)
        }
        // Each finger begins anew.
        gesture.connectPoint("begin") { _, _ in source?.isHeld = false }
    }

    /// Tells of a finger that comes from the edge at which lines begin, and goes into the widget.
    public func onEdgeSwipe(_ body: @escaping @MainActor () -> Void) {
        let gesture = addController(gtk_gesture_drag_new(), phase: .capture)
        gtk_gesture_single_set_touch_only(gesture.opaque, 1)
        let begin: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = {
            gesture,
            x,
            _,
            data in
            guard let gesture else { return }
            if !Callback<Double, Bool>.call(data, x) {
                gtk_gesture_set_state(OpaquePointer(gesture), GTK_EVENT_SEQUENCE_DENIED)
            }
        }
        gesture.connect("drag-begin", unsafeBitCast(begin, to: GCallback.self)) {
            [weak self] (x: Double) -> Bool in
            guard let self else { return false }
            return EdgeSwipe.begins(at: x, width: Double(size.width), isMirrored: isMirrored)
        }
        let update: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = {
            gesture,
            x,
            y,
            data in
            guard let gesture else { return }
            switch Callback<(Double, Double), EdgeSwipe.Meaning>.call(data, (x, y)) {
            case .open: break
            case .other: gtk_gesture_set_state(OpaquePointer(gesture), GTK_EVENT_SEQUENCE_DENIED)
            case .swipe: gtk_gesture_set_state(OpaquePointer(gesture), GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
        gesture.connect("drag-update", unsafeBitCast(update, to: GCallback.self)) {
            [weak self] (way: (Double, Double)) -> EdgeSwipe.Meaning in
            EdgeSwipe.meaning(of: way, isMirrored: self?.isMirrored ?? false)
        }
        let end: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            Callback<(Double, Double), Void>.call(data, (x, y))
        }
        gesture.connect("drag-end", unsafeBitCast(end, to: GCallback.self)) {
            [weak self] (way: (Double, Double)) -> Void in
            guard let self, EdgeSwipe.isDone(way, isMirrored: isMirrored) else { return }
            body()
        }
    }

    /// Tells whether what comes next is a finger or a pointer, each time it is the other one.
    public func onTouchChange(_ body: @escaping @MainActor (_ isTouched: Bool) -> Void) {
        let controller = addController(gtk_event_controller_legacy_new(), phase: .capture)
        let function: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gboolean = {
            _,
            event,
            data in
            guard let event else { return 0 }
            switch gdk_event_get_event_type(event) {
            case GDK_TOUCH_BEGIN: Callback<Bool, Void>.call(data, true)
            case GDK_MOTION_NOTIFY, GDK_BUTTON_PRESS: Callback<Bool, Void>.call(data, false)
            default: break
            }
            return 0
        }
        var isTouched = false
        controller.connect("event", unsafeBitCast(function, to: GCallback.self)) { (new: Bool) in
            guard new != isTouched else { return }
            isTouched = new
            body(new)
        }
    }
}

/// What a finger that comes from an edge means.
enum EdgeSwipe {
    enum Meaning {
        /// It may still become one thing or another.
        case open
        /// It scrolls, or does what it would do elsewhere.
        case other
        case swipe
    }

    /// How far from the edge it may begin, in pixels.
    static let edge = 24.0
    /// How far it has to go, in pixels.
    static let length = 96.0
    /// Less is a finger that trembles, in pixels.
    static let slack = 12.0

    static func begins(at x: Double, width: Double, isMirrored: Bool) -> Bool {
        isMirrored ? x > width - edge : x < edge
    }

    static func meaning(of way: (Double, Double), isMirrored: Bool) -> Meaning {
        let inward = isMirrored ? -way.0 : way.0
        if max(abs(way.0), abs(way.1)) < slack { return .open }
        return inward > abs(way.1) ? .swipe : .other
    }

    static func isDone(_ way: (Double, Double), isMirrored: Bool) -> Bool {
        let inward = isMirrored ? -way.0 : way.0
        return inward >= length && inward > abs(way.1)
    }
}

/// How far a finger moves that is held still, in pixels.
private let fingerSlack = 8.0

extension Object {
    /// Connects one of GtkGesture's signals that tell of a sequence of events, with where that is.
    fileprivate func connectPoint(
        _ signal: String,
        _ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        let function: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = {
            gesture,
            sequence,
            data in
            var (x, y) = (0.0, 0.0)
            if let gesture { gtk_gesture_get_point(OpaquePointer(gesture), sequence, &x, &y) }
            Callback<(Double, Double), Void>.call(data, (x, y))
        }
        connect(signal, unsafeBitCast(function, to: GCallback.self)) {
            (point: (Double, Double)) -> Void in body(point.0, point.1)
        }
    }
}
