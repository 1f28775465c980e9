import CGTK

extension Widget {
    /// The style class with this beginning that the widget has, or the nearest widget around it; nil when
    /// none has one.
    public func nearestStyleClass(beginningWith prefix: String) -> String? {
        var next: UnsafeMutablePointer<GtkWidget>? = widget
        while let current = next {
            let names = gtk_widget_get_css_classes(current)
            defer { g_strfreev(names) }
            var index = 0
            while let name = names?[index] {
                let name = String(cString: name)
                if name.hasPrefix(prefix) { return name }
                index += 1
            }
            next = gtk_widget_get_parent(current)
        }
        return nil
    }
}
