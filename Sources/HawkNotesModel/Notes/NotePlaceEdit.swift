/// How an edit changes the place of a note.
public struct NotePlaceEdit: Hashable, Sendable {
    /// The place that the edit began with.
    public let base: NotePlace?
    /// The place that the note is to have.
    public let place: NotePlace?

    /// Takes both without what is around their texts.
    public init(from base: NotePlace?, to place: NotePlace?) {
        self.base = base?.normalized
        self.place = place?.normalized
    }

    /// Whether the note is to have another place than before.
    public var isChange: Bool { base != place }
}

extension NotePlace {
    /// The same on one line and without blanks around it; nil where nothing is left.
    public var normalized: NotePlace? {
        var place = self
        place.text = text.map { text in
            text.replacing("\0", with: "").split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
        }
        if place.text?.isEmpty == true { place.text = nil }
        return place.chapterID == nil && place.text == nil ? nil : place
    }
}
