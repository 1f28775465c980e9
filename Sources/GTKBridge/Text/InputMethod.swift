import CGTK
import Phrases

/// Input methods compose one character of several keys, such as a Korean syllable.
@MainActor
public enum InputMethod {
    /// How late an input method may still commit a text that was already committed in its place.
    fileprivate static let latestCommit: Duration = .seconds(1)

    /// What GTK shows after the Compose key alone. It is no text.
    fileprivate static let composeKeySign = "\u{B7}"

    /// Commits the text that is being composed in any window, so that the text includes what the
    /// user sees.
    ///
    /// A text that is being composed is not in a buffer yet. Call this before the texts of a window
    /// are saved for the last time: the last syllable of a Korean word only ends with the next key
    /// or a focus change.
    public static func finishComposing() {
        let windows = gtk_window_get_toplevels()
        for index in 0..<g_list_model_get_n_items(windows) {
            guard let item = g_list_model_get_item(windows, index) else { continue }
            let window = Object(adopting: item)
            gtk_window_get_focus(window.cast()).map { Widget(borrowing: $0) }?.finishComposing()
        }
    }
}

extension Widget {
    /// The widget's input context; nil if it is not a text input.
    var inputContext: Object? {
        guard takesText, let list = gtk_widget_observe_controllers(widget) else { return nil }
        let controllers = Object(adopting: UnsafeMutableRawPointer(list))
        for index in 0..<g_list_model_get_n_items(controllers.opaque) {
            guard let item = g_list_model_get_item(controllers.opaque, index) else { continue }
            let controller = Object(adopting: item)
            guard cgtk_is_a(item, gtk_event_controller_key_get_type()) != 0,
                let context = gtk_event_controller_key_get_im_context(controller.opaque)
            else { continue }
            return Object(borrowing: UnsafeMutableRawPointer(context))
        }
        return nil
    }

    /// Commits the text that is being composed in this field whenever the field loses the keyboard
    /// focus.
    ///
    /// GTK tells the input method that the field was left; whether it commits the text then or
    /// discards it differs from one to the other.
    func finishComposingWhenLeft() {
        let field = widget
        // A widget's controllers are called in the opposite order of their addition: this one is
        // called before GTK's own.
        onFocusLeave { Widget(borrowing: field).finishComposing() }
    }

    func finishComposing() {
        guard let context = inputContext else { return }
        let text = composedText(in: context)
        guard !text.isEmpty, text != InputMethod.composeKeySign else { return }
        var isCommitted = false
        let commits = context.connectText("commit") { _ in isCommitted = true }
        // Some input methods commit now. A reset would discard the text.
        gtk_im_context_focus_out(context.cast())
        commits.disconnect()
        if !isCommitted {
            gtk_im_context_reset(context.cast())
            cgtk_commit(context.cast(), text)
            ignoreCommit(of: text, from: context)
        }
        // The end may be cancelled.
        gtk_im_context_focus_in(context.cast())
    }

    /// Whether an input method is composing a text in this field.
    var isComposing: Bool { inputContext.map { !composedText(in: $0).isEmpty } ?? false }

    private func composedText(in context: Object) -> String {
        var text: UnsafeMutablePointer<CChar>?
        gtk_im_context_get_preedit_string(context.cast(), &text, nil, nil)
        return takeString(text) ?? ""
    }

    /// Drops the input method's own commit of a text that was already committed in its place. It
    /// may come late.
    func ignoreCommit(of text: String, from context: Object) {
        let mask = GSignalMatchType(
            rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue
        )
        let commit = g_signal_lookup("commit", gtk_im_context_get_type())
        g_signal_handlers_block_matched(context.pointer, mask, commit, 0, nil, nil, pointer)
        var waiting: SignalConnection?
        let resume: @MainActor () -> Void = { [self] in
            guard let connection = waiting else { return }
            waiting = nil
            connection.disconnect()
            g_signal_handlers_unblock_matched(context.pointer, mask, commit, 0, nil, nil, pointer)
        }
        waiting = context.connectText("commit") { late in
            resume()
            if late != text { cgtk_commit(context.cast(), late) }
        }
        MainLoop.after(InputMethod.latestCommit, resume)
    }
}

extension Window {
    /// Keeps input methods from learning what is typed in the window: each text field gets
    /// `forgetTyping()` when it is focused.
    public func forgetTypingInFields() {
        onFocusChanged { [weak self] in self?.focus?.forgetTyping() }
    }
}

extension Widget {
    /// Whether input methods do not learn what is typed here.
    public var forgetsTyping: Bool {
        inputHints.map { $0.rawValue & GTK_INPUT_HINT_PRIVATE.rawValue != 0 } ?? false
    }

    /// Keeps what is typed here from being remembered: input methods learn no words from it, and
    /// the emoji chooser, which remembers recent emoji, is disabled. Does nothing on widgets that
    /// are not text fields.
    public func forgetTyping() {
        guard let hints = inputHints, !forgetsTyping else { return }
        let added = GTK_INPUT_HINT_PRIVATE.rawValue | GTK_INPUT_HINT_NO_EMOJI.rawValue
        set(GtkInputHints(rawValue: hints.rawValue | added))
        // The shortcuts of the emoji chooser ignore the hint.
        let field = pointer
        connectPlain("insert-emoji") { g_signal_stop_emission_by_name(field, "insert-emoji") }
    }

    private var isView: Bool { cgtk_is_a(pointer, gtk_text_view_get_type()) != 0 }

    private var isLine: Bool { cgtk_is_a(pointer, gtk_text_get_type()) != 0 }

    /// Nil if the widget is not a text field.
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
