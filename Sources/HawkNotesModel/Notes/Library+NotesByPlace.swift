import Foundation
import GRDB

/// Reading a page of a hundred thousand notes by place.
///
/// The order of the chapters is in another table than the notes, so a page is read group by group: how
/// many notes there are of each chapter is counted in the index of the places, which is sorted by chapter,
/// and what is wanted of a group is read from there by its number in it. Of notes without a place there
/// is no index: they are looked for among all of the page, by date.
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
        // At least one in all, however long it is.
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

/// How the notes of a page stand by place, as the library has them at one moment.
struct NotesByPlace {
    let subject: NoteSubject
    let ranking: NoteRanking
    /// In their order, with how many notes there are in each.
    let groups: [(group: NoteGroup, count: Int)]
    /// How many notes the page has.
    var total: Int { groups.reduce(0) { $0 + $1.count } }

    static let isPlaced = "(chapterID IS NOT NULL OR place IS NOT NULL)"
    // The table itself: where older tables are covered with views, these have no index.
    static let placed = """
        FROM main.note INDEXED BY noteByPlace WHERE subjectKind = :kind AND subjectID = :id
        """
    private static let unplaced = """
        FROM main.note INDEXED BY noteBySubject WHERE subjectKind = :kind AND subjectID = :id
        AND chapterID IS NULL AND place IS NULL
        """

    /// How many notes of each chapter have it as their place.
    static let chapterCounts = """
        SELECT chapterID, count(*) AS count \(placed) AND chapterID IS NOT NULL GROUP BY chapterID
        """

    /// The notes of a group, of which the table is not looked at where the index says enough.
    static func notes(of group: NoteGroup) -> String {
        if group == .unplaced { return unplaced }
        // The condition of the index is in it as it stands there: SQLite need not look again.
        return group.chapterID == nil
            ? "\(placed) AND chapterID IS NULL AND \(isPlaced)"
            : "\(placed) AND chapterID = :chapter"
    }

    /// The columns that a group is ordered by.
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

    /// How many notes of a group stand before a position in it.
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
    /// - Parameter counts: whether to count the notes without a place, which may take some time, and not
    ///   to rely on how many the page is said to have.
    private func fetchPage(on subject: NoteSubject, counts: Bool) throws -> NotesByPlace {
        let ranking = NoteRanking.byPlace(try fetchChapters(around: subject))
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

    /// The chapters of the series that a page belongs to, book by book.
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
                ORDER BY book.position, book.rowid, chapter.position, chapter.rowid
                """
        )
        return try UUID.fetchAll(statement, arguments: [subject.id])
    }
}

// MARK: - Notes by their numbers

extension Database {
    /// The notes from a number on, in their order.
    ///
    /// - Parameter goesOn: asked with each note and its number among them; false ends the reading with
    ///   it.
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

    /// The notes before a number, the last of them first.
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

    /// Reads on in a group.
    ///
    /// - Returns: whether to go on with the next.
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

    /// How many notes stand before an anchor.
    private func index(of anchor: NoteSliceRequest.Anchor, on page: NotesByPlace) throws -> Int {
        let position: NotePosition
        switch anchor {
        case .index(let index): return min(max(0, index), page.total)
        case .position(let place): position = place
        case .note(let id, let other):
            position = try fetchPositions([id], on: page.subject, page.ranking)[id] ?? other
        }
        // The chapter may stand elsewhere by now.
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
