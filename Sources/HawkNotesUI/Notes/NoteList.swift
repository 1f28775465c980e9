import Foundation
import HawkNotesModel

/// What a card shows of a note.
struct NoteItem: Equatable, Identifiable {
    /// How far it is on its way to the library.
    enum Progress: Equatable {
        case saved
        /// Since when.
        case saving(Date)
        case failed(SavingProblem)
    }

    let id: UUID
    var text: String
    var createdAt: Date
    var modifiedAt: Date
    var progress: Progress

    init(_ note: Note) {
        id = note.id
        text = note.text
        createdAt = note.createdAt
        modifiedAt = note.modifiedAt
        progress = .saved
    }

    init(_ note: PendingNote) {
        id = note.id
        text = note.text
        createdAt = note.date
        modifiedAt = note.date
        progress = note.problem.map { .failed($0) } ?? .saving(note.date)
    }
}

/// The notes of a page: what the library tells of, and what the window has asked of it that it does not
/// tell of yet.
///
/// What the library answers is shown until it tells of it by itself, which it does a moment before or
/// after; nothing is seen to come and go between the two.
struct NoteList {
    /// The notes that are on their way to the library.
    var pending: [PendingNote] = []
    /// The notes that are being deleted.
    var hidden: Set<Note.ID> = []
    /// The notes that are being brought back.
    var returning: [Note.ID: Note] = [:]
    private(set) var told: [Note] = []
    /// What was answered since the library told of anything; nil is a note that is gone.
    private var answers: [Note.ID: Note?] = [:]

    /// Takes what the library tells of.
    mutating func tell(_ notes: [Note]) {
        told = notes
        answers = [:]
    }

    /// Takes the library's answer that it has a note.
    mutating func didAdd(_ note: Note) {
        answers[note.id] = isTold(note.id) ? .none : .some(note)
    }

    /// Takes the library's answer that it has changed a note.
    ///
    /// - Parameter base: the text before. If the library has told of another one, that is newer.
    mutating func didEdit(_ note: Note, base: String) {
        let isOlder = told.contains { $0.id == note.id && $0.text == base }
        answers[note.id] = isOlder ? .some(note) : .none
    }

    /// Takes the library's answer that it has a note no more.
    mutating func didDelete(_ id: Note.ID) {
        answers[id] = isTold(id) ? .some(nil) : .none
    }

    /// The note with this id, as far as the library has it.
    func note(_ id: Note.ID) -> Note? {
        if let answer = answers[id] { return answer }
        return told.first { $0.id == id }
    }

    /// What is shown, from the first to the last: what is pending stands at the end.
    var items: [NoteItem] {
        var notes = told
        if !answers.isEmpty {
            notes = notes.compactMap { note in answers[note.id] ?? note }
            for case let note? in answers.values where !isTold(note.id) { insert(note, &notes) }
        }
        for note in returning.values where !notes.contains(where: { $0.id == note.id }) {
            insert(note, &notes)
        }
        if !hidden.isEmpty {
            notes.removeAll { hidden.contains($0.id) && returning[$0.id] == nil }
        }
        guard !pending.isEmpty else { return notes.map { NoteItem($0) } }
        let saved = Set(notes.map(\.id))
        return notes.map { NoteItem($0) }
            + pending.filter { !saved.contains($0.id) }.map { NoteItem($0) }
    }

    private func isTold(_ id: Note.ID) -> Bool { told.contains { $0.id == id } }

    /// At its place by date, behind those of the same moment.
    private func insert(_ note: Note, _ notes: inout [Note]) {
        let place = notes.firstIndex { $0.createdAt > note.createdAt } ?? notes.endIndex
        notes.insert(note, at: place)
    }
}
