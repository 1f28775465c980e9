import Foundation
import GRDB

/// Reads the visible part of a page of a hundred thousand notes, with its position among them.
extension Library {
    /// The number of effective writes made through this object.
    ///
    /// Every later read includes all of them.
    public var revision: Int { writeCount }

    /// Reads notes of a page, the number of notes before them, and the total, from one state of the
    /// library.
    ///
    /// Reads the returned notes and one more on each side. Their position is counted in the index,
    /// which takes some milliseconds in the middle of a hundred thousand notes and no time at
    /// either end. Ordered by place, each slice takes some milliseconds, as the notes of each
    /// chapter are counted, and up to 25 if notes without a place are searched among many that have
    /// one.
    public func notes(_ request: NoteSliceRequest, on subject: NoteSubject) throws -> NoteSlice {
        let revision = revision
        return try readAtOnce("read the notes") { db in
            // Notes in older tables have no place, so this is their order by place as well.
            let areOlder = try OlderTables.lackPlaces(in: db)
            let order: NoteOrder = areOlder ? .byDate : request.order
            var slice =
                switch (request.limit, order) {
                case (let limit?, _):
                    try db.fetchSlice(
                        request,
                        within: limit,
                        on: subject,
                        db.fetchRanking(order, on: subject)
                    )
                case (nil, .byPlace): try db.fetchSliceByPlace(request, on: subject)
                case (nil, .byDate): try db.fetchSlice(request, on: subject)
                }
            try db.addOtherTexts(to: &slice.notes)
            slice.revision = revision
            slice.formerIDs = try db.formerIDs(ofNotes: slice.notes.map(\.id))
            slice.hasPlaces = try !areOlder && db.hasPlaces(on: subject)
            return slice
        }
    }

    /// Like ``notes(_:on:)``, off the main thread and concurrently with writes; calls run one after
    /// another.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for the notes for up to `LibraryEnvironment.readingPatience`; if
    ///     they are ready in time, `completion` is called before this call returns.
    ///   - completion: called once, on the main thread.
    @MainActor
    public func readNotes(
        _ request: NoteSliceRequest,
        on subject: NoteSubject,
        waits: Bool = false,
        completion: @escaping @MainActor @Sendable (Result<NoteSlice, LibraryError>) -> Void
    ) {
        readAside({ try $0.notes(request, on: subject) }, waits: waits, completion)
    }

    /// Reads one note anywhere in the library, off the main thread and concurrently with writes;
    /// nil if it does not (or no longer) exist.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for the note for up to `LibraryEnvironment.readingPatience`; if
    ///     it is ready in time, `completion` is called before this call returns.
    ///   - completion: called once, on the main thread.
    @MainActor
    public func readNote(
        _ id: Note.ID,
        waits: Bool = false,
        completion: @escaping @MainActor @Sendable (Result<Note?, LibraryError>) -> Void
    ) {
        readAside({ try $0.note(id) }, waits: waits, completion)
    }

    /// Reads off the main thread, concurrently with writes.
    @MainActor
    func readAside<Value: Sendable>(
        _ read: @escaping @Sendable (Library) throws -> Value,
        waits: Bool = false,
        _ completion: @escaping @MainActor @Sendable (Result<Value, LibraryError>) -> Void
    ) {
        let reading = SharedReading<Value>(writeCount: writeCount, isAwaited: waits)
        environment.reading { [self] in
            let result: Result<Value, LibraryError>
            do {
                result = .success(try read(self))
            } catch {
                result = .failure(.translating(error, doing: "read the notes", url: url))
            }
            if reading.finish(result) { return }
            environment.onMain { completion(result) }
        }
        if waits, let result = reading.wait(environment.readingPatience) { completion(result) }
    }
}

