import Foundation
import GRDB

/// Reads a page of a hundred thousand notes by place.
///
/// The order of the chapters is in another table than the notes, so a page is read group by group.
/// The notes of each chapter are counted in the index of the places, which is sorted by chapter,
/// and the wanted notes of a group are read from there by their number in it. Notes without a place
/// have no index: they are searched among all notes of the page, by date.
extension Database {
    /// Whether any note of the page has a place.
    func hasPlaces(on subject: NoteSubject) throws -> Bool {
        let statement = try cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 \(NotesByPlace.placed) AND \(NotesByPlace.isPlaced))"
        )
        return try Bool.fetchOne(statement, arguments: subject.arguments) ?? false
    }

    func fetchSliceByPlace(
        _ request: NoteSliceRequest,
        on subject: NoteSubject
    ) throws -> NoteSlice {
        let page = try fetchPage(on: subject, counts: false)
        let slice = try fetchSlice(request, of: page)
        // A damaged library may have miscounted.
        guard slice.notes.isEmpty, page.total > 0 else { return slice }
        return try fetchSlice(request, of: fetchPage(on: subject, counts: true))
    }

    private func fetchSlice(
        _ request: NoteSliceRequest,
        of page: NotesByPlace
    ) throws -> NoteSlice {
        let index = try index(of: request.anchor, on: page)
        let later = try fetchRun(request.count, request) {
            try fetchNotes(of: page, from: index, limit: $0, while: $1)
        }
        // At least one note in total, however long it is.
        let least = later.notes.isEmpty ? 1 : 0
        let earlier = try fetchRun(least, request) {
            try fetchNotes(of: page, before: index, limit: $0, while: $1)
        }
        let start = earlier.isAll ? 0 : max(1, index - earlier.notes.count)
        let end = start + earlier.notes.count + later.notes.count
        return NoteSlice(
            start: start,
            notes: earlier.notes.reversed() + later.notes,
            total: later.isAll ? end : max(page.total, end + 1),
            isShortened: earlier.isShortened || later.isShortened,
            asked: request.ids,
            places: try fetchPositions(request.ids, on: page.subject, page.ranking),
            revision: -1,
            ranking: page.ranking
        )
    }
}

/// The groups of a page's notes by place, at one moment.
struct NotesByPlace {
    let subject: NoteSubject
    let ranking: NoteRanking
    /// The groups in order, with the number of notes in each.
    let groups: [(group: NoteGroup, count: Int)]
    /// The number of notes on the page.
    var total: Int { groups.reduce(0) { $0 + $1.count } }

    static let isPlaced = "(chapterID IS NOT NULL OR place IS NOT NULL)"
    // Reads the table itself: views that cover older tables have no index.
    static let placed = """
        FROM main.note INDEXED BY noteByPlace WHERE subjectKind = :kind AND subjectID = :id
        """
    private static let unplaced = """
        FROM main.note INDEXED BY noteBySubject WHERE subjectKind = :kind AND subjectID = :id
        AND chapterID IS NULL AND place IS NULL
        """

    /// The number of notes in each chapter.
    static let chapterCounts = """
        SELECT chapterID, count(*) AS count \(placed) AND chapterID IS NOT NULL GROUP BY chapterID
        """

    /// The notes of a group; doesn't read the table if the index is enough.
    static func notes(of group: NoteGroup) -> String {
        if group == .unplaced { return unplaced }
        // Contains the condition of the index verbatim, so that SQLite need not check it.
        return group.chapterID == nil
            ? "\(placed) AND chapterID IS NULL AND \(isPlaced)"
            : "\(placed) AND chapterID = :chapter"
    }

    /// The columns that order a group.
    static func columns(of group: NoteGroup) -> [String] {
        (group == .unplaced ? [] : ["placeNumber"]) + ["createdAt", "sequence"]
    }

    static func reading(_ group: NoteGroup, isReversed: Bool) -> String {
        let order = columns(of: group).map { isReversed ? $0 + " DESC" : $0 }
        return """
            SELECT * \(notes(of: group)) ORDER BY \(order.joined(separator: ", "))
            LIMIT :limit OFFSET :offset
            """
    }

    static func count(of group: NoteGroup) -> String { "SELECT count(*) \(notes(of: group))" }

    /// The number of notes of a group before a position in it.
    static func countBefore(in group: NoteGroup) -> String {
        let earlier = "(createdAt < :createdAt OR createdAt = :createdAt AND sequence < :sequence)"
        guard group != .unplaced else {
            return "\(count(of: group)) AND createdAt <= :createdAt AND \(earlier)"
        }
        return """
            \(count(of: group)) AND (placeNumber < :number OR placeNumber IS :number AND \(earlier)
            OR placeNumber IS NULL AND :number IS NOT NULL)
            """
    }

    func arguments(_ group: NoteGroup) -> StatementArguments {
        var arguments = subject.arguments
        if let chapterID = group.chapterID { arguments += ["chapter": chapterID] }
        return arguments
    }
}

extension NoteSubject {
    fileprivate var arguments: StatementArguments { ["kind": kind, "id": id] }
}

// MARK: - The groups of a page

