import Foundation

/// The sort orders of a page's notes.
public enum NoteOrder: Hashable, Sendable {
    /// Oldest first.
    case byDate
    /// By chapter, then by the number of the place, then by date; notes without a place are at the
    /// end, by date.
    case byPlace
}

/// A group of a page's notes in the order by place: those of one chapter, those with a place and no
/// chapter, or those without a place.
///
/// Contains its own rank, so that positions can be compared without reading the library.
struct NoteGroup: Hashable, Comparable, Sendable {
    let rank: Int
    var chapterID: UUID?

    /// The only group of a page ordered by date.
    static let all = NoteGroup(rank: 0)
    /// Before every group.
    static let first = NoteGroup(rank: .min)
    /// After every group.
    static let last = NoteGroup(rank: .max)
    /// The notes without a place.
    static let unplaced = NoteGroup(rank: .max - 1)
    /// The notes with a place that names no chapter.
    static let withoutChapter = NoteGroup(rank: .max - 2)

    /// The notes of a chapter that the series does not (or no longer) have: after those of all
    /// known chapters, each such chapter separately.
    static func gone(_ chapterID: UUID) -> NoteGroup {
        NoteGroup(rank: .max - 3, chapterID: chapterID)
    }

    static func < (one: NoteGroup, other: NoteGroup) -> Bool {
        if one.rank != other.rank { return one.rank < other.rank }
        guard let id = one.chapterID, let otherID = other.chapterID else { return false }
        return withUnsafeBytes(of: id.uuid) { bytes in
            withUnsafeBytes(of: otherID.uuid) { bytes.lexicographicallyPrecedes($0) }
        }
    }
}

/// Finds the position of a note on its page.
public struct NoteRanking: Hashable, Sendable {
    /// The order of the notes.
    public let order: NoteOrder
    /// The number of chapters of the series before each.
    private let ranks: [UUID: Int]

    /// Oldest first.
    public static let byDate = NoteRanking(order: .byDate, ranks: [:])

    /// By place, in a series with these chapters.
    static func byPlace(_ chapters: [UUID]) -> NoteRanking {
        let ranks = Dictionary(firstOf: chapters.enumerated().map { ($1, $0) })
        return NoteRanking(order: .byPlace, ranks: ranks)
    }

    private init(order: NoteOrder, ranks: [UUID: Int]) {
        self.order = order
        self.ranks = ranks
    }

    /// The position of a note.
    public func position(of note: Note) -> NotePosition {
        position(of: note.place, createdAt: note.createdAt.milliseconds, sequence: note.sequence)
    }

    /// The position of a note added now: after all others at the same place.
    public func position(of place: NotePlace?, addedAt date: Date) -> NotePosition {
        position(of: place, createdAt: date.milliseconds, sequence: .max)
    }

    func position(of place: NotePlace?, createdAt: Int64, sequence: Int64) -> NotePosition {
        switch order {
        case .byDate: NotePosition(createdAt: createdAt, sequence: sequence)
        case .byPlace:
            NotePosition(
                group: group(of: place),
                number: place?.number,
                createdAt: createdAt,
                sequence: sequence
            )
        }
    }

    func group(of place: NotePlace?) -> NoteGroup {
        guard let place, place.chapterID != nil || place.text != nil else { return .unplaced }
        return place.chapterID.map { group(ofChapter: $0) } ?? .withoutChapter
    }

    func group(ofChapter id: UUID) -> NoteGroup {
        ranks[id].map { NoteGroup(rank: $0, chapterID: id) } ?? .gone(id)
    }
}
