import CGTK

/// The program as the desktop sees it: one process, actions on the session bus (GtkApplication).
public final class Application: Object {
    private var optionNames: [String] = []

    /// An application with its reverse-DNS identifier; it opens links and files.
    public init(identifier: String) {
        guard let application = gtk_application_new(identifier, G_APPLICATION_HANDLES_OPEN) else {
            preconditionFailure("GTK made no application")
        }
        super.init(adopting: UnsafeMutableRawPointer(application))
        // Without this the person's session ends unasked.
        cgtk_object_set_boolean(pointer, "register-session", 1)
    }

    /// Adds a command-line option without a value.
    public func addOption(_ name: String, short: Character? = nil, description: String) {
        optionNames.append(name)
        let letter = short?.asciiValue.map { CChar(bitPattern: $0) } ?? 0
        g_application_add_main_option(
            cast(),
            name,
            letter,
            G_OPTION_FLAG_NONE,
            G_OPTION_ARG_NONE,
            description,
            nil
        )
    }

    /// What stands after the program's name in `--help`, and below it.
    public func setHelp(parameters: String, summary: String) {
        g_application_set_option_context_parameter_string(cast(), parameters)
        g_application_set_option_context_summary(cast(), summary)
    }

    /// Runs until the last window is gone or `quit()` is called.
    ///
    /// - Returns: the status that the process should exit with.
    public func run(arguments: [String]) -> Int32 {
        var values: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
        defer { values.forEach { g_free($0) } }
        return values.withUnsafeMutableBufferPointer {
            g_application_run(cast(), gint(arguments.count), $0.baseAddress)
        }
    }

    /// Leaves the main loop.
    public func quit() { g_application_quit(cast()) }

    /// Starts as `run` would, without a main loop of its own; for tests.
    ///
    /// - Returns: why it could not be registered, or nil.
    public func register() -> String? {
        var error: UnsafeMutablePointer<GError>?
        g_application_register(cast(), nil, &error)
        return takeMessage(&error)
    }

    /// Whether another process is the application, and this one only hands its arguments over.
    public var isRemote: Bool { g_application_get_is_remote(cast()) != 0 }

    /// Runs one of the application's actions, in the process that is the application.
    public func activateAction(_ name: String) {
        g_action_group_activate_action(opaque, name, nil)
    }

    /// Keeps the application running without a window.
    public func hold() { g_application_hold(cast()) }

    /// Takes a `hold()` back.
    public func release() { g_application_release(cast()) }

    /// Whether the desktop is told, over the session bus, that the application is doing something
    /// long.
    public var isBusy: Bool {
        get { g_application_get_is_busy(cast()) != 0 }
        set {
            guard newValue != isBusy else { return }
            (newValue ? g_application_mark_busy : g_application_unmark_busy)(cast())
        }
    }

    /// Decides about the options before the application starts. A status other than nil ends the
    /// process with it.
    public func onLocalOptions(
        _ body: @escaping @MainActor (_ options: Set<String>) -> Int32?
    ) {
        let function:
            @convention(c) (
                gpointer?, UnsafeMutablePointer<GVariantDict>?, gpointer?
            ) -> gint = {
                _,
                options,
                data in
                Callback<UInt, Int32?>.call(data, UInt(bitPattern: options)) ?? -1
            }
        connect("handle-local-options", unsafeBitCast(function, to: GCallback.self)) {
            [weak self] (options: UInt) in
            let options = UnsafeMutablePointer<GVariantDict>(bitPattern: options)
            let given = self?.optionNames.filter { g_variant_dict_contains(options, $0) != 0 }
            return body(Set(given ?? []))
        }
    }

    /// Tells once, before the first window.
    public func onStartup(_ body: @escaping @MainActor () -> Void) {
        connectPlain("startup", body)
    }

    /// Tells when the program is started, here or again elsewhere, without a link.
    public func onActivate(_ body: @escaping @MainActor () -> Void) {
        connectPlain("activate", body)
    }

    /// Tells the links and files that the program was started with.
    public func onOpen(_ body: @escaping @MainActor ([String]) -> Void) {
        let function:
            @convention(c) (
                gpointer?, UnsafeMutablePointer<OpaquePointer?>?, gint, UnsafePointer<CChar>?,
                gpointer?
            ) -> Void = { _, files, count, _, data in
                var addresses: [String] = []
                for index in 0..<Int(count) {
                    if let address = takeString(g_file_get_uri(files?[index])) {
                        addresses.append(address)
                    }
                }
                Callback<[String], Void>.call(data, addresses)
            }
        connect("open", unsafeBitCast(function, to: GCallback.self), body)
    }

    /// Tells at the end, after the main loop. Tasks that are begun here never run.
    public func onShutdown(_ body: @escaping @MainActor () -> Void) {
        connectPlain("shutdown", body)
    }

    /// Tells when the session is about to end and the state should be saved.
    public func onQueryEnd(_ body: @escaping @MainActor () -> Void) {
        connectPlain("query-end", body)
    }

    /// Adds an action under the prefix `app.`.
    public func add(_ action: Action) { g_action_map_add_action(opaque, action.opaque) }

    /// Sets the keys of an action, in GTK's spelling: `<Control>n`.
    public func setKeys(_ keys: [String], for action: String) {
        var names: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
        gtk_application_set_accels_for_action(cast(), action, &names)
        for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
    }
}

/// Takes over a GError, if one was set.
func takeMessage(_ error: inout UnsafeMutablePointer<GError>?) -> String? {
    guard let taken = error else { return nil }
    defer {
        g_error_free(taken)
        error = nil
    }
    return String(cString: taken.pointee.message)
}
