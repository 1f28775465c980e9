import Foundation
import HawkNotesModel
import Phrases

/// The notes of other pages that mention a character: those around what is seen are read, off the main
/// thread, and read again when something has changed. Knows no widget.
@MainActor
package final class MentioningRows {
    /// How many rows are read before and behind those that are seen.
    private static let margin = 40

    /// Told after the rows have changed.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    private var rows = RowRun<MentioningNote>.empty
    private let characterID: UUID
    private let library: Library
    private var wanted = 0..<1
    private lazy var reader = Rereader<MentioningNotes>(
        { [weak self] in self?.ask($0) },
        onRead: { [weak self] in self?.setNotes($0) },
        onError: { Log.warn("\($0)") }
    )

    package init(_ characterID: UUID, in library: Library) {
        self.characterID = characterID
        self.library = library
        reader.follow(library, when: \.concernsNotesElsewhere)
        reader.read()
    }

    /// How many there are.
    package var count: Int { rows.count }

    /// What a row shows; nil while that is not known.
    package func note(at row: Int) -> MentioningNote? { rows[row] }

    /// Where a note is among the rows that are known.
    package func row(of id: Note.ID) -> Int? { rows.index(of: id) }

    /// Makes these rows known.
    package func need(_ some: Range<Int>) {
        wanted = some
        if !some.clamped(to: 0..<count).allSatisfy({ note(at: $0) != nil }) { reader.read() }
    }

    /// Ends it: nothing is told any more.
    package func close() {
        reader.close()
        onChange = { _ in }
    }

    private func ask(_ answer: @escaping Rereader<MentioningNotes>.Answer) {
        library.readNotes(
            mentioning: characterID,
            in: wanted.widened(by: Self.margin).clamped(to: 0..<Int.max),
            completion: answer
        )
    }

    private func setNotes(_ new: MentioningNotes) {
        let old = rows
        rows = RowRun(items: new.notes, from: new.start, of: new.count)
        let change = RowsChange(from: old, to: rows)
        if !change.isEmpty { onChange(change) }
    }
}

extension LibraryChange {
    /// Whether it may make a difference to what other pages say of a character: names change what is meant,
    /// and what is deleted takes the notes on it along.
    var concernsNotesElsewhere: Bool { subject != nil || seriesID != nil }
}
