import Foundation
import GRDB

/// The undo of a change of the library: a value to keep as long as *Undo* is offered.
///
/// Values that have changed again since are left alone.
public struct LibraryUndo: Hashable, Sendable {
    /// One step of the change; steps are undone in reverse order.
    enum Step: Hashable, Sendable {
        /// Notes were moved to the trash.
        case deleted([UUID])
        /// Notes were restored from the trash.
        case restored([UUID])
        /// A note was moved to another page.
        case moved(UUID, from: NoteSubject, to: NoteSubject)
        /// The contents of a note were changed.
        case changed(UUID, from: NoteContents, to: NoteContents)
        /// An import was undone or redone; the changes of its items are reported separately.
        case imported(UUID, isUndone: Bool)
        /// A row of a series was created or changed.
        case row(SeriesRowChange)
        /// A book was moved to another series.
        case bookMoved(BookMove)
        /// All notes of a page, shown or in the trash, were moved to the page that it was joined
        /// with.
        case pageJoined([UUID], from: NoteSubject, to: NoteSubject)
        /// Notes of a chapter were moved to the chapter that it was joined with.
        case chapterJoined([UUID], from: UUID, to: UUID)
        /// The favorite mark of a character was added or removed.
        case favorite(UUID, Bool)
        /// Two books or two characters were joined.
        indirect case joined(PartJoin)
        /// Joined parts were separated.
        case separated(SeriesPart, from: UUID)
        /// Rows that are the same in another library have their own ids again.
        case separatedRows([RowPair])
        /// Rows have the ids that stay.
        case pairedRows([RowPair])
        /// One of two texts of a note was chosen.
        case settled(SettledTexts)
    }

    var steps: [Step] = []

    /// Whether nothing was changed.
    public var isEmpty: Bool { steps.isEmpty }
}

/// Records the changes of a transaction, for observers and for undo.
final class ChangeRecorder {
    let db: Database
    let now: Date
    var changes: [LibraryChange] = []
    var steps: [LibraryUndo.Step] = []
    private var knownDateOfDeletion: Date?

    /// The deletion date of items that go to the trash; determined once for many.
    func dateOfDeletion() throws -> Date {
        if let knownDateOfDeletion { return knownDateOfDeletion }
        let date = try db.dateOfDeletion(now)
        knownDateOfDeletion = date
        return date
    }

    init(_ db: Database, now: Date) {
        self.db = db
        self.now = now
    }
}

extension Library {
    /// Undoes a change.
    ///
    /// - Returns: the redo.
    @discardableResult
    public func undo(_ undo: LibraryUndo) throws -> LibraryUndo {
        try changeLibrary("undo that") { recorder in
            for step in undo.steps.reversed() { try recorder.undo(step) }
        }
    }

    /// Changes the library in one transaction, and returns the undo.
    func changeLibrary(
        _ doing: String,
        _ body: (ChangeRecorder) throws -> Void
    ) throws -> LibraryUndo {
        let now = environment.now()
        return try write(doing) { db in
            let recorder = ChangeRecorder(db, now: now)
            try body(recorder)
            recorder.changes += try db.changesOfNeighbors(of: recorder.changes)
            let undo = LibraryUndo(steps: recorder.steps.filter(\.isSomething))
            return (undo, recorder.uniqueChanges)
        }
    }
}

extension LibraryUndo.Step {
    var isSomething: Bool {
        switch self {
        case .deleted(let ids), .restored(let ids): !ids.isEmpty
        case .separatedRows(let pairs), .pairedRows(let pairs): !pairs.isEmpty
        case .moved, .changed, .imported, .row, .bookMoved, .pageJoined, .chapterJoined, .favorite,
            .joined, .separated, .settled:
            true
        }
    }
}

extension ChangeRecorder {
    /// A series is read as a whole, so one notification about it is enough.
    var uniqueChanges: [LibraryChange] {
        var seen: Set<UUID> = []
        return changes.filter { change in
            guard case .seriesChanged(let id) = change else { return true }
            return seen.insert(id).inserted
        }
    }

    func undo(_ step: LibraryUndo.Step) throws {
        switch step {
        case .deleted(let ids): try restoreNotes(ids)
        case .restored(let ids): try deleteNotes(ids)
        case .moved(let id, let old, let new):
            // If the page was deleted, the note would be deleted with it.
            if try db.hasPage(of: old) { try move(id, from: new, to: old) }
        case .changed(let id, let old, let new): try undoChange(of: id, from: old, to: new)
        case .imported(let id, let wasUndone): try setImport(id, isUndone: !wasUndone)
        case .row(let change): try undo(change)
        case .bookMoved(let move): try undo(move)
        case .pageJoined(let ids, let old, let new): try moveNotes(ids, from: new, to: old)
        case .chapterJoined(let ids, let old, let new):
            try setChapter(ofNotes: ids, from: new, to: old)
        case .favorite(let id, let isFavorite): try setFavorite(id, !isFavorite)
        case .joined(let join): try undo(join)
        case .separated(let part, let kept): try join(part, into: kept)
        case .separatedRows(let pairs): try pair(pairs)
        case .pairedRows(let pairs): try separate(pairs)
        case .settled(let texts): try undo(texts)
        }
    }
}
