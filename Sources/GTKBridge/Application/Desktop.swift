import CDisplayLoss
import CGTK
import Phrases

/// Services of the display and the desktop.
@MainActor
public enum Desktop {
    /// The languages of the program's texts, the preferred one first, as the environment names
    /// them. English, if the environment names none.
    public static var languages: [String] {
        var languages: [String] = []
        guard var next = g_get_language_names() else { return ["en"] }
        while let name = next.pointee {
            let language = String(cString: name)
            if language != "C", !language.hasPrefix("C."), language != "POSIX" {
                languages.append(language)
            }
            next += 1
        }
        return languages.isEmpty ? ["en"] : languages
    }

    /// Connects to the display.
    ///
    /// - Returns: false if there is none.
    public static func connectToDisplay() -> Bool {
        // From the second call on, GTK returns true even if there is none.
        gtk_init_check() != 0 && gdk_display_get_default() != nil
    }

    /// Calls the closure when the connection to the display is lost; the program ends right after
    /// it.
    ///
    /// The closure must not use the display. Call this once, after `connectToDisplay()`. On
    /// Wayland, a loss that is noticed while drawing ends the program without the call.
    public static func onConnectionLost(_ body: @escaping @MainActor () -> Void) {
        let data = Unmanaged.passRetained(Callback<Void, Void>(body)).toOpaque()
        display_loss_watch({ data in Callback<Void, Void>.call(data, ()) }, data)
    }

    /// Adds a folder that is searched for icons and settings schemas, as `/usr/share` is.
    ///
    /// Call this before using GTK. Adding a search path to the icon theme later makes GTK read all
    /// themes a second time, on the main thread, before the first frame.
    public static func addDataDirectory(_ path: String) {
        let variable = "XDG_DATA_DIRS"
        let known = g_getenv(variable).map { String(cString: $0) } ?? ""
        let directories = known.isEmpty ? "/usr/local/share:/usr/share" : known
        let isKnown = directories.split(separator: ":").contains {
            $0 == path || $0 == path + "/"
        }
        if !isKnown { g_setenv(variable, directories + ":" + path, 1) }
    }

    /// The activation token by which the desktop recognizes the user's action that started this
    /// process; nil if there is none, and once `connectToDisplay()` has consumed it.
    static var activationToken: String? {
        for variable in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
            if let token = g_getenv(variable).map({ String(cString: $0) }), !token.isEmpty {
                return token
            }
        }
        return nil
    }

    /// Disables accessibility if there is no session bus for screen readers: GTK would log a
    /// warning for each widget.
    public static func prepareAccessibility() {
        if let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
            g_object_unref(UnsafeMutableRawPointer(bus))
        } else {
            g_setenv("GTK_A11Y", "none", 0)
        }
    }

    /// The version of GTK at run time if it is older than the given one.
    public static func olderGTKVersion(than major: UInt32, _ minor: UInt32) -> String? {
        guard gtk_check_version(major, minor, 0) != nil else { return nil }
        let version = (gtk_get_major_version(), gtk_get_minor_version(), gtk_get_micro_version())
        return "\(version.0).\(version.1).\(version.2)"
    }

    /// Whether the system reports any network.
    public static var hasNetwork: Bool {
        g_network_monitor_get_network_available(g_network_monitor_get_default()) != 0
    }

    /// Copies text to the clipboard.
    public static func copy(_ text: String) {
        guard let display = gdk_display_get_default() else { return }
        gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
    }

    /// Opens an address in the desktop's default program; shows a dialog on failure.
    ///
    /// GTK's own function would pass on the whole environment, including variables that are meant
    /// for the web engine only.
    public static func open(_ address: String, from window: Window?) {
        guard let display = gdk_display_get_default(),
            let context = gdk_display_get_app_launch_context(display)
        else { return }
        let launching = Object(adopting: UnsafeMutableRawPointer(context))
        g_app_launch_context_unsetenv(launching.cast(), WebSandbox.switchName)
        let ended = Callback<UInt, Void> { [weak window] result in
            var error: UnsafeMutablePointer<GError>?
            let result = OpaquePointer(bitPattern: result)
            guard g_app_info_launch_default_for_uri_finish(result, &error) == 0 else { return }
            let reason = takeMessage(&error) ?? ""
            // In GTK's own words and translation.
            let title = "Could not show link".withCString {
                String(cString: g_dgettext("gtk40", $0))
            }
            cgtk_show_error(window?.cast(), title, reason)
        }
        g_app_info_launch_default_for_uri_async(
            address,
            launching.cast(),
            nil,
            asyncCallback,
            Unmanaged.passRetained(ended).toOpaque()
        )
    }

    /// Shows the About dialog.
    public static func showAbout(
        parent: Window?,
        name: String,
        version: String,
        icon: String,
        comments: String,
        copyright: String
    ) {
        cgtk_show_about(parent?.cast(), name, version, icon, comments, copyright)
    }

    /// The height of the tallest monitor and the width of the widest one, in pixels.
    public static var largestMonitor: (width: Int, height: Int) {
        var size = (width: 0, height: 0)
        for monitor in monitors {
            var geometry = GdkRectangle()
            gdk_monitor_get_geometry(monitor.opaque, &geometry)
            size.width = max(size.width, Int(geometry.width))
            size.height = max(size.height, Int(geometry.height))
        }
        return size.width > 0 ? size : (1920, 1080)
    }

    /// The number of device pixels per pixel on the densest monitor, at least 1.
    public static var largestScale: Int {
        monitors.map { Int(gdk_monitor_get_scale_factor($0.opaque)) }.max() ?? 1
    }

    static var monitors: [Object] {
        guard let display = gdk_display_get_default(), let list = gdk_display_get_monitors(display)
        else { return [] }
        return (0..<g_list_model_get_n_items(list)).compactMap { index in
            g_list_model_get_item(list, index).map { Object(adopting: $0) }
        }
    }
}

extension Desktop {
    /// Shows a file in the desktop's file manager, selected if that supports it; otherwise its
    /// folder.
    ///
    /// - Parameter address: the URL of the file.
    public static func showInFolder(_ address: String, from window: Window?) {
        let place = BusConnection.Place(
            service: "org.freedesktop.FileManager1",
            path: "/org/freedesktop/FileManager1",
            interface: "org.freedesktop.FileManager1"
        )
        BusConnection.open { [weak window] connection in
            guard let connection else { return open(folder(of: address), from: window) }
            let values: [BusValue] = [.strings([address]), .string("")]
            connection.call("ShowItems", at: place, values, starts: true) { answer in
                if answer == nil { open(folder(of: address), from: window) }
            }
        }
    }

    private static func folder(of address: String) -> String {
        address.lastIndex(of: "/").map { String(address[...$0]) } ?? address
    }
}
