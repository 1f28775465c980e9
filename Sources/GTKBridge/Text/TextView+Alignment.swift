import CGTK

extension TextView {
    /// Lets the cursor of an empty field stand where words begin in the language of the program, as a
    /// placeholder does.
    ///
    /// GTK has it where what the keyboard writes would begin: with Latin keys that is the left, also where
    /// everything else is mirrored. What is written then stands where its own letters belong.
    func alignWhileEmpty() {
        buffer.onChanged { [weak self] in self?.align() }
        onNotify("has-focus") { [weak self] in self?.followKeyboard() }
        align()
    }

    private func followKeyboard() {
        keyboardChanges?.disconnect()
        keyboardChanges = nil
        if gtk_widget_has_focus(widget) != 0, let keyboard {
            let device = Object(borrowing: UnsafeMutableRawPointer(keyboard))
            keyboardChanges = device.onNotify("direction") { [weak self] in self?.align() }
        }
        align()
    }

    private func align() {
        let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        let isKeyboardMirrored =
            keyboard.map { gdk_device_get_direction($0) == PANGO_DIRECTION_RTL } ?? false
        let isTurned = buffer.count == 0 && isMirrored != isKeyboardMirrored
        // The side at which lines begin is meant, and the one at which they end.
        gtk_text_view_set_justification(cast(), isTurned ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT)
    }

    private var keyboard: OpaquePointer? {
        gdk_display_get_default_seat(gtk_widget_get_display(widget))
            .flatMap { gdk_seat_get_keyboard($0) }
    }
}
