import Foundation

/// Notes of a page that follow one another, and where they stand among all of them: what a list of
/// a hundred thousand knows of it.
public struct NoteSlice: Hashable, Sendable {
    /// How many notes of the page stand before the first of these.
    public var start: Int
    /// In the order that was asked for.
    public var notes: [Note]
    /// How many notes the page has.
    public var total: Int
    /// Whether some around the rows that were asked for were left out, because they are long.
    public var isShortened: Bool
    /// The ids whose places were asked for.
    public var asked: Set<Note.ID>
    /// Those of them that stand on this page, wherever that is.
    public var places: [Note.ID: NotePosition]
    /// How many writes the slice has seen at least; see ``Library/revision``.
    public var revision: Int
    /// Tells where notes stand in the order that was asked for.
    public var ranking = NoteRanking.byDate
    /// Whether any note of the page has a place, read or not.
    public var hasPlaces = false

    /// What is known of a page of which nothing has been read yet.
    public static let unread = NoteSlice(
        start: 0,
        notes: [],
        total: 0,
        isShortened: false,
        asked: [],
        places: [:],
        revision: -1
    )

    /// How many notes of the page stand before the end of these.
    public var end: Int { start + notes.count }

    /// The note with this id, if it is one of these.
    public func note(_ id: Note.ID) -> Note? { notes.first { $0.id == id } }
}

/// Which notes of a page to read.
public struct NoteSliceRequest: Hashable, Sendable {
    /// A place on a page that can be looked for.
    public enum Anchor: Hashable, Sendable {
        /// As many notes before it as this, or behind the last when the page has fewer.
        case index(Int)
        /// A place in the order that is asked for; there need not be a note.
        case position(NotePosition)
        /// A note; the other place when the page has none with this id.
        case note(Note.ID, otherwise: NotePosition)
    }

    /// Where the first note stands that is asked for.
    public var anchor: Anchor
    /// How many notes to read from there on, however long they are.
    public var count: Int
    /// How many notes to read before these, and how many after them, as long as all on one side do
    /// not take more than `byteLimit`.
    public var margin: Int
    /// In bytes of text, on each side of the anchor.
    public var byteLimit: Int
    /// The notes whose places on the page are to be told as well.
    public var ids: Set<Note.ID>
    /// How the notes follow one another.
    public var order: NoteOrder

    /// Asks for notes from a place on, and for some around them.
    public init(
        from anchor: Anchor,
        count: Int,
        margin: Int,
        byteLimit: Int = 1 << 20,
        ids: Set<Note.ID> = [],
        order: NoteOrder = .byDate
    ) {
        self.anchor = anchor
        self.count = max(0, count)
        self.margin = max(0, margin)
        self.byteLimit = byteLimit
        self.ids = ids
        self.order = order
    }
}
