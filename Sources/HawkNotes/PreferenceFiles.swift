import Foundation
import GTKBridge
import Phrases

/// The files in which GSettings stores the user's preferences.
enum PreferenceFiles {
    /// In bytes. Preferences are never larger than this.
    private static let sizeLimit = 16 << 20

    /// Uses the default preferences if there is no regular file in their place: GLib opens a pipe
    /// and waits forever, and reads an endless device to its end.
    static func standAside(for environment: [String: String]) {
        for path in paths(environment) where isUnusable(path) {
            Log.warn("The preferences are left alone, because \(path) is not a file of theirs.")
            setenv("GSETTINGS_BACKEND", "memory", 1)
        }
    }

    private static func paths(_ environment: [String: String]) -> [String] {
        let folder = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { $0 + "/.config" }
        guard let folder else { return [] }
        return ["dconf/user", "glib-2.0/settings/keyfile"].map { "\(folder)/\($0)" }
    }

    private static func isUnusable(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG || status.st_size > sizeLimit
    }
}
