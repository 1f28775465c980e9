import Foundation
import HawkNotesModel

/// The rows of a page with any number of notes, of which only those around the view are loaded.
///
/// Knows no widget: a view requests rows before it shows them, and is notified of changes in any
/// window. Notes that are being saved follow the library's notes.
///
/// Keeps one run of rows in memory, around those that were last requested: at most ``longestNeed``
/// and ``margin`` on each side, and on each side no more than 1 MB of text beyond the requested
/// rows. Other rows cost nothing. The library is read off the main thread; only the first rows are
/// waited for, for as long as `LibraryEnvironment.readingPatience`.
@MainActor
package final class NoteRows {
    /// Where reading begins.
    package enum Start {
        case atStart
        case atEnd
        /// At a note; at the first one if this one was deleted.
        case around(Note.ID)
    }

    /// The maximum number of rows that are read for one request.
    static let longestNeed = 80
    /// The number of rows that are read before the needed ones, and after them.
    static let margin = 60
    /// How near to the end of the loaded rows a row may be before more are read.
    private static let foresight = 20

    /// Called after each change of the rows, in order: a change that is made in this callback is
    /// reported next. The first change may be empty, for an empty page.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    /// Called with the error when the notes cannot be read; once until they can, or until the error
    /// is another one. The rows stay as they are; the next change or request tries again.
    package var onError: @MainActor (LibraryError) -> Void = { _ in }
    /// Called after each reading, whether or not it changed the rows.
    package var onRead: @MainActor () -> Void = {}
    /// Called with pending notes that the library already has.
    package var onSaved: @MainActor ([Note.ID]) -> Void = { _ in }

    /// The error of the last reading; nil when it succeeded.
    package private(set) var error: LibraryError?
    private(set) var rows = RowRun<NoteItem>.empty
    /// The order of the rows.
    private var rowsOrder = NoteOrder.byDate
    /// The tag of the rows.
    private var rowsTag: String?
    private var overlay = NoteOverlay()
    package private(set) var slice = NoteSlice.unread
    package let reading: NoteReading
    private var observation: LibraryObservation?
    private var (isTelling, mustTellAgain) = (false, false)

    /// Reads the first rows, and follows changes.
    ///
    /// They are loaded when this returns, unless the disk is slow; `error` is set if reading has
    /// failed by then.
    package init(
        on subject: NoteSubject,
        in library: Library,
        starting start: Start = .atStart,
        order: NoteOrder = .byDate,
        limit: NoteLimit? = nil
    ) {
        reading = NoteReading(of: subject, in: library, from: start, order: order, limit: limit)
        reading.rows = self
        observation = library.observeChanges(on: subject) { [weak self] _ in
            self?.reading.follow()
        }
        reading.begin()
    }

    /// Stops reading; callbacks are no longer called.
    package func close() {
        observation?.cancel()
        observation = nil
        reading.close()
        onChange = { _ in }
        onError = { _ in }
        onRead = {}
        onSaved = { _ in }
    }
}

// MARK: - Rows

extension NoteRows {
    /// Whether the number of notes is known.
    package var isLoaded: Bool { slice.revision >= 0 }

    /// The number of rows, including those that are not loaded.
    package var count: Int { rows.count }

    /// The loaded rows. They include the pending notes at the end as soon as the last saved note is
    /// loaded.
    var known: Range<Int> { rows.known }

    /// The content of a row; nil when it is not loaded or does not exist.
    package func item(at index: Int) -> NoteItem? { rows[index] }

    /// The index of a note among the loaded rows.
    package func index(of id: Note.ID) -> Int? { rows.index(of: id) }

    /// The saved note with this id, if it is loaded.
    package func note(_ id: Note.ID) -> Note? { overlay.note(id, in: slice) }

    /// The other ids of those loaded notes that were found to be the same as another library's.
    package var formerIDs: [Note.ID: [Note.ID]] { slice.formerIDs }

    /// Whether a note that is shown as being restored turns out to be missing from the library.
    package func isGone(_ id: Note.ID) -> Bool {
        slice.asked.contains(id) && slice.places[id] == nil && slice.note(id) == nil
            && !slice.others.contains(id)
    }

    /// Loads these rows and some around them, and then calls `onChange`.
    ///
    /// Costs nothing when they are loaded. Of several successive requests only the newest is
    /// answered; of one longer than ``longestNeed``, the first rows.
    package func need(_ wanted: Range<Int>) {
        let all = 0..<count
        let wanted = wanted.clamped(to: all).prefix(Self.longestNeed)
        let foresight = slice.isShortened ? 0 : Self.foresight
        let around = wanted.lowerBound - foresight..<wanted.upperBound + foresight
        reading.remember(wanted)
        reading.want(wanted.isEmpty || knows(around.clamped(to: all)) ? nil : wanted)
        if error != nil { reading.begin() }
    }

