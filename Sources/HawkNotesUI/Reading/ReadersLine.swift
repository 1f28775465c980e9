import GTKBridge
import HawkNotesModel

/// What a reader says of a book, in one quiet line: status, dates, rating and shelves.
@MainActor
struct ReadersLine {
    /// As it is shown.
    let text: String
    /// What a screen reader says of it: stars have no good name of their own.
    let spoken: String

    /// Nil where the reader has said nothing.
    init?(_ book: Book) {
        let reading = Self.reading(of: book)
        let shelves = book.shelves.isEmpty ? nil : book.shelves.joined(separator: ", ")
        let parts = reading + [book.rating.map(Self.stars), shelves].compactMap { $0 }
        guard !parts.isEmpty else { return nil }
        text = Self.line(parts)
        spoken = Self.line(reading + [book.rating.map(Self.rating), shelves].compactMap { $0 })
    }

    private static func line(_ parts: [String]) -> String {
        parts.dropFirst().reduce(parts[0]) { localized("%1 · %2", $0, $1) }
    }

    /// How far the reader is, since when, and how often the book was read.
    private static func reading(of book: Book) -> [String] {
        let finished = book.readings.compactMap(\.finishedOn)
        let begun = book.readings.last?.startedOn
        // Dates tell the status where nothing else does.
        let told: ReadingStatus? =
            !finished.isEmpty ? .finished : begun == nil ? nil : .reading
        guard let status = book.readingStatus ?? told else { return [] }
        var parts = [name(of: status)]
        switch status {
        case .finished:
            if let date = finished.max().flatMap({ DateText.partial($0) }) { parts.append(date) }
            if finished.count > 1 {
                parts.append(
                    localized("read %1 time", plural: "read %1 times", count: finished.count)
                )
            }
        case .reading:
            if let date = begun.flatMap({ DateText.partial($0) }) {
                parts[0] = localized("Reading since %1", date)
            }
        case .toRead, .stopped: break
        }
        return parts
    }

    private static func name(of status: ReadingStatus) -> String {
        switch status {
        case .toRead: localized("To Read")
        case .reading: localized("Reading")
        case .finished: localized("Finished")
        case .stopped: localized("Stopped")
        }
    }

    private static func stars(_ rating: Int) -> String {
        String(repeating: "★", count: rating / 2) + half(of: rating)
    }

    private static func rating(_ rating: Int) -> String {
        let whole = rating / 2
        // Translators: a rating; %1 is how many stars of five, such as “4” or “3½”.
        return localized("%1 of 5 stars", (whole > 0 ? "\(whole)" : "") + half(of: rating))
    }

    private static func half(of rating: Int) -> String { rating.isMultiple(of: 2) ? "" : "½" }
}
