import HawkNotesModel
import Phrases

extension SearchFilterWords {
    /// The words of the program's language, in addition to the English ones.
    package static var ofReader: SearchFilterWords {
        let words = [
            // Translators: typed before the title of a book to search only the notes on it; one word
            // without accents that are hard to type, with its colon. The English one is understood as well.
            "book:": localized("book:"),
            // Translators: as “book:”, before the name of a character.
            "character:": localized("character:"),
            // Translators: as “book:”, before a tag.
            "tag:": localized("tag:"),
            // Translators: as “book:”, before a date.
            "before:": localized("before:"),
            // Translators: as “book:”, before a date.
            "after:": localized("after:"),
            // Translators: as “book:”, typed to find the notes with a quotation; one word, a colon, one word.
            "has:quotation": localized("has:quotation"),
        ]
        return SearchFilterWords { words[$0] ?? $0 }
    }
}

extension SearchDates {
    /// Dates in the user's locale and time zone.
    package static var ofReader: SearchDates {
        SearchDates(monthComesFirst: LocaleFormats.ofUser.dateOrder == .monthFirst) {
            LocalTime.here.moment(ofClock: $0)
        }
    }
}
