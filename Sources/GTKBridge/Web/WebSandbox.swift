import CGTK
import CProcess
import Phrases

/// Checks whether the system can sandbox the processes that read web pages.
///
/// WebKitGTK starts them with `bwrap` and `xdg-dbus-proxy`. It ends the whole program if that
/// fails, as in containers and on systems without user namespaces, or if the processes cannot reach
/// the display from inside. So the sandbox is tried first. Only the user can decide to do without
/// it.
@MainActor
public enum WebSandbox {
    /// The sandbox options that WebKitGTK uses.
    private static let sandbox = [
        "bwrap", "--die-with-parent", "--unshare-pid", "--unshare-uts", "--unshare-ipc",
        "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev",
    ]

    /// WebKitGTK's own variable to disable the sandbox. It is never passed on to other programs.
    public static var switchName: String { String(cString: cprocess_web_sandbox_switch()) }

    /// Whether the sandbox was disabled when the program was started.
    public static var isSwitchedOff: Bool { cprocess_web_sandbox_is_off() }

    /// Tries the sandbox.
    ///
    /// - Parameter completion: called later with the reason why it cannot work, or nil if it can.
    public static func examine(_ completion: @escaping @MainActor (_ reason: String?) -> Void) {
        // Inside Flatpak, Flatpak itself starts the processes.
        if g_file_test("/.flatpak-info", G_FILE_TEST_EXISTS) != 0 {
            MainLoop.whenIdle { completion(nil) }
            return
        }
        guard let socket = displaySocket else {
            MainLoop.whenIdle { completion("the display is on another machine") }
            return
        }
        let folder = takeString(g_path_get_dirname(socket)) ?? "/"
        let display = ["--tmpfs", folder, "--bind", socket, socket, "test", "-w", socket]
        run(sandbox + display) { reason in
            completion(reason.map { $0.isEmpty ? "\(socket) cannot be reached from inside" : $0 })
        }
    }

    /// Runs a closure with the engine's sandbox enabled or disabled. Afterwards the environment
    /// enables it again.
    ///
    /// - Returns: false, without running the closure, if the sandbox cannot be switched in this
    ///   process.
    static func with(sandbox isOn: Bool, _ body: @MainActor () -> Void) -> Bool {
        defer { cprocess_set_web_sandbox(true) }
        guard cprocess_set_web_sandbox(isOn) else { return false }
        body()
        return true
    }

    /// The socket of the display; nil if it is reached over a network, which the sandbox blocks.
    private static var displaySocket: String? {
        let isWayland = gdk_display_get_default().map { cgtk_display_is_wayland($0) != 0 } ?? false
        let variable = g_getenv(isWayland ? "WAYLAND_DISPLAY" : "DISPLAY")
        let name = variable.map { String(cString: $0) } ?? ""
        if isWayland {
            if name.hasPrefix("/") { return name }
            return String(cString: g_get_user_runtime_dir()) + "/"
                + (name.isEmpty ? "wayland-0" : name)
        }
        let number = name.dropFirst().prefix { $0.isNumber }
        return name.hasPrefix(":") ? "/tmp/.X11-unix/X\(number)" : nil
    }

    /// Runs the commands that form the sandbox.
    ///
    /// - Parameter completion: called later with the error output, which may be empty, or nil on
    ///   success.
    static func run(
        _ arguments: [String],
        needing helpers: [String] = ["xdg-dbus-proxy"],
        _ completion: @escaping @MainActor (_ reason: String?) -> Void
    ) {
        let missing = ([arguments[0]] + helpers).first { name in
            guard let path = g_find_program_in_path(name) else { return true }
            g_free(path)
            return false
        }
        if let missing {
            MainLoop.whenIdle { completion("\(missing) was not found") }
            return
        }
        var error: UnsafeMutablePointer<GError>?
        let flags =
            G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue | G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue
        let words = arguments.map { g_strdup($0) } + [nil]
        defer { words.forEach { g_free($0) } }
        let process = words.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
                g_subprocess_newv($0.baseAddress, GSubprocessFlags(rawValue: flags), &error)
            }
        }
        guard let process else {
            let reason = takeMessage(&error) ?? arguments[0]
            MainLoop.whenIdle { completion(reason) }
            return
        }
        let ended = Callback<(UInt, UInt), Void> { process, result in
            completion(
                outcome(of: OpaquePointer(bitPattern: process), OpaquePointer(bitPattern: result))
            )
        }
        g_subprocess_communicate_utf8_async(
            process,
            nil,
            nil,
            { source, result, data in
                Callback<(UInt, UInt), Void>.callAndRelease(
                    data,
                    (UInt(bitPattern: source), UInt(bitPattern: result))
                )
            },
            Unmanaged.passRetained(ended).toOpaque()
        )
        // The pending call holds a reference.
        g_object_unref(UnsafeMutableRawPointer(process))
    }

    private static func outcome(of process: OpaquePointer?, _ result: OpaquePointer?) -> String? {
        var error: UnsafeMutablePointer<GError>?
        var complaint: UnsafeMutablePointer<CChar>?
        guard
            g_subprocess_communicate_utf8_finish(process, result, nil, &complaint, &error) != 0
        else { return takeMessage(&error) ?? "" }
        let text = takeString(complaint) ?? ""
        guard g_subprocess_get_successful(process) == 0 else { return nil }
        return text.split(separator: "\n").first.map(String.init) ?? ""
    }
}
