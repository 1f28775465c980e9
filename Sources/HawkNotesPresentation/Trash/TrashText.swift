import Foundation
import HawkNotesModel
import Phrases

/// The texts of the trash.
@MainActor
package enum TrashText {
    /// How long items are kept.
    package static func period(days: Int?) -> String {
        guard let days else {
            return localized("Deleted items are kept until you empty the trash.")
        }
        return localized(
            "Deleted items are removed after %1 day.",
            plural: "Deleted items are removed after %1 days.",
            count: days
        )
    }

    /// The title, or the first words of a note.
    package static func title(_ details: TrashDetails) -> String {
        switch details.item.kind {
        case .note:
            let text = Mention.replacing(in: details.item.title) { "@" + $0.name }
            return StyledWords.beginning(of: text).text.beginning(limit: 160)
        case .character, .book, .series: return details.item.title
        }
    }

    /// A note's quotation, as on its card.
    package static func markup(of quote: Quote) -> String {
        var part = quote
        part.text = quote.text.beginning(limit: 160)
        let shown = ShownNote("", quote: part) { _ in nil }
        return shown.markup ?? shown.text.escapedForMarkup
    }

    /// The text for screen readers; for a note with its quotation.
    package static func spoken(_ details: TrashDetails) -> String {
        guard var quote = details.quote else { return title(details) }
        quote.text = quote.text.beginning(limit: 160)
        return ShownNote(details.hasWords ? title(details) : "", quote: quote) { _ in nil }.spoken
    }

    /// The kind of item and its former place.
    package static func place(_ details: TrashDetails) -> String {
        let places = localizedList(details.surroundings)
        guard !places.isEmpty else { return kind(details.item.kind) }
        switch details.item.kind {
        // Translators: %1 is where it was, such as “Agatha, Shadow Skye”.
        case .note: return localized("Note on %1", places)
        case .character: return localized("Character in %1", places)
        case .book: return localized("Book in %1", places)
        case .series: return kind(.series)
        }
    }

    private static func kind(_ kind: TrashItem.Kind) -> String {
        switch kind {
        case .note: localized("Note")
        case .character: localized("Character")
        case .book: localized("Book")
        case .series: localized("Series")
        }
    }

    /// When the item was deleted, and what is deleted and restored with it.
    package static func time(_ details: TrashDetails, now: Date) -> String {
        let time = localized("Deleted: %1", DateText.relative(details.item.deletedAt, now: now))
        let with = counts(books: details.books, details.characters, details.notes)
        // Translators: %1 is a list such as “2 books, 12 notes”.
        return with.isEmpty ? time : time + " · " + localized("along with %1", with)
    }

    /// Lists what *Empty Trash* deletes.
    package static func whatGoes(_ count: TrashCount) -> String {
        let series =
            count.series > 0
            ? [localized("%1 series", plural: "%1 series", count: count.series)] : []
        let rest = counts(books: count.books, count.characters, count.notes)
        let all = localizedList((series + [rest]).filter { !$0.isEmpty })
        // Translators: %1 is a list such as “2 books, 12 notes”.
        return localized("This can’t be undone. It also deletes: %1.", all)
    }

    /// The confirmation of a permanent deletion; shorter while the age of the backups is unknown.
    package static func goes(_ summary: TrashSummary?) -> [String] {
        [localized("This can’t be undone.")]
            + (summary.map { [copies(until: $0.copiesUntil)] } ?? [])
    }

    /// How long backups keep the item.
    package static func copies(until date: Date?) -> String {
        guard let date else {
            return localized("No backup contains it.")
        }
        return localized(
            "Earlier versions of notes are deleted, too. Backups may contain it until about %1.",
            DateText.day(of: date)
        )
    }

    private static func counts(books: Int, _ characters: Int, _ notes: Int) -> String {
        var parts: [String] = []
        if books > 0 { parts.append(localized("%1 book", plural: "%1 books", count: books)) }
        if characters > 0 {
            parts.append(
                localized("%1 character", plural: "%1 characters", count: characters)
            )
        }
        if notes > 0 { parts.append(localized("%1 note", plural: "%1 notes", count: notes)) }
        return localizedList(parts)
    }
}
