import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Converts the values of a library to exported ones.
extension ExportedItems {
    static func item(_ series: Series) -> ImportedSeries {
        var item = ImportedSeries(identity: identity(series.id), title: series.title)
        item.libraryID = series.id
        item.author = series.author
        item.state.origin = series.origin.rawValue
        return item
    }

    static func item(_ book: Book) -> ImportedBook {
        var item = ImportedBook(identity: identity(book.id), title: book.title)
        item.libraryID = book.id
        item.authors = book.author.map { [$0] } ?? []
        item.series = identity(book.seriesID)
        item.numberText = book.number
        item.year = book.published?.year
        item.month = book.published?.month
        item.tagline = book.tagline
        item.overview = book.overview
        item.isbn = book.isbn10
        item.webAddress = book.amazonURL?.absoluteString
        item.webName = book.linkName
        item.accent = book.accent.map(colors) ?? []
        item.tint = book.tint.map(colors) ?? []
        item.language = book.language
        item.status = book.readingStatus.map { status in
            switch status {
            case .toRead: .toRead
            case .reading: .reading
            case .finished: .finished
            case .stopped: .stopped
            }
        }
        item.rating = book.rating
        item.readings = book.readings.map {
            ImportedReading(startedOn: $0.startedOn, finishedOn: $0.finishedOn)
        }
        item.shelves = book.shelves
        item.state.position = book.position
        item.state.origin = book.origin.rawValue
        return item
    }

    static func item(_ chapter: Chapter) -> ImportedChapter {
        var item = ImportedChapter(
            identity: identity(chapter.id),
            book: identity(chapter.bookID),
            title: chapter.name,
            order: chapter.position,
            level: 0
        )
        item.libraryID = chapter.id
        item.state.position = chapter.position
        item.state.origin = chapter.origin.rawValue
        return item
    }

    static func item(
        _ character: HawkNotesModel.Character,
        in series: Series
    ) -> ImportedCharacter {
        var item = ImportedCharacter(identity: identity(character.id), name: character.name)
        item.libraryID = character.id
        item.aliases = character.aliases
        item.tagline = character.summary
        item.overview = character.synopsis
        item.book = character.bookID.map(identity)
        item.chapterID = character.chapterID
        item.series = identity(series.id)
        item.state.position = character.position
        item.state.origin = character.origin.rawValue
        return item
    }

    /// - Parameter books: The exported books; a relation may name another.
    static func item(
        _ relation: Relation,
        _ position: Int,
        _ books: Set<UUID>
    ) -> ImportedRelation {
        var item = ImportedRelation(
            identity: identity(relation.id),
            first: identity(relation.first),
            second: identity(relation.second)
        )
        item.libraryID = relation.id
        item.word = relation.word
        item.book = relation.bookID.flatMap { books.contains($0) ? identity($0) : nil }
        item.chapterID = relation.chapterID
        item.state.position = position
        item.state.origin = relation.origin.rawValue
        return item
    }

    static func item(_ note: Note) -> HawkNotesFormats.ImportedNote {
        var item = HawkNotesFormats.ImportedNote(identity: identity(note.id), text: note.text)
        item.libraryID = note.id
        switch note.subject {
        case .book(let id): item.book = identity(id)
        case .character(let id): item.character = identity(id)
        }
        if let place = note.place {
            var part = ImportedPlace(text: place.text)
            part.chapterID = place.chapterID
            item.place = part
        }
        item.quote = note.quote?.text
        item.quoteColor = note.quote?.color
        item.quoteStyle = note.quote?.style
        item.created = .instant(note.createdAt)
        item.isUndated = note.isUndated
        item.tags = note.tags
        item.exportedWords = note.exportedWords
        item.updated = note.modifiedAt == note.createdAt ? nil : .instant(note.modifiedAt)
        return item
    }

    private static func identity(_ id: UUID) -> SourceIdentity { MarkdownDocument.identity(id) }

    private static func colors(_ pair: ColorPair) -> [String] {
        [pair.light.description, pair.dark.description]
    }
}
