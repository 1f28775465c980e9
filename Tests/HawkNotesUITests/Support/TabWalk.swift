import CGTK
import Phrases

@testable import GTKBridge

/// A way through a window with the Tab key.
@MainActor
struct TabWalk {
    /// What had the focus, in this order.
    private(set) var stops: [Widget] = []
    /// More than any window has.
    private static let most = 120

    /// Presses Tab until the key leads to where it was.
    init(in window: GTKBridge.Window) {
        gtk_window_set_focus(window.cast(), nil)
        for _ in 0..<Self.most {
            Self.press(in: window)
            MainLoop.drain()
            guard let stop = window.focus, !stops.contains(where: stop.isSame) else { return }
            stops.append(stop)
        }
    }

    /// What has no name that a screen reader could say.
    var nameless: [String] { stops.filter { !$0.isNamed }.map(\.typeName) }

    /// The lists in which the focus was on more than one row that has nothing in it to be focused.
    var listsWithSeveralStops: [[String]] {
        var rows: [UnsafeMutablePointer<GtkWidget>?: [Widget]] = [:]
        for stop in stops where stop.isRow {
            rows[gtk_widget_get_parent(stop.widget), default: []].append(stop)
        }
        return rows.values.filter { $0.count > 1 }.map { $0.flatMap(\.texts) }
    }

    private static func press(in window: GTKBridge.Window) {
        var next = window.focus
        while let widget = next {
            if widget.tellKeys(Key("Tab")) { return }
            next = gtk_widget_get_parent(widget.widget).map { Widget(borrowing: $0) }
        }
        gtk_widget_child_focus(window.widget, GTK_DIR_TAB_FORWARD)
    }
}

extension Widget {
    /// Whether it is a row to which arrow keys lead. In a `ListBox` the Tab key leads to fields in rows.
    fileprivate var isRow: Bool {
        if typeName == "RowItem" { return true }
        return cgtk_is_a(pointer, gtk_list_box_row_get_type()) != 0
            && !descendants.dropFirst().contains { $0.isFocusable && $0.isVisible }
    }

    fileprivate var isNamed: Bool {
        let holder = takesText && typeName == "GtkText" ? gtk_widget_get_parent(widget) : widget
        guard let holder else { return false }
        let accessible = OpaquePointer(holder)
        return gtk_test_accessible_has_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) != 0
            || gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
                != 0
            || !texts.isEmpty
    }

    /// Tells those who wait for keys at this widget, after the widgets below it or before, that one is pressed.
    ///
    /// - Returns: whether one of them has taken it.
    func tellKeys(_ key: Key, capturing: Bool = false) -> Bool {
        let phase = capturing ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE
        let controllers = Object(
            adopting: UnsafeMutableRawPointer(gtk_widget_observe_controllers(widget))
        )
        for index in 0..<g_list_model_get_n_items(controllers.opaque) {
            guard let item = g_list_model_get_item(controllers.opaque, index) else { continue }
            let controller = Object(adopting: item)
            guard cgtk_is_a(item, gtk_event_controller_key_get_type()) != 0,
                gtk_event_controller_get_propagation_phase(controller.opaque) == phase
            else { continue }
            if controller.emitKeyPressed(key) { return true }
        }
        return false
    }
}

extension Object {
    /// Emits the signal by which a controller tells of a key.
    fileprivate func emitKeyPressed(_ key: Key) -> Bool {
        var values = [GValue](repeating: GValue(), count: 4)
        g_value_init(&values[0], gtk_event_controller_key_get_type())
        g_value_set_object(&values[0], pointer)
        g_value_init(&values[1], g_type_from_name("guint"))
        g_value_set_uint(&values[1], key.value)
        g_value_init(&values[2], g_type_from_name("guint"))
        g_value_init(&values[3], gdk_modifier_type_get_type())
        var answer = GValue()
        g_value_init(&answer, cgtk_type_boolean())
        let type = gtk_event_controller_key_get_type()
        g_signal_emitv(&values, g_signal_lookup("key-pressed", type), 0, &answer)
        defer {
            for index in values.indices { g_value_unset(&values[index]) }
            g_value_unset(&answer)
        }
        return g_value_get_boolean(&answer) != 0
    }
}
