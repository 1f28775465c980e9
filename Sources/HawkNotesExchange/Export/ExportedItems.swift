import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Passes on the contents of a part of a library, in the order of an import: an item comes after
/// those that it refers to.
struct ExportedItems {
    let snapshot: LibrarySnapshot
    let veil: ExportVeil
    let bundledPicture: LibraryExport.BundledPicture
    let isCancelled: () -> Bool

    /// - Throws: `LibraryError.notFound` if it does not exist (any longer); `CancellationError`;
    ///   the errors of `body`.
    func each(of part: ExportedPart, _ body: (ImportedItem) throws -> Void) throws {
        switch part {
        case .everything:
            var written = Selection()
            var veils: [Veil] = []
            for id in try snapshot.allSeries() {
                let series = try require(id)
                let selection = Selection(series)
                try write(series, selection, body)
                written.books.formUnion(selection.books)
                written.characters.formUnion(selection.characters)
                if series.veil.isOn { veils.append(series.veil) }
            }
            try writeRelationsBetweenSeries(written, veils, body)
        case .series(let id):
            let series = try require(id)
            try write(series, Selection(series), body)
        case .book(let id):
            let series = try require(snapshot.series(ofBook: id))
            var selection = Selection()
            selection.books = [id]
            selection.characters = Set(series.characters(in: id).map(\.id))
            selection.subjects = Set(selection.characters.map(NoteSubject.character) + [.book(id)])
            try write(series, selection, body)
        case .character(let id):
            let series = try require(snapshot.series(ofCharacter: id))
            var selection = Selection()
            selection.add(.character(id), of: series)
            selection.subjects = [.character(id)]
            try write(series, selection, body)
        case .notes(let ids):
            try writeNotes(ids, body)
        }
    }

    /// The exported parts of a series.
    private struct Selection {
        var books: Set<UUID> = []
        var characters: Set<UUID> = []
        /// The subjects whose notes are exported.
        var subjects: Set<NoteSubject> = []

        init() {}

        /// The whole series.
        init(_ series: Series) {
            books = Set(series.books.map(\.id))
            characters = Set(series.allCharacters.map(\.id))
            subjects = Set(
                books.map(NoteSubject.book) + characters.map(NoteSubject.character)
            )
        }

        /// Adds the subject of a note, and its parents.
        mutating func add(_ subject: NoteSubject, of series: Series) {
            switch subject {
            case .book(let id): books.insert(id)
            case .character(let id):
                characters.insert(id)
                if let book = series.character(id)?.bookID { books.insert(book) }
            }
        }
    }

    private func require(_ id: UUID?) throws -> Series {
        guard let series = try id.flatMap({ try snapshot.series($0) }) else {
            throw LibraryExportError.notThere
        }
        return veil.shown(series)
    }

    private func writeNotes(_ ids: [UUID], _ body: (ImportedItem) throws -> Void) throws {
        var series: [UUID: (Series, Selection)] = [:]
        var order: [UUID] = []
        for id in ids {
            guard let note = try snapshot.note(id),
                let seriesID = try seriesID(of: note.subject)
            else { continue }
            if series[seriesID] == nil {
                series[seriesID] = (try require(seriesID), Selection())
                order.append(seriesID)
            }
            guard let whole = series[seriesID]?.0, !whole.veil.hides(note) else { continue }
            series[seriesID]?.1.add(note.subject, of: whole)
        }
        guard !order.isEmpty else { throw LibraryExportError.notThere }
        for id in order {
            guard let (series, selection) = series[id] else { continue }
            try write(series, selection, body)
        }
        for id in ids {
            guard let note = try snapshot.note(id),
                let seriesID = try seriesID(of: note.subject), let shown = series[seriesID]?.0
            else { continue }
            try hand(note, of: shown, body)
        }
    }

    private func seriesID(of subject: NoteSubject) throws -> UUID? {
        switch subject {
        case .book(let id): try snapshot.series(ofBook: id)
        case .character(let id): try snapshot.series(ofCharacter: id)
        }
    }

    /// Passes on a note, unless it is a spoiler, and without names that are spoilers.
    private func hand(
        _ note: Note,
        of series: Series,
        _ body: (ImportedItem) throws -> Void
    ) throws {
        guard !series.veil.hides(note) else { return }
        var item = Self.item(note)
        if series.veil.isOn {
            item.text = Mention.replacing(in: note.text) { mention in
                guard series.veil.hides(character: mention.characterID) else {
                    return String(note.text[mention.range])
                }
                return Mention.link(to: mention.characterID, name: veil.name)
            }
        }
        try hand(.note(item), body)
    }

    private func hand(_ item: ImportedItem, _ body: (ImportedItem) throws -> Void) throws {
        if isCancelled() { throw CancellationError() }
        try body(item)
    }

    // MARK: - A series

    private func write(
        _ series: Series,
        _ selection: Selection,
        _ body: (ImportedItem) throws -> Void
    ) throws {
        try hand(.series(Self.item(series)), body)
        for book in series.books where selection.books.contains(book.id) {
            try hand(.book(Self.item(book)), body)
            for chapter in series.chapters(of: book.id) {
                try hand(.chapter(Self.item(chapter)), body)
            }
            try writePicture(book.coverID, book.coverFile, of: book.id, body)
        }
        for character in series.allCharacters
        where selection.characters.contains(character.id)
            && !series.veil.hides(character: character.id)
        {
            try hand(.character(Self.item(character, in: series)), body)
            try writePicture(character.avatarID, character.avatarFile, of: character.id, body)
        }
        for (position, relation) in series.relations.enumerated()
        where selection.characters.contains(relation.first)
            && selection.characters.contains(relation.second)
        {
            try hand(.relation(Self.item(relation, position, selection.books)), body)
        }
        for book in series.books where selection.subjects.contains(.book(book.id)) {
            try snapshot.eachNote(on: .book(book.id)) { try hand($0, of: series, body) }
        }
        for character in series.allCharacters
        where selection.subjects.contains(.character(character.id)) {
            try snapshot.eachNote(on: .character(character.id)) {
                try hand($0, of: series, body)
            }
        }
    }

    /// Passes on the relations between series: both have been written.
    private func writeRelationsBetweenSeries(
        _ selection: Selection,
        _ veils: [Veil],
        _ body: (ImportedItem) throws -> Void
    ) throws {
        for (relation, position) in try snapshot.relationsBetweenSeries()
        where selection.characters.contains(relation.first)
            && selection.characters.contains(relation.second)
            && !veils.contains(where: { $0.hides(relation) })
        {
            try hand(.relation(Self.item(relation, position, selection.books)), body)
        }
    }

    private func writePicture(
        _ id: UUID?,
        _ file: String?,
        of subject: UUID,
        _ body: (ImportedItem) throws -> Void
    ) throws {
        let picture = try id.flatMap { try snapshot.picture($0) } ?? file.flatMap(bundledPicture)
        guard let picture, let kind = PictureKind(beginning: picture.data) else { return }
        let item = ImportedPicture(
            identity: SourceIdentity(origin: "hawk-notes picture", key: picture.id.uuidString),
            subject: MarkdownDocument.identity(subject),
            kind: kind,
            bytes: Array(picture.data)
        )
        try hand(.picture(item), body)
    }
}

/// Why an export fails.
public enum LibraryExportError: Error, Hashable, Sendable {
    /// The part is not in the library (any longer).
    case notThere
}