extension Database {
    fileprivate func fetchSlice(
        _ request: NoteSliceRequest,
        on subject: NoteSubject
    ) throws -> NoteSlice {
        let counted = try fetchNoteCount(on: subject)
        let (position, index) = try place(of: request.anchor, on: subject, counted)
        let later = try fetchRun(request.count, request) {
            try fetchNotes(.from, position, on: subject, limit: $0, while: $1)
        }
        // At least one note in total, however long it is.
        let least = later.notes.isEmpty ? 1 : 0
        let earlier = try fetchRun(least, request) {
            try fetchNotes(.before, position, on: subject, limit: $0, while: $1)
        }
        let notes = Array(earlier.notes.reversed()) + later.notes
        // The notes that were read outweigh the count: a damaged library may have miscounted.
        let start: Int
        if earlier.isAll {
            start = 0
        } else if later.isAll {
            start = max(1, counted - notes.count)
        } else if let index {
            start = max(1, index - earlier.notes.count)
        } else {
            let first = notes.first?.position ?? position
            start = max(1, try fetchNoteCount(on: subject, before: first))
        }
        let end = start + notes.count
        return NoteSlice(
            start: start,
            notes: notes,
            total: later.isAll ? end : max(counted, end + 1),
            isShortened: earlier.isShortened || later.isShortened,
            asked: request.ids,
            places: try fetchPositions(request.ids, on: subject, .byDate),
            revision: -1
        )
    }

    /// Some notes on one side of a position, whether these are all on that side, and whether some
    /// were left out because they are long.
    ///
    /// - Parameter read: reads up to the given number, until its closure returns false.
    func fetchRun(
        _ count: Int,
        _ request: NoteSliceRequest,
        _ read: (_ limit: Int, _ goesOn: (Note, Int) -> Bool) throws -> [Note]
    ) throws -> (notes: [Note], isAll: Bool, isShortened: Bool) {
        let limit = count + request.margin
        var length = 0
        var isShortened = false
        // One more shows whether there are others.
        var notes = try read(limit + 1) { note, index in
            length += note.text.utf8.count + (note.quote?.text.utf8.count ?? 0)
            isShortened = index >= count && index < limit && length > request.byteLimit
            return !isShortened
        }
        let isAll = notes.count <= limit && !isShortened
        if notes.count > limit || isShortened { notes.removeLast() }
        return (notes, isAll, isShortened)
    }

    /// The position of an anchor, and the number of notes before it if that is known.
    private func place(
        of anchor: NoteSliceRequest.Anchor,
        on subject: NoteSubject,
        _ count: Int
    ) throws -> (position: NotePosition, index: Int?) {
        switch anchor {
        case .position(let position):
            return (position, nil)
        case .note(let id, let other):
            return (try fetchPositions([id], on: subject, .byDate)[id] ?? other, nil)
        case .index(let index):
            if index <= 0 { return (.first, 0) }
            let isFromEnd = index > count / 2
            let sql = NoteSeek.place(isFromEnd ? "DESC" : "ASC")
            let statement = try cachedStatement(sql: sql)
            let offset = isFromEnd ? count - 1 - index : index
            guard offset >= 0 else { return (.last, nil) }
            let row = try Row.fetchOne(
                statement,
                arguments: [subject.kind, subject.id, offset]
            )
            return (try row.map { try NotePosition(row: $0) } ?? .last, row == nil ? nil : index)
        }
    }

    func fetchPositions(
        _ ids: Set<Note.ID>,
        on subject: NoteSubject,
        _ ranking: NoteRanking
    ) throws -> [Note.ID: NotePosition] {
        guard !ids.isEmpty else { return [:] }
        let statement = try cachedStatement(
            sql: """
                SELECT createdAt, sequence, chapterID, place FROM note
                WHERE id = ? AND subjectKind = ? AND subjectID = ?
                """
        )
        var positions: [Note.ID: NotePosition] = [:]
        for id in ids {
            let arguments: StatementArguments = [id, subject.kind, subject.id]
            if let row = try Row.fetchOne(statement, arguments: arguments) {
                positions[id] = ranking.position(
                    of: NotePlace(
                        chapterID: try row.decode(forColumn: "chapterID"),
                        text: try row.decode(forColumn: "place")
                    ),
                    createdAt: try row.decode(forColumn: "createdAt"),
                    sequence: try row.decode(forColumn: "sequence")
                )
            }
        }
        return positions
    }
}

extension NoteSeek {
    /// The position of the note with a given number of notes before it, counted from either end.
    static func place(_ order: String) -> String {
        """
        SELECT createdAt, sequence FROM note WHERE subjectKind = ? AND subjectID = ?
        ORDER BY createdAt \(order), sequence \(order) LIMIT 1 OFFSET ?
        """
    }
}

extension NotePosition {
    fileprivate init(row: Row) throws {
        createdAt = try row.decode(forColumn: "createdAt")
        sequence = try row.decode(forColumn: "sequence")
    }
}
