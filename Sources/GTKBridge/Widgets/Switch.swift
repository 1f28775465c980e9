import CGTK
import Phrases

/// An on/off switch (GtkSwitch).
public final class Switch: Widget {
    /// A switch; `name` is the accessible name.
    public init(name: String) {
        super.init(gtk_switch_new(), type: gtk_switch_get_type())
        gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
        accessibleLabel(name)
    }

    /// Whether the switch is on.
    public var isActive: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        set { gtk_switch_set_active(opaque, newValue.gboolean) }
    }

    /// Called when the switch changes, by the user or the program.
    @discardableResult
    public func onChange(_ body: @escaping @MainActor () -> Void) -> Self {
        onNotify("active", body)
        return self
    }
}

/// A number that can be typed or changed in steps (GtkSpinButton).
public final class NumberField: Widget {
    /// A field for whole numbers; `name` is the accessible name.
    public init(_ range: ClosedRange<Int>, step: Int = 1, name: String) {
        super.init(
            gtk_spin_button_new_with_range(
                Double(range.lowerBound),
                Double(range.upperBound),
                Double(step)
            ),
            type: gtk_spin_button_get_type()
        )
        gtk_spin_button_set_numeric(opaque, 1)
        gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
        accessibleLabel(name)
    }

    /// The number.
    public var value: Int {
        get { Int(gtk_spin_button_get_value_as_int(opaque)) }
        set { gtk_spin_button_set_value(opaque, Double(newValue)) }
    }

    /// Called when the number changes, by the user or the program.
    @discardableResult
    public func onChange(_ body: @escaping @MainActor () -> Void) -> Self {
        connectPlain("value-changed", body)
        return self
    }
}
