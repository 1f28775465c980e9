import CGTK
import Foundation

// What fingers do that a pointer does otherwise.
extension Widget {
    /// Tells of a finger that was held on the widget for half a second, and lifted where it was put down.
    ///
    /// - Parameters:
    ///   - source: what the widget is dragged by, if it is: a finger that was held and then moves drags it.
    ///     One that moves at once scrolls the list that the widget is in.
    ///   - isTouchOnly: whether the pointer's button can be held instead of a finger.
    ///   - body: told where the finger was.
    public func onLongPress(
        dragging source: DragSource? = nil,
        isTouchOnly: Bool = true,
        _ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        let gesture = addController(gtk_gesture_long_press_new(), phase: .bubble)
        gtk_gesture_single_set_touch_only(gesture.opaque, isTouchOnly.gboolean)
        // Together they follow the same finger; alone one of them would take it from the other.
        source?.follow(gesture)
        var start: (x: Double, y: Double)?
        let held = gesture.opaque
        gesture.connectPoint("pressed") { x, y in
            start = (x, y)
            source?.isHeld = true
            // What else the finger could have meant, such as a scroll or a click, is out of the question.
            gtk_gesture_set_state(held, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gesture.connectPointer("update") { sequence in
            guard let begun = start else { return }
            var (x, y) = (0.0, 0.0)
            gtk_gesture_get_point(held, sequence.map { OpaquePointer($0) }, &x, &y)
            if hypot(x - begun.x, y - begun.y) > fingerSlack { start = nil }
        }
        gesture.connectPointer("cancel") { _ in start = nil }
        gesture.connectPointer("end") { _ in
            guard let point = start else { return }
            start = nil
            body(point.x, point.y)
        }
        // Each finger begins anew.
        gesture.connectPointer("begin") { _ in source?.isHeld = false }
    }

    /// Tells of a finger that comes from the edge at which lines begin, and goes into the widget.
    public func onEdgeSwipe(_ body: @escaping @MainActor () -> Void) {
        let gesture = addController(gtk_gesture_drag_new(), phase: .capture)
        gtk_gesture_single_set_touch_only(gesture.opaque, 1)
        let swipe = gesture.opaque
        gesture.connectPoint("drag-begin") { [weak self] x, _ in
            if let self,
                EdgeSwipe.begins(at: x, width: Double(size.width), isMirrored: isMirrored)
            {
                return
            }
            gtk_gesture_set_state(swipe, GTK_EVENT_SEQUENCE_DENIED)
        }
        gesture.connectPoint("drag-update") { [weak self] x, y in
            switch EdgeSwipe.meaning(of: (x, y), isMirrored: self?.isMirrored ?? false) {
            case .open: break
            case .other: gtk_gesture_set_state(swipe, GTK_EVENT_SEQUENCE_DENIED)
            case .swipe: gtk_gesture_set_state(swipe, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
        gesture.connectPoint("drag-end") { [weak self] x, y in
            guard let self, EdgeSwipe.isDone((x, y), isMirrored: isMirrored) else { return }
            body()
        }
    }

    /// Tells whether what comes next is a finger or a pointer, each time it is the other one.
    public func onTouchChange(_ body: @escaping @MainActor (_ isTouched: Bool) -> Void) {
        let controller = addController(gtk_event_controller_legacy_new(), phase: .capture)
        var isTouched = false
        controller.connectPointerQuestion("event") { event in
            guard let event else { return false }
            let new: Bool
            switch gdk_event_get_event_type(OpaquePointer(event)) {
            case GDK_TOUCH_BEGIN: new = true
            case GDK_MOTION_NOTIFY, GDK_BUTTON_PRESS: new = false
            default: return false
            }
            if new != isTouched {
                isTouched = new
                body(new)
            }
            return false
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
