import Foundation
import HawkNotesModel

/// What the window has asked of the library that the library does not tell of yet.
///
/// What the library answers is shown until it tells of it by itself, which it does a moment before
/// or after; nothing is seen to come and go between the two.
struct NoteOverlay {
    /// The notes of the page that are on their way to the library.
    var pending: [PendingNote] = []
    /// The notes that are being deleted, those of other pages as well.
    var hidden: Set<Note.ID> = []
    /// The notes of the page that are being brought back.
    var returning: [Note.ID: Note] = [:]

    private struct Answer {
        /// Nil for one that is gone.
        let note: Note?
        /// Whether the library had no such note before.
        let isNew: Bool
        /// The texts that the note had before.
        var olderTexts: [String] = []
        /// How many writes the library had made by then: a reading that has these is newer.
        let revision: Int
    }

    private var answers: [Note.ID: Answer] = [:]

    /// Takes the library's answer that it has a note.
    mutating func didAdd(_ note: Note, at revision: Int) {
        answers[note.id] = Answer(note: note, isNew: true, revision: revision)
    }

    /// Takes the library's answer that it has changed a note.
    ///
    /// - Parameter base: the text before. If the library has told of another one, that is newer.
    mutating func didEdit(_ note: Note, base: String, at revision: Int) {
        let last = answers[note.id].flatMap { $0.note?.text == base ? $0 : nil }
        answers[note.id] = Answer(
            note: note,
            isNew: last?.isNew ?? false,
            olderTexts: (last?.olderTexts ?? []) + [base],
            revision: revision
        )
    }

    /// Takes the library's answer that a note was removed.
    mutating func didDelete(_ id: Note.ID, at revision: Int) {
        answers[id] = Answer(note: nil, isNew: false, revision: revision)
    }

    /// Drops the answers that a reading has seen.
    mutating func forgetAnswers(upTo revision: Int) {
        answers = answers.filter { $0.value.revision > revision }
    }

    /// How many writes a reading must have seen to know all that was answered.
    var revision: Int { answers.values.map(\.revision).max() ?? -1 }

    /// All notes that are not shown as the library tells of them.
    var ids: Set<Note.ID> {
        hidden.union(returning.keys).union(answers.keys).union(pending.lazy.map(\.id))
    }

    /// Whether it is known of the notes that come and go where they stand.
    func isPlaced(in slice: NoteSlice) -> Bool {
        hidden.union(returning.keys).allSatisfy {
            slice.asked.contains($0) || slice.note($0) != nil
        }
    }
}

// MARK: - Over what was read

extension NoteOverlay {
    /// The note with this id, as far as the library has it and it is known.
    func note(_ id: Note.ID, in slice: NoteSlice) -> Note? {
        let told = slice.note(id)
        guard let answer = answers[id] else { return told }
        guard let note = answer.note else { return nil }
        if let told { return answer.olderTexts.contains(told.text) ? note : told }
        return answer.isNew || slice.places[id] != nil ? note : nil
    }

    /// The pending notes that the library turns out to have.
    func savedIDs(in slice: NoteSlice) -> [Note.ID] {
        pending.map(\.id).filter { slice.places[$0] != nil || slice.note($0) != nil }
    }

    /// The rows: the notes with what was asked of the library, and what is pending: by date at the end.
    ///
    /// What is pending is known when the last of the library's notes is.
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

    /// The rows by place: what is pending stands where it will stand.
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

    /// Whether a note is not to be shown, whether or not the library has it.
    func isGone(_ id: Note.ID) -> Bool {
        guard returning[id] == nil else { return false }
        if let answer = answers[id], answer.note == nil { return true }
        return hidden.contains(id)
    }

    /// Notes that the library did not have when it was read.
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
    /// Whether a place is before all that was read, so that it is not known what stands there.
    fileprivate func isBefore(_ position: NotePosition) -> Bool {
        start > 0 && notes.first.map { position < ranking.position(of: $0) } ?? false
    }

    /// The same behind all that was read.
    fileprivate func isBehind(_ position: NotePosition) -> Bool {
        end < total && notes.last.map { position > ranking.position(of: $0) } ?? true
    }
}
