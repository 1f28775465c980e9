import Foundation
import GRDB

/// Reading what a list shows of a page of a hundred thousand notes, with its place among them.
extension Library {
    /// How many writes have been made through this object that changed something.
    ///
    /// Every later reading has all of them.
    public var revision: Int { writeCount }

    /// Reads notes of a page, how many stand before them, and how many there are, from one state of
    /// the library.
    ///
    /// Reads the notes that it returns and one more on each side. Their place is counted in the
    /// index, which takes some milliseconds in the middle of a hundred thousand and nothing at
    /// either end. By place it takes some milliseconds for each slice, as the notes of each chapter
    /// are counted, and up to 25 where notes without a place are looked for among many that have one.
    public func notes(_ request: NoteSliceRequest, on subject: NoteSubject) throws -> NoteSlice {
        let revision = revision
        return try readAtOnce("read the notes") { db in
            // No note of older tables has a place, so this is their order by place as well.
            let areOlder = try OlderTables.lackPlaces(in: db)
            var slice =
                switch request.order {
                case .byPlace where !areOlder: try db.fetchSliceByPlace(request, on: subject)
                case .byDate, .byPlace: try db.fetchSlice(request, on: subject)
                }
            slice.revision = revision
            slice.hasPlaces = try !areOlder && db.hasPlaces(on: subject)
            return slice
        }
    }

    /// The same off the main thread, beside the writes; calls take turns with one another.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for the notes for as long as `LibraryEnvironment.readingPatience`;
    ///     if they come in time, `completion` is called before this call returns.
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

    /// Reads one note off the main thread, beside the writes, wherever it is in the library; nil if
    /// it does not exist (any more).
    ///
    /// - Parameters:
    ///   - waits: whether to wait for the note for as long as `LibraryEnvironment.readingPatience`;
    ///     if it comes in time, `completion` is called before this call returns.
    ///   - completion: called once, on the main thread.
    @MainActor
    public func readNote(
        _ id: Note.ID,
        waits: Bool = false,
        completion: @escaping @MainActor @Sendable (Result<Note?, LibraryError>) -> Void
    ) {
        readAside({ try $0.note(id) }, waits: waits, completion)
    }

    /// Reads off the main thread, beside the writes.
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
        // At least one in all, however long it is.
        let least = later.notes.isEmpty ? 1 : 0
        let earlier = try fetchRun(least, request) {
            try fetchNotes(.before, position, on: subject, limit: $0, while: $1)
        }
        let notes = Array(earlier.notes.reversed()) + later.notes
        // What has been read goes before what was counted: a damaged library may have miscounted.
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

    /// Some notes on one side of a place, whether they are all on that side, and whether some were
    /// left out because they are long.
    ///
    /// - Parameter read: reads at most so many, as long as they go on.
    func fetchRun(
        _ count: Int,
        _ request: NoteSliceRequest,
        _ read: (_ limit: Int, _ goesOn: (Note, Int) -> Bool) throws -> [Note]
    ) throws -> (notes: [Note], isAll: Bool, isShortened: Bool) {
        let limit = count + request.margin
        var length = 0
        var isShortened = false
        // One more tells whether there are any.
        var notes = try read(limit + 1) { note, index in
            length += note.text.utf8.count
            isShortened = index >= count && index < limit && length > request.byteLimit
            return !isShortened
        }
        let isAll = notes.count <= limit && !isShortened
        if notes.count > limit || isShortened { notes.removeLast() }
        return (notes, isAll, isShortened)
    }

    /// Where an anchor is, and how many notes stand before it if that is known.
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
    /// The place of the note before which stand so many others, counted from one of the ends.
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
