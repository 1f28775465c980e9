import HawkNotesModel
import Phrases

/// The sentences of joining two books or two characters.
package enum JoinText {
    /// Asks for the other one.
    package static func heading(_ name: String) -> String {
        localized("Join “%1” with:", name.beginning(limit: 60))
    }

    /// Names the two.
    package static func question(_ name: String, with other: String) -> String {
        localized("Join “%1” with “%2”?", name.beginning(limit: 60), other.beginning(limit: 60))
    }

    /// Says what will happen.
    ///
    /// - Parameters:
    ///   - name: the one that stays.
    ///   - other: the one that becomes a part of it.
    package static func explanation(_ part: SeriesPart, _ name: String, _ other: String) -> String {
        let (name, other) = (name.beginning(limit: 60), other.beginning(limit: 60))
        if case .book = part {
            // Translators: %1 and %2 are titles of books.
            return localized(
                "The notes, chapters, characters and progress of “%2” move to “%1”.",
                name,
                other
            )
        }
        // Translators: %1 and %2 are names of characters.
        return localized(
            "The notes, relations and other names of “%2” move to “%1”.",
            name,
            other
        )
    }

    /// Says what was done.
    package static func joined(_ name: String, with other: String) -> String {
        localized("Joined “%1” with “%2”", name.beginning(limit: 40), other.beginning(limit: 40))
    }
}
