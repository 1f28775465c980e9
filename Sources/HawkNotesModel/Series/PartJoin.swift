import Foundation
import GRDB

/// A join of two books or two characters, with the data to separate them again.
struct PartJoin: Hashable, Sendable {
    /// The part that was joined with the other, now in the trash.
    var joined: SeriesPart
    /// The id of the remaining part.
    var kept: UUID
    /// The steps of the join, in order.
    var steps: [LibraryUndo.Step]
}

extension SeriesChanges {
    /// Joins a book or a character with another one, which receives everything attached to it.
    ///
    /// Notes, relations, the favorite mark, chapters, characters and the reading progress move to
    /// the remaining part. The remaining part keeps its own values; missing ones are filled in. The
    /// other part goes to the trash; restoring it from there restores everything that it had. Its
    /// id leads to the remaining part.
    ///
    /// - Throws: `.notFound` if one of the two is not shown, or both are the same.
    public func join(_ part: SeriesPart, into kept: UUID) throws {
        try recorder.join(part, into: kept)
    }
}

extension ChangeRecorder {
    func join(_ part: SeriesPart, into kept: UUID) throws {
        guard part.id != kept else { throw LibraryError.partNotFound }
        let start = steps.count
        switch part {
        case .book(let id): try joinBook(id, into: kept)
        case .character(let id): try joinCharacter(id, into: kept)
        case .series, .chapter, .relation: throw LibraryError.partNotFound
        }
        try setDeleted(part.table, part.id, to: dateOfDeletion())
        let join = PartJoin(joined: part, kept: kept, steps: Array(steps[start...]))
        steps.removeSubrange(start...)
        try db.keep(join)
        steps.append(.joined(join))
    }

    /// Separates joined parts, unless the joined one has been permanently deleted. Anything added
    /// since stays with the remaining part.
    func undo(_ join: PartJoin) throws {
        let part = join.joined
        guard try db.isAlias(part.id, of: join.kept), try columns(of: part.table, part.id) != nil
        else { return }
        try db.forget(join)
        let start = steps.count
        for step in join.steps.reversed() { try undo(step) }
        steps.removeSubrange(start...)
        steps.append(.separated(part, from: join.kept))
    }

    /// Restores a part that was joined with another, with everything that it had.
    ///
    /// - Returns: false if it was not joined.
    func separate(_ part: SeriesPart) throws -> Bool {
        guard let join = try db.fetchJoin(of: part) else { return false }
        try undo(join)
        return true
    }

    /// Moves notes that are still on a page, shown or in the trash, to another page.
    func moveNotes(_ ids: [UUID], from source: NoteSubject, to target: NoteSubject) throws {
        var moved: [UUID] = []
        for id in ids {
            for table in ["note", "trashedNote"] {
                let statement = try db.cachedStatement(
                    sql: """
                        UPDATE \(table) SET subjectKind = ?, subjectID = ?
                        WHERE id = ? AND subjectKind = ? AND subjectID = ?
                        """
                )
                try statement.execute(
                    arguments: [target.kind, target.id, id, source.kind, source.id]
                )
                guard db.changesCount > 0 else { continue }
                moved.append(id)
                guard table == "note" else { continue }
                changes += [.noteRemoved(id, on: source), .noteAdded(id, on: target)]
            }
        }
        if !moved.isEmpty { steps.append(.pageJoined(moved, from: source, to: target)) }
    }

    /// Adds or removes the favorite mark of a character.
    func setFavorite(_ id: UUID, _ isFavorite: Bool) throws {
        let record = FavoriteRecord(characterID: id)
        guard try record.exists(db) != isFavorite else { return }
        if isFavorite { try record.insert(db) } else { try record.delete(db) }
        changes.append(isFavorite ? .favoriteAdded(id) : .favoriteRemoved(id))
        steps.append(.favorite(id, isFavorite))
    }

    /// Moves notes from one chapter to another.
    func setChapter(ofNotes ids: [UUID], from old: UUID, to new: UUID) throws {
        var changed: [UUID] = []
        for id in ids {
            for table in ["note", "trashedNote"] {
                try db.cachedStatement(
                    sql: "UPDATE \(table) SET chapterID = ? WHERE id = ? AND chapterID = ?"
                ).execute(arguments: [new, id, old])
                guard db.changesCount > 0 else { continue }
                changed.append(id)
                if let note = try db.fetchNote(id) {
                    changes.append(.noteChanged(id, on: note.subject))
                }
            }
        }
        if !changed.isEmpty { steps.append(.chapterJoined(changed, from: old, to: new)) }
    }

