import CGTK
import CProcess

/// What is left behind when the program dies of its own fault.
public enum CrashHandler {
    /// Writes a report into the folder when the process dies of a trap, a bad access, an abort or the
    /// like: where and what, and nothing that a person has written. Then it dies as it would have.
    ///
    /// The folder is made when there is a first report; it keeps the newest ten. Nothing is written
    /// where it cannot be the user's own. To be called once, on the main thread.
    @MainActor
    public static func install(folder: String, version: String) {
        let toolkit =
            "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
        folder.withCString { folder in
            version.withCString { version in
                toolkit.withCString { toolkit in
                    session.withCString { session in
                        var details = CProcessCrashDetails(
                            folder: folder,
                            version: version,
                            toolkit: toolkit,
                            session: session
                        )
                        cprocess_report_crashes(&details)
                    }
                }
            }
        }
    }

    /// The kind of display, in the order in which GTK looks for one.
    private static var session: String {
        if let backend = g_getenv("GDK_BACKEND") {
            let name = String(cString: backend)
            if ["wayland", "x11", "broadway"].contains(name) { return name }
        }
        if g_getenv("WAYLAND_DISPLAY") != nil { return "wayland" }
        return g_getenv("DISPLAY") != nil ? "x11" : "none"
    }
}
