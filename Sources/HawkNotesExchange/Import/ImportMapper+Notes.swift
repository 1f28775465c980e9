import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Notes, with their places and quotations.
extension ImportMapper {
    func take(_ item: SourceNote) throws {
        if item.libraryID != nil { return try takeOwn(item) }
        if let file = item.formerFile { formerFiles.append(file) }
        if let known = try known(item) { return try meet(item, known) }
        if try isRenamed(item) { return }
        if try isLeftForLater(item) { return }
        try add(item)
    }

    /// A note of our own files is known by its id, and does not change, unless its words have been
    /// edited since they were exported.
    private func takeOwn(_ item: SourceNote) throws {
        if let counterpart = counterparts.note(item.libraryID) {
            let known = try importer.importedNote(from: item.identity.description)
            return try meet(item, known ?? counterpart)
        }
        guard let words = item.exportedWords else { return try add(item) }
        let (subject, bookID, seriesID) = try subject(of: item)
        let note = try note(of: item, on: subject, bookID: bookID, seriesID: seriesID)
        guard try importer.exportedWords(of: note) != words else { return try add(item) }
        if let known = try importer.importedNote(from: item.identity.description)
            ?? importer.exportedNote(note, asExported: words)
        {
            return try meet(item, known)
        }
        try add(item)
    }

    /// Adds a note with the identities of its item.
    func add(_ item: SourceNote) throws {
        let isOurs = item.libraryID != nil
        let words = item.text.isEmpty ? nil : item.wordsIdentity
        try add(
            item,
            source: isOurs ? nil : item.identity.description,
            words: words?.description
        )
    }

    func add(_ item: SourceNote, source: String?, words: String?) throws {
        let (subject, bookID, seriesID) = try subject(of: item)
        let note = try note(of: item, on: subject, bookID: bookID, seriesID: seriesID)
        let reading = source.map { _ in item.reading }
        let (id, isAdded) = try wasAdded {
            try importer.add(note, source: source, reading: reading)
        }
        guard isAdded else { return isKnown(.note, id) }
        isNew(.note, id)
        if let words { try importer.remember(id, source: words) }
    }

    /// The library's version of an item.
    ///
    /// - Parameters:
    ///   - bookID: The book of its place.
    ///   - seriesID: The series whose characters it may mention.
    func note(
        of item: SourceNote,
        on subject: NoteSubject,
        bookID: UUID?,
        seriesID: UUID
    ) throws -> HawkNotesModel.ImportedNote {
        let isOurs = item.libraryID != nil
        var note = HawkNotesModel.ImportedNote(
            id: item.libraryID,
            on: subject,
            text: isOurs ? item.text : try text(of: item, in: seriesID),
            place: try place(item.place, in: bookID),
            quote: item.quote.map { Quote($0, color: item.quoteColor, style: item.quoteStyle) },
            tags: item.tags,
            createdAt: item.created?.date(imports.moment) ?? item.fileDate,
            isUndated: item.isUndated || item.created == nil && item.fileDate == nil,
            modifiedAt: item.updated?.date(imports.moment)
        )
        note.earlier = item.earlierReadings.compactMap { reading in
            reading.created.map { created in
                HawkNotesModel.ImportedNote.Earlier(
                    text: reading.text,
                    quote: reading.quote,
                    date: created.date(imports.moment)
                )
            }
        }
        return note
    }

    private func subject(
        of item: SourceNote
    ) throws -> (NoteSubject, bookID: UUID?, seriesID: UUID) {
        let book = try item.book.flatMap { try bookPlace($0) }
        if let character = item.character.flatMap({ characters[$0] }) {
            return (.character(character.id), book?.id, character.seriesID)
        }
        let place = try book ?? fallbackBook()
        return (.book(place.id), place.id, place.seriesID)
    }

    /// The book for notes that belong to none: no note is left out.
    func fallbackBook() throws -> (id: UUID, seriesID: UUID) {
        let identity = SourceIdentity(origin: "book of a file", key: sourceName)
        if books[identity] == nil {
            let title = sourceName.isEmpty ? "?" : sourceName
            try take(ImportedBook(identity: identity, title: title))
        }
        guard let place = try bookPlace(identity) else {
            throw ImportError.unreadable(path: sourceName, errno: EINVAL)
        }
        return place
    }

    // MARK: - Places

    func place(_ place: ImportedPlace?, in bookID: UUID?) throws -> NotePlace? {
        guard let place else { return nil }
        var chapterID = place.chapterID.map(counterparts.id)
        var parts: [String] = []
        if chapterID == nil, let name = place.chapter {
            if let bookID { chapterID = try chapters(of: bookID).byName[NameMatching.key(name)] }
            if chapterID == nil { parts.append(name) }
        }
        if let page = place.page { parts.append(imports.words.page(page)) }
        if let location = place.location { parts.append(imports.words.location(location)) }
        if let text = place.text { parts.append(text) }
        let text = parts.isEmpty ? nil : parts.joined(separator: ", ")
        return chapterID == nil && text == nil ? nil : NotePlace(chapterID: chapterID, text: text)
    }

    // MARK: - Texts

    private func text(of item: SourceNote, in seriesID: UUID) throws -> String {
        guard item.text.contains("[[") else { return item.text }
        let names = try characterNames(of: seriesID)
        return WikiLinks.replaced(in: item.text) { names[NameMatching.key($0)] }
    }
}
