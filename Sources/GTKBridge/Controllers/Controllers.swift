import CGTK

/// Keys that are held while something happens.
public struct Modifiers: OptionSet, Sendable {
    /// GDK's bits.
    public let rawValue: UInt32

    /// GDK's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
    /// Control.
    public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
    /// Alt.
    public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
    /// Super.
    public static let `super` = Modifiers(rawValue: GDK_SUPER_MASK.rawValue)
}

/// Keys by their GDK names.
public struct Key: Equatable, Sendable {
    let value: guint

    /// The key of a GDK name, such as `Escape` or `F10`.
    public init(_ name: String) { value = gdk_keyval_from_name(name) }

    init(value: guint) { self.value = value }

    /// Whether a text begins with it: a character that is seen, or a dead key, which waits for one.
    public var beginsText: Bool {
        let character = gdk_keyval_to_unicode(value)
        return character > 0x20 && character != 0x7F || Self.deadKeys.contains(value)
    }

    private static let deadKeys = guint(GDK_KEY_dead_grave)...guint(GDK_KEY_dead_longsolidusoverlay)
}

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

    /// Tells of a key while the focus is on the widget or below it. A handler that returns true keeps
    /// the key from everybody else.
    public func onKey(
        phase: Phase = .bubble,
        _ body: @escaping @MainActor (Key, Modifiers) -> Bool
    ) {
        onKey(phase: phase) { _, key, modifiers in body(key, modifiers) }
    }

    /// The same, with the controller that tells it, a GtkEventControllerKey.
    @discardableResult
    func onKey(
        phase: Phase,
        _ body: @escaping @MainActor (OpaquePointer, Key, Modifiers) -> Bool
    ) -> Object {
        let controller = addController(gtk_event_controller_key_new(), phase: phase)
        let pointer = controller.opaque
        controller.connectKeyQuestion("key-pressed") { value, code, state in
            let held = Modifiers(rawValue: state.rawValue)
                .intersection([.shift, .control, .alt, .super])
            return body(pointer, Key(pressed: value, code: code, held: held), held)
        }
        return controller
    }

    /// Tells when the pointer comes over the widget and when it goes.
    public func onHover(_ body: @escaping @MainActor (_ isOver: Bool) -> Void) {
        let controller = addController(gtk_event_controller_motion_new(), phase: .bubble)
        controller.connectPoint("enter") { _, _ in body(true) }
        controller.connectPlain("leave") { body(false) }
    }

    /// Tells when somebody turns the wheel or moves two fingers over the widget.
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
