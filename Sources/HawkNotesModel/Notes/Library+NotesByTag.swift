import Foundation
import GRDB

/// Reads the notes of a page that have a tag.
///
/// Reads the positions of all of them, as a page rarely has many notes with the same tag, and only
/// the requested notes themselves. Takes time in proportion to the number of notes in the library
/// with this tag.
extension Database {
    func fetchSlice(
        _ request: NoteSliceRequest,
        within limit: NoteLimit,
        on subject: NoteSubject,
        _ ranking: NoteRanking
    ) throws -> NoteSlice {
        let all = try fetchPositions(within: limit, on: subject, ranking)
        let index = try index(of: request.anchor, in: all, on: subject, ranking)
        let later = try fetchRun(request.count, request) { limit, goesOn in
            try fetchNotes(at: all[index...].prefix(limit), while: goesOn)
        }
        // At least one note in total, however long it is.
        let least = later.notes.isEmpty ? 1 : 0
        let earlier = try fetchRun(least, request) { limit, goesOn in
            try fetchNotes(at: all[..<index].reversed().prefix(limit), while: goesOn)
        }
        let known = Set(all.map(\.sequence))
        let places = try fetchPositions(request.ids, on: subject, ranking)
        return NoteSlice(
            start: index - earlier.notes.count,
            notes: earlier.notes.reversed() + later.notes,
            total: all.count,
            isShortened: earlier.isShortened || later.isShortened,
            asked: request.ids,
            places: places.filter { known.contains($0.value.sequence) },
            revision: -1,
            ranking: ranking,
            limit: limit,
            others: Set(places.filter { !known.contains($0.value.sequence) }.keys)
        )
    }

    /// The positions of the notes within a limit, in order.
    private func fetchPositions(
        within limit: NoteLimit,
        on subject: NoteSubject,
        _ ranking: NoteRanking
    ) throws -> [NotePosition] {
        let veils = try fetchVeils(except: limit.unveiled)
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT id, createdAt, sequence, chapterID, place
                    FROM noteTag CROSS JOIN note ON sequence = noteTag.note
                    WHERE tag = ? AND subjectKind = ? AND subjectID = ?
                    """
            ),
            arguments: [limit.tag.folded, subject.kind, subject.id]
        )
        var positions: [NotePosition] = []
        while let row = try rows.next() {
            let place = NotePlace(
                chapterID: try row.decode(forColumn: "chapterID"),
                text: try row.decode(forColumn: "place")
            )
            let id: Note.ID = try row.decode(forColumn: "id")
            let isHidden = veils.contains {
                $0.hides(note: id, on: subject, chapterID: place.chapterID)
            }
            if isHidden { continue }
            positions.append(
                ranking.position(
                    of: place,
                    createdAt: try row.decode(forColumn: "createdAt"),
                    sequence: try row.decode(forColumn: "sequence")
                )
            )
        }
        return positions.sorted()
    }

    /// The number of positions before an anchor.
    private func index(
        of anchor: NoteSliceRequest.Anchor,
        in all: [NotePosition],
        on subject: NoteSubject,
        _ ranking: NoteRanking
    ) throws -> Int {
        let position: NotePosition
        switch anchor {
        case .index(let index): return min(max(0, index), all.count)
        case .position(let place): position = place
        case .note(let id, let other):
            position = try fetchPositions([id], on: subject, ranking)[id] ?? other
        }
        return all.firstIndex { $0 >= position } ?? all.count
    }

    /// - Parameter goesOn: called with each note and its index; false stops after that note.
    private func fetchNotes(
        at positions: some Collection<NotePosition>,
        while goesOn: (Note, Int) -> Bool
    ) throws -> [Note] {
        let statement = try cachedStatement(sql: "SELECT * FROM note WHERE sequence = ?")
        var notes: [Note] = []
        for position in positions {
            let record = try NoteRecord.fetchOne(statement, arguments: [position.sequence])
            guard let note = record?.note else { continue }
            notes.append(note)
            if !goesOn(note, notes.count - 1) { break }
        }
        return notes
    }
}
