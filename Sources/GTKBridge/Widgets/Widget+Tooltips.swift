import CGTK

extension Widget {
    /// The text that is shown when the pointer rests on the widget.
    @discardableResult
    public func tooltip(_ text: String?) -> Self {
        withoutPointer { cgtk_set_tooltip(widget, text) }
        return self
    }

    /// Shows a text when the pointer rests on the widget, which is made only then; nil shows none.
    @discardableResult
    public func tooltip(_ text: @escaping @MainActor () -> String?) -> Self {
        connectTooltipQuestion("query-tooltip") { tooltip in
            guard let text = text() else { return false }
            gtk_tooltip_set_text(tooltip.map { OpaquePointer($0) }, text)
            return true
        }
        withoutPointer { gtk_widget_set_has_tooltip(widget, 1) }
        return self
    }

    /// GTK asks the X server where the pointer is, six questions for each visible widget, also for one
    /// that is in no window yet; a page of notes has forty tooltips.
    private func withoutPointer(_ change: () -> Void) {
        let isUnseen = isVisible && gtk_widget_get_root(widget) == nil
        if isUnseen { visible(false) }
        change()
        if isUnseen { visible(true) }
    }
}
