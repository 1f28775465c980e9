import Foundation
import HawkNotesModel

/// The rows of a page with any number of notes, of which only those around what is seen are read.
///
/// Knows no widget: a view asks for rows, says which of them it is about to show, and is told what
/// becomes of them in all windows. Behind the library's notes stand those that are on their way
/// there.
///
/// What is kept in memory is one run of rows around those that were last asked for: at most
/// ``longestNeed`` and ``margin`` on each side, and on each side no more than 1 MB of text beyond
/// the rows that were asked for. Nothing is done or kept for any other row. The library is read off
/// the main thread; for the first rows alone it is waited for, for as long as
/// `LibraryEnvironment.readingPatience`.
@MainActor
package final class NoteRows {
    /// Where to begin to read.
    package enum Start {
        case atStart
        case atEnd
        /// At a note; at the first one, if this one is gone.
        case around(Note.ID)
    }

    /// How many rows are read at most for one wish.
    static let longestNeed = 80
    /// How many rows are read before those that are needed, and how many after them.
    static let margin = 60
    /// How near to the end of what is known a row may be before more is read.
    private static let foresight = 20

    /// Told after the rows have changed, before anything else becomes of them: what is changed
    /// meanwhile is told next. The first time it may be empty, when the page has turned out to be
    /// so.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    /// Told why the notes cannot be read, once until they can or there is another reason. The rows
    /// stay as they are; the next change or wish tries again.
    package var onError: @MainActor (LibraryError) -> Void = { _ in }
    /// Told after each reading, whether or not it has changed the rows.
    package var onRead: @MainActor () -> Void = {}
    /// Told of pending notes that the library turns out to have.
    package var onSaved: @MainActor ([Note.ID]) -> Void = { _ in }

    /// Why the last reading failed; nil when it did not.
    package private(set) var error: LibraryError?
    private(set) var rows = RowRun<NoteItem>.empty
    /// How the rows follow one another.
    private var rowsOrder = NoteOrder.byDate
    private var overlay = NoteOverlay()
    package private(set) var slice = NoteSlice.unread
    package let reading: NoteReading
    private var observation: LibraryObservation?
    private var (isTelling, mustTellAgain) = (false, false)

    /// Reads the first rows, and follows what becomes of them.
    ///
    /// They are known when this returns, unless the disk keeps them; `error` says why not, if that
    /// is known as well.
    package init(
        on subject: NoteSubject,
        in library: Library,
        starting start: Start = .atStart,
        order: NoteOrder = .byDate
    ) {
        reading = NoteReading(of: subject, in: library, from: start, order: order)
        reading.rows = self
        observation = library.observeChanges(on: subject) { [weak self] _ in
            self?.reading.follow()
        }
        reading.begin()
    }

    /// Ends it: nothing is told any more.
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
    /// Whether the library has told how many notes there are.
    package var isLoaded: Bool { slice.revision >= 0 }

    /// How many rows there are; those that were not read yet count.
    package var count: Int { rows.count }

    /// The rows that are known. The pending notes at the end are, as soon as the last saved note
    /// is.
    var known: Range<Int> { rows.known }

    /// What a row shows; nil when that is not known, or there is no such row.
    package func item(at index: Int) -> NoteItem? { rows[index] }

    /// Where a note is among the rows that are known.
    package func index(of id: Note.ID) -> Int? { rows.index(of: id) }

    /// The note with this id, as far as the library has it and it is known.
    package func note(_ id: Note.ID) -> Note? { overlay.note(id, in: slice) }

    /// Whether a note that is shown as one that returns has turned out to be gone from the library.
    package func isGone(_ id: Note.ID) -> Bool {
        slice.asked.contains(id) && slice.places[id] == nil && slice.note(id) == nil
    }

    /// Makes these rows known, and some around them; `onChange` tells when they are.
    ///
    /// Costs nothing when they are. Of several wishes that follow one another only the newest is
    /// answered; of one that is longer than ``longestNeed``, the first rows.
    package func need(_ wanted: Range<Int>) {
        let all = 0..<count
        let wanted = wanted.clamped(to: all).prefix(Self.longestNeed)
        let foresight = slice.isShortened ? 0 : Self.foresight
        let around = wanted.lowerBound - foresight..<wanted.upperBound + foresight
        reading.remember(wanted)
        reading.want(wanted.isEmpty || knows(around.clamped(to: all)) ? nil : wanted)
        if error != nil { reading.begin() }
    }

    /// Whether all of these rows are known.
    func knows(_ some: Range<Int>) -> Bool {
        some.isEmpty || (known.lowerBound <= some.lowerBound && some.upperBound <= known.upperBound)
    }

    /// Finds the row of a note wherever it is on the page, and makes it known.
    ///
    /// - Parameter completion: told its index; at once when it is known already. Nil when there is no
    ///   such note, or it cannot be read.
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

// MARK: - What is asked of the library

extension NoteRows {
    /// The notes of the page that are on their way to the library.
    package var pending: [PendingNote] {
        get { overlay.pending }
        set {
            guard newValue != overlay.pending else { return }
            overlay.pending = newValue
            update()
        }
    }

    /// The notes that are being deleted, those of other pages as well.
    package var hidden: Set<Note.ID> {
        get { overlay.hidden }
        set {
            guard newValue != overlay.hidden else { return }
            overlay.hidden = newValue
            update()
        }
    }

    /// The notes of the page that are being brought back.
    package var returning: [Note.ID: Note] {
        get { overlay.returning }
        set {
            guard newValue != overlay.returning else { return }
            overlay.returning = newValue
            update()
        }
    }

    /// Takes the library's answer that it has a note.
    package func didAdd(_ note: Note) {
        answer { overlay, revision in overlay.didAdd(note, at: revision) }
    }

    /// Takes the library's answer that it has changed a note.
    ///
    /// - Parameter base: the text before. If the library has told of another one, that is newer.
    package func didEdit(_ note: Note, base: String) {
        answer { overlay, revision in overlay.didEdit(note, base: base, at: revision) }
    }

    /// Takes the library's answer that a note was removed.
    package func didDelete(_ id: Note.ID) {
        answer { overlay, revision in overlay.didDelete(id, at: revision) }
    }

    /// Takes an answer, unless a reading has seen all that the library has done.
    private func answer(_ body: (inout NoteOverlay, _ revision: Int) -> Void) {
        let revision = reading.libraryRevision
        guard revision > slice.revision else { return }
        body(&overlay, revision)
        update()
    }

    /// Brings the rows up to date with the overlay, and reads what is to be known for it.
    private func update() {
        refresh()
        reading.begin()
    }

    /// - Parameter isFirst: whether to tell of it even if nothing has changed.
    private func refresh(isFirst: Bool = false) {
        mustTellAgain = true
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        var mustTell = isFirst
        while mustTellAgain {
            mustTellAgain = false
            let new = overlay.rows(over: slice)
            let isSameOrder = rowsOrder == slice.ranking.order || rows.count == 0
            let change =
                isSameOrder
                ? RowsChange(from: rows, to: new) : RowsChange(replacing: rows, with: new)
            rows = new
            rowsOrder = slice.ranking.order
            if mustTell || !change.isEmpty { onChange(change) }
            mustTell = false
        }
    }
}

// MARK: - For the reading

extension NoteRows {
    /// Replaces the slice with what was read.
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

    /// Remembers why nothing could be read.
    func setError(_ new: LibraryError) {
        let isKnown = error?.code == new.code
        error = new
        if !isKnown { onError(new) }
    }

    /// How many writes must have been seen for the rows to be right; nil when nothing is amiss.
    ///
    /// - Parameter revision: of which the page was told.
    func mustReadAgain(for revision: Int) -> Bool {
        slice.revision < max(revision, overlay.revision) || !isOrdered
            || !overlay.isPlaced(in: slice)
    }

    /// The notes whose places are to be told with the next reading.
    var idsToPlace: Set<Note.ID> { overlay.ids }

    /// How many rows the overlay may move a note by.
    var shift: Int { overlay.ids.count }

    /// Where to look for a note: at its place when that is known, at the end when it is pending.
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
