import CGTK
import Phrases

/// A surface attached to a widget, which closes on a press elsewhere (GtkPopover).
public class Popover: Widget {
    /// A popover around a child.
    public init(_ child: Widget) {
        super.init(gtk_popover_new(), type: gtk_popover_get_type())
        gtk_popover_set_child(cast(), child.widget)
        // In the capture phase, before a search field consumes the key. The content may outlive
        // this object.
        onKey(phase: .capture) { [widget] key, modifiers in
            guard key == Key("Escape"), modifiers.isEmpty else { return false }
            gtk_popover_popdown(
                UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkPopover.self)
            )
            return true
        }
    }

    init(popover: UnsafeMutablePointer<GtkWidget>?) {
        super.init(popover, type: gtk_popover_get_type())
    }

    /// Shows the popover below a button, and detaches it when it closes.
    public func popUp(below button: Widget) {
        gtk_popover_set_has_arrow(cast(), 1)
        gtk_widget_set_halign(widget, GTK_ALIGN_FILL)
        popUp(in: button)
    }

    /// Focuses a button, and shows the popover below it. A popover that opens while the focus is
    /// still moving would be closed by the move.
    public func popUp(afterFocusing button: Widget) {
        button.grabFocus()
        MainLoop.whenIdle { [self] in popUp(below: button) }
    }

    /// Shows the popover in a widget, and detaches it when it closes or the widget leaves its
    /// window. Does nothing for a widget that is not on the screen.
    func popUp(in parent: Widget) {
        guard parent.isMapped else { return }
        let attachment = PopoverAttachment(self, to: parent)
        connectPlain("closed") {
            // Later: the chosen action runs after this and needs the menu as its context.
            MainLoop.whenIdle { attachment.end() }
        }
        gtk_popover_popup(cast())
    }
}

extension Widget {
    /// Closes the popover that contains the widget.
    public func closePopover() {
        guard let popover = gtk_widget_get_ancestor(widget, gtk_popover_get_type()) else { return }
        gtk_popover_popdown(
            UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self)
        )
    }
}

/// A menu at a point of a widget (GtkPopoverMenu).
public final class PopoverMenu: Popover {
    /// A menu, to be shown with `popUp`.
    public init(_ menu: Menu) {
        super.init(popover: gtk_popover_menu_new_from_model(menu.menuModel))
        assertType(gtk_popover_menu_get_type())
        gtk_popover_set_has_arrow(cast(), 0)
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
    }

    /// Inserts a widget at a placeholder of the menu.
    ///
    /// - Returns: false if the menu has no such placeholder.
    @discardableResult
    public func add(_ child: Widget, named name: String) -> Bool {
        gtk_popover_menu_add_child(opaque, child.widget, name) != 0
    }

    /// Shows the menu at a point of the parent, and detaches it when it closes.
    public func popUp(at x: Double, _ y: Double, in parent: Widget) {
        var point = GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(), &point)
        popUp(in: parent)
    }
}

/// Attaches a popover to a widget that is not prepared for it, from `init` until `end`.
///
/// GTK makes such a popover a child of the widget, and leaves it to the owner to remove it. A text
/// view that is disposed of removes its children until none is left, and loops forever on one that
/// it has not added itself. The popover is therefore removed as soon as its widget leaves its
/// window, which always happens before disposal. It is not removed earlier: a popover that is
/// closed within a window returns the focus to its widget, which would then keep the window's focus
/// although it was removed.
@MainActor
final class PopoverAttachment {
    /// Nil once the attachment has ended. The closures retain this object and must not keep the
    /// popover alive.
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

    /// Whether the popover is still attached.
    var isAttached: Bool { popover != nil }

    /// Closes the popover and removes it from the widget. A second call does nothing.
    func end() {
        guard let popover else { return }
        self.popover = nil
        for handler in handlers { g_signal_handler_disconnect(parent, handler) }
        guard gtk_widget_get_parent(popover.widget) == parent else { return }
        gtk_popover_popdown(popover.cast())
        giveFocusBack(from: popover)
        popover.unparent()
    }

    /// Does at once what GTK does after the next frame when the focused widget is hidden.
    ///
    /// Until then the window holds a reference to the popover. If the popover leaves the window
    /// with the focus in it, the window takes a second reference and leaks the first one (GTK 4.8).
    private func giveFocusBack(from popover: Widget) {
        guard let root = gtk_widget_get_root(parent), let focus = gtk_root_get_focus(root),
            focus == popover.widget || gtk_widget_is_ancestor(focus, popover.widget) != 0
        else { return }
        var next: UnsafeMutablePointer<GtkWidget>? = parent
        while let widget = next {
            if gtk_widget_get_visible(widget) != 0, gtk_widget_grab_focus(widget) != 0 { return }
            next = gtk_widget_get_parent(widget)
        }
        gtk_root_set_focus(root, nil)
    }
}

extension Widget {
    /// Closes GTK's own context menu of a text when the text leaves the screen.
    ///
    /// GTK only hides the menu. Its grab would stay, and the window would no longer receive
    /// presses.
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
