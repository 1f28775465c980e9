import CGTK
import CX11Window
import Phrases

/// A rectangle on the screen, which may span several monitors, in pixels.
public struct ScreenRectangle: Sendable, Equatable {
    /// The left edge, relative to the screen.
    public var x: Int
    /// The upper edge, relative to the screen.
    public var y: Int
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// A rectangle with this position and size.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

// The position of a window on the screen. Only X11 supports this; Wayland compositors do not expose
// it, and these functions do nothing there.

extension Window {
    /// The upper left corner of the window on the screen, in pixels; nil if the display does not
    /// support it.
    public var position: (x: Int, y: Int)? {
        var x: gint = 0
        var y: gint = 0
        guard x11_window_get_position(cast(), &x, &y) != 0 else { return nil }
        return (Int(x), Int(y))
    }

    /// The workspace of the window, counted from 0; nil if the display does not support it, and for
    /// a window on all workspaces.
    public var workspace: Int? {
        var workspace: guint = 0
        guard x11_window_get_workspace(cast(), &workspace) != 0 else { return nil }
        return Int(workspace)
    }

    /// Called when the window has its surface but is not on the screen yet.
    public func onRealize(_ body: @escaping @MainActor () -> Void) {
        connectPlain("realize", body)
    }

    /// Requests the window's initial position; call this in `onRealize`.
    public func setInitialPosition(x: Int, y: Int) {
        guard let x = gint(exactly: x), let y = gint(exactly: y) else { return }
        x11_window_set_initial_position(cast(), x, y)
    }

    /// Requests another position for a window on the screen.
    public func move(toX x: Int, y: Int) {
        guard let x = gint(exactly: x), let y = gint(exactly: y) else { return }
        x11_window_move(cast(), x, y)
    }

    /// Requests another workspace for a window on the screen.
    public func move(toWorkspace workspace: Int) {
        guard let workspace = guint(exactly: workspace) else { return }
        x11_window_move_to_workspace(cast(), workspace)
    }

    /// Called when the window may have changed its position or workspace.
    public func onPlaceChange(_ body: @escaping @MainActor () -> Void) {
        x11_window_watch(
            cast(),
            { data in Callback<Void, Void>.call(data, ()) },
            Unmanaged.passRetained(Callback<Void, Void>(body)).toOpaque(),
            releaseCallback
        )
    }
}

extension Window {
    /// Shows the window without taking the keyboard focus and, if the window system allows it,
    /// right behind another one.
    public func present(below other: Window?) {
        gtk_widget_realize(cast())
        x11_window_open_without_focus(cast())
        gtk_widget_set_visible(cast(), 1)
        if let other { x11_window_put_below(cast(), other.cast()) }
    }

    /// Shows the window for the first time: in front with the keyboard focus, or without it and
    /// behind all others, if the window system allows it.
    public func comeUp(inBackground: Bool) {
        guard inBackground else { return present() }
        present(below: nil)
        x11_window_put_below(cast(), nil)
    }
}

extension Desktop {
    /// Whether windows know their position and can request another one.
    public static var tellsPlaces: Bool { isX11 }

    /// Whether a window can open without taking the keyboard focus. Wayland compositors do not
    /// support it, and the focus cannot be given back there.
    public static var opensWindowsInBackground: Bool { isX11 }

    private static var isX11: Bool {
        gdk_display_get_default().map { cgtk_display_is_x11($0) != 0 } ?? false
    }

    /// The areas of the monitors, without panels if those are known.
    public static var workAreas: [ScreenRectangle] {
        guard let display = gdk_display_get_default() else { return [] }
        var areas = [GdkRectangle](repeating: GdkRectangle(), count: 32)
        let count = x11_get_work_areas(display, &areas, gint(areas.count))
        if count > 0 { return areas.prefix(Int(count)).map(ScreenRectangle.init) }
        return monitors.map { monitor in
            var area = GdkRectangle()
            gdk_monitor_get_geometry(monitor.opaque, &area)
            return ScreenRectangle(area)
        }
    }
}

extension ScreenRectangle {
    fileprivate init(_ area: GdkRectangle) {
        self.init(
            x: Int(area.x),
            y: Int(area.y),
            width: Int(area.width),
            height: Int(area.height)
        )
    }
}
