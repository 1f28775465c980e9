import CGTK
import Phrases

/// The accessible role of a widget.
public enum AccessibleRole: Sendable {
    case alert, group, list, listItem, radio, radioGroup, status, tabList, tab, region
    /// The level is 1 for pages and 2 for their sections. GTK 4.8 does not pass it on, newer
    /// versions do.
    case heading(level: Int)

    var value: GtkAccessibleRole {
        switch self {
        case .alert: GTK_ACCESSIBLE_ROLE_ALERT
        case .group: GTK_ACCESSIBLE_ROLE_GROUP
        case .heading: GTK_ACCESSIBLE_ROLE_HEADING
        case .list: GTK_ACCESSIBLE_ROLE_LIST
        case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
        case .radio: GTK_ACCESSIBLE_ROLE_RADIO
        case .radioGroup: GTK_ACCESSIBLE_ROLE_RADIO_GROUP
        case .status: GTK_ACCESSIBLE_ROLE_STATUS
        case .tabList: GTK_ACCESSIBLE_ROLE_TAB_LIST
        case .tab: GTK_ACCESSIBLE_ROLE_TAB
        case .region: GTK_ACCESSIBLE_ROLE_REGION
        }
    }

    /// Makes a widget of a type with this role, which cannot be changed later.
    @MainActor
    func make(_ type: GType) -> UnsafeMutablePointer<GtkWidget>? {
        let new = cgtk_widget_new_with_role(type, value)?.assumingMemoryBound(to: GtkWidget.self)
        if case .heading(let level) = self, let new {
            var property = GTK_ACCESSIBLE_PROPERTY_LEVEL
            var value = GValue()
            gtk_accessible_property_init_value(property, &value)
            g_value_set_int(&value, gint(level))
            gtk_accessible_update_property_value(OpaquePointer(new), 1, &property, &value)
            g_value_unset(&value)
        }
        return new
    }
}

/// The time for the focus to move and a screen reader to announce it.
private let focusTime: Duration = .milliseconds(200)

extension Widget {
    /// Sets the accessible name. Without it, rows, toggles, pictures and text views have none, or
    /// their C type's.
    @discardableResult
    public func accessibleLabel(_ text: String) -> Self {
        // GTK 4.18 ignores names of widgets without a role, such as its boxes.
        if gtk_accessible_get_accessible_role(opaque) == GTK_ACCESSIBLE_ROLE_GENERIC {
            cgtk_set_role(pointer, GTK_ACCESSIBLE_ROLE_GROUP)
        }
        // From GTK 4.18 on, a button's inner label takes precedence over its own name.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setAccessibleLabel(TextDirection.unmarked(text), of: opaque)
        return self
    }

    /// Sets the accessible description, which is read after the name.
    @discardableResult
    public func accessibleDescription(_ text: String) -> Self {
        cgtk_set_description(pointer, TextDirection.unmarked(text))
        return self
    }

    /// Announces an event that happens away from the focus.
    ///
    /// GTK before 4.14 has no call for this. There the text becomes the description of the focused
    /// widget for two seconds, because screen readers announce such changes.
    @discardableResult
    public func announce(_ text: String) -> Self {
        // The event may move the focus first, and with it the reader.
        MainLoop.after(focusTime) { [weak self] in
            if let self { cgtk_announce(widget, TextDirection.unmarked(text)) }
        }
        return self
    }

    /// Hides a decoration, or a widget that is currently invisible, from screen readers.
    @discardableResult
    public func accessibleHidden(_ isHidden: Bool = true) -> Self {
        setAccessible(GTK_ACCESSIBLE_STATE_HIDDEN, isHidden, of: widget)
        return self
    }

    /// Sets whether a button's content is expanded.
    @discardableResult
    public func accessibleExpanded(_ isExpanded: Bool) -> Self {
        setAccessible(GTK_ACCESSIBLE_STATE_EXPANDED, isExpanded, of: widget)
        return self
    }

    /// Sets whether a choice is the current one.
    @discardableResult
    public func accessibleChecked(_ isChecked: Bool) -> Self {
        cgtk_accessible_set_checked(OpaquePointer(widget), isChecked.gboolean)
        return self
    }

    /// Sets whether a tab or row is selected.
    @discardableResult
    public func accessibleSelected(_ isSelected: Bool) -> Self {
        setAccessible(GTK_ACCESSIBLE_STATE_SELECTED, isSelected, of: widget)
        return self
    }
}

/// Names a widget or an accessible object of one of its children.
func setAccessibleLabel(_ text: String, of accessible: OpaquePointer?) {
    var property = GTK_ACCESSIBLE_PROPERTY_LABEL
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(accessible, 1, &property, &value)
    g_value_unset(&value)
}

/// Shows or hides a container's child without telling screen readers.
func setChildVisible(_ child: UnsafeMutablePointer<GtkWidget>, _ isVisible: Bool) {
    guard (gtk_widget_get_child_visible(child) != 0) != isVisible else { return }
    gtk_widget_set_child_visible(child, isVisible.gboolean)
    setAccessible(GTK_ACCESSIBLE_STATE_HIDDEN, !isVisible, of: child)
}

/// Sets a boolean state.
private func setAccessible(
    _ state: GtkAccessibleState,
    _ holds: Bool,
    of widget: UnsafeMutablePointer<GtkWidget>
) {
    var state = state
    var value = GValue()
    gtk_accessible_state_init_value(state, &value)
    // States that can also be undefined are integers.
    if value.g_type == cgtk_type_boolean() {
        g_value_set_boolean(&value, holds.gboolean)
    } else {
        g_value_set_int(&value, holds.gboolean)
    }
    gtk_accessible_update_state_value(OpaquePointer(widget), 1, &state, &value)
    g_value_unset(&value)
}
