import Foundation
import GRDB

/// The destination of a moved book.
public enum BookDestination: Hashable, Sendable {
    /// An existing series.
    case series(UUID)
    /// A new series with this id and title.
    case newSeries(UUID, title: String)
    /// No series: a row with this id and without a title represents the series of a lone book. An
    /// empty row that the book has left is reused.
    case alone(UUID)
}

/// A book that was moved from one series to another, with the data to move it back.
struct BookMove: Hashable, Sendable {
    /// The reading point of a series before the move and after it.
    struct Point: Hashable, Sendable {
        var before: ReadingPosition?
        var after: ReadingPosition?
    }

    var bookID: UUID
    var from: UUID
    var to: UUID
    var fromPosition: Int
    var toPosition: Int
    /// Whether editions of the series already left the position alone before the move.
    var hadOwnPosition: Bool
    var pointOfSource: Point
    var pointOfTarget: Point
    /// Whether the book's current series was created for it.
    var madeTarget: Bool
    /// Whether the book's previous series had been created for it, and was removed.
    var removedSource = false
}

extension SeriesChanges {
    /// Moves a book to the end of another series, with its characters and everything attached to
    /// either.
    ///
    /// The reading progress of the series moves along if it is in the book, unless the other series
    /// has its own; the old series then counts as read up to the previous book. The library records
    /// that the book was in the series; see ``Library/formerSeries()``.
    ///
    /// - Returns: the series that the book is in now.
    /// - Throws: `.notFound` if the book or the series does not exist; `.emptyTitle`.
    @discardableResult
    public func moveBook(_ id: UUID, to destination: BookDestination) throws -> UUID {
        let book = try recorder.db.require(BookRecord.self, id).book
        let target = try recorder.target(of: destination, for: book)
        guard target.id != book.seriesID else { return target.id }
        let move = try recorder.moveBook(id, to: target.id, madeTarget: target.isNew)
        recorder.steps.append(.bookMoved(move))
        return target.id
    }

    /// The current series of a book or a character; nil if the part is not shown.
    public func seriesID(of part: SeriesPart) throws -> UUID? {
        switch part {
        case .book(let id): try recorder.db.fetchSeriesID(ofBook: id)
        case .character(let id): try recorder.db.fetchSeriesID(ofCharacter: id)
        case .series(let id): id
        case .chapter, .relation: nil
        }
    }

    /// Creates the row of a series without a title, for a lone book.
    public func makeSeriesOfLoneBook(_ id: UUID) throws {
        try recorder.save(
            SeriesRecord(id: id, origin: .own, title: "", author: nil),
            in: .series
        )
    }
}

extension ChangeRecorder {
    fileprivate func target(
        of destination: BookDestination,
        for book: Book
    ) throws -> (id: UUID, isNew: Bool) {
        switch destination {
        case .series(let id):
            guard try db.require(SeriesRecord.self, id).state.deletedAt == nil else {
                throw LibraryError.partNotFound
            }
            return (id, false)
        case .newSeries(let id, let title):
            guard !title.allSatisfy(\.isWhitespace) else {
                throw LibraryError(.emptyTitle, "A title or a name is needed.")
            }
            try makeSeries(id, title: title, like: book.seriesID)
            return (id, true)
        case .alone(let id):
            if try db.isAlone(book.id, in: book.seriesID) { return (book.seriesID, false) }
            if let former = try db.emptyFormerSeries(of: book.id) { return (former, false) }
            try makeSeries(id, title: "", like: book.seriesID)
            return (id, true)
        }
    }

    /// Has no undo step of its own: moving the book back removes the series again.
    private func makeSeries(_ id: UUID, title: String, like old: UUID) throws {
        try SeriesRecord(id: id, origin: .own, title: title, author: nil).insert(db)
        try db.execute(
            sql: """
                UPDATE series SET openedAt = (SELECT openedAt FROM series WHERE id = ?) WHERE id = ?
                """,
            arguments: [old, id]
        )
        changes.append(.seriesAdded(id))
    }

    /// Moves a book back if it is still where the move put it, with everything that was attached to
    /// it since.
    func undo(_ move: BookMove) throws {
        guard let record = try BookRecord.fetchOne(db, key: move.bookID),
            record.book.seriesID == move.to,
            let source = try SeriesRecord.fetchOne(db, key: move.from),
            move.removedSource || source.state.deletedAt == nil
        else { return }
        if move.removedSource { try setShown(series: move.from, true) }
        var back = try moveBook(
            move.bookID,
            to: move.from,
            madeTarget: move.removedSource,
            undoing: move
        )
        if move.madeTarget, try db.isEmptySeries(move.to) {
            try setShown(series: move.to, false)
            back.removedSource = true
        }
        steps.append(.bookMoved(back))
    }

    /// Removes or restores a series that was created for a book, as part of moving the book.
    private func setShown(series id: UUID, _ isShown: Bool) throws {
        try db.execute(
            sql: "UPDATE series SET deletedAt = ? WHERE id = ?",
            arguments: [isShown ? nil : try dateOfDeletion().milliseconds, id]
        )
        changes.append(isShown ? .seriesAdded(id) : .seriesRemoved(id))
    }

