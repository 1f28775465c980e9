import Foundation

/// How the program says what a reader has noted of a book, so that the words that are shown are found.
///
/// Statuses and languages are kept as codes and dates as ISO 8601 writes them. The index has the words of the
/// reader's language for them, and is brought up to date when these are others than before.
public struct SearchWording: Sendable {
    /// What a reader has noted of a book that is not a text already.
    public struct Facts: Hashable, Sendable {
        /// A code of BCP 47.
        public var language: String?
        /// How far the reader is.
        public var status: ReadingStatus?
        /// In half stars.
        public var rating: Int?
        /// When the book was read.
        public var readings: [ReadingDates]

        /// Takes all as it is.
        public init(
            language: String? = nil,
            status: ReadingStatus? = nil,
            rating: Int? = nil,
            readings: [ReadingDates] = []
        ) {
            self.language = language
            self.status = status
            self.rating = rating
            self.readings = readings
        }
    }

    /// Tells one way of saying it from another.
    let name: String
    private let words: @Sendable (Facts) -> [String]

    /// None but what is the same in every language.
    public static let none = SearchWording(name: "") { _ in [] }

    /// - Parameters:
    ///   - name: another one whenever the words may be others, as when the language was changed.
    ///   - words: what is shown of a book, called on any thread.
    public init(name: String, words: @escaping @Sendable (Facts) -> [String]) {
        self.name = "\(Self.version)\n\(name)"
        self.words = words
    }

    /// Another one whenever books or notes are found by something else besides `words`.
    private static let version = 4

    /// What a book is found by: also by codes, by dates of ISO 8601, by stars and by their number as a decimal.
    func indexed(_ facts: Facts) -> [String] {
        var parts = words(facts)
        if let language = facts.language { parts.append(language) }
        if let rating = facts.rating {
            parts.append("\(rating / 2)" + (rating.isMultiple(of: 2) ? "" : ".5"))
            parts.append(SearchStars.word(of: rating))
        }
        parts += facts.readings.flatMap { [$0.startedOn, $0.finishedOn].compactMap(\.self) }
        return parts.filter { !$0.isEmpty }
    }
}
