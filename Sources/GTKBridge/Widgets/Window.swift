import CGTK
import Phrases

/// A top-level window of the application (GtkApplicationWindow).
///
/// GTK keeps a reference to every window until it is destroyed: call `destroy()` when it is done.
public final class Window: Widget {
    /// A window of the application, not shown yet.
    public init(application: Application) {
        super.init(
            gtk_application_window_new(application.cast()),
            type: gtk_application_window_get_type()
        )
        // F10 is the program's own: GTK would look for a menu bar and move the focus.
        gtk_window_set_handle_menubar_accel(window, 0)
    }

    /// A window that belongs to another one: it stays over it and goes with it.
    ///
    /// - Parameter isDialog: whether a screen reader calls it a dialog.
    public init(transientFor parent: Window, isDialog: Bool = false) {
        let role = isDialog ? GTK_ACCESSIBLE_ROLE_DIALOG : GTK_ACCESSIBLE_ROLE_WINDOW
        let new = cgtk_widget_new_with_role(gtk_window_get_type(), role)
        super.init(
            new?.assumingMemoryBound(to: GtkWidget.self),
            type: gtk_window_get_type()
        )
        gtk_window_set_transient_for(window, parent.window)
        // Not by `destroy-with-parent`: a window that is kept here looks for its parent at its own end.
        parent.connectPlain("destroy") { [weak self] in
            guard let self else { return }
            gtk_window_set_transient_for(window, nil)
            destroy()
        }
        performTextShortcuts()
    }

    private var window: UnsafeMutablePointer<GtkWindow> { cast() }

    /// The window's title, which is also its accessible name.
    public var title: String {
        get { gtk_window_get_title(window).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(window, newValue) }
    }

    /// Sets the bar at the top.
    public func setTitlebar(_ bar: Widget) { gtk_window_set_titlebar(window, bar.widget) }

    /// Sets what the window shows.
    public func setChild(_ child: Widget) { gtk_window_set_child(window, child.widget) }

    /// The size that the window has when it is not maximized, in pixels.
    public var defaultSize: (width: Int, height: Int) {
        get {
            var width: gint = 0
            var height: gint = 0
            gtk_window_get_default_size(window, &width, &height)
            return (Int(width), Int(height))
        }
        set { gtk_window_set_default_size(window, gint(newValue.width), gint(newValue.height)) }
    }

    /// Whether the window fills the screen's free part.
    public var isMaximized: Bool {
        get { gtk_window_is_maximized(window) != 0 }
        set { newValue ? gtk_window_maximize(window) : gtk_window_unmaximize(window) }
    }

    /// Whether the window covers the whole screen.
    public var isFullscreen: Bool {
        get { gtk_window_is_fullscreen(window) != 0 }
        set { newValue ? gtk_window_fullscreen(window) : gtk_window_unfullscreen(window) }
    }

    /// Whether the window has the keyboard.
    public var isActive: Bool { gtk_window_is_active(window) != 0 }

    /// Shows the window, or raises it.
    public func present() { gtk_window_present(window) }

    /// Closes the window as its close button would: `onCloseRequest` is asked first.
    public func close() { gtk_window_close(window) }

    /// Takes the window away at once.
    public func destroy() { gtk_window_destroy(window) }

    /// Tells when the window was closed or destroyed.
    public func onGone(_ body: @escaping @MainActor () -> Void) { connectPlain("unmap", body) }

    /// Asked before the window is closed; returning true keeps it.
    public func onCloseRequest(_ body: @escaping @MainActor () -> Bool) {
        connectPlainQuestion("close-request", body)
    }

    /// Tells when the window got or lost the keyboard.
    public func onActiveChange(_ body: @escaping @MainActor () -> Void) {
        onNotify("is-active", body)
    }

    /// Whether the desktop says that the window is out of sight: minimized, or covered by others. Always false
    /// where GTK or the desktop does not tell.
    public var isSuspended: Bool { Newer.isSuspended(self) }

    /// Tells when `isSuspended` has changed.
    public func onSuspendedChange(_ body: @escaping @MainActor () -> Void) {
        onNotify(Newer.suspendedProperty, body)
    }

    /// How long to wait for the first frame: a window that is out of sight, or on another workspace, may not be
    /// drawn for a long time.
    public static let drawingTimeout: Duration = .seconds(2)

    /// Calls the closure, once, when the window has been drawn for the first time.
    ///
    /// On Wayland frames begin before the desktop has said what size the window gets, and nothing is drawn
    /// in them: `onNextFrameDrawn` would be too early.
    public func onFirstFrameDrawn(_ body: @escaping @MainActor () -> Void) {
        var waiting: (@MainActor () -> Void)? = body
        onLayout {
            guard let body = waiting else { return }
            waiting = nil
            // A frame is laid out and drawn in one turn of the main loop.
            MainLoop.whenIdle(body)
        }
    }

    /// Tells when the size, or whether it is maximized or full screen, has changed.
    public func onGeometryChange(_ body: @escaping @MainActor () -> Void) {
        for property in ["default-width", "default-height", "maximized", "fullscreened"] {
            onNotify(property, body)
        }
    }

    /// Tells when another widget of the window has the keyboard focus.
    public func onFocusChanged(_ body: @escaping @MainActor () -> Void) {
        onNotify("focus-widget", body)
    }

    /// Adds an action under the prefix `win.`.
    public func add(_ action: Action) {
        g_action_map_add_action(opaque, action.opaque)
    }

    /// Whether the window has an action of this name, with its prefix `win.`, that can be done now.
    public func canPerform(_ action: String) -> Bool {
        let prefix = "win."
        guard action.hasPrefix(prefix) else { return false }
        let name = String(action.dropFirst(prefix.count))
        return g_action_group_has_action(opaque, name) != 0
            && g_action_group_get_action_enabled(opaque, name) != 0
    }

    /// Whether the keyboard is with the window itself and not with a menu over it.
    public var hasFocusItself: Bool {
        guard let focus = gtk_window_get_focus(window) else { return true }
        return gtk_widget_get_native(focus) == OpaquePointer(pointer)
    }

    /// The widget that has the keyboard focus.
    public var focus: Widget? {
        gtk_window_get_focus(window).map { Widget(borrowing: $0) }
    }

    /// Takes the focus from what has it; keys go to the window then.
    public func clearFocus() { gtk_window_set_focus(window, nil) }
}

/// The bar at a window's top (GtkHeaderBar).
public final class HeaderBar: Widget {
    /// An empty bar with the window's buttons.
    public init() {
        super.init(gtk_header_bar_new(), type: gtk_header_bar_get_type())
    }

    /// Sets what stands in the middle.
    public func setTitle(_ child: Widget) {
        gtk_header_bar_set_title_widget(opaque, child.widget)
    }

    /// What was added first on each side.
    private var (first, last): (Widget?, Widget?)

    /// Adds a child at the start.
    public func packStart(_ child: Widget) {
        gtk_header_bar_pack_start(opaque, child.widget)
        first = first ?? child
    }

    /// Adds a child at the end.
    public func packEnd(_ child: Widget) {
        gtk_header_bar_pack_end(opaque, child.widget)
        last = last ?? child
    }

    /// The width that what stands beside the title would like to have, the window's buttons among it, in
    /// pixels. The bar's own natural width has that of the wider side twice.
    public var widthBesideTitle: Int {
        [first, last].compactMap { $0.flatMap { gtk_widget_get_parent($0.widget) } }
            .reduce(0) { $0 + Int(measure($1, GTK_ORIENTATION_HORIZONTAL, -1).natural) }
    }
}
