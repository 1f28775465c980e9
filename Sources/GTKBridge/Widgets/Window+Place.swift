import CGTK
import CX11Window
import Phrases

/// A rectangle on the screen, which may have several monitors, in pixels.
public struct ScreenRectangle: Sendable, Equatable {
    /// Of the left edge, from that of the screen.
    public var x: Int
    /// Of the upper edge, from that of the screen.
    public var y: Int
    /// From the left edge to the right one.
    public var width: Int
    /// From the upper edge to the lower one.
    public var height: Int

    /// A rectangle of this place and size.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

// Where a window is on the screen. Only X11 tells and takes it; Wayland's compositors keep it to
// themselves, and nothing is known or done there.

extension Window {
    /// The corner of the window on the screen, in pixels; nil where the display does not tell.
    public var position: (x: Int, y: Int)? {
        var x: gint = 0
        var y: gint = 0
        guard x11_window_get_position(cast(), &x, &y) != 0 else { return nil }
        return (Int(x), Int(y))
    }

    /// The workspace that the window is on, counted from 0; nil where the display does not tell, and for a window
    /// that is on all of them.
    public var workspace: Int? {
        var workspace: guint = 0
        guard x11_window_get_workspace(cast(), &workspace) != 0 else { return nil }
        return Int(workspace)
    }

    /// Tells when the window has got what the window system shows of it, and is not on the screen yet.
    public func onRealize(_ body: @escaping @MainActor () -> Void) {
        connectPlain("realize", body)
    }

    /// Asks for the place at which the window is to come up; to be called in `onRealize`.
    public func setInitialPosition(x: Int, y: Int) {
        guard let x = gint(exactly: x), let y = gint(exactly: y) else { return }
        x11_window_set_initial_position(cast(), x, y)
    }

    /// Asks for another place on the screen, for a window that is there.
    public func move(toX x: Int, y: Int) {
        guard let x = gint(exactly: x), let y = gint(exactly: y) else { return }
        x11_window_move(cast(), x, y)
    }

    /// Asks for another workspace, for a window that is on the screen.
    public func move(toWorkspace workspace: Int) {
        guard let workspace = guint(exactly: workspace) else { return }
        x11_window_move_to_workspace(cast(), workspace)
    }

    /// Tells when the window may be in another place, or on another workspace.
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
    /// Shows the window without taking the keyboard and, as far as the window system lets it, right
    /// behind another one.
    public func present(below other: Window?) {
        gtk_widget_realize(cast())
        x11_window_open_without_focus(cast())
        gtk_widget_set_visible(cast(), 1)
        if let other { x11_window_put_below(cast(), other.cast()) }
    }

    /// Shows the window for the first time: in front with the keyboard, or without it and behind all
    /// others, as far as the window system lets it.
    public func comeUp(inBackground: Bool) {
        guard inBackground else { return present() }
        present(below: nil)
        x11_window_put_below(cast(), nil)
    }
}

extension Desktop {
    /// Whether windows know where they are, and can be asked to be somewhere.
    public static var tellsPlaces: Bool { isX11 }

    /// Whether a window can come up without taking the keyboard. Wayland's compositors cannot be asked
    /// for it, and the keyboard cannot be given back there.
    public static var opensWindowsInBackground: Bool { isX11 }

    private static var isX11: Bool {
        gdk_display_get_default().map { cgtk_display_is_x11($0) != 0 } ?? false
    }

    /// What the monitors show, without panels where that is known.
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