    /// Moves all notes of a page, shown or in the trash, to another one.
    func takeNotes(of source: NoteSubject, to target: NoteSubject) throws {
        let ids = try ["note", "trashedNote"].flatMap { table in
            try UUID.fetchAll(
                db,
                sql: "SELECT id FROM \(table) WHERE subjectKind = ? AND subjectID = ?",
                arguments: [source.kind, source.id]
            )
        }
        try moveNotes(ids, from: source, to: target)
    }
}

// MARK: - Characters

extension ChangeRecorder {
    private func joinCharacter(_ id: UUID, into kept: UUID) throws {
        guard try db.fetchSeriesID(ofCharacter: id) != nil,
            try db.fetchSeriesID(ofCharacter: kept) != nil
        else { throw LibraryError.partNotFound }
        let other = try db.require(CharacterRecord.self, id).character
        var record = try db.require(CharacterRecord.self, kept)
        record.character.takeOver(other)
        try save(record, in: .character)
        try takeNotes(of: .character(id), to: .character(kept))
        try joinRelations(of: id, into: kept)
        if try FavoriteRecord(characterID: id).exists(db) { try setFavorite(kept, true) }
    }

    private func joinRelations(of id: UUID, into kept: UUID) throws {
        func relations(of id: UUID) throws -> [RelationRecord] {
            try RelationRecord.fetchAll(
                db,
                sql: """
                    SELECT * FROM relation WHERE (firstID = ?1 OR secondID = ?1)
                    AND deletedAt IS NULL AND withdrawnAt IS NULL ORDER BY position, id
                    """,
                arguments: [id]
            )
        }
        var known = try relations(of: kept)
        for record in try relations(of: id) {
            var moved = record
            moved.relation = record.relation.replacing(id, with: kept)
            if moved.relation.first == moved.relation.second {
                try setDeleted(.relation, record.id, to: dateOfDeletion())
                known.removeAll { $0.id == record.id }
                continue
            }
            let twins = known.filter { $0.relation.isBetweenTheSame(as: moved.relation) }
            if twins.contains(where: { $0.relation.says(moved.relation) }) {
                try setDeleted(.relation, record.id, to: dateOfDeletion())
                continue
            }
            for twin in twins where moved.relation.says(twin.relation) {
                try setDeleted(.relation, twin.id, to: dateOfDeletion())
                known.removeAll { $0.id == twin.id }
            }
            try save(moved, in: .relation)
            known.append(moved)
        }
    }
}

extension Character {
    /// Fills in missing values, and adds the names of the other character to the aliases.
    fileprivate mutating func takeOver(_ other: Character) {
        summary = summary ?? other.summary
        synopsis = synopsis ?? other.synopsis
        if avatarFile == nil, avatarID == nil {
            (avatarFile, avatarID) = (other.avatarFile, other.avatarID)
        }
        if bookID == nil, other.seriesID == seriesID {
            (bookID, chapterID) = (other.bookID, other.chapterID)
        } else if chapterID == nil, bookID == other.bookID {
            chapterID = other.chapterID
        }
        var names = Set(([name] + aliases).map(\.folded))
        aliases += ([other.name] + other.aliases).filter { names.insert($0.folded).inserted }
    }
}

extension Relation {
    fileprivate func replacing(_ id: UUID, with kept: UUID) -> Relation {
        Relation(
            id: self.id,
            origin: origin,
            first: first == id ? kept : first,
            second: second == id ? kept : second,
            word: word,
            bookID: bookID,
            chapterID: chapterID
        )
    }

    fileprivate func isBetweenTheSame(as other: Relation) -> Bool {
        Set([first, second]) == [other.first, other.second]
    }

    /// Whether the other relation, of the same two characters, adds no information.
    fileprivate func says(_ other: Relation) -> Bool {
        guard let theirs = other.word else { return true }
        return word == theirs && first == other.first
    }
}

// MARK: - Books

extension ChangeRecorder {
    private func joinBook(_ id: UUID, into kept: UUID) throws {
        guard let source = try db.fetchSeriesID(ofBook: id),
            let target = try db.fetchSeriesID(ofBook: kept)
        else { throw LibraryError.partNotFound }
        if source != target {
            try SeriesChanges(recorder: self).moveBook(id, to: .series(target))
        }
        let other = try db.require(BookRecord.self, id).book
        var record = try db.require(BookRecord.self, kept)
        record.book.takeOver(other)
        try save(record, in: .book)
        let chapters = try joinChapters(of: id, into: kept)
        try joinProgress(of: id, into: kept, in: target, chapters)
        try takeNotes(of: .book(id), to: .book(kept))
        try takeCharacters(of: id, to: kept, chapters)
    }

