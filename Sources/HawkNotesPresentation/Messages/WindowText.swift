import Phrases

/// The names of windows in lists.
package enum WindowText {
    /// Replaces spoilers in a stored title of a window.
    package typealias Readable = @MainActor (_ title: String) -> String

    /// A window's title, or a placeholder without one.
    package static func name(_ title: String) -> String {
        title.isEmpty ? localized("Window without a title") : title
    }

    /// A line for a window: its title and the first words of its draft, if it has one.
    package static func line(_ title: String, _ words: String) -> String {
        let title = name(title)
        // Translators: %1 is the title of a window, %2 the beginning of a draft in it.
        return words.isEmpty ? title : localized("%1: “%2”", title, words)
    }

    /// The user's own words, in quotation marks.
    package static func quoted(_ words: String) -> String { localized("“%1”", words) }
}
