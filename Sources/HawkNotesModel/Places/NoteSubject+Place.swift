extension NoteSubject {
    /// The page on which the notes about this stand.
    public var place: Place {
        switch self {
        case .book(let id): .book(id)
        case .character(let id): .character(id)
        }
    }

    /// What the notes of a page are about; nil for a page that has none.
    public init?(_ place: Place) {
        switch place {
        case .book(let id): self = .book(id)
        case .character(let id): self = .character(id)
        case .shelf, .series, .webPage, .note, .favorites, .search, .newer: return nil
        }
    }
}
