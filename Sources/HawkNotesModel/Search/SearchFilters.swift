import Foundation

/// What narrows a search down, as it is chosen and not typed. Empty filters find everything.
public struct SearchFilters: Hashable, Sendable, Codable {
    /// Only notes on this book and on the characters that it introduces.
    public var book: UUID?
    /// Only notes that are on this character's page or mention it.
    public var character: UUID?
    /// Only notes with this tag.
    public var tag: String?
    /// Only notes from this day on, as ISO 8601 writes it.
    public var after: String?
    /// Only notes from before this day, as ISO 8601 writes it.
    public var before: String?
    /// Only notes that quote the book.
    public var isQuoted: Bool?

    /// Finds everything.
    public init() {}

    /// Whether nothing was chosen.
    public var isEmpty: Bool { self == SearchFilters() }

    func filters(_ dates: SearchDates) -> [SearchQuery.Filter] {
        var filters: [SearchQuery.Filter] = []
        if let book { filters.append(.bookPages(book)) }
        if let character { filters.append(.about(character)) }
        if let name = tag.flatMap({ NoteTags.normalized([$0]).first }) {
            filters.append(.tag(SearchQuery.Tag(folded: name.folded, isPrefix: false)))
        }
        if let date = after.flatMap(dates.beginning) { filters.append(.after(date)) }
        if let date = before.flatMap(dates.beginning) { filters.append(.before(date)) }
        if isQuoted == true { filters.append(.quoted) }
        return filters
    }
}
