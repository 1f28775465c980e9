import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Chapters, characters and their relations.
extension ImportMapper {
    func take(_ item: ImportedChapter) throws {
        let item = withOwnID(item)
        if let id = item.libraryID {
            if try importer.exists(.chapter(id)) {
                isKnown(.chapter, id)
                return try takeChanges(of: item, id)
            }
        } else if let id = try importer.imported(from: item.identity.description) {
            return isKnown(.chapter, id)
        }
        guard let book = try bookPlace(item.book) else { return isKnown(.chapter) }
        let chapters = try chapters(of: book.id)
        // The reader's own list of chapters does not change.
        if item.libraryID == nil, chapters.wereThere { return isKnown(.chapter) }
        let chapter = Chapter(
            id: item.libraryID ?? importer.newID(),
            bookID: book.id,
            name: item.title,
            position: Self.position(item.state) ?? item.order
        )
        let id = try importer.add(
            chapter,
            origin: Self.origin(item.state),
            source: item.libraryID == nil ? item.identity.description : nil
        )
        isNew(.chapter, id)
        try importer.setChangedFields(item.state.changedFields, of: .chapter(id))
        let key = NameMatching.key(item.title)
        if !key.isEmpty, names.chapters[book.id]?.byName[key] == nil {
            names.chapters[book.id]?.byName[key] = id
        }
    }

    private func takeChanges(of item: ImportedChapter, _ id: UUID) throws {
        guard !item.state.changedFields.isEmpty || item.state.page != nil,
            let book = try bookPlace(item.book)
        else { return }
        let chapter = Chapter(
            id: id,
            bookID: book.id,
            name: item.title,
            position: Self.position(item.state) ?? item.order
        )
        try takeChanges(item.state, .chapter, .chapter(chapter))
    }

    func chapters(of bookID: UUID) throws -> NameTables.Chapters {
        if let known = names.chapters[bookID] { return known }
        var chapters = NameTables.Chapters()
        for chapter in try importer.chapters(of: bookID) {
            chapters.wereThere = true
            let key = NameMatching.key(chapter.name)
            if !key.isEmpty, chapters.byName[key] == nil { chapters.byName[key] = chapter.id }
        }
        names.chapters[bookID] = chapters
        return chapters
    }

    // MARK: - Characters

    func take(_ item: ImportedCharacter) throws {
        let item = withOwnID(item)
        if characters[item.identity] != nil { return isRepeated(.character) }
        if let id = item.libraryID, !item.formerIDs.isEmpty {
            formerIDs.append((item.formerIDs, .character(id)))
        }
        let book = try item.book.flatMap { try bookPlace($0) }
        let source = item.identity.description
        if let id = item.libraryID {
            if let seriesID = try importer.anySeries(ofCharacter: id) {
                characters[item.identity] = CharacterEntry(id: id, seriesID: seriesID)
                isKnown(.character, id)
                try takeChanges(of: item, id, in: seriesID, book: book?.id)
                return
            }
        } else if let id = try importer.imported(from: source) {
            if let seriesID = try importer.series(ofCharacter: id) {
                characters[item.identity] = CharacterEntry(id: id, seriesID: seriesID)
            }
            return isKnown(.character, id)
        }
        let seriesID =
            try book?.seriesID ?? item.series.flatMap { try self.seriesID($0) }
            ?? fallbackBook().seriesID
        if item.libraryID == nil,
            let id = try characterNames(of: seriesID)[NameMatching.key(item.name)]
        {
            characters[item.identity] = CharacterEntry(id: id, seriesID: seriesID)
            if !newIDs.contains(id) { try importer.remember(id, source: source) }
            return isJoined(.character, id)
        }
        try add(item, seriesID, book: book?.id)
    }

