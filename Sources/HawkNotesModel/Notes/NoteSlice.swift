import Foundation

/// Consecutive notes of a page, and their position among all of them: the part that a list of a
/// hundred thousand notes has in memory.
public struct NoteSlice: Hashable, Sendable {
    /// The number of the page's notes before the first of these.
    public var start: Int
    /// In the requested order.
    public var notes: [Note]
    /// The number of notes on the page.
    public var total: Int
    /// Whether some notes around the requested ones were left out because they are long.
    public var isShortened: Bool
    /// The ids whose positions were requested.
    public var asked: Set<Note.ID>
    /// The positions of those ids that are on this page.
    public var places: [Note.ID: NotePosition]
    /// The minimum number of writes that the slice includes; see ``Library/revision``.
    public var revision: Int
    /// Finds the positions of notes in the requested order.
    public var ranking = NoteRanking.byDate
    /// Whether any note of the page has a place, read or not.
    public var hasPlaces = false
    /// What the notes of the slice are limited to; the other numbers count only these. Nil if it was
    /// read from all notes.
    public var limit: NoteLimit?
    /// The requested ids of notes that are on this page but beyond the limit.
    public var others: Set<Note.ID> = []
    /// The other ids of those notes that were found to be the same as another library's.
    public var formerIDs: [Note.ID: [Note.ID]] = [:]

    /// The slice of a page that has not been read yet.
    public static let unread = NoteSlice(
        start: 0,
        notes: [],
        total: 0,
        isShortened: false,
        asked: [],
        places: [:],
        revision: -1
    )

    /// The number of the page's notes before the end of these.
    public var end: Int { start + notes.count }

    /// The note with an id, if it is in the slice.
    public func note(_ id: Note.ID) -> Note? { notes.first { $0.id == id } }
}

/// Limits the notes of a page to those with a tag.
///
/// Notes that are hidden as spoilers are left out: their tags must not be told.
public struct NoteLimit: Hashable, Sendable {
    /// The tag in any spelling.
    public var tag: String
    /// The spoilers that are shown.
    public var unveiled: Set<Veil.Exception>

    /// Limits notes to those with a tag that are not hidden.
    public init(tag: String, unveiled: Set<Veil.Exception> = []) {
        self.tag = tag
        self.unveiled = unveiled
    }
}

/// A request for some notes of a page.
public struct NoteSliceRequest: Hashable, Sendable {
    /// A position on a page to start from.
    public enum Anchor: Hashable, Sendable {
        /// With this number of notes before it, or after the last note if the page has fewer.
        case index(Int)
        /// A position in the requested order; there need not be a note.
        case position(NotePosition)
        /// A note; the other position if it is not on the page.
        case note(Note.ID, otherwise: NotePosition)
    }

    /// The position of the first requested note.
    public var anchor: Anchor
    /// The number of notes to read from there, however long they are.
    public var count: Int
    /// The number of notes to read before these, and after them, as long as all on one side don't
    /// exceed `byteLimit`.
    public var margin: Int
    /// In bytes of quotations and text, on each side of the anchor.
    public var byteLimit: Int
    /// The notes whose positions are also requested.
    public var ids: Set<Note.ID>
    /// The order of the notes.
    public var order: NoteOrder
    /// What the notes are limited to; nil for all notes.
    public var limit: NoteLimit?

    /// Requests notes from a position on, and some around them.
    public init(
        from anchor: Anchor,
        count: Int,
        margin: Int,
        byteLimit: Int = 1 << 20,
        ids: Set<Note.ID> = [],
        order: NoteOrder = .byDate,
        limit: NoteLimit? = nil
    ) {
        self.anchor = anchor
        self.count = max(0, count)
        self.margin = max(0, margin)
        self.byteLimit = byteLimit
        self.ids = ids
        self.order = order
        self.limit = limit
    }
}
