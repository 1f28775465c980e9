import Foundation
import HawkNotesModel

/// The window's pending changes, which the library's readings do not contain yet.
///
/// An answer of the library is shown until a reading contains it, which may come a moment earlier
/// or later; nothing flickers in between.
struct NoteOverlay {
    /// The notes of the page that are being saved.
    var pending: [PendingNote] = []
    /// The notes that are being deleted, including those of other pages.
    var hidden: Set<Note.ID> = []
    /// The notes of the page that are being restored.
    var returning: [Note.ID: Note] = [:]

    private struct Answer {
        /// Nil for a deleted note.
        let note: Note?
        /// Whether the note is new in the library.
        let isNew: Bool
        /// The earlier texts of the note.
        var olderTexts: [String] = []
        /// The number of the library's writes at that time: a reading that includes them is newer.
        let revision: Int
    }

    private var answers: [Note.ID: Answer] = [:]

    /// Records that the library has saved a note.
    mutating func didAdd(_ note: Note, at revision: Int) {
        answers[note.id] = Answer(note: note, isNew: true, revision: revision)
    }

    /// Records that the library has changed a note.
    ///
    /// - Parameter base: the text before. If the library has reported another one, that is newer.
    mutating func didEdit(_ note: Note, base: String, at revision: Int) {
        let last = answers[note.id].flatMap { $0.note?.text == base ? $0 : nil }
        answers[note.id] = Answer(
            note: note,
            isNew: last?.isNew ?? false,
            olderTexts: (last?.olderTexts ?? []) + [base],
            revision: revision
        )
    }

    /// Records that the library has removed a note.
    mutating func didDelete(_ id: Note.ID, at revision: Int) {
        answers[id] = Answer(note: nil, isNew: false, revision: revision)
    }

    /// Drops the answers that a reading includes.
    mutating func forgetAnswers(upTo revision: Int) {
        answers = answers.filter { $0.value.revision > revision }
    }

    /// The number of writes that a reading must include to contain all answers.
    var revision: Int { answers.values.map(\.revision).max() ?? -1 }

    /// All notes that are shown differently from the library's reading.
    var ids: Set<Note.ID> {
        hidden.union(returning.keys).union(answers.keys).union(pending.lazy.map(\.id))
    }

    /// Whether the positions of added and removed notes are known.
    func isPlaced(in slice: NoteSlice) -> Bool {
        hidden.union(returning.keys).allSatisfy {
            slice.asked.contains($0) || slice.note($0) != nil
        }
    }
}

// MARK: - Applied to a reading

extension NoteOverlay {
    /// The saved note with this id, if it is loaded.
    func note(_ id: Note.ID, in slice: NoteSlice) -> Note? {
        let told = slice.note(id)
        guard let answer = answers[id] else { return told }
        guard let note = answer.note else { return nil }
        if let told {
            return answer.olderTexts.contains(told.text) ? note.withOtherTexts(of: told) : told
        }
        return answer.isNew || slice.places[id] != nil ? note : nil
    }

    /// The pending notes that the library already has.
    func savedIDs(in slice: NoteSlice) -> [Note.ID] {
        pending.map(\.id).filter { slice.places[$0] != nil || slice.note($0) != nil }
    }

    /// The rows: the notes with the pending changes applied, and the pending notes, which are at
    /// the end if sorted by date.
    ///
    /// Pending notes are known when the library's last note is.
    func rows(over slice: NoteSlice) -> RowRun<NoteItem> {
        var notes = slice.notes
        if !hidden.isEmpty || !answers.isEmpty {
            notes = notes.compactMap { told in
                if isGone(told.id) { return nil }
                return answers[told.id] == nil ? told : note(told.id, in: slice) ?? told
            }
        }
        var (earlier, later) = (slice.start, slice.total - slice.end)
        for (id, position) in slice.places where isGone(id) && slice.note(id) == nil {
            if slice.isBefore(position) { earlier -= 1 } else { later -= 1 }
        }
        for note in added(to: slice) {
            let position = slice.ranking.position(of: note)
            if slice.isBefore(position) {
                earlier += 1
            } else if slice.isBehind(position) {
                later += 1
            } else {
                let index = notes.firstIndex { slice.ranking.position(of: $0) > position }
                notes.insert(note, at: index ?? notes.endIndex)
            }
        }
        // A damaged library may have miscounted.
        (earlier, later) = (max(0, earlier), max(0, later))
        let waiting = pending.filter { !isSaved($0.id, in: slice) }
        guard slice.ranking.order == .byDate else {
            return rows(notes, with: waiting, over: slice, earlier, later)
        }
        var items = notes.map { NoteItem($0) }
        if later == 0 { items += waiting.map { NoteItem($0) } }
        let count = earlier + notes.count + later + waiting.count
        return RowRun(items: items, from: earlier, of: count)
    }

    /// The rows sorted by place: pending notes are where they will be once saved.
    private func rows(
        _ notes: [Note],
        with waiting: [PendingNote],
        over slice: NoteSlice,
        _ earlier: Int,
        _ later: Int
    ) -> RowRun<NoteItem> {
        var (earlier, later) = (earlier, later)
        var items = notes.map { NoteItem($0) }
        var positions = waiting.isEmpty ? [] : notes.map(slice.ranking.position(of:))
        for note in waiting {
            let position = slice.ranking.position(of: note.place, addedAt: note.date)
            if slice.isBefore(position) {
                earlier += 1
            } else if slice.isBehind(position) {
                later += 1
            } else {
                let index = positions.firstIndex { $0 > position } ?? positions.endIndex
                positions.insert(position, at: index)
                items.insert(NoteItem(note), at: index)
            }
        }
        return RowRun(items: items, from: earlier, of: earlier + items.count + later)
    }

    /// Whether a note is hidden, whether or not the library has it.
    func isGone(_ id: Note.ID) -> Bool {
        guard returning[id] == nil else { return false }
        if let answer = answers[id], answer.note == nil { return true }
        return hidden.contains(id)
    }

    /// Notes that were added to the library after the reading.
    private func added(to slice: NoteSlice) -> [Note] {
        var added = returning
        for (id, answer) in answers where answer.isNew { added[id] = answer.note }
        return added.values.filter {
            !isGone($0.id) && slice.note($0.id) == nil && slice.places[$0.id] == nil
        }
    }

    private func isSaved(_ id: Note.ID, in slice: NoteSlice) -> Bool {
        if returning[id] != nil { return true }
        if let answer = answers[id], answer.isNew || answer.note == nil { return answer.isNew }
        return slice.places[id] != nil || slice.note(id) != nil
    }
}

extension NoteSlice {
    /// Whether a place is before the loaded notes, so that its neighbors are unknown.
    fileprivate func isBefore(_ position: NotePosition) -> Bool {
        start > 0 && notes.first.map { position < ranking.position(of: $0) } ?? false
    }

    /// The same for a place after the loaded notes.
    fileprivate func isBehind(_ position: NotePosition) -> Bool {
        end < total && notes.last.map { position > ranking.position(of: $0) } ?? true
    }
}
