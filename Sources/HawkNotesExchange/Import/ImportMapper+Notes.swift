import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Notes, with their places and quotations.
extension ImportMapper {
    func take(_ item: SourceNote) throws {
        let source = item.libraryID == nil ? item.identity.description : nil
        var words = item.wordsIdentity?.description
        if item.text.isEmpty { words = nil }
        if source != nil, let id = try imported(item.identity, or: item.formerIdentities) {
            // Words that came later than the highlight.
            guard let newer = words, let identity = item.wordsIdentity,
                try imported(identity, or: item.formerWordsIdentities) == nil
            else {
                return isKnown(.note, id)
            }
            return try add(item, source: newer, words: nil)
        }
        try add(item, source: source, words: words)
    }

    /// What was imported from a source before, by its present identity or those that earlier versions gave
    /// it. It has the present one from now on: a former one may hold what changes.
    func imported(_ identity: SourceIdentity, or former: [SourceIdentity]) throws -> UUID? {
        if let id = try importer.imported(from: identity.description) { return id }
        for other in former {
            guard let id = try importer.imported(from: other.description) else { continue }
            try importer.remember(id, source: identity.description)
            return id
        }
        return nil
    }

    private func add(_ item: SourceNote, source: String?, words: String?) throws {
        let (subject, bookID, seriesID) = try subject(of: item)
        let isOurs = item.libraryID != nil
        let note = HawkNotesModel.ImportedNote(
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
        let (id, isAdded) = try wasAdded { try importer.add(note, source: source) }
        guard isAdded else { return isKnown(.note, id) }
        isNew(.note, id)
        if let words { try importer.remember(id, source: words) }
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

    /// The book for what belongs to none: nothing that somebody has written is left out.
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

    private func place(_ place: ImportedPlace?, in bookID: UUID?) throws -> NotePlace? {
        guard let place else { return nil }
        var chapterID = place.chapterID
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
