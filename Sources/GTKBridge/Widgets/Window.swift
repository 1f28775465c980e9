import CGTK
import Phrases

/// A top-level window of the application (GtkApplicationWindow).
///
/// GTK keeps a reference to every window until it is destroyed: call `destroy()` in the end.
public final class Window: Widget {
    /// A window of the application, not shown yet.
    public init(application: Application) {
        super.init(
            gtk_application_window_new(application.cast()),
            type: gtk_application_window_get_type()
        )
        // The program uses F10 itself: GTK would look for a menu bar and move the focus.
        gtk_window_set_handle_menubar_accel(window, 0)
        prepare()
    }

    /// A window that belongs to another one: it stays above it and closes with it.
    ///
    /// - Parameter isDialog: whether its accessible role is that of a dialog.
    public init(transientFor parent: Window, isDialog: Bool = false) {
        let role = isDialog ? GTK_ACCESSIBLE_ROLE_DIALOG : GTK_ACCESSIBLE_ROLE_WINDOW
        let new = cgtk_widget_new_with_role(gtk_window_get_type(), role)
        super.init(
            new?.assumingMemoryBound(to: GtkWidget.self),
            type: gtk_window_get_type()
        )
        gtk_window_set_transient_for(window, parent.window)
        // Not through `destroy-with-parent`: a window that is retained here accesses its parent
        // when it is itself disposed of.
        parent.connectPlain("destroy") { [weak self] in
            guard let self else { return }
            gtk_window_set_transient_for(window, nil)
            destroy()
        }
        performTextShortcuts()
        prepare()
    }

    /// Works around faults of GTK that every window has.
    private func prepare() {
        cgtk_keep_pointer_from_closed_popovers()
        // A press in the focused field moves its cursor, and GTK discards what is being composed. A
        // press elsewhere may act on the field's text without taking its focus.
        onAnyPress { [weak self] in self?.focus?.finishComposing() }
    }

    private var window: UnsafeMutablePointer<GtkWindow> { cast() }

    /// The window's title, which is also its accessible name.
    public var title: String {
        get { gtk_window_get_title(window).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(window, newValue) }
    }

    /// Sets the title bar.
    public func setTitlebar(_ bar: Widget) { gtk_window_set_titlebar(window, bar.widget) }

    /// Sets the content.
    public func setChild(_ child: Widget) { gtk_window_set_child(window, child.widget) }

    /// The size of the window when it is not maximized, in pixels.
    public var defaultSize: (width: Int, height: Int) {
        get {
            var width: gint = 0
            var height: gint = 0
            gtk_window_get_default_size(window, &width, &height)
            return (Int(width), Int(height))
        }
        set { gtk_window_set_default_size(window, gint(newValue.width), gint(newValue.height)) }
    }

    /// Whether the window is maximized.
    public var isMaximized: Bool {
        get { gtk_window_is_maximized(window) != 0 }
        set { newValue ? gtk_window_maximize(window) : gtk_window_unmaximize(window) }
    }

    /// Whether the window is full screen.
    public var isFullscreen: Bool {
        get { gtk_window_is_fullscreen(window) != 0 }
        set { newValue ? gtk_window_fullscreen(window) : gtk_window_unfullscreen(window) }
    }

    /// Whether the window has the keyboard focus.
    public var isActive: Bool { gtk_window_is_active(window) != 0 }

    /// Shows the window, or raises it.
    public func present() { gtk_window_present(window) }

    /// Closes the window as its close button would: `onCloseRequest` is called first.
    public func close() { gtk_window_close(window) }

    /// Destroys the window at once.
    public func destroy() { gtk_window_destroy(window) }

    /// Called when the window was closed or destroyed.
    public func onGone(_ body: @escaping @MainActor () -> Void) { connectPlain("unmap", body) }

    /// Called before the window is closed; returning true keeps it open.
    public func onCloseRequest(_ body: @escaping @MainActor () -> Bool) {
        connectPlainQuestion("close-request", body)
    }

    /// Called when the window gains or loses the keyboard focus.
    public func onActiveChange(_ body: @escaping @MainActor () -> Void) {
        onNotify("is-active", body)
    }

    /// Whether the desktop reports the window as not visible: minimized, or covered by others.
    /// Always false if GTK or the desktop does not support it.
    public var isSuspended: Bool { Newer.isSuspended(self) }

    /// Called when `isSuspended` changes.
    public func onSuspendedChange(_ body: @escaping @MainActor () -> Void) {
        onNotify(Newer.suspendedProperty, body)
    }

    /// How long to wait for the first frame: a window that is hidden, or on another workspace, may
    /// not be drawn for a long time.
    public static let drawingTimeout: Duration = .seconds(2)

    /// Calls the closure once, when the window has been drawn for the first time.
    ///
    /// On Wayland frames begin before the desktop has set the window's size, and nothing is drawn
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

    /// Called when the window's size, or its maximized or full-screen state, changes.
    public func onGeometryChange(_ body: @escaping @MainActor () -> Void) {
        for property in ["default-width", "default-height", "maximized", "fullscreened"] {
            onNotify(property, body)
        }
    }

    /// Called when another widget of the window gains the keyboard focus.
    public func onFocusChanged(_ body: @escaping @MainActor () -> Void) {
        onNotify("focus-widget", body)
    }

    /// Adds an action under the prefix `win.`.
    public func add(_ action: Action) {
        g_action_map_add_action(opaque, action.opaque)
    }

    /// Whether the window has an enabled action of this name, including its prefix `win.`.
    public func canPerform(_ action: String) -> Bool {
        let prefix = "win."
        guard action.hasPrefix(prefix) else { return false }
        let name = String(action.dropFirst(prefix.count))
        return g_action_group_has_action(opaque, name) != 0
            && g_action_group_get_action_enabled(opaque, name) != 0
    }

    /// Whether the window itself has the keyboard, not a menu above it.
    public var hasFocusItself: Bool {
        guard let focus = gtk_window_get_focus(window) else { return true }
        return gtk_widget_get_native(focus) == OpaquePointer(pointer)
    }

    /// The widget that has the keyboard focus.
    public var focus: Widget? {
        gtk_window_get_focus(window).map { Widget(borrowing: $0) }
    }

    /// Clears the focus; key events then go to the window.
    public func clearFocus() { gtk_window_set_focus(window, nil) }
}

/// The title bar of a window (GtkHeaderBar).
public final class HeaderBar: Widget {
    /// An empty bar with the window buttons.
    public init() {
        super.init(gtk_header_bar_new(), type: gtk_header_bar_get_type())
    }

    /// Sets the widget in the middle.
    public func setTitle(_ child: Widget) {
        gtk_header_bar_set_title_widget(opaque, child.widget)
    }

    /// The child that was packed first on each side.
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

    /// The natural width of everything beside the title, including the window buttons, in pixels.
    /// The bar's own natural width includes that of the wider side twice.
    public var widthBesideTitle: Int {
        [first, last].compactMap { $0.flatMap { gtk_widget_get_parent($0.widget) } }
            .reduce(0) { $0 + Int(measure($1, GTK_ORIENTATION_HORIZONTAL, -1).natural) }
    }
}
