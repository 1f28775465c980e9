import Foundation
import HawkNotesModel

/// The spoilers of all loaded series.
extension LoadedSeries {
    /// Whether the description of a book is hidden.
    package func isDescriptionVeiled(of id: Book.ID) -> Bool {
        guard veils.values.contains(where: { $0.hides(book: id) }),
            let seriesID = book(id)?.seriesID
        else { return false }
        return whole(seriesID)?.book(id)?.hasDescription ?? false
    }

    /// Whether a character is hidden.
    package func isVeiled(character id: Character.ID) -> Bool {
        let id = former.joined.current(id)
        return veils.values.contains { $0.hides(character: id) }
    }

    /// Whether a note is hidden.
    package func isVeiled(note id: Note.ID, on subject: NoteSubject, chapterID: UUID?) -> Bool {
        veils.values.contains { $0.hides(note: id, on: subject, chapterID: chapterID) }
    }

    /// Whether a note is hidden.
    package func isVeiled(_ note: Note) -> Bool { veils.values.contains { $0.hides(note) } }

    /// The hidden relations of a character.
    package func veiledRelations(of id: Character.ID) -> [Relation] {
        guard let seriesID = character(id)?.seriesID, let shown = self[seriesID],
            shown.veil.isOn, let whole = whole(seriesID)
        else { return [] }
        return whole.allRelations(of: id).filter { shown.veil.hides($0) }
    }

    /// The same, plus relations to hidden characters.
    package func relationsWithVeil(of id: Character.ID) -> [Relation] {
        let shown = (character(id)?.seriesID).flatMap { self[$0] }?.relations(of: id) ?? []
        return veiledRelations(of: id)
            + shown.filter { isVeiled(character: $0.first) || isVeiled(character: $0.second) }
    }

    /// Search results without the names of hidden characters, whose notes may be shown.
    package func shown(_ results: SearchResults) -> SearchResults {
        guard !veils.isEmpty else { return results }
        var results = results
        results.notes = results.notes.map(shown)
        results.drafts = results.drafts.map(shown)
        results.trash = results.trash.map(shown)
        return results
    }

    private func shown(_ hit: SearchHit) -> SearchHit {
        let subject: NoteSubject? =
            switch hit.content {
            case .note(let note), .trashedNote(let note): note.subject
            case .draft(let draft): draft.subject
            case .book, .character, .series: nil
            }
        guard let subject, isVeiled(character: subject.id) else { return hit }
        var hit = hit
        hit.title = VeilText.name
        return hit
    }

    /// The saved title of a window, unless it is the name of a character that is hidden now.
    package func readable(title: String) -> String {
        guard !title.isEmpty else { return title }
        let isVeiled = veils.contains { id, veil in
            whole(id)?.allCharacters.contains {
                $0.name == title && veil.hides(character: $0.id)
            } ?? false
        }
        return isVeiled ? VeilText.page : title
    }

    /// The details of a deleted item, without spoilers.
    package func shown(_ details: TrashDetails) -> TrashDetails {
        details.veiled(by: Array(veils.values), name: VeilText.name, words: VeilText.remark)
    }
}
