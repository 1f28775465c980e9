/// A change of a note's quotation.
public struct NoteQuoteEdit: Hashable, Sendable {
    /// The quotation that the edit began with.
    public let base: Quote?
    /// The quotation that the note is to have.
    public let quote: Quote?

    /// Takes both without what is around their words.
    public init(from base: Quote?, to quote: Quote?) {
        self.base = base?.normalized
        self.quote = quote?.normalized
    }

    /// Whether the note is to have another quotation than before.
    public var isChange: Bool { base != quote }
}

/// A change of a note's tags.
public struct NoteTagsEdit: Hashable, Sendable {
    /// The tags that the edit began with.
    public let base: [String]
    /// The tags that the note is to have.
    public let tags: [String]

    /// Takes both as a note has them; see ``NoteTags``.
    public init(from base: [String], to tags: [String]) {
        self.base = NoteTags.normalized(base)
        self.tags = NoteTags.normalized(tags)
    }

    /// Whether the note is to have other tags than before.
    public var isChange: Bool { base != tags }
}
