import GTKBridge
import Phrases

extension HawkNotesApplication {
    /// Shows what the program is.
    func showAbout() {
        Desktop.showAbout(
            parent: windows?.frontWindow?.window,
            name: "Hawk Notes",
            version: configuration.version,
            icon: configuration.identifier,
            comments: localized("Study notes that are there again, as if you never left"),
            copyright: "© 2026 The Hawk Notes developers"
        )
    }
}
