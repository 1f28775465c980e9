import Foundation
import HawkNotesModel
import StateRestoration

/// Drafts whose book, character or note no longer exists.
@MainActor
package enum OrphanedDrafts {
    /// A draft and where it is stored.
    package struct Draft: Sendable {
        package var path: String
        /// The reader's own words.
        package var words: String
        /// The quotation; nil when there is none.
        package var quote: Quote?
        /// The deleted place.
        package var missing: Place
        /// Whether it still exists, on another page.
        package var isMoved = false

        /// The quotation, and the reader's own words below.
        package var text: String { quote.above(words) }
    }

    /// Finds the drafts in a window's state whose page cannot be shown, and edits of notes that
    /// have since been deleted or moved.
    ///
    /// - Parameter tell: called with them once the library has answered; not called if it cannot be
    ///   read.
    package static func find(
        in scene: RestorationScene,
        library: Library,
        series: LoadedSeries,
        _ tell: @escaping @MainActor @Sendable ([Draft]) -> Void
    ) {
        var candidates: [Place: [Draft]] = [:]
        var pages: [String: NoteSubject] = [:]
        var hidden: [Draft] = []
        let scopes = FormerScopes(series)
        for path in scene.storedKeys() {
            guard StoredPath.mayBeDraft(path), let written = WrittenDraft(at: path, in: scene)
            else { continue }
            let stored = written.place
            pages[path] = stored.pageOfEditedNote
            func draft(without place: Place) -> Draft {
                Draft(path: path, words: written.words, quote: written.quote, missing: place)
            }
            if let page = stored.neededPlaces.last(where: { series.current($0) != $0 }),
                scopes.isHidden(path, in: scene)
            {
                hidden.append(draft(without: page))
                continue
            }
            for place in stored.neededPlaces.map(series.current)
            where series.owner(of: place) == nil {
                candidates[place, default: []].append(draft(without: place))
            }
        }
        guard !candidates.isEmpty else { return tell(hidden) }
        let (drafts, pagesOfNotes, others) = (candidates, pages, hidden)
        library.perform { library in
            // An unreadable library must not make anything count as deleted.
            let gone = try library.missing(among: Set(drafts.keys))
            var notes: [Note.ID: Note] = [:]
            for id in drafts.keys.compactMap(\.noteID) { notes[id] = try library.currentNote(id) }
            return (gone: gone, notes: notes)
        } completion: { result in
            guard case .success(let (gone, notes)) = result else { return }
            var told: Set<String> = []
            let moved = notes.flatMap { id, note in
                (drafts[.note(id)] ?? []).filter { draft in
                    // Edits that were saved before the note was moved are not lost.
                    draft.text != note.quote.above(note.text)
                        && pagesOfNotes[draft.path].map {
                            series.current($0.place) != note.subject.place
                        } ?? false
                }.map { draft in
                    var moved = draft
                    moved.isMoved = true
                    return moved
                }
            }
            // An edit goes on where the note is, unless another one is there.
            let paired = notes.filter { $0 != $1.id }
            let doubles = paired.flatMap { id, note in
                (drafts[.note(id)] ?? []).filter { draft in
                    let path = scopes.current(draft.path).replacing(
                        ScopePrefix.note + id.canonicalString,
                        with: ScopePrefix.note + note.id.canonicalString
                    )
                    return scene.hasStoredValue(at: path)
                }
            }
            let lost = gone.filter { place in place.noteID.map { paired[$0] == nil } ?? true }
            let found = lost.flatMap { drafts[$0] ?? [] } + moved + doubles + others
            tell(
                found.sorted { $0.path < $1.path }.filter { told.insert($0.path).inserted }
            )
        }
    }
}

extension StoredPath {
    /// The places without which the value has no page.
    fileprivate var neededPlaces: [Place] {
        var places: [Place] = []
        if let tab { places.append(.book(tab)) }
        if let character { places.append(.character(character)) }
        if case .edit(let note) = subject { places.append(.note(note)) }
        return places
    }

    /// The page on which a note was edited; nil for other values.
    fileprivate var pageOfEditedNote: NoteSubject? {
        if case .edit = subject { noteSubject } else { nil }
    }
}

extension Place {
    fileprivate var noteID: Note.ID? { if case .note(let id) = self { id } else { nil } }
}
