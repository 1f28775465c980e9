import CGTK
import Dispatch
import Phrases

/// Preferences that GLib keeps in a file, as in a sandbox.
///
/// GLib writes the file synchronously on each change, and disks can be slow. The visible values are
/// therefore in memory. Changes are written to the file one after another, off the main thread;
/// GLib reports changes that others make to the file.
@MainActor
final class SettingsFile {
    /// The visible values, which include each change at once.
    let shown: Object
    private let kept: Object
    private let writer: SettingsWriter
    private let queue = DispatchQueue(label: "preferences")
    /// The number of unwritten changes per key.
    private var pending: [String: Int] = [:]
    private var isFollowing = false

    /// Nil if the preferences are not in a file of GLib's.
    init?(_ schema: OpaquePointer) {
        guard let backend = g_settings_backend_get_default() else { return nil }
        let kind = Object(adopting: UnsafeMutableRawPointer(backend))
        guard kind.typeName == "GKeyfileSettingsBackend",
            let path = takeString(cgtk_object_get_string(kind.pointer, "filename")),
            let memory = g_memory_settings_backend_new()
        else { return nil }
        writer = SettingsWriter(schema: schema, path: path)
        kept = Object(adopting: UnsafeMutableRawPointer(g_settings_new_full(schema, nil, nil)))
        defer { g_object_unref(UnsafeMutableRawPointer(memory)) }
        shown = Object(adopting: UnsafeMutableRawPointer(g_settings_new_full(schema, memory, nil)))
        for key in Self.keys(of: schema) { follow(key) }
        kept.connectText("changed") { [weak self] key in self?.follow(key) }
        shown.connectText("changed") { [weak self] key in self?.write(key) }
    }

    /// Returns when all changes so far have been written, or have failed.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    /// Blocks for the same.
    func waitForWriting() { queue.sync {} }

    private static func keys(of schema: OpaquePointer) -> [String] {
        guard let names = g_settings_schema_list_keys(schema) else { return [] }
        defer { g_strfreev(names) }
        var keys: [String] = []
        while let name = names[keys.count] { keys.append(String(cString: name)) }
        return keys
    }

    /// Shows a value of the file, unless a change to it is pending.
    private func follow(_ key: String) {
        guard pending[key] == nil, let value = g_settings_get_value(kept.cast(), key)
        else { return }
        defer { g_variant_unref(value) }
        isFollowing = true
        g_settings_set_value(shown.cast(), key, value)
        isFollowing = false
    }

    private func write(_ key: String) {
        guard !isFollowing, let value = g_settings_get_value(shown.cast(), key) else { return }
        defer { g_variant_unref(value) }
        guard let text = takeString(g_variant_print(value, 1)) else { return }
        pending[key, default: 0] += 1
        queue.async { [weak self, writer] in
            writer.write(key, text)
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.hasWritten(key) }
            }
        }
    }

    private func hasWritten(_ key: String) {
        guard let count = pending[key] else { return }
        pending[key] = count > 1 ? count - 1 : nil
    }
}

/// Writes preferences to the file; used by one thread at a time.
private final class SettingsWriter: @unchecked Sendable {
    private let schema: OpaquePointer
    private let path: String

    init(schema: OpaquePointer, path: String) {
        self.schema = g_settings_schema_ref(schema)
        self.path = path
    }

    deinit { g_settings_schema_unref(schema) }

    /// - Parameter text: the value as GVariant prints it.
    func write(_ key: String, _ text: String) {
        // Everything here is independent of the main thread's loop and short-lived: the file is
        // read again for each change, so that no changes of others are lost.
        let context = g_main_context_new()
        g_main_context_push_thread_default(context)
        defer {
            g_main_context_pop_thread_default(context)
            g_main_context_unref(context)
        }
        guard let value = g_variant_parse(nil, text, nil, nil, nil),
            let backend = g_keyfile_settings_backend_new(path, "/", nil),
            let settings = g_settings_new_full(schema, backend, nil)
        else { return Log.warn("The preference “\(key)” was not saved.") }
        defer {
            g_variant_unref(value)
            g_object_unref(settings)
            g_object_unref(UnsafeMutableRawPointer(backend))
        }
        if g_settings_set_value(settings, key, value) == 0 {
            Log.warn("The preference “\(key)” was not saved in \(path).")
        }
    }
}
