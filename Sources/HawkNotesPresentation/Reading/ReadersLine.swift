import HawkNotesModel
import Phrases

/// What is known of a book besides its title and author, in one quiet line: when it was read, its rating,
/// shelves, language and ISBN. How far the reader is says ``ReadingControl``.
@MainActor
package struct ReadersLine {
    /// As it is shown.
    package let text: String
    /// What a screen reader says of it: stars have no good name of their own.
    package let spoken: String

    /// Nil where nothing of it is known.
    package init?(_ book: Book) {
        let dates = ReadingText.dates(book.readings)
        let rest = [
            book.shelves.isEmpty ? nil : book.shelves.joined(separator: ", "),
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

    /// On one line.
    private static func isbn(_ number: String) -> String {
        localized("ISBN %1", number).replacing(" ", with: "\u{a0}")
    }
}
