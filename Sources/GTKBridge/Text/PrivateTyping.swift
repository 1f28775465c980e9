import CGTK

extension Window {
    /// Lets nobody remember what is typed in the window: its text fields `forgetTyping()` once they have
    /// the focus.
    public func forgetTypingInFields() {
        onFocusChanged { [weak self] in self?.focus?.forgetTyping() }
    }
}

extension Widget {
    /// Whether nobody remembers what is typed here.
    public var forgetsTyping: Bool {
        inputHints.map { $0.rawValue & GTK_INPUT_HINT_PRIVATE.rawValue != 0 } ?? false
    }

    /// Lets nobody remember what is typed here: input methods learn no words from it, and there is no
    /// chooser of emoji, which keeps those that were used. Does nothing to what is no text field.
    public func forgetTyping() {
        guard let hints = inputHints, !forgetsTyping else { return }
        let added = GTK_INPUT_HINT_PRIVATE.rawValue | GTK_INPUT_HINT_NO_EMOJI.rawValue
        set(GtkInputHints(rawValue: hints.rawValue | added))
        // The keys for the chooser do not ask for the hint.
        let field = pointer
        connectPlain("insert-emoji") { g_signal_stop_emission_by_name(field, "insert-emoji") }
    }

    private var isView: Bool { cgtk_is_a(pointer, gtk_text_view_get_type()) != 0 }

    private var isLine: Bool { cgtk_is_a(pointer, gtk_text_get_type()) != 0 }

    /// Nil where no text is edited.
    private var inputHints: GtkInputHints? {
        if isView { return gtk_text_view_get_input_hints(cast()) }
        return isLine ? gtk_text_get_input_hints(cast()) : nil
    }

    private func set(_ hints: GtkInputHints) {
        if isView {
            gtk_text_view_set_input_hints(cast(), hints)
        } else {
            gtk_text_set_input_hints(cast(), hints)
        }
    }
}
