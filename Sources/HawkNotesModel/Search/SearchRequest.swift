import Foundation

/// A query and its scope.
public struct SearchRequest: Hashable, Sendable {
    /// The typed text: words in any order, the last as the beginning of one, "exact phrases", and
    /// filters such as `book:` and `has:quotation`.
    public var text: String
    /// The chosen filters, in addition to those in the text.
    public var filters = SearchFilters()
    /// The series that is searched in; nil for all of them.
    public var seriesID: UUID?
    /// Spoilers that are found anyway.
    public var unveiled: Set<Veil.Exception>

    /// Stores the values unchanged.
    public init(
        _ text: String,
        _ filters: SearchFilters = SearchFilters(),
        in seriesID: UUID? = nil,
        unveiled: Set<Veil.Exception> = []
    ) {
        self.text = text
        self.filters = filters
        self.seriesID = seriesID
        self.unveiled = unveiled
    }
}

/// A search result.
public struct SearchHit: Identifiable, Hashable, Sendable {
    /// The result, by group.
    public enum Content: Hashable, Sendable {
        case book(UUID)
        case character(UUID)
        /// A series without a book; others are found by their books.
        case series(UUID)
        case note(Note)
        /// A draft in a window.
        case draft(SearchDraft)
        /// A note in the trash.
        case trashedNote(Note)
    }

    /// Identifies the same result in every search.
    public enum ID: Hashable, Sendable {
        case book(UUID)
        case character(UUID)
        case series(UUID)
        case note(UUID)
        case draft(String)
        case trashedNote(UUID)
    }

    /// The result.
    public let content: Content
    /// The title of the book, the name of the character, or that of the note's page.
    public var title: String
    /// The series that it belongs to.
    public let seriesID: UUID
    /// The title of that series.
    public let seriesTitle: String
    /// The matching text of a book or a character whose name does not match.
    public internal(set) var passage: String?

    /// The identifier for lists and stored state.
    public var id: ID {
        switch content {
        case .book(let id): .book(id)
        case .character(let id): .character(id)
        case .series(let id): .series(id)
        case .note(let note): .note(note.id)
        case .draft(let draft): .draft(draft.id)
        case .trashedNote(let note): .trashedNote(note.id)
        }
    }

    /// The place that shows it; nil for notes in the trash, and for drafts, which only one window
    /// has.
    public var place: Place? {
        switch content {
        case .book(let id): .book(id)
        case .character(let id): .character(id)
        case .series(let id): .series(id)
        case .note(let note): .note(note.id)
        case .draft, .trashedNote: nil
        }
    }

    init(_ content: Content, title: String, seriesID: UUID, seriesTitle: String) {
        self.content = content
        self.title = title
        self.seriesID = seriesID
        self.seriesTitle = seriesTitle
    }
}

/// The results of a search so far.
///
/// The first delivery has the newest notes. The last one has the best of the newest notes first;
/// equally good ones keep their order.
public struct SearchResults: Sendable {
    /// The default limit; ``LibrarySearch/search(_:drafts:limit:onResults:)`` delivers more with a
    /// greater one.
    public static let firstLimit = 50

    /// The request.
    public let request: SearchRequest
    /// Books and characters, the best first.
    public var parts: [SearchHit] = []
    /// Notes, the newest first; the best first once the search is complete.
    public var notes: [SearchHit] = []
    /// Whether the notes are sorted by date, as without a query.
    public var isByDate = false
    /// Drafts, once the search is complete.
    public var drafts: [SearchHit] = []
    /// Notes in the trash, the newest first.
    public var trash: [SearchHit] = []
    /// The total number of notes; nil while unknown.
    public var noteCount: SearchCount?
    /// Whether the search is complete up to its limit and delivers nothing more.
    public var isComplete = false
    /// Whether the index is incomplete: notes may be missing, which are delivered later.
    public var isIndexing = false
    /// Why the search failed.
    public var error: LibraryError?

    /// No results yet.
    public init(_ request: SearchRequest) { self.request = request }

    /// Whether there are no results.
    public var isEmpty: Bool { parts.isEmpty && notes.isEmpty && drafts.isEmpty && trash.isEmpty }
}

/// A number of results up to a limit.
public enum SearchCount: Hashable, Sendable {
    case exactly(Int)
    /// More than this, not counted further.
    case moreThan(Int)

    /// The limit of counting.
    public static let limit = 2000
}
