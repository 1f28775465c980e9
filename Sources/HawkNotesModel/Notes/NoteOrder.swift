import Foundation

/// The ways in which the notes of a page can follow one another.
public enum NoteOrder: Hashable, Sendable {
    /// The oldest first.
    case byDate
    /// Chapter by chapter, then by the numbers of their places, then by date; notes without a place
    /// stand at the end, by date.
    case byPlace
}

/// What the notes of a page stand in when they are ordered by place: those of a chapter, those with a
/// place and no chapter, and those without a place.
///
/// Knows its place among the others by itself, so that positions can be compared without a look at the
/// library.
struct NoteGroup: Hashable, Comparable, Sendable {
    let rank: Int
    var chapterID: UUID?

    /// By date all notes of a page are of one group.
    static let all = NoteGroup(rank: 0)
    /// Before every group.
    static let first = NoteGroup(rank: .min)
    /// After every group.
    static let last = NoteGroup(rank: .max)
    /// The notes without a place.
    static let unplaced = NoteGroup(rank: .max - 1)
    /// The notes with a place that names no chapter.
    static let withoutChapter = NoteGroup(rank: .max - 2)

    /// The notes of a chapter that the series does not have (any more): behind those of all that it
    /// has, each chapter for itself.
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

/// Tells where a note stands among those of its page.
public struct NoteRanking: Hashable, Sendable {
    /// How the notes follow one another.
    public let order: NoteOrder
    /// How many chapters of the series stand before each.
    private let ranks: [UUID: Int]

    /// The oldest first.
    public static let byDate = NoteRanking(order: .byDate, ranks: [:])

    /// By place in a series with these chapters.
    static func byPlace(_ chapters: [UUID]) -> NoteRanking {
        let ranks = Dictionary(firstOf: chapters.enumerated().map { ($1, $0) })
        return NoteRanking(order: .byPlace, ranks: ranks)
    }

    private init(order: NoteOrder, ranks: [UUID: Int]) {
        self.order = order
        self.ranks = ranks
    }

    /// Where a note stands.
    public func position(of note: Note) -> NotePosition {
        position(of: note.place, createdAt: note.createdAt.milliseconds, sequence: note.sequence)
    }

    /// Where a note would stand that was added now: behind all that are of the same place.
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
