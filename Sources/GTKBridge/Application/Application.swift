import CGTK
import Phrases

/// The application: one process, with actions on the session bus (GtkApplication).
public final class Application: Object {
    private var options: [(name: String, hasValue: Bool)] = []

    /// An application with a reverse-DNS identifier; it opens links and files.
    ///
    /// - Parameter isUnique: whether a second process passes its arguments to the first.
    public init(identifier: String, isUnique: Bool = true) {
        var flags = G_APPLICATION_HANDLES_OPEN
        if !isUnique { flags.rawValue |= G_APPLICATION_NON_UNIQUE.rawValue }
        guard let application = gtk_application_new(identifier, flags) else {
            preconditionFailure("GTK made no application")
        }
        super.init(adopting: UnsafeMutableRawPointer(application))
        // Without this, the user's session ends without asking the program.
        cgtk_object_set_boolean(pointer, "register-session", 1)
        connectPointer("window-removed") { [pointer] window in
            Self.withdrawActions(ofWindow: window, from: pointer)
        }
    }

    /// Removes the actions of a closed window from the session bus.
    ///
    /// GTK 4.18 leaves them there on Wayland, where calling one reads the freed memory of the
    /// window. Other releases and X11 clear the export's number, so that this does nothing.
    private static func withdrawActions(
        ofWindow window: gpointer?,
        from application: UnsafeMutableRawPointer
    ) {
        guard let window else { return }
        let object = window.assumingMemoryBound(to: GObject.self)
        // The name of a private quark of GTK.
        let key = "GtkApplicationImplDBus export id"
        let export = guint(truncatingIfNeeded: UInt(bitPattern: g_object_get_data(object, key)))
        let application = application.assumingMemoryBound(to: GApplication.self)
        guard export != 0, let bus = g_application_get_dbus_connection(application) else { return }
        g_dbus_connection_unexport_action_group(bus, export)
        g_object_set_data(object, key, nil)
    }

    /// Adds a command-line option. `--help` lists options in the order in which they are added.
    ///
    /// - Parameter value: the placeholder for its value in `--help`; nil for an option without a
    ///   value.
    public func addOption(
        _ name: String,
        short: Character? = nil,
        value: String? = nil,
        description: String
    ) {
        options.append((name, value != nil))
        let letter = short?.asciiValue.map { CChar(bitPattern: $0) } ?? 0
        g_application_add_main_option(
            cast(),
            name,
            letter,
            G_OPTION_FLAG_NONE,
            // GLib refuses letters that the locale does not have in strings, but not in file names.
            value == nil ? G_OPTION_ARG_NONE : G_OPTION_ARG_FILENAME,
            description,
            value
        )
    }

    /// Passes links and files of the command line to `onLocalOptions`; those that arrive over the
    /// session bus go to `onOpen`.
    public func takeAddresses() {
        g_application_add_main_option(
            cast(),
            remainingArguments,
            0,
            G_OPTION_FLAG_NONE,
            G_OPTION_ARG_FILENAME_ARRAY,
            "",
            nil
        )
    }

    /// Sets the parameters and the summary shown in `--help`.
    public func setHelp(parameters: String, summary: String) {
        g_application_set_option_context_parameter_string(cast(), parameters)
        g_application_set_option_context_summary(cast(), summary)
    }

    /// Runs until the last window is closed or `quit()` is called.
    ///
    /// - Returns: the exit status of the process.
    public func run(arguments: [String]) -> Int32 {
        var values: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
        defer { values.forEach { g_free($0) } }
        return values.withUnsafeMutableBufferPointer {
            g_application_run(cast(), gint(arguments.count), $0.baseAddress)
        }
    }

    /// Quits the main loop.
    public func quit() { g_application_quit(cast()) }

    /// Starts like `run`, but without a main loop; for tests.
    ///
    /// - Returns: why the registration failed, or nil.
    public func register() -> String? {
        var error: UnsafeMutablePointer<GError>?
        g_application_register(cast(), nil, &error)
        return takeMessage(&error)
    }

    /// Whether another process is the application, and this one only forwards its arguments.
    public var isRemote: Bool { g_application_get_is_remote(cast()) != 0 }

    /// Whether the desktop started this process as a D-Bus service, without anything to open yet.
    public var isService: Bool {
        g_application_get_flags(cast()).rawValue & G_APPLICATION_IS_SERVICE.rawValue != 0
    }

    /// Keeps the application running for a number of seconds after the last activity.
    public func setInactivityTimeout(seconds: Int) {
        g_application_set_inactivity_timeout(cast(), guint(seconds * 1000))
    }

    /// Whether a process on the session bus owns the name of an application; starts nothing.
    public static func isRunning(_ identifier: String) -> Bool {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
        let answer = g_dbus_connection_call_sync(
            bus,
            "org.freedesktop.DBus",
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "NameHasOwner",
            BusValue.makeTuple([.string(identifier)]),
            nil,
            G_DBUS_CALL_FLAGS_NONE,
            -1,
            nil,
            nil
        )
        guard let answer else { return false }
        defer { g_variant_unref(answer) }
        return BusValue(answer) == .structure([.boolean(true)])
    }

