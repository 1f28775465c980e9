import CGTK
import CProcess
import Foundation
import Phrases

/// What a program has to see to before it does anything else.
public enum ProcessSetup {
    /// Makes the process sturdy against how it was started, so that nothing that is done with its
    /// descriptors can end it. To be called first of all.
    ///
    /// - Standard descriptors that are closed are opened to `/dev/null`; a file that is opened later
    ///   would become one of them, and receive messages.
    /// - SIGPIPE and SIGXFSZ are ignored: a pipe without a reader, or a file that may not grow, is an
    ///   error like any other.
    /// - Files and folders that are made belong to the user alone, whatever the umask was. Programs
    ///   that are started from here get back the umask that this one was started with.
    /// - Messages, GLib's and GTK's among them, go to standard error by way of `Log`, which waits for
    ///   nobody. What has not been written yet is written when the process ends, if it can be.
    public static func prepare() {
        cprocess_prepare()
        Log.takeOverMessagesOfGLib()
        atexit { Log.finish() }
    }
}

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

/// What the user database says of the account that the program runs under.
public enum AccountHome {
    /// The home folder, an absolute path; nil when there is no entry, or no such path in it.
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
