import Foundation
import HawkNotesModel
import Phrases

/// The characters that notes mention, with their current names.
@MainActor
package final class SeriesMentions {
    private let library: Library
    private let series: LoadedSeries
    /// The names of series that have not changed since.
    private var names: [Series.ID: MentionNames] = [:]
    private var searches: [Series.ID: [Book.ID?: MentionSearch]] = [:]
    /// Characters that are being saved.
    private var coming: [Character.ID: Character] = [:]
    /// The books and characters outside the loaded series that were requested.
    private var asked: Set<Place> = []
    private var wanted: Set<Place> = []
    private var changes: ChangeObservation?
    private let observers = ChangeObservers<Void>()

    package init(_ library: Library, series: LoadedSeries) {
        self.library = library
        self.series = series
        changes = series.observe { [weak self] in self?.follow($0) }
    }

    /// The current name of a character; nil for a deleted one, or one that is still being looked
    /// up, whose series will be loaded.
    package func name(of id: Character.ID) -> String? {
        if let character = coming[id] ?? series.character(id) {
            return character.name.isEmpty ? nil : character.name
        }
        find(.character(id))
        return nil
    }

    /// Whether a note is a spoiler.
    func isVeiled(_ note: Note) -> Bool { series.isVeiled(note) }

    /// The title of the page of notes; nil for a deleted one, or one that is still being looked up.
    package func title(of subject: NoteSubject) -> String? {
        switch subject {
        case .character(let id): return name(of: id)
        case .book(let id):
            if let book = series.book(id) { return book.title }
            find(.book(id))
            return nil
        }
    }

    /// The names of the characters of a series.
    package func names(in seriesID: Series.ID) -> MentionNames {
        if let known = names[seriesID] { return known }
        guard let whole = series.whole(seriesID) else { return .none }
        // Users may write a name that they know.
        let new = MentionNames(characters(of: whole)) { whole.book($0)?.title }
        names[seriesID] = new
        return new
    }

    /// Searches the characters of a series; those of the book precede equally good matches.
    package func search(in seriesID: Series.ID, first book: Book.ID?) -> MentionSearch {
        if let known = searches[seriesID]?[book] { return known }
        let all =
            series[seriesID].map(characters(of:))
            ?? coming.values.filter {
                $0.seriesID == seriesID
            }
        let shown = all.filter { !series.isVeiled(character: $0.id) }
        let new = MentionSearch(
            shown.filter { $0.bookID == book } + shown.filter { $0.bookID != book }
        )
        searches[seriesID, default: [:]][book] = new
        return new
    }

    /// Includes those that are being saved.
    private func characters(of series: Series) -> [Character] {
        series.allCharacters
            + coming.values.filter { $0.seriesID == series.id && series.character($0.id) == nil }
    }

    private func forget(_ seriesID: Series.ID) {
        names[seriesID] = nil
        searches[seriesID] = nil
    }

    /// Calls the body when characters were renamed, added or removed, as long as the returned
    /// object is kept.
    package func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Adds a character that is being saved: it can be mentioned at once.
    package func expect(_ character: Character) {
        coming[character.id] = character
        forget(character.seriesID)
        observers.notify(())
    }

    /// Called when the character was saved, or could not be.
    package func expectNoMore(_ character: Character) {
        guard coming.removeValue(forKey: character.id) != nil else { return }
        forget(character.seriesID)
        observers.notify(())
    }

    private func follow(_ changed: Set<Series.ID>) {
        for id in changed { forget(id) }
        observers.notify(())
    }

    /// Looks up in the library what no loaded series has, in batches.
    private func find(_ place: Place) {
        guard asked.insert(place).inserted else { return }
        if wanted.isEmpty { MainLoop.whenIdle { [weak self] in self?.findWanted() } }
        wanted.insert(place)
    }

    private func findWanted() {
        let places = wanted
        wanted = []
        library.perform { library in
            Set(try places.compactMap { try library.locate($0)?.seriesID })
        } completion: { [weak self] result in
            switch result {
            case .success(let found): self?.series.load(found) {}
            case .failure(let error):
                Log.warn("\(error)")
                self?.asked.subtract(places)
            }
        }
    }
}