    /// Activates one of the application's actions in its primary process.
    ///
    /// If that is another process, it may need to raise a window above the one that the user is in:
    /// the desktop's activation token is sent along, which GTK 4.8 only does for processes with
    /// windows.
    public func activateAction(_ name: String, target: String) {
        let parameter = g_variant_new_string(target)
        guard isRemote, let token = Desktop.activationToken,
            let bus = g_application_get_dbus_connection(cast())
        else { return g_action_group_activate_action(opaque, name, parameter) }
        var parameters: [OpaquePointer?] = [g_variant_new_variant(parameter)]
        var parts: [OpaquePointer?] = [
            g_variant_new_string(name),
            g_variant_new_array(nil, &parameters, gsize(parameters.count)),
            // GTK 4.8 reads the token under this name, on Wayland too.
            BusValue.dictionary(["desktop-startup-id": .string(token)]).makeVariant(),
        ]
        g_dbus_connection_call(
            bus,
            g_application_get_application_id(cast()),
            g_application_get_dbus_object_path(cast()),
            "org.gtk.Actions",
            "Activate",
            g_variant_new_tuple(&parts, gsize(parts.count)),
            nil,
            G_DBUS_CALL_FLAGS_NONE,
            -1,
            nil,
            nil,
            nil
        )
    }

    /// The state of one of the actions in the application's primary process; nil if there is none.
    public func actionState(_ name: String) -> BusValue? {
        guard let state = g_action_group_get_action_state(opaque, name) else { return nil }
        defer { g_variant_unref(state) }
        return BusValue(state)
    }

    /// Keeps the application running without windows.
    public func hold() { g_application_hold(cast()) }

    /// Releases a `hold()`.
    public func release() { g_application_release(cast()) }

    /// Whether the application is reported as busy on the session bus.
    public var isBusy: Bool {
        get { g_application_get_is_busy(cast()) != 0 }
        set {
            guard newValue != isBusy else { return }
            (newValue ? g_application_mark_busy : g_application_unmark_busy)(cast())
        }
    }

    /// Handles the options before the application starts. A non-nil status ends the process with
    /// it.
    public func onLocalOptions(
        _ body: @escaping @MainActor (_ options: GivenOptions) -> Int32?
    ) {
        connectStatusQuestion("handle-local-options") { [weak self] options in
            let options = options?.assumingMemoryBound(to: GVariantDict.self)
            var given = GivenOptions()
            for (name, hasValue) in self?.options ?? [] {
                guard let value = g_variant_dict_lookup_value(options, name, nil) else { continue }
                defer { g_variant_unref(value) }
                given.values[name] = .some(hasValue ? Self.text(ofArgument: value) : nil)
            }
            given.addresses = Self.addresses(in: options)
            return body(given) ?? -1
        }
    }

    /// Arguments are UTF-8, even in the C locale, or in the locale's encoding.
    private static func text(ofArgument value: OpaquePointer) -> String? {
        guard let bytes = g_variant_get_bytestring(value) else { return nil }
        return String(validatingCString: bytes)
            ?? takeString(g_locale_to_utf8(bytes, -1, nil, nil, nil)) ?? String(cString: bytes)
    }

    /// Files are resolved relative to the folder in which the process was started.
    private static func addresses(in options: UnsafeMutablePointer<GVariantDict>?) -> [String] {
        guard let list = g_variant_dict_lookup_value(options, remainingArguments, nil) else {
            return []
        }
        defer { g_variant_unref(list) }
        return (0..<g_variant_n_children(list)).compactMap { index in
            guard let argument = g_variant_get_child_value(list, index) else { return nil }
            defer { g_variant_unref(argument) }
            let file = g_file_new_for_commandline_arg(g_variant_get_bytestring(argument))
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            return takeString(g_file_get_uri(file))
        }
    }

    /// Called once, before the first window.
    public func onStartup(_ body: @escaping @MainActor () -> Void) {
        connectPlain("startup", body)
    }

    /// Called when the program is started without a link, here or in another process.
    public func onActivate(_ body: @escaping @MainActor () -> Void) {
        connectPlain("activate", body)
    }

    /// Called with the links and files that the program was started with.
    public func onOpen(_ body: @escaping @MainActor ([String]) -> Void) {
        connectFiles("open") { files, count in
            let files = files?.assumingMemoryBound(to: OpaquePointer?.self)
            body((0..<Int(count)).compactMap { takeString(g_file_get_uri(files?[$0])) })
        }
    }

    /// Called at the end, after the main loop. Tasks that are started here never run.
    public func onShutdown(_ body: @escaping @MainActor () -> Void) {
        connectPlain("shutdown", body)
    }

    /// Called when the session is about to end and the state should be saved.
    public func onQueryEnd(_ body: @escaping @MainActor () -> Void) {
        connectPlain("query-end", body)
    }

    /// Adds an action under the prefix `app.`.
    public func add(_ action: Action) { g_action_map_add_action(opaque, action.opaque) }

    /// Sets the shortcuts of an action, in GTK's spelling: `<Control>n`.
    public func setKeys(_ keys: [String], for action: String) {
        var names: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
        gtk_application_set_accels_for_action(cast(), action, &names)
        for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
    }
}

/// GLib's name for the arguments that are not options (`G_OPTION_REMAINING`).
private let remainingArguments = ""

/// The command-line options of a process.
public struct GivenOptions: Sendable {
    /// The addresses of the links and files on the command line.
    public var addresses: [String] = []
    fileprivate var values: [String: String?] = [:]

    /// The given options, each with its value, or nil for one without a value.
    public init(_ values: [String: String?] = [:], addresses: [String] = []) {
        self.values = values
        self.addresses = addresses
    }

    /// Whether an option was given.
    public func contains(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option.
    public func value(of name: String) -> String? { values[name] ?? nil }
}

/// Takes ownership of a GError if one is set, and returns its message.
func takeMessage(_ error: inout UnsafeMutablePointer<GError>?) -> String? {
    guard let taken = error else { return nil }
    defer {
        g_error_free(taken)
        error = nil
    }
    return String(cString: taken.pointee.message)
}
