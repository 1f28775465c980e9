import CGTK
import Phrases

/// An action of a menu, shortcut or the session bus (GSimpleAction).
public final class Action: Object {
    /// An action without a parameter.
    public init(_ name: String, perform: @escaping @MainActor () -> Void) {
        super.init(adopting: UnsafeMutableRawPointer(g_simple_action_new(name, nil)))
        onActivate { _ in perform() }
    }

    /// An action that takes a string.
    public init(_ name: String, performWithString: @escaping @MainActor (String) -> Void) {
        super.init(
            adopting: UnsafeMutableRawPointer(
                g_simple_action_new(name, cgtk_variant_type_string())
            )
        )
        onActivate { if case .string(let text) = $0 { performWithString(text) } }
    }

    /// A choice: the state is the chosen value, and activating the action with another value
    /// chooses it.
    public init(_ name: String, choice: String, choose: @escaping @MainActor (String) -> Void) {
        super.init(
            adopting: UnsafeMutableRawPointer(
                g_simple_action_new_stateful(
                    name,
                    cgtk_variant_type_string(),
                    g_variant_new_string(choice)
                )
            )
        )
        onActivate { if case .string(let text) = $0 { choose(text) } }
    }

    /// A switch: the state is whether it is on, and activating the action requests the opposite.
    public init(_ name: String, isOn: Bool, change: @escaping @MainActor (Bool) -> Void) {
        super.init(
            adopting: UnsafeMutableRawPointer(
                g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn.gboolean))
            )
        )
        onActivate { [weak self] _ in
            guard let self, let state = g_action_get_state(self.opaque) else { return }
            defer { g_variant_unref(state) }
            change(g_variant_get_boolean(state) == 0)
        }
    }

    /// A read-only value: the state holds it, also on the session bus.
    public init(_ name: String, state: BusValue) {
        super.init(
            adopting: UnsafeMutableRawPointer(
                g_simple_action_new_stateful(name, nil, state.makeVariant())
            )
        )
        // By default, activating an action with a non-boolean state sets the state to the
        // parameter.
        onActivate { _ in }
    }

    /// Changes the value of a read-only action.
    public func setState(_ state: BusValue) {
        g_simple_action_set_state(opaque, state.makeVariant())
    }

    /// Whether the action is enabled.
    public var isEnabled: Bool {
        get { g_action_get_enabled(opaque) != 0 }
        set { g_simple_action_set_enabled(opaque, newValue.gboolean) }
    }

    /// Sets the state of a choice.
    public func setChoice(_ choice: String) {
        g_simple_action_set_state(opaque, g_variant_new_string(choice))
    }

    /// Sets the state of a switch.
    public func setOn(_ isOn: Bool) {
        g_simple_action_set_state(opaque, g_variant_new_boolean(isOn.gboolean))
    }

    private func onActivate(_ body: @escaping @MainActor (BusValue?) -> Void) {
        connectPointer("activate") { parameter in
            // The action may save a text, or lead away from it.
            InputMethod.finishComposing()
            body(parameter.map { BusValue(OpaquePointer($0)) })
        }
    }
}

/// The model of a menu (GMenu).
public final class Menu: Object {
    /// An empty menu.
    public init() { super.init(adopting: UnsafeMutableRawPointer(g_menu_new())) }

    /// Removes all items; a menu that is open follows.
    public func removeAll() { g_menu_remove_all(opaque) }

    /// Adds an item that activates a named action. Its text has no mnemonic.
    @discardableResult
    public func item(_ text: String, action: String, target: String? = nil) -> Self {
        let item = g_menu_item_new(
            text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__"),
            nil
        )
        g_menu_item_set_action_and_target_value(
            item,
            action,
            target.map { g_variant_new_string($0) }
        )
        g_menu_append_item(opaque, item)
        g_object_unref(UnsafeMutableRawPointer(item))
        return self
    }

    /// Adds a group of items between separators.
    @discardableResult
    public func section(_ section: Menu) -> Self {
        g_menu_append_section(opaque, nil, section.menuModel)
        return self
    }

    /// Adds a submenu.
    @discardableResult
    public func submenu(_ title: String, _ menu: Menu) -> Self {
        g_menu_append_submenu(opaque, title, menu.menuModel)
        return self
    }

    /// Adds a placeholder for a widget, which `PopoverMenu.add(_:named:)` fills.
    @discardableResult
    public func place(named name: String) -> Self {
        let item = g_menu_item_new(nil, nil)
        g_menu_item_set_attribute_value(item, "custom", g_variant_new_string(name))
        g_menu_append_item(opaque, item)
        g_object_unref(UnsafeMutableRawPointer(item))
        return self
    }

    var menuModel: UnsafeMutablePointer<GMenuModel> { cast() }
}

/// Actions with a prefix of their own, available below one widget (GSimpleActionGroup).
public final class ActionGroup: Object {
    /// An empty group.
    public init() { super.init(adopting: UnsafeMutableRawPointer(g_simple_action_group_new())) }

    /// Adds an action.
    public func add(_ action: Action) { g_action_map_add_action(opaque, action.opaque) }

    /// Makes the actions available below the widget.
    public func install(on widget: Widget, prefix: String) {
        gtk_widget_insert_action_group(widget.widget, prefix, opaque)
    }
}
