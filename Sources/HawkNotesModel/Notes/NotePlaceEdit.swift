/// An edit of a note's place.
public struct NotePlaceEdit: Hashable, Sendable {
    /// The place that the edit began with.
    public let base: NotePlace?
    /// The new place.
    public let place: NotePlace?

    /// Trims the texts of both.
    public init(from base: NotePlace?, to place: NotePlace?) {
        self.base = base?.normalized
        self.place = place?.normalized
    }

    /// Whether the place changes.
    public var isChange: Bool { base != place }
}

extension NotePlace {
    /// The place on one line and trimmed; nil if nothing is left.
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
