import CGTK
import CProcess
import Foundation
import Phrases

/// The setup that a program does before anything else.
public enum ProcessSetup {
    /// Makes the process independent of how it was started, so that operations on its descriptors
    /// cannot end it. Call this first of all.
    ///
    /// - Closed standard descriptors are opened to `/dev/null`; a file that is opened later would
    ///   otherwise become one of them and receive messages.
    /// - SIGPIPE and SIGXFSZ are ignored: a pipe without a reader, or a file that may not grow, is
    ///   an error like any other.
    /// - New files and folders are private to the user, whatever the umask was. Programs that are
    ///   started from here get the original umask.
    /// - Messages, including GLib's and GTK's, go to standard error through `Log`, which never
    ///   blocks. Messages that are still unwritten when the process ends are written then if
    ///   possible.
    public static func prepare() {
        cprocess_prepare()
        Log.takeOverMessagesOfGLib()
        atexit { Log.finish() }
    }
}

/// Reports crashes of the program.
public enum CrashHandler {
    /// Writes a report into the folder when the process dies of a trap, a bad access, an abort or
    /// the like: where and why, but nothing that the user has written. Then the process dies as it
    /// would have.
    ///
    /// The folder is created for the first report; it keeps the newest ten. Nothing is written if
    /// it might not belong to the user. Call this once, on the main thread.
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

    /// The kind of display, in GTK's order of preference.
    private static var session: String {
        if let backend = g_getenv("GDK_BACKEND") {
            let name = String(cString: backend)
            if ["wayland", "x11", "broadway"].contains(name) { return name }
        }
        if g_getenv("WAYLAND_DISPLAY") != nil { return "wayland" }
        return g_getenv("DISPLAY") != nil ? "x11" : "none"
    }
}

/// The user database's entry for the account that the program runs under.
public enum AccountHome {
    /// The home folder, an absolute path; nil if there is no entry, or no such path in it.
    public static var path: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            getpwuid_r(getuid(), &entry, start, buffer.count, &found)
            guard found != nil, let home = entry.pw_dir,
                let path = String(validatingCString: home), path.hasPrefix("/")
            else { return nil }
            return path
        }
    }
}
