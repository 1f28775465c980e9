import Foundation
import GRDB

extension Library {
    /// The notes on a book or a character, oldest first.
    public func notes(on subject: NoteSubject) throws -> [Note] {
        try read("read the notes") { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT * FROM note WHERE subjectKind = ? AND subjectID = ?
                    ORDER BY createdAt, sequence
                    """
            )
            return try NoteRecord.fetchAll(statement, arguments: [subject.kind, subject.id])
                .map(\.note)
        }
    }

    /// A note; nil if it does not (or no longer) exist.
    public func note(_ id: UUID) throws -> Note? {
        try read("read the note") { try $0.fetchNote(id) }
    }

    /// A note, whether it has this id or is the same as one of another library that had it; nil if it
    /// does not (or no longer) exist.
    public func currentNote(_ id: UUID) throws -> Note? {
        try readAtOnce("read the note") { try $0.fetchCurrentNote(id) }
    }

    /// The notes that (still) exist, in the order in which they were written.
    public func notes(_ ids: some Sequence<UUID>) throws -> [Note] {
        try read("read the notes") { db in
            try ids.compactMap { try db.fetchNote($0) }
                .sorted { ($0.createdAt, $0.sequence) < ($1.createdAt, $1.sequence) }
        }
    }

    /// The number of notes on each book and character of a series; those without notes are missing.
    /// Those in the trash are included if they have notes: callers never look them up.
    public func noteCounts(ofSeries id: UUID) throws -> [NoteSubject: Int] {
        try read("count the notes") { db in
            let statement = try db.cachedStatement(sql: Self.noteCountsOfSeries)
            var counts: [NoteSubject: Int] = [:]
            let rows = try Row.fetchCursor(statement, arguments: [id, id])
            while let row = try rows.next() {
                counts[try NoteSubject(row: row)] = try row.decode(forColumn: "count")
            }
            return counts
        }
    }

    /// Goes from the books and characters to their counts: a library may have a hundred thousand
    /// notes.
    static let noteCountsOfSeries = """
        SELECT subjectKind, subjectID, count
            FROM book CROSS JOIN noteCount ON subjectKind = 'book' AND subjectID = book.id
            WHERE seriesID = ?
        UNION ALL
        SELECT subjectKind, subjectID, count
            FROM character CROSS JOIN noteCount
            ON subjectKind = 'character' AND subjectID = character.id
            WHERE seriesID = ?
        """

    /// Saves a new note.
    ///
    /// Empty lines before the text and blanks after it are removed. The subject need not be in the
    /// series: if an import has just removed it, the text is still worth keeping.
    ///
    /// - Parameters:
    ///   - id: the note's id, if it already has one; an existing note with this id is left alone,
    ///     so that saving twice creates one note.
    ///   - place: the page or place in the book.
    ///   - quote: the quotation from the book; the text may then be empty.
    ///   - tags: see ``NoteTags``.
    /// - Throws: `.emptyNote` if the text is blank and there is no quotation; `.noteNotFound` if
    ///   the same note was saved before and is in the trash: saving it again does not restore a
    ///   deleted note. With a different text, it does, as that text would otherwise be lost.
    @discardableResult
    public func addNote(
        _ text: String,
        on subject: NoteSubject,
        id: UUID? = nil,
        place: NotePlace? = nil,
        quote: Quote? = nil,
        tags: [String] = []
    ) throws -> Note {
        let place = place?.normalized
        let quote = quote?.normalized
        let tags = NoteTags.normalized(tags)
        let text = try quote == nil ? Note.normalized(text) : Note.trimmed(text)
        return try write("save the note") { db in
            if let id, let note = try db.fetchNote(id) { return (note, []) }
            if let id, try db.isInTrash(id) {
                if try db.isInTrash(id, reading: text) { throw LibraryError.noteNotFound }
                if let deleted = try db.takeFromTrash(id) {
                    var contents = NoteContents(deleted)
                    contents.text = text
                    contents.place = place ?? deleted.place
                    contents.quote = quote ?? deleted.quote
                    if !tags.isEmpty { contents.tags = tags }
                    let note = try db.change(deleted, to: contents, at: environment.now())
                    return (note, [.noteAdded(id, on: note.subject)])
                }
            }
            let subject = try db.currentSubject(subject)
            var record = newNote(text, on: subject, id: id)
            record.place = place
            record.quote = quote
            record.tags = tags
            try db.insert(&record)
            let note = record.note
            return (note, [.noteAdded(note.id, on: subject)])
        }
    }

    /// Moves a note to the trash.
    ///
    /// - Returns: the deleted note, which `restoreNote` takes to undo this.
    /// - Throws: `.noteNotFound` if it is already deleted.
    @discardableResult
    public func deleteNote(_ id: UUID) throws -> Note {
        let now = environment.now()
        return try write("delete the note") { db in
            let note = try db.existingNote(id)
            try db.moveToTrash(note, at: db.dateOfDeletion(now))
            return (note, [.noteRemoved(id, on: note.subject)])
        }
    }

    /// Restores a deleted note with the same id, dates and position in its list.
    ///
    /// An existing note is left alone, so that undoing twice does no harm.
    public func restoreNote(_ note: Note) throws {
        try write("bring the note back") { db in
            guard try db.fetchNote(note.id) == nil else { return ((), []) }
            if let note = try db.takeFromTrash(note.id) {
                return ((), [.noteAdded(note.id, on: note.subject)])
            }
            var record = NoteRecord(note)
            try db.insert(&record)
            return ((), [.noteAdded(note.id, on: note.subject)])
        }
    }
}

extension Database {
    func fetchNoteCount(on subject: NoteSubject) throws -> Int {
        let statement = try cachedStatement(
            sql: "SELECT count FROM noteCount WHERE subjectKind = ? AND subjectID = ?"
        )
        return try Int.fetchOne(statement, arguments: [subject.kind, subject.id]) ?? 0
    }

    func fetchNote(_ id: UUID) throws -> Note? {
        let statement = try cachedStatement(sql: "SELECT * FROM note WHERE id = ?")
        return try NoteRecord.fetchOne(statement, arguments: [id])?.note
    }

    /// Inserts a note, its mentions and its tags.
    ///
    /// - Parameter hasNewID: whether the id is new, so that no note with it can have been
    ///   permanently deleted.
    func insert(_ record: inout NoteRecord, hasNewID: Bool = false) throws {
        let sequence = try record.insertRow(self)
        if !hasNewID { try forgetPurge(of: record.id) }
        try Mentions.write(record.text, of: sequence, isNew: true, in: self)
        let tags = NoteTags.all(record.tags, in: record.text)
        try NoteTags.write(tags, of: sequence, isNew: true, in: self)
    }

    func existingNote(_ id: UUID) throws -> Note {
        guard let note = try fetchNote(id) else {
            throw LibraryError.noteNotFound
        }
        return note
    }
}

extension LibraryError {
    package static var noteNotFound: LibraryError {
        LibraryError(.noteNotFound, "The note no longer exists.")
    }
}
