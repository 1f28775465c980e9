import Foundation
import GRDB

extension Library {
    /// Moves notes to the trash; skips those that are already deleted.
    ///
    /// - Returns: the undo.
    @discardableResult
    public func deleteNotes(_ ids: [UUID]) throws -> LibraryUndo {
        try changeLibrary("delete the notes") { try $0.deleteNotes(ids) }
    }

    /// Moves notes to another page, where they are ordered by date; skips deleted ones.
    ///
    /// - Parameter source: the page that the notes were on; notes that have moved to another page
    ///   since are skipped as well. Nil moves them from any page.
    /// - Returns: the undo, which moves each note back; its `movedNotes` are the moved notes.
    /// - Throws: `.notFound` if the target page was deleted: the notes would be invisible there,
    ///   and would be deleted with it.
    @discardableResult
    public func moveNotes(
        _ ids: [UUID],
        from source: NoteSubject? = nil,
        to subject: NoteSubject
    ) throws -> LibraryUndo {
        try changeLibrary("move the notes") { recorder in
            let subject = try recorder.db.currentSubject(subject)
            let source = try source.map(recorder.db.currentSubject)
            guard try recorder.db.hasPage(of: subject) else {
                throw LibraryError(.notFound, "The page no longer exists.")
            }
            for id in ids { try recorder.move(id, from: source, to: subject) }
        }
    }
}

extension ChangeRecorder {
    func deleteNotes(_ ids: [UUID]) throws {
        var deleted: [UUID] = []
        for id in ids {
            guard let note = try db.fetchNote(id) else { continue }
            try db.moveToTrash(note, at: dateOfDeletion())
            changes.append(.noteRemoved(id, on: note.subject))
            deleted.append(id)
        }
        steps.append(.deleted(deleted))
    }

    func restoreNotes(_ ids: [UUID]) throws {
        var restored: [UUID] = []
        for id in ids where try db.fetchNote(id) == nil {
            guard let note = try db.takeFromTrash(id) else { continue }
            changes.append(.noteAdded(id, on: note.subject))
            restored.append(id)
        }
        steps.append(.restored(restored))
    }

    func move(_ id: UUID, from source: NoteSubject? = nil, to subject: NoteSubject) throws {
        guard let note = try db.fetchNote(id), note.subject != subject,
            source.map({ $0 == note.subject }) ?? true
        else { return }
        var record = NoteRecord(note)
        record.subject = subject
        try record.update(db, columns: ["subjectKind", "subjectID"])
        changes += [.noteRemoved(id, on: note.subject), .noteAdded(id, on: subject)]
        steps.append(.moved(id, from: note.subject, to: subject))
    }
}

extension LibraryUndo {
    /// The notes that were moved to another page.
    public var movedNotes: [UUID] {
        steps.compactMap { if case .moved(let id, _, _) = $0 { id } else { nil } }
    }
}

extension Database {
    /// Whether there is a page for notes on this subject.
    func hasPage(of subject: NoteSubject) throws -> Bool {
        switch subject {
        case .book(let id): try fetchSeriesID(ofBook: id) != nil
        case .character(let id): try fetchSeriesID(ofCharacter: id) != nil
        }
    }
}
