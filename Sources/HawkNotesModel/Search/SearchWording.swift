import Foundation
import Synchronization

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

    /// Identifies the wording. Made when it is first read, on the index's thread.
    var name: String { lateName.text }
    private let lateName: LateName
    private let words: @Sendable (Facts) -> [String]

    /// No words besides those that are the same in every language.
    public static let none = SearchWording(name: "") { _ in [] }

    /// - Parameters:
    ///   - name: must change whenever the words may change, as with another language. Evaluated at
    ///     most once, on any thread: it may take milliseconds, and a start does not need it.
    ///   - words: the words shown for a book; called on any thread.
    public init(
        name: @autoclosure @escaping @Sendable () -> String,
        words: @escaping @Sendable (Facts) -> [String]
    ) {
        lateName = LateName { "\(Self.version)\n\(name())" }
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

/// A name that is made when it is first read.
private final class LateName: Sendable {
    private let make: @Sendable () -> String
    private let made = Mutex<String?>(nil)

    init(_ make: @escaping @Sendable () -> String) { self.make = make }

    var text: String {
        made.withLock { made in
            if let made { return made }
            let name = make()
            made = name
            return name
        }
    }
}
