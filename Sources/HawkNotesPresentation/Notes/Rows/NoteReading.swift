import Foundation
import HawkNotesModel

/// Reads the notes that a page's rows need: one reading at a time, and another if that was not
/// enough.
@MainActor
package final class NoteReading {
    /// Receives the readings.
    weak var rows: NoteRows?

    private struct Wish {
        let rows: Range<Int>
        var attempts = 0
    }

    private struct Search {
        let id: Note.ID
        let completion: @MainActor (Int?) -> Void
    }

    private enum Purpose {
        case search
        case wish
        case news
    }

    /// How often missing rows are requested: a damaged library may have miscounted its notes.
    private static let mostAttempts = 4

    private let subject: NoteSubject
    private let library: Library
    /// The requested order of the notes.
    private(set) var order: NoteOrder
    /// What the notes are limited to; nil for all notes.
    private(set) var limit: NoteLimit?
    /// The rows last in view, which are read again after a change.
    private var focus: (anchor: NoteSliceRequest.Anchor, count: Int)
    /// The position to stay at when a note cannot be found.
    private var position: NotePosition
    /// The rows that are needed but not loaded.
    private var wish: Wish?
    private var searches: [Search] = []
    /// The number of the library's writes when it last reported a change of this page.
    private var toldRevision = 0
    /// The purpose of the current reading.
    private var purpose = Purpose.news
    /// The main thread may wait for the first reading.
    private var waits = true
    private lazy var reader = Rereader<NoteSlice>(
        { [weak self] in self?.ask($0) },
        onRead: { [weak self] in self?.handleSlice($0) },
        onError: { [weak self] in self?.handleError($0) }
    )

    init(
        of subject: NoteSubject,
        in library: Library,
        from start: NoteRows.Start,
        order: NoteOrder,
        limit: NoteLimit?
    ) {
        self.order = order
        self.limit = limit
        self.subject = subject
        self.library = library
        switch start {
        case .atStart:
            position = .first
            focus = (.position(.first), 1)
        case .atEnd:
            position = .last
            focus = (.position(.last), 1)
        case .around(let id):
            position = .first
            focus = (.note(id, otherwise: .first), 1)
        }
    }

    /// The number of the library's writes.
    package var libraryRevision: Int { library.revision }

    /// Stops reading; callbacks are no longer called.
    func close() {
        reader.close()
        searches = []
    }

    /// Called when the library reports changes of this page.
    func follow() {
        toldRevision = library.revision
        begin()
    }

    /// Changes the order, and stays with a note.
    func setOrder(_ new: NoteOrder, stayingWith seen: Note.ID?) {
        order = new
        readAgain(stayingWith: seen)
    }

    /// Limits the notes, and stays with a note; with the rows in view if only the spoilers differ.
    func setLimit(_ new: NoteLimit?, stayingWith seen: Note.ID?) {
        let isSameTag = new?.tag == limit?.tag
        limit = new
        if isSameTag { begin() } else { readAgain(stayingWith: seen) }
    }

    private func readAgain(stayingWith seen: Note.ID?) {
        position = .first
        focus = (seen.map { .note($0, otherwise: .first) } ?? .position(.first), 1)
        wish = nil
        begin()
    }

    /// Stays with these rows when something changes.
    func remember(_ seen: Range<Int>) {
        // Rows that are about to be reordered do not count.
        guard let rows, rows.isOrdered else { return }
        let note = seen.lazy.compactMap { rows.item(at: $0) }
            .compactMap { rows.note($0.id) }.first
        if let note {
            position = rows.position(of: note)
            focus = (.position(position), seen.count)
        } else if seen.contains(where: { rows.item(at: $0) != nil }) {
            // There are only pending notes.
            position = .last
            focus = (.position(.last), seen.count)
        }
    }

    /// Reads these rows as soon as possible; nil when all are known.
    func want(_ wanted: Range<Int>?) {
        if let wanted, wish?.rows == wanted, reader.isReading { return }
        wish = wanted.map { Wish(rows: $0) }
        if wanted != nil { begin() }
    }

    /// Looks for a note, and reads the rows around it.
    func find(_ id: Note.ID, _ completion: @escaping @MainActor (Int?) -> Void) {
        guard !reader.isClosed else { return }
        searches.append(Search(id: id, completion: completion))
        begin()
    }

    // MARK: Successive readings

    /// Reads whatever is needed next.
    func begin() { reader.read() }

    private func ask(_ answer: @escaping Rereader<NoteSlice>.Answer) {
        guard let (request, purpose) = nextRequest() else { return answer(nil) }
        self.purpose = purpose
        library.readNotes(request, on: subject, waits: waits, completion: answer)
        waits = false
    }

    private func nextRequest() -> (NoteSliceRequest, Purpose)? {
        guard let rows else { return nil }
        func request(_ anchor: NoteSliceRequest.Anchor, _ count: Int) -> NoteSliceRequest {
            NoteSliceRequest(
                from: anchor,
                count: count,
                margin: NoteRows.margin,
                ids: rows.idsToPlace,
                order: order,
                limit: limit
            )
        }
        if let search = searches.first {
            let anchor = rows.anchor(of: search.id, otherwise: position)
            return (request(anchor, focus.count), .search)
        }
        if rows.isOrdered || !rows.isLoaded, let wanted = wish?.rows {
            wish?.attempts += 1
            // In indices of the library's notes, from which the rows may differ by a few.
            let start = max(0, wanted.lowerBound - rows.shift)
            let count = wanted.upperBound + rows.shift - start
            return (request(.index(start), count), .wish)
        }
        guard rows.mustReadAgain(for: toldRevision) else { return nil }
        return (request(focus.anchor, focus.count), .news)
    }

    private func handleSlice(_ slice: NoteSlice) {
        // There may be more to read, or another order may be requested by now.
        reader.read()
        guard let rows, slice.ranking.order == order, slice.limit == limit else { return }
        let search = endSearch()
        if isOutdated(slice, purpose) { return }
        let olderWish = wish?.rows
        rows.setSlice(slice)
        if let search { answer(search, olderWish) }
        settleWish()
    }

    private func handleError(_ error: LibraryError) {
        // Callers that wait are not blocked forever.
        let given = [endSearch()].compactMap(\.self) + searches
        searches = []
        rows?.setError(error)
        for search in given where !reader.isClosed { search.completion(nil) }
    }

    /// The search that was answered, if the reading was one.
    private func endSearch() -> Search? {
        if case .search = purpose, !searches.isEmpty { searches.removeFirst() } else { nil }
    }

    /// Whether the reading answers an older request: the loaded rows may be nearer to the view.
    private func isOutdated(_ slice: NoteSlice, _ purpose: Purpose) -> Bool {
        guard case .wish = purpose else { return false }
        guard let wish else { return true }
        return wish.attempts == 0 && !wish.rows.overlaps(slice.start..<slice.end)
    }

    private func answer(_ search: Search, _ olderWish: Range<Int>?) {
        guard !reader.isClosed, let rows else { return }
        let index = rows.index(of: search.id)
        if let index {
            remember(index..<index + 1)
            // The view has moved from the rows of the older request to this note.
            if wish?.rows == olderWish { wish = nil }
        }
        search.completion(index)
    }

    private func settleWish() {
        guard let wish, let rows else { return }
        let wanted = wish.rows.clamped(to: 0..<rows.count)
        if rows.knows(wanted) {
            remember(wanted)
            self.wish = nil
        } else if wish.attempts >= Self.mostAttempts {
            self.wish = nil
        }
    }
}
