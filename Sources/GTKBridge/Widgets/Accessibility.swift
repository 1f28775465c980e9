import CGTK

/// What a widget is to a screen reader.
public enum AccessibleRole: Sendable {
    case alert, group, heading, list, listItem, status, tabList, tab, region

    var value: GtkAccessibleRole {
        switch self {
        case .alert: GTK_ACCESSIBLE_ROLE_ALERT
        case .group: GTK_ACCESSIBLE_ROLE_GROUP
        case .heading: GTK_ACCESSIBLE_ROLE_HEADING
        case .list: GTK_ACCESSIBLE_ROLE_LIST
        case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
        case .status: GTK_ACCESSIBLE_ROLE_STATUS
        case .tabList: GTK_ACCESSIBLE_ROLE_TAB_LIST
        case .tab: GTK_ACCESSIBLE_ROLE_TAB
        case .region: GTK_ACCESSIBLE_ROLE_REGION
        }
    }
}

extension Widget {
    /// The name that a screen reader says. Rows, toggles, pictures and text views have none, or
    /// their C type's, unless it is set.
    @discardableResult
    public func accessibleLabel(_ text: String) -> Self {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, text)
    }

    /// What a screen reader says after the name.
    @discardableResult
    public func accessibleDescription(_ text: String) -> Self {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
    }

    /// Hides a decoration from screen readers.
    @discardableResult
    public func accessibleHidden() -> Self {
        var state = GTK_ACCESSIBLE_STATE_HIDDEN
        var value = GValue()
        g_value_init(&value, cgtk_type_boolean())
        g_value_set_boolean(&value, 1)
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
        return self
    }

    private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) -> Self {
        var property = property
        var value = GValue()
        g_value_init(&value, cgtk_type_string())
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
        return self
    }
}
