import CGTK
import XCTest

@testable import GTKBridge

extension Widget {
    /// Buttons, switches, fields and rows of menus below the widget that are on the screen and smaller than
    /// they may be, in pixels.
    func smallTargets(least: Int) -> [String] {
        descendants.filter { $0.isMapped && $0.isTarget }.compactMap { target in
            // With its border and what is free around its words.
            let size = target.pressed.frame(in: target.pressed)
            guard let size, min(size.width, size.height) < Double(least) else { return nil }
            let classes = gtk_widget_get_css_classes(target.widget)
            defer { g_strfreev(classes) }
            let name = classes.flatMap { $0.pointee }.map { String(cString: $0) } ?? ""
            return "\(target.typeName) .\(name) \(target.texts) \(size.width)×\(size.height)"
        }
    }

    /// What is pressed for it. The whole row of a switch is.
    private var pressed: Widget {
        guard cgtk_is_a(pointer, gtk_switch_get_type()) != 0 else { return self }
        let row = gtk_widget_get_parent(widget).map { Widget(borrowing: $0) }
        return row.flatMap { gtk_widget_has_css_class($0.widget, "preference-row") != 0 ? $0 : nil }
            ?? self
    }

    private var isTarget: Bool {
        // The theme's, as in every window.
        if isBelow(gtk_window_controls_get_type()) { return false }
        if cgtk_is_a(pointer, gtk_list_box_row_get_type()) != 0 {
            return isBelow(gtk_popover_get_type())
        }
        return [
            gtk_button_get_type(), gtk_entry_get_type(), gtk_search_entry_get_type(),
            gtk_check_button_get_type(), gtk_switch_get_type(),
        ].contains { cgtk_is_a(pointer, $0) != 0 }
    }

    private func isBelow(_ type: GType) -> Bool {
        gtk_widget_get_ancestor(widget, type) != nil
    }
}