    private func takeChanges(
        of item: ImportedCharacter,
        _ id: UUID,
        in seriesID: UUID,
        book bookID: UUID?
    ) throws {
        if !item.state.changedFields.isEmpty || item.state.page != nil {
            let position = Self.position(item.state) ?? 0
            // A book in the trash has no page.
            let named = item.book.flatMap { UUID(uuidString: $0.key) }
            let known = try named.flatMap { try importer.exists(.book($0)) ? $0 : nil }
            let bookID = bookID ?? known
            let character = character(item, id, seriesID, book: bookID, position: position)
            try takeChanges(item.state, .character, .character(character))
        }
        if item.state.page != nil { knownPages.append((.character(id), item.state)) }
        if item.state.changedFields.contains("avatarID") {
            ownPictures[item.identity] = .character(id)
        }
        if item.isFavorite, try importer.addFavorite(id) {
            report.changed[.character, default: 0] += 1
        }
    }

    private func character(
        _ item: ImportedCharacter,
        _ id: UUID,
        _ seriesID: UUID,
        book bookID: UUID?,
        position: Int
    ) -> HawkNotesModel.Character {
        HawkNotesModel.Character(
            id: id,
            seriesID: seriesID,
            name: item.name,
            summary: item.tagline,
            synopsis: item.overview,
            bookID: bookID,
            position: position,
            aliases: item.aliases,
            chapterID: item.chapterID,
            avatarID: pictures[item.identity]
        )
    }

    private func add(_ item: ImportedCharacter, _ seriesID: UUID, book bookID: UUID?) throws {
        let position = try Self.position(item.state) ?? nextPosition(in: seriesID, book: bookID)
        let newID = item.libraryID ?? importer.newID()
        let character = character(item, newID, seriesID, book: bookID, position: position)
        let id = try importer.add(
            character,
            origin: Self.origin(item.state),
            source: item.libraryID == nil ? item.identity.description : nil
        )
        isNew(.character, id)
        try importer.setChangedFields(item.state.changedFields, of: .character(id))
        if item.isFavorite { try importer.addFavorite(id) }
        characters[item.identity] = CharacterEntry(id: id, seriesID: seriesID)
        if names.characters[seriesID] != nil { names.add(character) }
    }

    private func nextPosition(in seriesID: UUID, book bookID: UUID?) throws -> Int {
        let place = NameTables.CharacterPlace(seriesID: seriesID, bookID: bookID)
        let next = names.nextCharacterPosition[place]
        let position =
            try next ?? importer.nextCharacterPosition(in: seriesID, book: bookID)
        names.nextCharacterPosition[place] = position + 1
        return position
    }

    /// Characters of a series by their names and aliases.
    func characterNames(of seriesID: UUID) throws -> [String: UUID] {
        if let known = names.characters[seriesID] { return known }
        names.characters[seriesID] = [:]
        for character in try importer.characters(of: seriesID) { names.add(character) }
        return names.characters[seriesID] ?? [:]
    }

    func take(_ item: ImportedRelation) throws {
        guard let first = characters[item.first], let second = characters[item.second],
            // Only Hawk Notes' own files have relations between two series.
            first.seriesID == second.seriesID || item.libraryID != nil, first.id != second.id
        else {
            return report.tell(
                ImportProblem(.missingFile(item.identity.key), file: item.identity.description)
            )
        }
        let relation = Relation(
            id: item.libraryID ?? importer.newID(),
            first: first.id,
            second: second.id,
            word: item.word,
            bookID: try item.book.flatMap { try bookPlace($0)?.id },
            chapterID: item.chapterID
        )
        let (id, isAdded) = try wasAdded {
            try importer.add(
                relation,
                position: Self.position(item.state) ?? 0,
                origin: Self.origin(item.state),
                source: item.libraryID == nil ? item.identity.description : nil
            )
        }
        if isAdded {
            isNew(.relation, id)
            try importer.setChangedFields(item.state.changedFields, of: .relation(id))
        } else {
            isKnown(.relation, id)
            let position = Self.position(item.state) ?? 0
            try takeChanges(item.state, .relation, .relation(relation, position: position))
        }
    }
}
