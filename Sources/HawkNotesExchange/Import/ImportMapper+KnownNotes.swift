import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Compares notes that the library has from the same source with their present content there.
extension ImportMapper {
    /// A note that its source has changed since the last import.
    struct UpdatedNote {
        var identity: SourceIdentity
        var reading: SourceReading
    }

    /// An item without a known identity, with the notes of its time.
    struct LateNote {
        var item: SourceNote
        var candidates: [DatedNoteMatch]

        /// Those at its place; if there is none, all, because it may have been moved.
        var nearest: [KnownNote] {
            let here = candidates.filter(\.isAtPlace)
            return (here.isEmpty ? candidates : here).map(\.note)
        }
    }

    /// The note that was imported from an item before: found by its present and former identities,
    /// or by that of its words, if they belong to another highlight now.
    func known(_ item: SourceNote) throws -> KnownNote? {
        for identity in [item.identity] + item.formerIdentities {
            if let known = try importer.importedNote(from: identity.description) { return known }
        }
        guard let quote = item.quote, let words = try knownWords(item), !isClaimed(words.id),
            try importer.mayBeQuoted(quote, by: words.id)
        else { return nil }
        return words
    }

    /// The note that already has the words of an item.
    private func knownWords(_ item: SourceNote) throws -> KnownNote? {
        guard let identity = item.wordsIdentity, !item.text.isEmpty else { return nil }
        if let known = try importer.importedNote(from: identity.description) { return known }
        for former in item.formerWordsIdentities {
            guard let known = try importer.importedNote(from: former.description) else { continue }
            // Changing data may depend on a former identity.
            try importer.recognize(known, as: identity.description)
            return known
        }
        return nil
    }

    /// Updates a note from its item.
    func meet(_ item: SourceNote, _ known: KnownNote) throws {
        guard claim(known.id) else { return try meetAgain(item, known) }
        let source = item.identity.description
        if known.isDeleted || hasDeletedBook(item) {
            try importer.recognize(known, as: source)
            return isAsItWas(isDeleted: true)
        }
        let reading = item.reading
        if known.hasRead(reading) {
            try importer.recognize(known, as: source)
            return isAsItWas()
        }
        guard let home = try importer.home(ofNote: known.id) else {
            return isAsItWas(isDeleted: true)
        }
        let words = try knownWords(item)
        // All its content is another note.
        if let words, words.id != known.id, item.quote == nil { return isAsItWas() }
        let settled = try importer.update(
            known,
            to: try note(of: item, at: home, hasWords: words.map { $0.id == known.id } ?? true),
            source: source,
            reading: reading
        )
        for part in SettledNote.KeptPart.allCases where settled.keptParts.contains(part) {
            report.remark(part.remark, book: home.title, here: home.beginning)
        }
        var id = known.id
        switch settled.update {
        case .unchanged: isAsItWas()
        case .deleted: isAsItWas(isDeleted: true)
        case .changed:
            report.changed[.note, default: 0] += 1
            updated[known.id] = UpdatedNote(identity: item.identity, reading: reading)
        case .keptBoth(let copy):
            id = copy
            report.changed[.note, default: 0] += 1
            newIDs.insert(copy)
            report.tellBoth(title: home.title, beginning: home.beginning)
        }
        if words == nil, !item.text.isEmpty, let identity = item.wordsIdentity {
            try importer.remember(id, source: identity.description)
        }
    }

    /// Updates a note that this source already had.
    private func meetAgain(_ item: SourceNote, _ known: KnownNote) throws {
        if let updated = updated[known.id], updated.identity != item.identity,
            updated.reading != item.reading
        {
            // Notes that were one by their words are two by now.
            try importer.forget(source: item.identity.description)
            return try add(item)
        }
        guard !item.text.isEmpty, let words = item.wordsIdentity, try knownWords(item) == nil else {
            return isRepeated(.note)
        }
        try add(item, source: words.description, words: nil)
    }

    /// The item's version of a note, which does not move.
    ///
    /// - Parameter hasWords: Whether its words are not those of another note.
    private func note(
        of item: SourceNote,
        at home: NoteHome,
        hasWords: Bool
    ) throws -> HawkNotesModel.ImportedNote {
        var bookID = item.book.flatMap { books[$0]?.place?.id }
        if case .book(let id) = home.subject { bookID = id }
        var note = try note(of: item, on: home.subject, bookID: bookID, seriesID: home.seriesID)
        if !hasWords { note.text = "" }
        return note
    }

    private func isAsItWas(isDeleted: Bool = false) {
        isKnown(.note)
        if isDeleted { self.isDeleted(.note) }
    }

    /// Whether its book was deleted, and no new item has restored it.
    private func hasDeletedBook(_ item: SourceNote) -> Bool {
        guard let book = item.book.flatMap({ books[$0] }) else { return false }
        return book.place == nil && !book.isAwaited
    }

    // MARK: - By place and time

    /// Postpones an item if it may be a note of the library: at the end it is known which of those
    /// have their own item.
    func isLeftForLater(_ item: SourceNote) throws -> Bool {
        guard let date = item.exactDate?.date(imports.moment),
            let book = item.book.flatMap({ books[$0]?.place }), !newIDs.contains(book.id)
        else { return false }
        let character = item.character.flatMap { characters[$0]?.id }
        let candidates = try importer.notes(
            on: character.map(NoteSubject.character) ?? .book(book.id),
            madeAt: date,
            at: try place(item.place, in: book.id),
            quoting: item.quote,
            text: item.text
        )
        guard !candidates.isEmpty else { return false }
        lateNotes.append(LateNote(item: item, candidates: candidates))
        return true
    }

    /// Imports the postponed items. An item is assigned a note that is the only one of its time and
    /// place, or has the same content, and that matches no other item.
    func takeLateNotes() throws {
        let late = lateNotes.map { late in
            let candidates = late.candidates.filter { !isClaimed($0.note.id) }
            return (late.item, LateNote(item: late.item, candidates: candidates).nearest)
        }
        lateNotes = []
        var counts: [UUID: Int] = [:]
        for candidate in late.flatMap(\.1) { counts[candidate.id, default: 0] += 1 }
        for (item, candidates) in late {
            try takeIfSound(.note(item)) {
                if candidates.count == 1, counts[candidates[0].id] == 1 {
                    try meet(item, candidates[0])
                } else {
                    try add(item)
                }
            }
        }
    }
}

extension SettledNote.KeptPart {
    fileprivate var remark: ImportRemark.Kind {
        switch self {
        case .place: .place
        case .mark: .mark
        }
    }
}

extension HawkNotesFormats.ImportedNote {
    /// All its content, as written in the source, except for its dates: they mean nothing by
    /// themselves.
    var reading: SourceReading {
        var reading = SourceReading()
        let place = place ?? ImportedPlace()
        let texts = [
            text, quote, quoteColor, quoteStyle, place.chapter, place.chapterID?.uuidString,
            place.page, place.location, place.text,
        ]
        for text in texts { reading.add(text) }
        for tag in tags { reading.add(tag) }
        return reading
    }

    /// The date of writing, if more than the day is known.
    fileprivate var exactDate: ImportedDate? {
        guard let created, !isUndated else { return nil }
        if case .local(let time) = created, time.secondOfDay == nil { return nil }
        return created
    }
}
