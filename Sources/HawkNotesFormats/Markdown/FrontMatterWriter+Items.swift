/// The front matter of each kind of item.
extension FrontMatterWriter {
    mutating func add(_ state: ImportedState) {
        add("position", state.position.map { "\($0)" })
        add("origin", state.origin)
        add("changed", state.changedFields)
    }

    mutating func add(_ book: ImportedBook) {
        add("title", book.title)
        add("authors", book.authors)
        add("series", reference: book.series)
        add("number", book.numberText ?? book.number.map { "\($0)" })
        add("year", book.year.map { "\($0)" })
        add("month", book.month.map { "\($0)" })
        add("tagline", book.tagline)
        add("isbn", book.isbn)
        add("language", book.language)
        add("status", book.status?.rawValue)
        add("rating", book.rating.map { "\(Double($0) / 2)" })
        add("readings", book.readings.map(\.interval))
        add("shelves", book.shelves)
        add("web", book.webAddress)
        add("web-name", book.webName)
        add("accent", book.accent)
        add("tint", book.tint)
        add("former-ids", book.formerIDs)
        add(book.state)
    }

    /// As lists of the same length, because front matter only has texts and lists of texts.
    mutating func add(_ chapters: [ImportedChapter]) {
        add("chapters", chapters.map(\.title))
        add("chapter-ids", chapters.map { $0.libraryID?.uuidString ?? "" })
        add("chapter-positions", chapters.map { "\($0.order)" })
        add("chapter-origins", chapters.map { $0.state.origin ?? "" })
        add("chapter-changes", changes(chapters.map(\.state)))
    }

    mutating func add(_ character: ImportedCharacter) {
        add("name", character.name)
        add("aliases", character.aliases)
        add("tagline", character.tagline)
        add("series", reference: character.series)
        add("book", reference: character.book)
        add("chapter-id", character.chapterID?.uuidString)
        if character.isFavorite { add("favorite", "true") }
        add("former-ids", character.formerIDs)
        add(character.state)
    }

    /// Nothing if no item has changes.
    private func changes(_ states: [ImportedState]) -> [String] {
        let changes = states.map { $0.changedFields.joined(separator: " ") }
        return changes.allSatisfy(\.isEmpty) ? [] : changes
    }

    mutating func add(_ relations: [ImportedRelation]) {
        add("related", relations.map { names[$0.second] ?? "" })
        add("related-ids", relations.map(\.second.key))
        add("relation-ids", relations.map { $0.libraryID?.uuidString ?? "" })
        add("relation-words", relations.map { $0.word ?? "" })
        add("relation-book-ids", relations.map { $0.book?.key ?? "" })
        add("relation-chapter-ids", relations.map { $0.chapterID?.uuidString ?? "" })
        add("relation-positions", relations.map { $0.state.position.map { "\($0)" } ?? "" })
        add("relation-origins", relations.map { $0.state.origin ?? "" })
        add("relation-changes", changes(relations.map(\.state)))
    }

    mutating func add(_ note: ImportedNote) {
        add("book", reference: note.book)
        add("character", reference: note.character)
        add("chapter", note.place?.chapter)
        add("chapter-id", note.place?.chapterID?.uuidString)
        add("page", note.place?.page)
        add("location", note.place?.location)
        add("place", note.place?.text)
        add("created", note.created.map(Self.date))
        if note.isUndated { add("undated", "true") }
        add("updated", note.updated.map(Self.date))
        add("tags", note.tags)
        if note.quote != nil { add("quote", "true") }
        add("quote-color", note.quoteColor)
        add("quote-style", note.quoteStyle)
    }
}
