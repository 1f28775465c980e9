import CGTK
import Phrases

/// The user's preferences (GSettings), as far as the installed schema has them.
///
/// A schema may be older or newer than the program. GLib aborts the program when it reads a key
/// that the schema lacks. So the schema is checked first, a missing key gets the caller's default,
/// and the first miss is logged.
@MainActor
public final class Settings: Object {
    private let schema: OpaquePointer
    /// Nil if the desktop stores values without blocking.
    private let file: SettingsFile?
    private var missing: Set<String> = []

    /// The preferences of a schema; nil if the schema is not installed, instead of GLib's abort.
    ///
    /// - Parameter fallbackDirectory: a folder with compiled schemas, for a program that is
    ///   installed outside the desktop's search path.
    public init?(schema identifier: String, fallbackDirectory: String) {
        var source = g_settings_schema_source_get_default()
        var found = source.flatMap { g_settings_schema_source_lookup($0, identifier, 1) }
        if found == nil {
            source = g_settings_schema_source_new_from_directory(fallbackDirectory, source, 0, nil)
            guard let source else { return nil }
            found = g_settings_schema_source_lookup(source, identifier, 0)
            g_settings_schema_source_unref(source)
        }
        guard let found else { return nil }
        schema = found
        file = SettingsFile(found)
        if let file {
            super.init(borrowing: file.shown.pointer)
        } else {
            super.init(adopting: UnsafeMutableRawPointer(g_settings_new_full(found, nil, nil)))
        }
    }

    isolated deinit { g_settings_schema_unref(schema) }

    /// A switch.
    public func boolean(_ key: String, default fallback: Bool) -> Bool {
        has(key, type: "b") ? g_settings_get_boolean(cast(), key) != 0 : fallback
    }

    /// A text or the name of a choice.
    public func string(_ key: String, default fallback: String) -> String {
        guard has(key, type: "s") else { return fallback }
        return takeString(g_settings_get_string(cast(), key)) ?? fallback
    }

    /// A whole number.
    public func integer(_ key: String, default fallback: Int) -> Int {
        has(key, type: "i") ? Int(g_settings_get_int(cast(), key)) : fallback
    }

    /// Changes a switch; does nothing if the schema lacks it.
    public func set(_ key: String, _ value: Bool) {
        if has(key, type: "b") { g_settings_set_boolean(cast(), key, value.gboolean) }
    }

    /// Changes a text or a choice; does nothing if the schema lacks it.
    public func set(_ key: String, _ value: String) {
        if has(key, type: "s") { g_settings_set_string(cast(), key, value) }
    }

    /// Changes a whole number; does nothing if the schema lacks it.
    public func set(_ key: String, _ value: Int) {
        if has(key, type: "i") { g_settings_set_int(cast(), key, gint(clamping: value)) }
    }

    private func has(_ key: String, type: String) -> Bool {
        if let description = schemaKey(key) {
            defer { g_settings_schema_key_unref(description) }
            let found = g_settings_schema_key_get_value_type(description)
            if takeString(g_variant_type_dup_string(found)) == type { return true }
        }
        if missing.insert(key).inserted {
            Log.warn("The installed settings schema has no “\(key)” of type “\(type)”.")
        }
        return false
    }

    private func schemaKey(_ key: String) -> OpaquePointer? {
        guard g_settings_schema_has_key(schema, key) != 0 else { return nil }
        return g_settings_schema_get_key(schema, key)
    }

    /// Called when a value changes, here or elsewhere.
    @discardableResult
    public func onChange(
        of key: String,
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection {
        connectText("changed::\(key)") { _ in body() }
    }

    /// Returns when all changes so far have left the program, or failed to be stored.
    public func settle() async { await file?.settle() }

    /// Blocks for the same; for use after the main loop has ended.
    public func waitForWriting() { file?.waitForWriting() }

    /// An action with the key's name, whose state is the key's value; nil if there is no such key.
    public func action(_ key: String) -> SettingsAction? {
        guard g_settings_schema_has_key(schema, key) != 0 else { return nil }
        return SettingsAction(
            adopting: UnsafeMutableRawPointer(g_settings_create_action(cast(), key))
        )
    }
}

/// An action whose state is a preference.
public final class SettingsAction: Object {
    /// Adds the action under the prefix `app.`.
    public func add(to application: Application) {
        g_action_map_add_action(application.opaque, opaque)
    }
}
