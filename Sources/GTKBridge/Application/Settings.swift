import CGTK

/// The user's preferences (GSettings); nil-safe where the schema is not installed.
@MainActor
public final class Settings: Object {
    /// The preferences of a schema; nil when the schema is nowhere, instead of GLib's abort.
    ///
    /// - Parameter fallbackDirectory: a folder with compiled schemas, for a program that is installed
    ///   where the desktop does not look.
    public convenience init?(schema identifier: String, fallbackDirectory: String) {
        var source = g_settings_schema_source_get_default()
        var schema = source.flatMap { g_settings_schema_source_lookup($0, identifier, 1) }
        if schema == nil {
            source = g_settings_schema_source_new_from_directory(fallbackDirectory, source, 0, nil)
            guard let source else { return nil }
            schema = g_settings_schema_source_lookup(source, identifier, 0)
            g_settings_schema_source_unref(source)
        }
        guard let schema else { return nil }
        defer { g_settings_schema_unref(schema) }
        self.init(adopting: UnsafeMutableRawPointer(g_settings_new_full(schema, nil, nil)))
    }

    /// A switch.
    public func boolean(_ key: String) -> Bool { g_settings_get_boolean(cast(), key) != 0 }

    /// A text or the name of a choice.
    public func string(_ key: String) -> String {
        takeString(g_settings_get_string(cast(), key)) ?? ""
    }

    /// Tells when a value has changed, here or elsewhere.
    public func onChange(of key: String, _ body: @escaping @MainActor () -> Void) {
        let function: @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void = {
            _,
            _,
            data in Callback<Void, Void>.call(data, ())
        }
        connect("changed::\(key)", unsafeBitCast(function, to: GCallback.self), body)
    }

    /// An action, named as the key, whose state is the key's value.
    public func action(_ key: String) -> SettingsAction {
        SettingsAction(adopting: UnsafeMutableRawPointer(g_settings_create_action(cast(), key)))
    }
}

/// An action whose state is a preference.
public final class SettingsAction: Object {
    /// Adds the action under the prefix `app.`.
    public func add(to application: Application) {
        g_action_map_add_action(application.opaque, opaque)
    }
}
