import HawkNotesModel
import Phrases
import StateRestoration

/// The tags of a note as links that limit a page to the notes with the same tag.
package enum TagLinks {
    /// The address of a tag, which is also its text.
    package static func address(of name: String) -> String { "#" + name }

    /// The tag that a link leads to; nil for another link.
    package static func name(of address: String) -> String? {
        address.hasPrefix("#") ? String(address.dropFirst()) : nil
    }

    /// The tags on one line, as links for a label.
    package static func markup(of names: [String]) -> String {
        names.map { markup(of: address(of: $0)[...]) }.joined(separator: " ")
    }

    /// The text for screen readers.
    package static func text(of names: [String]) -> String {
        names.map(address).joined(separator: " ")
    }

    /// The title of a menu item that limits a page to the notes with a tag.
    package static func menuTitle(of name: String) -> String {
        let limit = 24
        let text = address(of: name)
        return localized(
            "Show Notes with %1",
            text.count > limit ? text.prefix(limit - 1) + "…" : text
        )
    }

    private static func markup(of address: Substring) -> String {
        let text = NoteLinks.escaped(address)
        return "<a href=\"\(text)\">\(quiet(text))</a>"
    }

    /// Markup that is not underlined: a note may have many tags.
    static func quiet(_ markup: String) -> String {
        "<span underline=\"none\">\(markup)</span>"
    }
}

extension RestorationKey<String> {
    /// The tag of the notes that a page is limited to; empty while it shows all of them.
    package static var noteTag: Self { .init(name: "noteTag", default: "") }
}
