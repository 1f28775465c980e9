import CGTK

@testable import GTKBridge

extension Widget {
    /// Presses the visible button with this label below the widget.
    ///
    /// - Returns: whether there is one that can be pressed.
    func click(_ label: String) -> Bool {
        guard let button = button(label), button.isSensitive else { return false }
        press(button)
        return true
    }

    private func press(_ button: Widget) {
        var value = GValue()
        g_value_init(&value, cgtk_type_object())
        g_value_set_object(&value, button.pointer)
        g_signal_emitv(&value, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
        g_value_unset(&value)
    }

    private func button(_ label: String) -> Widget? {
        guard isVisible else { return nil }
        if cgtk_is_a(pointer, gtk_button_get_type()) != 0,
            gtk_button_get_label(cast()).map({ String(cString: $0) }) == label
        {
            return self
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            if let found = Widget(borrowing: next).button(label) { return found }
            child = gtk_widget_get_next_sibling(next)
        }
        return nil
    }
}
