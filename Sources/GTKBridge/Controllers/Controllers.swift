import CGTK

/// A press of a mouse button or a finger.
public struct Press: Sendable {
    /// Where, in the widget's coordinates.
    public var x: Double
    /// Where, in the widget's coordinates.
    public var y: Double
    /// Which press in a row this is: 2 for a double click.
    public var count: Int
    /// The keys that are held.
    public var modifiers: Modifiers
}

/// When a controller sees an event: before the widgets below it, or after them.
public enum Phase: Sendable {
    case capture, bubble
}

extension Widget {
    /// Tells of a press of the given mouse button (1 primary, 2 middle, 3 secondary, 8 back). A
    /// handler that returns true claims the press; nothing else sees it then.
    public func onPress(
        button: Int,
        phase: Phase = .bubble,
        _ body: @escaping @MainActor (Press) -> Bool
    ) {
        addClickGesture(button: button, phase: phase, signal: "pressed", body)
    }

    /// Tells of a primary click that was let go where it began.
    public func onClick(_ body: @escaping @MainActor (Press) -> Bool) {
        addClickGesture(button: 1, phase: .bubble, signal: "released", body)
    }

    /// Connects one of GtkGestureClick's two signals, which have the same form.
    private func addClickGesture(
        button: Int,
        phase: Phase,
        signal: String,
        _ body: @escaping @MainActor (Press) -> Bool
    ) {
        let gesture = addController(gtk_gesture_click_new(), phase: phase)
        gtk_gesture_single_set_button(gesture.opaque, guint(button))
        let click = gesture.opaque
        gesture.connectClick(signal) { count, x, y in
            let press = Press(x: x, y: y, count: Int(count), modifiers: currentModifiers(click))
            if body(press) { gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED) }
        }
    }

    /// Tells when the keyboard focus comes to the widget or one of its descendants.
    public func onFocusEnter(_ body: @escaping @MainActor () -> Void) {
        addController(gtk_event_controller_focus_new(), phase: .bubble)
            .connectPlain("enter", body)
    }

    /// Tells when the keyboard focus leaves the widget, also for another window.
    public func onFocusLeave(_ body: @escaping @MainActor () -> Void) {
        addController(gtk_event_controller_focus_new(), phase: .bubble)
            .connectPlain("leave", body)
    }

    /// Tells when the pointer comes over the widget and when it goes.
    public func onHover(_ body: @escaping @MainActor (_ isOver: Bool) -> Void) {
        let controller = addController(gtk_event_controller_motion_new(), phase: .bubble)
        controller.connectPoint("enter") { _, _ in body(true) }
        controller.connectPlain("leave") { body(false) }
    }

    /// Tells when the wheel is turned or two fingers are moved over the widget.
    public func onScrollGesture(_ body: @escaping @MainActor () -> Void) {
        let controller = addController(
            gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
            phase: .capture
        )
        controller.connectPointQuestion("scroll") { _, _ in
            body()
            return false
        }
    }

    /// Tells of the wheel's clicks, up (negative) or down, with the keys that are held. A handler that
    /// returns true keeps them from the widget.
    public func onWheel(_ body: @escaping @MainActor (Double, Modifiers) -> Bool) {
        let flags = GtkEventControllerScrollFlags(
            rawValue: GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue
                | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE.rawValue
        )
        let controller = addController(gtk_event_controller_scroll_new(flags), phase: .capture)
        let pointer = controller.opaque
        controller.connectPointQuestion("scroll") { _, clicks in
            body(clicks, currentModifiers(pointer))
        }
    }

    /// Gives the widget a new controller, which it then owns.
    func addController(
        _ controller: OpaquePointer?,
        phase: Phase
    ) -> Object {
        guard let controller else { preconditionFailure("GTK made no event controller") }
        // The widget takes over the reference that the constructor returned; the wrapper has its own.
        let wrapper = Object(borrowing: UnsafeMutableRawPointer(controller))
        gtk_event_controller_set_propagation_phase(
            controller,
            phase == .capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE
        )
        gtk_widget_add_controller(widget, controller)
        return wrapper
    }
}

private func currentModifiers(_ controller: OpaquePointer) -> Modifiers {
    Modifiers(
        rawValue: gtk_event_controller_get_current_event_state(controller).rawValue
    )
    .intersection([.shift, .control, .alt, .super])
}
