import Foundation

/// The words for the reader's facts about a book, so that all visible words are found.
///
/// Statuses and languages are stored as codes, and dates in ISO 8601. The index has the words of
/// the user's language for them, and is updated when these change.
public struct SearchWording: Sendable {
    /// The reader's facts about a book that are not stored as text.
    public struct Facts: Hashable, Sendable {
        /// A BCP 47 code.
        public var language: String?
        /// The reading status.
        public var status: ReadingStatus?
        /// In half stars.
        public var rating: Int?
        /// When the book was read.
        public var readings: [ReadingDates]

        /// Stores the values unchanged.
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

    /// Identifies the wording.
    let name: String
    private let words: @Sendable (Facts) -> [String]

    /// No words besides those that are the same in every language.
    public static let none = SearchWording(name: "") { _ in [] }

    /// - Parameters:
    ///   - name: must change whenever the words may change, as with another language.
    ///   - words: the words shown for a book; called on any thread.
    public init(name: String, words: @escaping @Sendable (Facts) -> [String]) {
        self.name = "\(Self.version)\n\(name)"
        self.words = words
    }

    /// Changes whenever the index has other words besides `words`.
    private static let version = 4

    /// The words of a book in the index: also codes, ISO 8601 dates, stars and the rating as a
    /// decimal.
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
