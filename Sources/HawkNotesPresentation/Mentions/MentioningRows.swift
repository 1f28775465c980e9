import Foundation
import HawkNotesModel
import Phrases

/// The notes of other pages that mention a character: those around the view are read, off the main
/// thread, and read again after a change. Knows no widget.
@MainActor
package final class MentioningRows {
    /// The number of rows that are read before and after the visible ones.
    private static let margin = 40

    /// Called after the rows have changed.
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

    /// The number of rows.
    package var count: Int { rows.count }

    /// The content of a row; nil while it is not loaded.
    package func note(at row: Int) -> MentioningNote? { rows[row] }

    /// The index of a note among the loaded rows.
    package func row(of id: Note.ID) -> Int? { rows.index(of: id) }

    /// Loads these rows.
    package func need(_ some: Range<Int>) {
        wanted = some
        if !some.clamped(to: 0..<count).allSatisfy({ note(at: $0) != nil }) { reader.read() }
    }

    /// Stops reading; callbacks are no longer called.
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
    /// Whether a change may affect what other pages say of a character: names change the text of
    /// mentions, and deleting a part deletes its notes.
    var concernsNotesElsewhere: Bool { subject != nil || seriesID != nil }
}
