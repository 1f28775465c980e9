import Foundation

extension Series {
    /// The series as it is shown: hidden parts have no text and no pictures.
    ///
    /// Hidden parts keep their position and id, so that lists, links and stored state need not
    /// consider spoilers. Must not be saved.
    ///
    /// - Parameters:
    ///   - exceptions: parts that are shown nevertheless.
    ///   - name: the placeholder for the names of hidden characters.
    public func veiled(except exceptions: Set<Veil.Exception> = [], name: String) -> Series {
        guard veil.isOn else { return self }
        var veil = veil
        veil.exceptions = exceptions
        return Series(
            id: id,
            origin: origin,
            title: title,
            author: author,
            revision: revision,
            books: books.map { veil.hides(book: $0.id) ? $0.withoutDescription : $0 },
            characters: allCharacters.map {
                veil.hides(character: $0.id) ? $0.withoutWords(called: name) : $0
            },
            relations: relations.filter { !veil.hides($0) },
            chapters: chapters,
            neighbors: neighbors,
            outerRelations: outerRelations.filter { !veil.hides($0) },
            readUpTo: readUpTo,
            veil: veil,
            joined: joined
        )
    }

    /// The series with nothing hidden.
    public var withoutVeil: Series {
        Series(
            id: id,
            origin: origin,
            title: title,
            author: author,
            revision: revision,
            books: books,
            characters: allCharacters,
            relations: relations,
            chapters: chapters,
            neighbors: neighbors,
            outerRelations: outerRelations,
            readUpTo: readUpTo,
            veil: Veil.none,
            joined: joined
        )
    }

    /// The series' own veil, as far as it follows from the shown parts.
    static func veil(
        _ position: ReadingPosition?,
        _ books: [Book],
        _ chapters: [Chapter],
        _ characters: [Character]
    ) -> Veil {
        guard position != nil else { return .none }
        return Veil(
            position,
            books: Dictionary(firstOf: books.map { ($0.id, $0.position) }),
            chapters: chapters,
            characters: Dictionary(
                firstOf: characters.map {
                    ($0.id, Veil.Place(bookID: $0.bookID, chapterID: $0.chapterID))
                }
            )
        )
    }
}

extension Book {
    /// Whether the book has a description that the veil could hide.
    public var hasDescription: Bool { tagline != nil || overview != nil }

    fileprivate var withoutDescription: Book {
        var book = self
        book.tagline = nil
        book.overview = nil
        return book
    }
}

extension Character {
    fileprivate func withoutWords(called name: String) -> Character {
        var character = self
        character.name = name
        character.aliases = []
        character.summary = nil
        character.synopsis = nil
        character.avatarFile = nil
        character.avatarID = nil
        return character
    }
}
