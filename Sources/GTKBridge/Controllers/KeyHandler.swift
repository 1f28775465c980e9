import CGTK

/// A handler of keys that comes and goes.
@MainActor
public final class KeyHandler {
    private let controller: Object
    private weak var widget: Widget?

    fileprivate init(_ controller: Object, of widget: Widget) {
        self.controller = controller
        self.widget = widget
    }

    /// Takes it away. Not from inside itself: GTK still has to go on from there.
    public func remove() {
        guard let widget else { return }
        if gtk_event_controller_get_widget(controller.opaque) == widget.widget {
            gtk_widget_remove_controller(widget.widget, controller.opaque)
        }
        self.widget = nil
    }
}

extension Widget {
    /// Tells of keys before the widget, and before all who have asked for them sooner. A handler that
    /// returns true keeps the key from everybody else.
    public func addKeyHandler(
        _ body: @escaping @MainActor (Key, Modifiers) -> Bool
    ) -> KeyHandler {
        let controller = onKey(phase: .capture) { _, key, modifiers in body(key, modifiers) }
        return KeyHandler(controller, of: self)
    }

    /// Tells when the keyboard focus leaves the widget, also for another window.
    public func onFocusLeave(_ body: @escaping @MainActor () -> Void) {
        addController(gtk_event_controller_focus_new(), phase: .bubble)
            .connectPlain("leave", body)
    }
}