extension Database {
    /// The present positions of notes in an order.
    func fetchRanking(_ order: NoteOrder, on subject: NoteSubject) throws -> NoteRanking {
        switch order {
        case .byDate: .byDate
        case .byPlace: .byPlace(try fetchChapters(around: subject))
        }
    }

    /// - Parameter counts: whether to count the notes without a place, which may take some time,
    ///   instead of relying on the page's stated total.
    private func fetchPage(on subject: NoteSubject, counts: Bool) throws -> NotesByPlace {
        let ranking = try fetchRanking(.byPlace, on: subject)
        var groups: [(group: NoteGroup, count: Int)] = []
        let rows = try Row.fetchAll(
            cachedStatement(sql: NotesByPlace.chapterCounts),
            arguments: subject.arguments
        )
        for row in rows {
            let id: UUID = try row.decode(forColumn: "chapterID")
            groups.append((ranking.group(ofChapter: id), try row.decode(forColumn: "count")))
        }
        groups.sort { $0.group < $1.group }
        groups.append((.withoutChapter, try fetchCount(of: .withoutChapter, on: subject)))
        let placed = groups.reduce(0) { $0 + $1.count }
        let total = try fetchNoteCount(on: subject)
        let unplaced =
            counts || total < placed
            ? try fetchCount(of: .unplaced, on: subject) : total - placed
        groups.append((.unplaced, unplaced))
        return NotesByPlace(
            subject: subject,
            ranking: ranking,
            groups: groups.filter { $0.count > 0 }
        )
    }

    private func fetchCount(of group: NoteGroup, on subject: NoteSubject) throws -> Int {
        let statement = try cachedStatement(sql: NotesByPlace.count(of: group))
        return try Int.fetchOne(statement, arguments: subject.arguments) ?? 0
    }

    /// The chapters of the page's series, book by book.
    private func fetchChapters(around subject: NoteSubject) throws -> [UUID] {
        let table =
            switch subject {
            case .book: "book"
            case .character: "character"
            }
        let statement = try cachedStatement(
            sql: """
                SELECT chapter.id FROM \(ChapterRecord.shownRows)
                AND series.id = (SELECT seriesID FROM \(table) WHERE id = ?)
                ORDER BY book.position, book.id, chapter.position, chapter.id
                """
        )
        return try UUID.fetchAll(statement, arguments: [subject.id])
    }
}

// MARK: - Notes by their numbers

extension Database {
    /// The notes from a number on, in order.
    ///
    /// - Parameter goesOn: called with each note and its index; false stops after that note.
    private func fetchNotes(
        of page: NotesByPlace,
        from index: Int,
        limit: Int,
        while goesOn: (Note, Int) -> Bool
    ) throws -> [Note] {
        var notes: [Note] = []
        var skipped = index
        for (group, count) in page.groups {
            if skipped >= count {
                skipped -= count
                continue
            }
            if try !fetchNotes(of: page, group, false, skipped, limit, &notes, goesOn) { break }
            skipped = 0
        }
        return notes
    }

    /// The notes before a number, last first.
    private func fetchNotes(
        of page: NotesByPlace,
        before index: Int,
        limit: Int,
        while goesOn: (Note, Int) -> Bool
    ) throws -> [Note] {
        var notes: [Note] = []
        var skipped = page.total - index
        for (group, count) in page.groups.reversed() {
            if skipped >= count {
                skipped -= count
                continue
            }
            if try !fetchNotes(of: page, group, true, skipped, limit, &notes, goesOn) { break }
            skipped = 0
        }
        return notes
    }

    /// Continues to read in a group.
    ///
    /// - Returns: whether to go on with the next group.
    private func fetchNotes(
        of page: NotesByPlace,
        _ group: NoteGroup,
        _ isReversed: Bool,
        _ offset: Int,
        _ limit: Int,
        _ notes: inout [Note],
        _ goesOn: (Note, Int) -> Bool
    ) throws -> Bool {
        let sql = NotesByPlace.reading(group, isReversed: isReversed)
        var arguments = page.arguments(group)
        arguments += ["limit": limit - notes.count, "offset": offset]
        let records = try NoteRecord.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        while let note = try records.next()?.note {
            notes.append(note)
            if !goesOn(note, notes.count - 1) { return false }
        }
        return notes.count < limit
    }

    /// The number of notes before an anchor.
    private func index(of anchor: NoteSliceRequest.Anchor, on page: NotesByPlace) throws -> Int {
        let position: NotePosition
        switch anchor {
        case .index(let index): return min(max(0, index), page.total)
        case .position(let place): position = place
        case .note(let id, let other):
            position = try fetchPositions([id], on: page.subject, page.ranking)[id] ?? other
        }
        // The chapter may have moved since.
        let group = position.group.chapterID.map(page.ranking.group(ofChapter:)) ?? position.group
        let before = page.groups.prefix { $0.group < group }.reduce(0) { $0 + $1.count }
        guard page.groups.contains(where: { $0.group == group }) else { return before }
        let sql = NotesByPlace.countBefore(in: group)
        var arguments = page.arguments(group)
        arguments += ["createdAt": position.createdAt, "sequence": position.sequence]
        if group != .unplaced { arguments += ["number": position.number] }
        let count = try Int.fetchOne(cachedStatement(sql: sql), arguments: arguments)
        return before + (count ?? 0)
    }
}
