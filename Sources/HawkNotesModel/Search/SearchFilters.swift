import Foundation

/// The filters that the user chooses instead of typing them. Empty filters match everything.
public struct SearchFilters: Hashable, Sendable, Codable {
    /// Only notes on this book and on the characters that it introduces.
    public var book: UUID?
    /// Only notes on this character's page and those that mention it.
    public var character: UUID?
    /// Only notes with this tag.
    public var tag: String?
    /// Only notes from this day on, in ISO 8601.
    public var after: String?
    /// Only notes from before this day, in ISO 8601.
    public var before: String?
    /// Only notes with a quotation.
    public var isQuoted: Bool?

    /// Matches everything.
    public init() {}

    /// Whether no filter is set.
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
