import CGTK
import Phrases

/// What a widget is to a screen reader.
public enum AccessibleRole: Sendable {
    case alert, group, list, listItem, radio, radioGroup, status, tabList, tab, region
    /// Of a page is 1, of its sections 2. GTK 4.8 does not hand it on, newer ones do.
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

    /// A widget of a type with this role, which cannot be changed later.
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

/// How long the focus may take to move, and a screen reader to tell it.
private let focusTime: Duration = .milliseconds(200)

extension Widget {
    /// The name that a screen reader says. Rows, toggles, pictures and text views have none, or
    /// their C type's, unless it is set.
    @discardableResult
    public func accessibleLabel(_ text: String) -> Self {
        // GTK 4.18 names nothing that has no role, as its boxes.
        if gtk_accessible_get_accessible_role(opaque) == GTK_ACCESSIBLE_ROLE_GENERIC {
            cgtk_set_role(pointer, GTK_ACCESSIBLE_ROLE_GROUP)
        }
        // From GTK 4.18 on a button has the name of the label in it before its own.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setAccessibleLabel(text, of: opaque)
        return self
    }

    /// What a screen reader says after the name.
    @discardableResult
    public func accessibleDescription(_ text: String) -> Self {
        cgtk_set_description(pointer, text)
        return self
    }

    /// Has a screen reader say what happens elsewhere than at the focus.
    ///
    /// Before GTK 4.14 there is no call for it. What is said then describes what has the focus, for two
    /// seconds: readers tell such a change.
    @discardableResult
    public func announce(_ text: String) -> Self {
        // What happens moves the focus first, and with it the reader.
        MainLoop.after(focusTime) { [weak self] in
            if let self { cgtk_announce(widget, text) }
        }
        return self
    }

    /// Hides a decoration, or what cannot be seen just now, from screen readers.
    @discardableResult
    public func accessibleHidden(_ isHidden: Bool = true) -> Self {
        setAccessible(GTK_ACCESSIBLE_STATE_HIDDEN, isHidden, of: widget)
        return self
    }

    /// Says whether what a button unfolds is shown.
    @discardableResult
    public func accessibleExpanded(_ isExpanded: Bool) -> Self {
        setAccessible(GTK_ACCESSIBLE_STATE_EXPANDED, isExpanded, of: widget)
        return self
    }

    /// Says whether a choice is the one that holds.
    @discardableResult
    public func accessibleChecked(_ isChecked: Bool) -> Self {
        cgtk_accessible_set_checked(OpaquePointer(widget), isChecked.gboolean)
        return self
    }

    /// Says whether a tab is the one that is shown, or a row the one that was chosen.
    @discardableResult
    public func accessibleSelected(_ isSelected: Bool) -> Self {
        setAccessible(GTK_ACCESSIBLE_STATE_SELECTED, isSelected, of: widget)
        return self
    }
}

/// Names a widget, or what stands for one of its children.
func setAccessibleLabel(_ text: String, of accessible: OpaquePointer?) {
    var property = GTK_ACCESSIBLE_PROPERTY_LABEL
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(accessible, 1, &property, &value)
    g_value_unset(&value)
}

/// Gives a child of a container its place, or none, which screen readers are not told about.
func setChildVisible(_ child: UnsafeMutablePointer<GtkWidget>, _ isVisible: Bool) {
    guard (gtk_widget_get_child_visible(child) != 0) != isVisible else { return }
    gtk_widget_set_child_visible(child, isVisible.gboolean)
    setAccessible(GTK_ACCESSIBLE_STATE_HIDDEN, !isVisible, of: child)
}

/// Sets a state that holds or does not.
private func setAccessible(
    _ state: GtkAccessibleState,
    _ holds: Bool,
    of widget: UnsafeMutablePointer<GtkWidget>
) {
    var state = state
    var value = GValue()
    gtk_accessible_state_init_value(state, &value)
    // A number where it can also be undefined.
    if value.g_type == cgtk_type_boolean() {
        g_value_set_boolean(&value, holds.gboolean)
    } else {
        g_value_set_int(&value, holds.gboolean)
    }
    gtk_accessible_update_state_value(OpaquePointer(widget), 1, &state, &value)
    g_value_unset(&value)
}
