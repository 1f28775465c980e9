/// A change of a note's quotation.
public struct NoteQuoteEdit: Hashable, Sendable {
    /// The quotation that the edit began with.
    public let base: Quote?
    /// The new quotation.
    public let quote: Quote?

    /// Trims the words of both.
    public init(from base: Quote?, to quote: Quote?) {
        self.base = base?.normalized
        self.quote = quote?.normalized
    }

    /// Whether the quotation changes.
    public var isChange: Bool { base != quote }
}

/// A change of a note's tags.
public struct NoteTagsEdit: Hashable, Sendable {
    /// The tags that the edit began with.
    public let base: [String]
    /// The new tags.
    public let tags: [String]

    /// Takes both in the form that a note has them; see ``NoteTags``.
    public init(from base: [String], to tags: [String]) {
        self.base = NoteTags.normalized(base)
        self.tags = NoteTags.normalized(tags)
    }

    /// Whether the tags change.
    public var isChange: Bool { base != tags }
}