    /// Moves the chapters of a book to another one, except those whose name exists there.
    ///
    /// - Returns: the chapters that were joined with one of the same name.
    private func joinChapters(of id: UUID, into kept: UUID) throws -> [UUID: UUID] {
        func chapters(of id: UUID) throws -> [ChapterRecord] {
            try ChapterRecord.fetchAll(
                db,
                sql: """
                    SELECT * FROM chapter WHERE bookID = ? AND deletedAt IS NULL
                    AND withdrawnAt IS NULL ORDER BY position, id
                    """,
                arguments: [id]
            )
        }
        var known = try chapters(of: kept)
        var joined: [UUID: UUID] = [:]
        var next = (known.map(\.chapter.position).max() ?? -1) + 1
        for record in try chapters(of: id) {
            let name = record.chapter.name.folded
            if let twin = known.firstIndex(where: { $0.chapter.name.folded == name }) {
                // A name may occur twice in both books.
                joined[record.id] = known.remove(at: twin).id
                continue
            }
            var moved = record
            moved.chapter.bookID = kept
            moved.chapter.position = next
            next += 1
            try save(moved, in: .chapter)
        }
        for (old, new) in joined.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
            let notes = try ["note", "trashedNote"].flatMap {
                try UUID.fetchAll(
                    db,
                    sql: "SELECT id FROM \($0) WHERE chapterID = ?",
                    arguments: [old]
                )
            }
            try setChapter(ofNotes: notes, from: old, to: new)
            try setDeleted(.chapter, old, to: dateOfDeletion())
        }
        return joined
    }

    /// The reading progress of the series, if it is in the book.
    private func joinProgress(
        of id: UUID,
        into kept: UUID,
        in seriesID: UUID,
        _ chapters: [UUID: UUID]
    ) throws {
        let series = try db.require(SeriesRecord.self, seriesID)
        guard let point = series.readUpTo, point.bookID == id else { return }
        let chapter = point.chapterID.map { chapters[$0] ?? $0 }
        try setReadUpTo(ReadingPosition(bookID: kept, chapterID: chapter), in: seriesID)
    }

    /// Moves the characters of a book to another one, after the existing ones.
    private func takeCharacters(
        of id: UUID,
        to kept: UUID,
        _ chapters: [UUID: UUID]
    ) throws {
        func current(_ chapter: UUID?) -> UUID? { chapter.map { chapters[$0] ?? $0 } }
        let last = try Int.fetchOne(
            db,
            sql: "SELECT max(position) FROM character WHERE bookID = ?",
            arguments: [kept]
        )
        // Includes those in the trash, so that restoring them finds an existing book.
        let moved = try CharacterRecord.fetchAll(
            db,
            sql: "SELECT * FROM character WHERE bookID = ? ORDER BY position, id",
            arguments: [id]
        )
        for (offset, record) in moved.enumerated() {
            var record = record
            record.character.bookID = kept
            record.character.chapterID = current(record.character.chapterID)
            record.character.position = (last ?? -1) + 1 + offset
            try save(record, in: .character)
        }
        let relations = try RelationRecord.fetchAll(
            db,
            sql: "SELECT * FROM relation WHERE bookID = ?",
            arguments: [id]
        )
        for record in relations {
            var record = record
            record.relation.bookID = kept
            record.relation.chapterID = current(record.relation.chapterID)
            try save(record, in: .relation)
        }
    }
}

extension Book {
    /// Fills in missing values, and combines the lists.
    fileprivate mutating func takeOver(_ other: Book) {
        author = author ?? other.author
        published = published ?? other.published
        tagline = tagline ?? other.tagline
        overview = overview ?? other.overview
        isbn10 = isbn10 ?? other.isbn10
        if amazonURL == nil {
            (amazonURL, linkName) = (other.amazonURL, other.linkName)
        } else if linkName == nil, amazonURL == other.amazonURL {
            linkName = other.linkName
        }
        if coverFile == nil, coverID == nil {
            (coverFile, coverID) = (other.coverFile, other.coverID)
            (accent, tint) = (other.accent ?? accent, other.tint ?? tint)
        }
        number = number ?? other.number
        language = language ?? other.language
        readingStatus = readingStatus ?? other.readingStatus
        rating = rating ?? other.rating
        readings += other.readings.filter { !readings.contains($0) }
        let names = Set(shelves.map(\.folded))
        shelves += other.shelves.filter { !names.contains($0.folded) }
    }
}
