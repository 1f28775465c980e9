import Foundation

/// What is searched for, and where.
public struct SearchRequest: Hashable, Sendable {
    /// The typed text: words in any order, the last as the beginning of one, "exact phrases", and
    /// filters such as `book:` and `has:quotation`.
    public var text: String
    /// What was chosen to narrow it down, as filters in the text do.
    public var filters = SearchFilters()
    /// The series that is searched in; nil for all of them.
    public var seriesID: UUID?
    /// What is found although the reader has not come to it yet.
    public var unveiled: Set<Veil.Exception>

    /// Takes all as they are.
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

/// Something that was found.
public struct SearchHit: Identifiable, Hashable, Sendable {
    /// What was found, in which group.
    public enum Content: Hashable, Sendable {
        case book(UUID)
        case character(UUID)
        /// A series without a book; others are found by their books.
        case series(UUID)
        case note(Note)
        /// What is being written in a window.
        case draft(SearchDraft)
        /// A note in the trash.
        case trashedNote(Note)
    }

    /// The same thing has the same one in every search.
    public enum ID: Hashable, Sendable {
        case book(UUID)
        case character(UUID)
        case series(UUID)
        case note(UUID)
        case draft(String)
        case trashedNote(UUID)
    }

    /// What was found.
    public let content: Content
    /// The title of the book, the name of the character, or that of what the note is about.
    public var title: String
    /// The series that it belongs to.
    public let seriesID: UUID
    /// The title of that series.
    public let seriesTitle: String
    /// Of a book or a character that is found by more than its name, the text that has the words.
    public internal(set) var passage: String?

    /// What it is, for lists and for what is kept.
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

    /// Where it is shown; nil for what is in the trash, and for a draft, which is in one window alone.
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

/// What a search has found so far.
///
/// First the newest notes are told, at once. The last results have the best of the newest ones first; where
/// all are as good, nothing is in another order.
public struct SearchResults: Sendable {
    /// What is asked for most: more come with ``LibrarySearch/search(_:drafts:limit:onResults:)`` and a
    /// greater limit.
    public static let firstLimit = 50

    /// What was searched for.
    public let request: SearchRequest
    /// Books and characters, the best first.
    public var parts: [SearchHit] = []
    /// Notes, the newest first, and the best before others once all is complete.
    public var notes: [SearchHit] = []
    /// Whether the notes are in the order of their dates: where no words are searched for.
    public var isByDate = false
    /// What is being written, once all is complete.
    public var drafts: [SearchHit] = []
    /// Notes in the trash, the newest first.
    public var trash: [SearchHit] = []
    /// How many notes there are in all; nil while that is not known.
    public var noteCount: SearchCount?
    /// Whether all was looked through as far as was asked for, and nothing more is told.
    public var isComplete = false
    /// Whether the index is not whole yet: notes may be missing, which are told later.
    public var isIndexing = false
    /// Why the library could not be searched to the end.
    public var error: LibraryError?

    /// Nothing yet.
    public init(_ request: SearchRequest) { self.request = request }

    /// Whether nothing was found.
    public var isEmpty: Bool { parts.isEmpty && notes.isEmpty && drafts.isEmpty && trash.isEmpty }
}

/// How many there are, as far as anybody wants to know.
public enum SearchCount: Hashable, Sendable {
    case exactly(Int)
    /// More than so many, which were not counted.
    case moreThan(Int)

    /// How many are counted at most.
    public static let limit = 2000
}
