import CGTK
import Phrases
import XCTest

@testable import GTKBridge

/// Widgets as a person finds them: by what is written on them, or by how they look.
extension Widget {
    /// The widget and everything below it, in the order of the tree.
    var descendants: [Widget] { [self] + children.flatMap(\.descendants) }

    /// The same, without what is hidden.
    private var shownDescendants: [Widget] {
        isVisible ? [self] + children.flatMap(\.shownDescendants) : []
    }

    private var children: [Widget] {
        var children: [Widget] = []
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            children.append(Widget(borrowing: next))
            child = gtk_widget_get_next_sibling(next)
        }
        return children
    }

    /// What is written below the widget, label by label; what is hidden is left out.
    var texts: [String] { shownDescendants.compactMap(\.labelText).filter { !$0.isEmpty } }

    /// Whether this is written somewhere below the widget, where it can be seen.
    func shows(_ text: String) -> Bool { texts.contains(text) }

    /// The label with this text below the widget, whether or not it is hidden.
    func label(_ text: String) -> Widget? { descendants.first { $0.labelText == text } }

    /// The widgets of a style class below the widget, whether or not they are hidden.
    func all(_ styleClass: String) -> [Widget] {
        descendants.filter { gtk_widget_has_css_class($0.widget, styleClass) != 0 }
    }

    /// The width that the widget would like to have, in pixels.
    var naturalWidth: Int { Int(measure(widget, GTK_ORIENTATION_HORIZONTAL, -1).natural) }

    /// The widgets of a C type, such as `GtkCheckButton`, below the widget.
    func all(ofType name: String) -> [Widget] { descendants.filter { $0.typeName == name } }

    private var labelText: String? {
        guard cgtk_is_a(pointer, gtk_label_get_type()) != 0 else { return nil }
        return String(cString: gtk_label_get_text(opaque))
    }
}

// MARK: - Buttons

extension Widget {
    /// Presses the button below the widget that has this label, or this tooltip, and can be seen.
    ///
    /// - Returns: whether there is one that can be pressed.
    func click(_ name: String) -> Bool {
        let isButton = { (other: Widget) in
            cgtk_is_a(other.pointer, gtk_button_get_type()) != 0
                && (other.buttonLabel ?? other.tooltipText) == name
        }
        guard let button = shownDescendants.first(where: isButton), button.isSensitive else {
            return false
        }
        button.press()
        return true
    }

    /// The first widget below this one with a style class, once it is there: rows come with the layout.
    func first(_ styleClass: String) throws -> Widget {
        var found: Widget?
        _ = MainLoop.run {
            found = all(styleClass).first
            return found != nil
        }
        return try XCTUnwrap(found, styleClass)
    }

    /// Presses the widget, which is a button.
    func press() {
        var value = GValue()
        g_value_init(&value, cgtk_type_object())
        g_value_set_object(&value, pointer)
        g_signal_emitv(&value, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
        g_value_unset(&value)
    }

    /// Whether a toggle is pressed, or a box ticked.
    var isOn: Bool {
        if cgtk_is_a(pointer, gtk_toggle_button_get_type()) != 0 {
            return gtk_toggle_button_get_active(cast()) != 0
        }
        return gtk_check_button_get_active(cast()) != 0
    }

    /// Ticks the widget, which is a box to tick.
    func tick() { gtk_check_button_set_active(cast(), 1) }

    /// Activates the widget, which is a row, as Enter does.
    func activate() { gtk_widget_activate(widget) }

    /// Clears the widget, which is a box to tick.
    func untick() { gtk_check_button_set_active(cast(), 0) }

    private var buttonLabel: String? {
        gtk_button_get_label(cast()).map { String(cString: $0) }
    }

    var tooltipText: String? {
        gtk_widget_get_tooltip_text(widget).map { String(cString: $0) }
    }
}

// MARK: - Views that scroll

/// The view that a widget scrolls in.
@MainActor
struct ScrollView {
    private let view: Widget

    /// - Returns: nil for a widget that is in none.
    init?(around widget: Widget) {
        guard let view = gtk_widget_get_ancestor(widget.widget, gtk_scrolled_window_get_type())
        else { return nil }
        self.view = Widget(borrowing: view)
    }

    /// How far it is scrolled, in pixels.
    var offset: Double {
        get { gtk_adjustment_get_value(adjustment) }
        nonmutating set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    var contentHeight: Double { gtk_adjustment_get_upper(adjustment) }
    var pageHeight: Double { gtk_adjustment_get_page_size(adjustment) }

    /// Whether all of a widget's height is in sight.
    func shows(_ widget: Widget) -> Bool {
        guard let frame = widget.frame(in: view), frame.height > 0 else { return false }
        return frame.y >= 0 && frame.y + frame.height <= Double(view.size.height)
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(view.opaque)
    }
}

// MARK: - Windows

/// The windows that GTK has.
@MainActor
enum TopLevels {
    static var all: [Widget] {
        guard let list = gtk_window_get_toplevels() else { return [] }
        return (0..<g_list_model_get_n_items(list)).compactMap { index in
            guard let item = g_list_model_get_item(list, index) else { return nil }
            defer { g_object_unref(item) }
            return Widget(borrowing: item.assumingMemoryBound(to: GtkWidget.self))
        }
    }

    /// The windows of a C type.
    static func ofType(_ name: String) -> [Widget] { all.filter { $0.typeName == name } }

    /// The window in which this is written.
    static func showing(_ text: String) -> Widget? { all.first { $0.shows(text) } }

    /// Closes a window as its close button would.
    static func close(_ window: Widget) { gtk_window_close(window.cast()) }
}
