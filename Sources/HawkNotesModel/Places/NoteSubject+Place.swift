extension NoteSubject {
    /// The page that shows the notes on this subject.
    public var place: Place {
        switch self {
        case .book(let id): .book(id)
        case .character(let id): .character(id)
        }
    }

    /// The subject of a page's notes; nil for a page without notes.
    public init?(_ place: Place) {
        switch place {
        case .book(let id): self = .book(id)
        case .character(let id): self = .character(id)
        case .shelf, .series, .webPage, .note, .favorites, .search, .newer: return nil
        }
    }
}
