import CGTK

/// A popover's place in a widget that does not know of it, from `init` until `end`.
///
/// GTK makes such a popover a child of the widget, and leaves it to its owner to take it out again. A
/// text view that is disposed of removes its children until none is left, and never gets past one that it
/// has not added itself. The popover therefore goes as soon as its widget leaves its window, which it
/// always does before it is disposed of. It does not go sooner: a popover that is closed in a window gives
/// the focus back to its widget, which would keep the window's focus then although it is gone.
@MainActor
final class PopoverAttachment {
    /// Nil as soon as it has ended. The closures hold on to this object, which must not keep them alive.
    private var popover: Widget?
    private let parent: UnsafeMutablePointer<GtkWidget>
    private var handlers: [gulong] = []

    /// - Parameter parent: a widget in a window.
    init(_ popover: Widget, to parent: Widget) {
        assert(gtk_widget_get_root(parent.widget) != nil, "nothing would take it out again")
        self.popover = Widget(borrowing: popover.widget)
        self.parent = parent.widget
        gtk_widget_set_parent(popover.widget, parent.widget)
        let leaving = parent.onNotify("root") {
            if gtk_widget_get_root(self.parent) == nil { self.end() }
        }
        let going = parent.connectPlain("destroy") { self.end() }
        handlers = [leaving.handler, going.handler]
    }

    /// Whether the popover is still in the widget.
    var isAttached: Bool { popover != nil }

    /// Closes the popover and takes it out of the widget. A second call does nothing.
    func end() {
        guard let popover else { return }
        self.popover = nil
        for handler in handlers { g_signal_handler_disconnect(parent, handler) }
        guard gtk_widget_get_parent(popover.widget) == parent else { return }
        gtk_popover_popdown(popover.cast())
        popover.unparent()
    }
}

extension Widget {
    /// Closes the menu that GTK itself shows over a text when the text leaves the screen.
    ///
    /// GTK hides it only. Its grab stays, and the window takes no press any more.
    func closeMenuWhenUnmapped() {
        // No wrapper: it may be gone by then.
        let text = widget
        connectPlain("unmap") {
            var next = gtk_widget_get_first_child(text)
            while let child = next {
                next = gtk_widget_get_next_sibling(child)
                guard cgtk_is_a(child, gtk_popover_get_type()) != 0 else { continue }
                gtk_popover_popdown(
                    UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkPopover.self)
                )
            }
        }
    }
}
