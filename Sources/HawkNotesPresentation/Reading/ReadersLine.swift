import HawkNotesModel
import Phrases

/// The details of a book besides title and author, in one subtle line: when it was read, its
/// rating, shelves, language and ISBN. ``ReadingControl`` shows the reading progress.
@MainActor
package struct ReadersLine {
    /// The text as shown.
    package let text: String
    /// The text for screen readers: stars have no good name of their own.
    package let spoken: String

    /// Nil without any details.
    package init?(_ book: Book) {
        let dates = ReadingText.dates(book.readings)
        let rest = [
            book.shelves.isEmpty ? nil : localizedList(book.shelves),
            book.language.map(LanguageText.name), book.isbn10.map(Self.isbn),
        ].compactMap { $0 }
        func line(_ rating: @MainActor (Int) -> String) -> String? {
            let parts = dates + (book.rating.map { [rating($0)] } ?? []) + rest
            return parts.first.map { first in
                parts.dropFirst().reduce(first) { localized("%1 · %2", $0, $1) }
            }
        }
        guard let text = line(ReadingText.stars), let spoken = line(ReadingText.rating) else {
            return nil
        }
        self.text = text
        self.spoken = spoken
    }

    /// Kept on one line.
    private static func isbn(_ number: String) -> String {
        localized("ISBN %1", number).replacing(" ", with: "\u{a0}")
    }
}
