import CGTK
import Foundation

// Gestures of fingers that differ from those of a pointer.
extension Widget {
    /// Called when a finger was held on the widget for half a second and lifted in the same place.
    ///
    /// - Parameters:
    ///   - source: the widget's drag source, if any. A finger that is held and then moves drags the
    ///     widget; one that moves at once scrolls the list.
    ///   - body: called with the position of the finger.
    public func onLongPress(
        dragging source: DragSource? = nil,
        _ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        let gesture = addController(gtk_gesture_long_press_new(), phase: .bubble)
        gtk_gesture_single_set_touch_only(gesture.opaque, 1)
        // Grouped gestures share the finger; otherwise one of them would take it from the other.
        source?.follow(gesture)
        var start: (x: Double, y: Double)?
        let held = gesture.opaque
        gesture.connectPoint("pressed") { x, y in
            start = (x, y)
            source?.isHeld = true
            // Rules out the other meanings of the finger, such as a scroll or a click.
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
        // Each touch starts over.
        gesture.connectPointer("begin") { _ in source?.isHeld = false }
    }

    /// Called when a finger swipes into the widget from the edge at which lines begin.
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

    /// Called whenever the input changes between touch and pointer.
    public func onTouchChange(_ body: @escaping @MainActor (_ isTouched: Bool) -> Void) {
        var isTouched = false
        onAnyEvent { type in
            let new: Bool
            switch type {
            case GDK_TOUCH_BEGIN: new = true
            case GDK_MOTION_NOTIFY, GDK_BUTTON_PRESS: new = false
            default: return
            }
            if new != isTouched {
                isTouched = new
                body(new)
            }
        }
    }

    /// Called before a press of any button or finger reaches anything in the widget.
    func onAnyPress(_ body: @escaping @MainActor () -> Void) {
        onAnyEvent { type in
            if type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN { body() }
        }
    }

    private func onAnyEvent(_ body: @escaping @MainActor (GdkEventType) -> Void) {
        let controller = addController(gtk_event_controller_legacy_new(), phase: .capture)
        controller.connectPointerQuestion("event") { event in
            if let event { body(gdk_event_get_event_type(OpaquePointer(event))) }
            return false
        }
    }
}

/// The meaning of a touch that starts at an edge.
enum EdgeSwipe {
    enum Meaning {
        /// Undecided.
        case open
        /// Another gesture, such as scrolling.
        case other
        case swipe
    }

    /// The maximum distance from the edge at the start, in pixels.
    static let edge = 24.0
    /// The minimum length of the swipe, in pixels.
    static let length = 96.0
    /// Smaller movements are trembling, in pixels.
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

/// The maximum movement of a finger that counts as held still, in pixels.
private let fingerSlack = 8.0
