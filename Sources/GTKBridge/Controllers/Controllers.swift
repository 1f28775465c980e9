import CGTK

/// A press of a mouse button or a finger.
public struct Press: Sendable {
    /// The x coordinate in the widget.
    public var x: Double
    /// The y coordinate in the widget.
    public var y: Double
    /// The number of this press in a series: 2 for a double click.
    public var count: Int
    /// The modifiers that are held.
    public var modifiers: Modifiers
}

/// When a controller sees an event: before the widgets below it (capture) or after them (bubble).
public enum Phase: Sendable {
    case capture, bubble
}

extension Widget {
    /// Called when the given mouse button is pressed (1 primary, 2 middle, 3 secondary, 8 back). A
    /// handler that returns true claims the press; nothing else sees it then.
    public func onPress(
        button: Int,
        phase: Phase = .bubble,
        _ body: @escaping @MainActor (Press) -> Bool
    ) {
        addClickGesture(button: button, phase: phase, signal: "pressed", body)
    }

    /// Called on a primary click that is released where it began.
    public func onClick(_ body: @escaping @MainActor (Press) -> Bool) {
        addClickGesture(button: 1, phase: .bubble, signal: "released", body)
    }

    /// Connects one of GtkGestureClick's two signals, which have the same signature.
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

    /// Called when the widget or one of its descendants gains the keyboard focus.
    public func onFocusEnter(_ body: @escaping @MainActor () -> Void) {
        addController(gtk_event_controller_focus_new(), phase: .bubble)
            .connectPlain("enter", body)
    }

    /// Called when the widget loses the keyboard focus, including to another window.
    public func onFocusLeave(_ body: @escaping @MainActor () -> Void) {
        addController(gtk_event_controller_focus_new(), phase: .bubble)
            .connectPlain("leave", body)
    }

    /// Called when the pointer enters or leaves the widget.
    public func onHover(_ body: @escaping @MainActor (_ isOver: Bool) -> Void) {
        let controller = addController(gtk_event_controller_motion_new(), phase: .bubble)
        controller.connectPoint("enter") { _, _ in body(true) }
        controller.connectPlain("leave") { body(false) }
    }

    /// Called when the wheel turns or two fingers move over the widget.
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

    /// Called on each click of the wheel, up (negative) or down, with the modifiers that are held.
    /// A handler that returns true keeps the event from the widget.
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

    /// Adds a new controller, which the widget then owns.
    func addController(
        _ controller: OpaquePointer?,
        phase: Phase
    ) -> Object {
        guard let controller else { preconditionFailure("GTK made no event controller") }
        // The widget takes ownership of the constructor's reference; the wrapper adds its own.
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