    fileprivate func moveBook(
        _ id: UUID,
        to target: UUID,
        madeTarget: Bool,
        undoing undone: BookMove? = nil
    ) throws -> BookMove {
        let old = try db.require(BookRecord.self, id)
        let source = old.book.seriesID
        let points = try movedPoints(of: id, from: source, to: target, undoing: undone)
        var record = old
        record.book.seriesID = target
        record.book.position =
            if let undone, undone.toPosition == old.book.position {
                undone.fromPosition
            } else {
                try db.nextBookPosition(in: target)
            }
        _ = try record.save(to: db)
        if let undone, !undone.hadOwnPosition { try forgetOwnPosition(of: id) }
        try db.execute(
            sql: "UPDATE character SET seriesID = ? WHERE bookID = ?",
            arguments: [target, id]
        )
        try setPoint(points.source.after, of: source)
        try setPoint(points.target.after, of: target)
        try db.noteFormerSeries(source, ofBook: id, now: target, at: now)
        changes += [.seriesChanged(source), .seriesChanged(target)]
        changes += try db.changesOfNotes(onBook: id)
        return BookMove(
            bookID: id,
            from: source,
            to: target,
            fromPosition: old.book.position,
            toPosition: record.book.position,
            hadOwnPosition: old.state.changedFields.contains("position"),
            pointOfSource: points.source,
            pointOfTarget: points.target,
            madeTarget: madeTarget
        )
    }

    private func setPoint(_ point: ReadingPosition?, of seriesID: UUID) throws {
        try db.execute(
            sql: "UPDATE series SET readBookID = ?, readChapterID = ? WHERE id = ?",
            arguments: [point?.bookID, point?.chapterID, seriesID]
        )
    }

    private func movedPoints(
        of bookID: UUID,
        from source: UUID,
        to target: UUID,
        undoing undone: BookMove?
    ) throws -> (source: BookMove.Point, target: BookMove.Point) {
        let (ofSource, ofTarget) = (
            try db.require(SeriesRecord.self, source).readUpTo,
            try db.require(SeriesRecord.self, target).readUpTo
        )
        var after = (source: ofSource, target: ofTarget)
        let isInBook = ofSource?.bookID == bookID
        if let undone {
            let isUnchanged = ofTarget == undone.pointOfSource.after
            if isUnchanged { after.target = isInBook ? ofSource : undone.pointOfSource.before }
            if isInBook { after.source = undone.pointOfTarget.before }
        } else if isInBook {
            after.target = ofTarget ?? ofSource
            // Without a reading position, everything in the remaining books would be shown.
            after.source = try db.predecessor(ofBook: bookID).map { ReadingPosition(bookID: $0) }
        }
        return (
            BookMove.Point(before: ofSource, after: after.source),
            BookMove.Point(before: ofTarget, after: after.target)
        )
    }

    private func forgetOwnPosition(of id: UUID) throws {
        guard var record = try BookRecord.fetchOne(db, key: id) else { return }
        record.state.changedFields.remove("position")
        try record.update(db, columns: ["changedFields"])
    }
}

extension Database {
    /// Whether a series without a title has no other book.
    fileprivate func isAlone(_ bookID: UUID, in seriesID: UUID) throws -> Bool {
        try isTrue(
            """
            SELECT title = '' AND NOT EXISTS (SELECT 1 FROM book
                WHERE seriesID = series.id AND id <> ?)
            FROM series WHERE id = ?
            """,
            [bookID, seriesID]
        )
    }

    /// Whether a series contains nothing that is shown or could be restored.
    func isEmptySeries(_ id: UUID) throws -> Bool {
        try isTrue(
            """
            SELECT NOT EXISTS (SELECT 1 FROM book WHERE seriesID = ?1)
                AND NOT EXISTS (SELECT 1 FROM character WHERE seriesID = ?1)
            """,
            [id]
        )
    }

    private func isTrue(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try Bool.fetchOne(self, sql: sql, arguments: arguments) ?? false
    }

    /// The newest series without a title that the book was in and left empty.
    fileprivate func emptyFormerSeries(of bookID: UUID) throws -> UUID? {
        try UUID.fetchAll(
            self,
            sql: """
                SELECT seriesID FROM formerSeries JOIN series ON series.id = seriesID
                WHERE bookID = ? AND title = '' AND deletedAt IS NULL ORDER BY leftAt DESC
                """,
            arguments: [bookID]
        ).first { try isEmptySeries($0) }
    }

    fileprivate func nextBookPosition(in seriesID: UUID) throws -> Int {
        let last = try Int.fetchOne(
            self,
            sql: "SELECT max(position) FROM book WHERE seriesID = ?",
            arguments: [seriesID]
        )
        return (last ?? -1) + 1
    }

    /// The previous shown book of the same series.
    fileprivate func predecessor(ofBook id: UUID) throws -> UUID? {
        try UUID.fetchOne(
            self,
            sql: """
                SELECT other.id FROM book JOIN book AS other ON other.seriesID = book.seriesID
                WHERE book.id = ? AND (other.position, other.id) < (book.position, book.id)
                AND other.deletedAt IS NULL AND other.withdrawnAt IS NULL
                ORDER BY other.position DESC, other.id DESC LIMIT 1
                """,
            arguments: [id]
        )
    }

    /// Changes for the notes on a book and its characters, because the search knows each note's
    /// series.
    fileprivate func changesOfNotes(onBook id: UUID) throws -> [LibraryChange] {
        try NoteRecord.fetchAll(
            self,
            sql: """
                SELECT * FROM note WHERE subjectKind = 'book' AND subjectID = ?1
                OR subjectKind = 'character'
                    AND subjectID IN (SELECT id FROM character WHERE bookID = ?1)
                """,
            arguments: [id]
        ).map { .noteChanged($0.note.id, on: $0.note.subject) }
    }
}
