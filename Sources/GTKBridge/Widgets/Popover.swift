import CGTK
import Phrases

/// A surface beside a widget, shown until there is a press elsewhere (GtkPopover).
public class Popover: Widget {
    /// A popover around a child.
    public init(_ child: Widget) {
        super.init(gtk_popover_new(), type: gtk_popover_get_type())
        gtk_popover_set_child(cast(), child.widget)
        // Before a search field keeps the key for itself. What is shown may outlive this object.
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

    /// Shows it below a button, and takes it away when it is closed.
    public func popUp(below button: Widget) {
        gtk_popover_set_has_arrow(cast(), 1)
        gtk_widget_set_halign(widget, GTK_ALIGN_FILL)
        popUp(in: button)
    }

    /// Gives the focus to a button, and shows it below that. A popover that opens while the focus is on its way is
    /// closed by that at once.
    public func popUp(afterFocusing button: Widget) {
        button.grabFocus()
        MainLoop.whenIdle { [self] in popUp(below: button) }
    }

    /// Shows it in a widget, and takes it away when it is closed or the widget leaves its window. Nothing
    /// is shown for a widget that is not on the screen.
    func popUp(in parent: Widget) {
        guard parent.isMapped else { return }
        let attachment = PopoverAttachment(self, to: parent)
        connectPlain("closed") {
            // Later: an action that was chosen runs after this and needs the menu for its context.
            MainLoop.whenIdle { attachment.end() }
        }
        gtk_popover_popup(cast())
    }
}

extension Widget {
    /// Takes the popover away that the widget is in.
    public func closePopover() {
        guard let popover = gtk_widget_get_ancestor(widget, gtk_popover_get_type()) else { return }
        gtk_popover_popdown(
            UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self)
        )
    }
}

/// A menu at a point of a widget (GtkPopoverMenu).
public final class PopoverMenu: Popover {
    /// A menu; it is shown by `popUp`.
    public init(_ menu: Menu) {
        super.init(popover: gtk_popover_menu_new_from_model(menu.menuModel))
        assertType(gtk_popover_menu_get_type())
        gtk_popover_set_has_arrow(cast(), 0)
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
    }

    /// Puts a widget into the place that the menu has for it.
    ///
    /// - Returns: false where the menu has no such place.
    @discardableResult
    public func add(_ child: Widget, named name: String) -> Bool {
        gtk_popover_menu_add_child(opaque, child.widget, name) != 0
    }

    /// Shows the menu at a point of the parent, and takes it away when it is closed.
    public func popUp(at x: Double, _ y: Double, in parent: Widget) {
        var point = GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(), &point)
        popUp(in: parent)
    }
}

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
        giveFocusBack(from: popover)
        popover.unparent()
    }

    /// Does at once what GTK does after the next frame when what has the focus is hidden.
    ///
    /// Until then the window holds on to the popover. If the popover also leaves the window with the focus in
    /// it, the window takes a second reference and forgets the first one (GTK 4.8).
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
