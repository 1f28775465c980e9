import Foundation
import GRDB

/// What takes a change of the library back: a value to keep for as long as *Undo* is offered.
///
/// Only what is still as the change left it is taken back: what was made of it since stays.
public struct LibraryUndo: Hashable, Sendable {
    /// One thing that was done; they are taken back from the last to the first.
    enum Step: Hashable, Sendable {
        /// Notes were moved to the trash.
        case deleted([UUID])
        /// Notes were brought back out of the trash.
        case restored([UUID])
        /// A note was moved to another page.
        case moved(UUID, from: NoteSubject, to: NoteSubject)
        /// A note was given other contents.
        case changed(UUID, from: NoteContents, to: NoteContents)
        /// An import was taken back, or is valid again; what it added is told besides.
        case imported(UUID, isUndone: Bool)
        /// A row of a series was made or changed.
        case row(SeriesRowChange)
        /// A book was moved to another series.
        case bookMoved(BookMove)
        /// All notes of a page, shown or in the trash, were moved to another one that it became a part of.
        case pageJoined([UUID], from: NoteSubject, to: NoteSubject)
        /// Notes of a chapter were given another one that it became a part of.
        case chapterJoined([UUID], from: UUID, to: UUID)
        /// A character was made a favorite, or is none any more.
        case favorite(UUID, Bool)
        /// Two books or two characters became one.
        indirect case joined(PartJoin)
        /// They are two again.
        case separated(SeriesPart, from: UUID)
    }

    var steps: [Step] = []

    /// Whether nothing was changed.
    public var isEmpty: Bool { steps.isEmpty }
}

/// Notes down what a transaction does: for the observers, and to take it back.
final class ChangeRecorder {
    let db: Database
    let now: Date
    var changes: [LibraryChange] = []
    var steps: [LibraryUndo.Step] = []
    private var knownDateOfDeletion: Date?

    /// The date of what goes to the trash; found once for many.
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
    /// Takes a change back.
    ///
    /// - Returns: what does it again.
    @discardableResult
    public func undo(_ undo: LibraryUndo) throws -> LibraryUndo {
        try changeLibrary("undo that") { recorder in
            for step in undo.steps.reversed() { try recorder.undo(step) }
        }
    }

    /// Changes the library in one transaction, and returns what takes that back.
    func changeLibrary(
        _ doing: String,
        _ body: (ChangeRecorder) throws -> Void
    ) throws -> LibraryUndo {
        let now = environment.now()
        // After the commit: a reading from before it must not be kept.
        var changesSeries = false
        defer { if changesSeries { cachedSeries.withLock { $0.forget() } } }
        return try write(doing) { db in
            let recorder = ChangeRecorder(db, now: now)
            try body(recorder)
            recorder.changes += try db.changesOfNeighbors(of: recorder.changes)
            let changes = recorder.uniqueChanges
            changesSeries = changes.contains { $0.seriesID != nil }
            return (LibraryUndo(steps: recorder.steps.filter(\.isSomething)), changes)
        }
    }
}

extension LibraryUndo.Step {
    var isSomething: Bool {
        switch self {
        case .deleted(let ids), .restored(let ids): !ids.isEmpty
        case .moved, .changed, .imported, .row, .bookMoved, .pageJoined, .chapterJoined, .favorite,
            .joined, .separated:
            true
        }
    }
}

extension ChangeRecorder {
    /// A series is read as a whole: one word about it is enough.
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
            // A page that is gone would take the note along.
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
        }
    }
}
