import Foundation
import HawkNotesModel
import Phrases

/// The titles of the places of a page's notes, and the chapters to choose from.
@MainActor
package final class NotePlaces {
    private let subject: NoteSubject
    private let series: LoadedSeries
    /// The chapters of the page's series; nil after a change.
    private var known: [Chapter.ID: Chapter]?

    package init(on subject: NoteSubject, series: LoadedSeries) {
        self.subject = subject
        self.series = series
    }

    /// Called when the series may have changed.
    package func seriesDidChange() { known = nil }

    /// A place in words; nil where there is nothing to show, as its chapter was deleted.
    package func text(of place: NotePlace?) -> String? {
        let chapter = place?.chapterID.flatMap { title(ofChapter: $0) }
        guard let text = place?.text else { return chapter }
        return chapter.map { localized("%1, %2", $0, text) } ?? text
    }

    /// The title of a chapter on this page; nil for a deleted chapter.
    package func title(ofChapter id: Chapter.ID) -> String? { chapters[id].map { title(of: $0) } }

    /// The chapters that a note of the page may belong to: those of its book, or of all books on a
    /// character's page.
    package var choices: [Choice] {
        guard let owner else { return [] }
        let found =
            switch subject {
            case .book(let id): owner.chapters(of: id)
            case .character: owner.chapters
            }
        return found.map { Choice(id: $0.id.canonicalString, title: title(of: $0)) }
    }

    private var owner: Series? {
        switch subject {
        case .book(let id): series.owner(of: .book(id))
        case .character(let id): series.owner(of: .character(id))
        }
    }

    private var chapters: [Chapter.ID: Chapter] {
        if let known { return known }
        let chapters = owner?.chapters ?? []
        let new = Dictionary(firstOf: chapters.map { ($0.id, $0) })
        known = new
        return new
    }

    /// Prefixed with the book's title, unless the page is the book's.
    private func title(of chapter: Chapter) -> String {
        let isNumber = !chapter.name.isEmpty && chapter.name.allSatisfy(\.isNumber)
        let name = isNumber ? localized("Chapter %1", chapter.name) : chapter.name
        if case .book(chapter.bookID) = subject { return name }
        return owner?.book(chapter.bookID).map { localized("%1 – %2", $0.title, name) } ?? name
    }
}
