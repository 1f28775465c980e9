import CGTK
import Phrases

/// A push button (GtkButton).
public class Button: Widget {
    /// A button with a text.
    public init(_ text: String, _ classes: String...) {
        super.init(gtk_button_new_with_label(text), type: gtk_button_get_type())
        for name in classes { gtk_widget_add_css_class(widget, name) }
    }

    /// A button with only an icon; `name` is its tooltip and its accessible name.
    public init(icon: String, name: String, _ classes: String...) {
        super.init(gtk_button_new_from_icon_name(icon), type: gtk_button_get_type())
        for name in classes { gtk_widget_add_css_class(widget, name) }
        // GTK uses the tooltip as the description: the name would be read twice.
        tooltip(name).accessibleDescription("")
        accessibleLabel(name)
    }

    /// A button around any child; `name` is the accessible name.
    public init(_ child: Widget, name: String, _ classes: String...) {
        super.init(gtk_button_new(), type: gtk_button_get_type())
        gtk_button_set_child(cast(), child.widget)
        for name in classes { gtk_widget_add_css_class(widget, name) }
        accessibleLabel(name)
    }

    init(toggle: UnsafeMutablePointer<GtkWidget>?) {
        super.init(toggle, type: gtk_toggle_button_get_type())
    }

    /// Activates a named action when the button is pressed. The button is insensitive while the
    /// action is disabled.
    @discardableResult
    public func action(_ name: String, target: String? = nil) -> Self {
        gtk_actionable_set_action_name(opaque, name)
        if let target {
            gtk_actionable_set_action_target_value(opaque, g_variant_new_string(target))
        }
        return self
    }

    /// Called when the button is activated by any means.
    @discardableResult
    public func onClicked(_ body: @escaping @MainActor () -> Void) -> Self {
        connectPlain("clicked", body)
        return self
    }

    /// Called when the pointer holds the button down for half a second. No click follows.
    ///
    /// A long-press gesture would not work: with the pointer, the button claims the press for
    /// itself.
    public func onHold(_ body: @escaping @MainActor () -> Void) {
        var timer: LoopSource?
        onPress(button: 1, phase: .capture) { [weak self] _ in
            timer?.cancel()
            timer = MainLoop.after(.milliseconds(500)) { [weak self] in
                timer = nil
                guard let self, isSensitive,
                    gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue
                        != 0
                else { return }
                // Makes the button release the press.
                sensitive(false).sensitive(true)
                body()
            }
            return false
        }
    }

    /// Wraps a long text if there is too little room for it.
    @discardableResult
    public func wrapping() -> Self {
        guard let child = gtk_button_get_child(cast()) else { return self }
        let label = OpaquePointer(child)
        gtk_label_set_wrap(label, 1)
        gtk_label_set_natural_wrap_mode(label, GTK_NATURAL_WRAP_NONE)
        gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
        return self
    }

    /// Replaces the text of a button that has one.
    public func setLabel(_ text: String) { gtk_button_set_label(cast(), text) }

    /// Presses the button, as its mnemonic would; for tests.
    public func click() { emitPlainSignal(pointer, "clicked") }
}

/// A button that stays pressed (GtkToggleButton).
public final class ToggleButton: Button {
    /// A toggle around any child; `name` is the accessible name.
    ///
    /// - Parameter isTab: whether it is a tab of a tab list, selected while it is pressed.
    public init(_ child: Widget, name: String, isTab: Bool = false) {
        let type = gtk_toggle_button_get_type()
        super.init(toggle: isTab ? AccessibleRole.tab.make(type) : gtk_toggle_button_new())
        gtk_button_set_child(cast(), child.widget)
        accessibleLabel(name)
        guard isTab else { return }
        accessibleSelected(false)
        onToggled { [weak self] in
            if let self { accessibleSelected(isActive) }
        }
    }

    /// One of several exclusive choices: pressed while the state of the named action equals the
    /// target.
    public init(_ child: Widget, name: String, choice action: String, target: String) {
        super.init(toggle: AccessibleRole.radio.make(gtk_toggle_button_get_type()))
        gtk_button_set_child(cast(), child.widget)
        accessibleLabel(name).accessibleChecked(false)
        onToggled { [weak self] in
            if let self { accessibleChecked(isActive) }
        }
        self.action(action, target: target)
    }

    /// Whether the button is pressed.
    public var isActive: Bool {
        get { gtk_toggle_button_get_active(cast()) != 0 }
        set {
            guard newValue != isActive else { return }
            gtk_toggle_button_set_active(cast(), newValue.gboolean)
        }
    }

    /// Joins a group in which one button is pressed at a time.
    @discardableResult
    public func group(with other: ToggleButton?) -> Self {
        if let other { gtk_toggle_button_set_group(cast(), other.cast()) }
        return self
    }

    /// Called when the button is toggled, by the user or the program.
    @discardableResult
    public func onToggled(_ body: @escaping @MainActor () -> Void) -> Self {
        connectPlain("toggled", body)
        return self
    }
}

/// A check box (GtkCheckButton).
public final class CheckButton: Widget {
    /// A check box beside any child; `name` is the accessible name.
    public init(_ child: Widget, name: String) {
        super.init(gtk_check_button_new(), type: gtk_check_button_get_type())
        gtk_check_button_set_child(cast(), child.widget)
        // Aligned with the first line of the child.
        gtk_widget_set_valign(gtk_widget_get_first_child(widget), GTK_ALIGN_START)
        accessibleLabel(name)
    }

    /// Joins a group in which one box is checked at a time. Grouped boxes look like radio buttons.
    @discardableResult
    public func group(with other: CheckButton?) -> Self {
        if let other { gtk_check_button_set_group(cast(), other.cast()) }
        return self
    }

    /// Whether the box is checked.
    public var isActive: Bool {
        get { gtk_check_button_get_active(cast()) != 0 }
        set { gtk_check_button_set_active(cast(), newValue.gboolean) }
    }

    /// Called when the box is checked or unchecked, by the user or the program.
    @discardableResult
    public func onToggled(_ body: @escaping @MainActor () -> Void) -> Self {
        connectPlain("toggled", body)
        return self
    }
}

/// Emits a signal without arguments and without a return value.
func emitPlainSignal(_ instance: UnsafeMutableRawPointer, _ name: String) {
    var value = GValue()
    g_value_init(&value, cgtk_type_object())
    g_value_set_object(&value, instance)
    let type = instance.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    g_signal_emitv(&value, g_signal_lookup(name, type), 0, nil)
    g_value_unset(&value)
}
