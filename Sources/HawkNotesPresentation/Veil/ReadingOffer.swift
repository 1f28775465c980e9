import Foundation
import HawkNotesModel

/// How far the reader would have to have read for something not to be a spoiler.
package struct ReadingOffer: Equatable {
    package let bookID: Book.ID
    package let choice: ReadingChoice
    /// The name of the chapter, or of the book where that has no chapters.
    package let name: String

    /// The offer for the latest of some places; nil where the series has none of them.
    init?(reaching places: [ReadingPosition], in series: Series) {
        let known = places.compactMap { place in
            series.book(place.bookID).map { book in
                (book, series.chapters(of: book.id).first { $0.id == place.chapterID })
            }
        }
        let latest = known.max { one, other in
            (one.0.position, one.1?.position ?? -1) < (other.0.position, other.1?.position ?? -1)
        }
        guard let (book, place) = latest else { return nil }
        let chapter = place ?? series.chapters(of: book.id).first
        bookID = book.id
        choice = chapter.map { .chapter($0.id) } ?? .reading
        name = chapter?.name ?? book.title
    }
}

extension LoadedSeries {
    /// How far to have read for a note to be shown.
    package func readingOffer(for subject: NoteSubject, chapterID: Chapter.ID?) -> ReadingOffer? {
        let seriesID =
            switch subject {
            case .book(let id): book(id)?.seriesID
            case .character(let id): character(id)?.seriesID
            }
        guard let series = seriesID.flatMap({ whole($0) }) else { return nil }
        let chapter = series.chapters.first { $0.id == chapterID }
        let places = [
            chapter.map { ReadingPosition(bookID: $0.bookID, chapterID: $0.id) },
            series.readingPosition(of: subject),
        ]
        return ReadingOffer(reaching: places.compactMap(\.self), in: series)
    }

    /// How far to have read for a book or a character of a series that was just saved to be shown; nil where it
    /// is shown already.
    package func readingOffer(for part: SeriesPart, in saved: Series) -> ReadingOffer? {
        var veil = saved.veil
        veil.exceptions = unveiled.all
        let subject: NoteSubject
        switch part {
        case .book(let id):
            guard veil.hides(book: id), saved.book(id)?.hasDescription == true else { return nil }
            subject = .book(id)
        case .character(let id):
            guard veil.hides(character: id) else { return nil }
            subject = .character(id)
        case .series, .chapter, .relation: return nil
        }
        return ReadingOffer(
            reaching: [saved.readingPosition(of: subject)].compactMap(\.self),
            in: saved
        )
    }
}

extension Series {
    /// The place of a book or a character in the books.
    fileprivate func readingPosition(of subject: NoteSubject) -> ReadingPosition? {
        switch subject {
        case .book(let id): ReadingPosition(bookID: id)
        case .character(let id):
            character(id).flatMap { character in
                character.bookID.map {
                    ReadingPosition(bookID: $0, chapterID: character.chapterID)
                }
            }
        }
    }
}
