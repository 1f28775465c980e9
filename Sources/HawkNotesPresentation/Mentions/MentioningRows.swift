import Foundation
import HawkNotesModel
import Phrases

/// The notes of other pages that mention a character: those around what is seen are read, off the main
/// thread, and read again when something has changed. Knows no widget.
@MainActor
package final class MentioningRows {
    /// What has become of the rows: runs by their places before and after the change.
    package struct Change: Equatable {
        package var removed: [Range<Int>] = []
        package var inserted: [Range<Int>] = []
        /// Rows that show something else, by their places after the change.
        package var changed: [Int] = []
    }

    /// How many rows are read before and behind those that are seen.
    private static let margin = 40

    /// Told after the rows have changed.
    package var onChange: @MainActor (Change) -> Void = { _ in }
    private(set) var known = MentioningNotes.none
    private let characterID: UUID
    private let library: Library
    private var observation: LibraryObservation?
    private var wanted = 0..<1
    private var isReading = false
    private var mustReadAgain = false

    package init(_ characterID: UUID, in library: Library) {
        self.characterID = characterID
        self.library = library
        observation = library.observeChanges { [weak self] changes in
            // What is deleted takes the notes on it along.
            guard changes.contains(where: { $0.subject != nil || $0.seriesID != nil }) else {
                return
            }
            self?.read()
        }
        read()
    }

    /// How many there are.
    package var count: Int { known.count }

    /// What a row shows; nil while that is not known.
    package func note(at row: Int) -> MentioningNote? {
        let index = row - known.start
        return known.notes.indices.contains(index) ? known.notes[index] : nil
    }

    /// Where a note is among the rows that are known.
    package func row(of id: Note.ID) -> Int? {
        known.notes.firstIndex { $0.id == id }.map { $0 + known.start }
    }

    /// Sees to it that these rows are known.
    package func need(_ rows: Range<Int>) {
        wanted = rows
        if !rows.isEmpty, !rows.clamped(to: 0..<count).allSatisfy({ note(at: $0) != nil }) {
            read()
        }
    }

    /// Ends it: nothing is told any more.
    package func close() {
        observation?.cancel()
        observation = nil
        onChange = { _ in }
    }

    private func read() {
        guard !isReading else {
            mustReadAgain = true
            return
        }
        isReading = true
        mustReadAgain = false
        let rows =
            max(0, wanted.lowerBound - Self.margin)..<wanted.upperBound + Self.margin
        library.readNotes(mentioning: characterID, in: rows) { [weak self] result in
            guard let self, observation != nil else { return }
            isReading = false
            switch result {
            case .success(let new): take(new)
            case .failure(let error): Log.warn("\(error)")
            }
            if mustReadAgain { read() }
        }
    }

    private func take(_ new: MentioningNotes) {
        let old = known
        known = new
        let change = Self.change(from: old, to: new)
        if change != Change() { onChange(change) }
    }

    /// What leads from one to the other, as far as both are known; what is not known has only a number.
    nonisolated static func change(from old: MentioningNotes, to new: MentioningNotes)
        -> Change
    {
        var change = Change()
        if old.start == new.start {
            let difference = new.notes.map(\.id).difference(from: old.notes.map(\.id))
            for step in difference {
                switch step {
                case .remove(let offset, _, _):
                    change.removed.append(old.start + offset..<old.start + offset + 1)
                case .insert(let offset, _, _):
                    change.inserted.append(new.start + offset..<new.start + offset + 1)
                }
            }
            change.removed.sort { $0.lowerBound < $1.lowerBound }
        }
        let surplus = new.count - old.count + change.removed.count - change.inserted.count
        let end = max(old.start + old.notes.count, 0)
        if surplus > 0 {
            change.inserted.append(new.count - surplus..<new.count)
        } else if surplus < 0, old.count + surplus >= end {
            change.removed.append(old.count + surplus..<old.count)
        } else if surplus < 0 {
            return Change(removed: [0..<old.count], inserted: [0..<new.count])
        }
        let before = Dictionary(firstOf: old.notes.map { ($0.id, $0) })
        change.changed = new.notes.indices.filter { index in
            let note = new.notes[index]
            let isInserted = change.inserted.contains { $0.contains(new.start + index) }
            return !isInserted && before[note.id] != note
        }.map { $0 + new.start }
        return change
    }
}