    /// Whether all of these rows are loaded.
    func knows(_ some: Range<Int>) -> Bool {
        some.isEmpty || (known.lowerBound <= some.lowerBound && some.upperBound <= known.upperBound)
    }

    /// Finds the row of a note anywhere on the page, and loads it.
    ///
    /// - Parameter completion: called with the index; at once if it is known already. Nil when
    ///   there is no such note, or it cannot be read.
    package func find(_ id: Note.ID, _ completion: @escaping @MainActor (Int?) -> Void) {
        if let index = index(of: id) {
            reading.remember(index..<index + 1)
            completion(index)
        } else if overlay.isGone(id) {
            completion(nil)
        } else {
            reading.find(id, completion)
        }
    }
}

// MARK: - Pending changes

extension NoteRows {
    /// The notes of the page that are being saved.
    package var pending: [PendingNote] {
        get { overlay.pending }
        set {
            guard newValue != overlay.pending else { return }
            overlay.pending = newValue
            update()
        }
    }

    /// The notes that are being deleted, including those of other pages.
    package var hidden: Set<Note.ID> {
        get { overlay.hidden }
        set {
            guard newValue != overlay.hidden else { return }
            overlay.hidden = newValue
            update()
        }
    }

    /// The notes of the page that are being restored.
    package var returning: [Note.ID: Note] {
        get { overlay.returning }
        set {
            guard newValue != overlay.returning else { return }
            overlay.returning = newValue
            update()
        }
    }

    /// Records that the library has saved a note.
    package func didAdd(_ note: Note) {
        answer { overlay, revision in overlay.didAdd(note, at: revision) }
    }

    /// Records that the library has changed a note.
    ///
    /// - Parameter base: the text before. If the library has reported another one, that is newer.
    package func didEdit(_ note: Note, base: String) {
        answer { overlay, revision in overlay.didEdit(note, base: base, at: revision) }
    }

    /// Records that the library has removed a note.
    package func didDelete(_ id: Note.ID) {
        answer { overlay, revision in overlay.didDelete(id, at: revision) }
    }

    /// Records an answer, unless a reading includes all of the library's writes.
    private func answer(_ body: (inout NoteOverlay, _ revision: Int) -> Void) {
        let revision = reading.libraryRevision
        guard revision > slice.revision else { return }
        body(&overlay, revision)
        update()
    }

    /// Applies the overlay to the rows, and reads the rows that are needed for that.
    private func update() {
        refresh()
        reading.begin()
    }

    /// - Parameter isFirst: whether to report even an empty change.
    private func refresh(isFirst: Bool = false) {
        mustTellAgain = true
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        var mustTell = isFirst
        while mustTellAgain {
            mustTellAgain = false
            let new = overlay.rows(over: slice)
            let isSameOrder =
                rowsOrder == slice.ranking.order && rowsTag == slice.limit?.tag || rows.count == 0
            let change =
                isSameOrder
                ? RowsChange(from: rows, to: new) : RowsChange(replacing: rows, with: new)
            rows = new
            (rowsOrder, rowsTag) = (slice.ranking.order, slice.limit?.tag)
            if mustTell || !change.isEmpty { onChange(change) }
            mustTell = false
        }
    }
}

// MARK: - The interface to the reading

extension NoteRows {
    /// Replaces the loaded notes.
    func setSlice(_ new: NoteSlice) {
        error = nil
        let isFirst = !isLoaded
        slice = new
        overlay.forgetAnswers(upTo: new.revision)
        refresh(isFirst: isFirst)
        onRead()
        let saved = overlay.savedIDs(in: slice)
        if !saved.isEmpty { onSaved(saved) }
    }

    /// Stores the error of a failed reading.
    func setError(_ new: LibraryError) {
        let isKnown = error?.code == new.code
        error = new
        if !isKnown { onError(new) }
    }

    /// The number of writes that a reading must include for the rows to be right; nil when they are
    /// right.
    ///
    /// - Parameter revision: the last one that was reported to the page.
    func mustReadAgain(for revision: Int) -> Bool {
        slice.revision < max(revision, overlay.revision) || !isOrdered
            || !overlay.isPlaced(in: slice)
    }

    /// The notes whose positions the next reading must return.
    var idsToPlace: Set<Note.ID> { overlay.ids }

    /// By how many rows the overlay may move a note.
    var shift: Int { overlay.ids.count }

    /// Where to look for a note: at its position if that is known, at the end if it is pending.
    func anchor(of id: Note.ID, otherwise position: NotePosition) -> NoteSliceRequest.Anchor {
        if let note = overlay.note(id, in: slice) ?? returning[id] {
            return isOrdered ? .position(self.position(of: note)) : .note(id, otherwise: position)
        }
        if isOrdered, let place = slice.places[id] { return .position(place) }
        let note = pending.first { $0.id == id }
        let place = note.map { slice.ranking.place(of: $0) ?? .last }
        return .note(id, otherwise: place ?? position)
    }
}
