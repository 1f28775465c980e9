import Foundation
import GRDB

/// What a library exported as a folder has besides the items themselves.
extension LibraryImporter {
    /// The digest of the words of a note, as an export writes it.
    public func exportedWords(of note: ImportedNote) throws -> String {
        try record(of: note, id: note.id ?? newID()).exportedWords
    }

    /// A note of the library that was edited after an export; nil if it is not in the library.
    ///
    /// - Parameters:
    ///   - note: the edited note, with its id.
    ///   - words: the digest of its words before.
    public func exportedNote(_ note: ImportedNote, asExported words: String) throws -> KnownNote? {
        guard let id = note.id else { return nil }
        let isThere = try exists("note WHERE id = ?", id)
        guard try isThere || exists("trashedNote WHERE id = ?", id) else { return nil }
        var known = KnownNote(id: id, isDeleted: !isThere, source: nil, reading: 0)
        known.exported = try ImportedWords(record(of: note, id: id), exportedAs: words)
        return known
    }

    /// Records the names of the columns that the reader had changed in a new part.
    public func setChangedFields(_ fields: [String], of part: SeriesPart) throws {
        let known = Set(fields).intersection(part.table.fields.joined()).sorted()
        guard !known.isEmpty, !isRehearsal else { return }
        // Undoing the import keeps parts that the reader has changed.
        try change(part.table, part.id, ["changedFields"]) {
            try db.cachedStatement(
                sql: "UPDATE \(part.table.rawValue) SET changedFields = ? WHERE id = ?"
            ).execute(arguments: [known.joined(separator: " "), part.id])
        }
    }

    /// Sets how far the reader has read in a series, unless that is set.
    ///
    /// - Returns: whether it was set.
    @discardableResult
    public func fillReading(_ position: ReadingPosition, in seriesID: UUID) throws -> Bool {
        guard try !exists("series WHERE id = ? AND readBookID IS NOT NULL", seriesID) else {
            return false
        }
        guard !isRehearsal else { return true }
        try change(.series, seriesID, ["readBookID", "readChapterID"]) {
            try recorder.setReadUpTo(position, in: seriesID)
        }
        return true
    }

    /// Marks a character as a favorite.
    ///
    /// - Returns: whether it was not one before.
    @discardableResult
    public func addFavorite(_ id: UUID) throws -> Bool {
        guard try !exists("favorite WHERE characterID = ?", id) else { return false }
        guard !isRehearsal else { return true }
        try recorder.setFavorite(id, true)
        recorder.steps.removeAll(keepingCapacity: true)
        try noteDown(Self.favoriteKind, id, "characterID", from: .null, to: .null)
        changeCount += 1
        return true
    }

    /// Gives a part of a bundled series the values that the reader has changed elsewhere, except for
    /// those that the reader has changed here.
    ///
    /// - Parameter fields: the names of the changed columns.
    /// - Returns: whether any value changed.
    @discardableResult
    public func takeChanges(_ fields: [String], from value: EditedPart) throws -> Bool {
        switch value {
        case .series(let series):
            try takeChanges(fields, .series, SeriesRecord(series, replacing: nil))
        case .book(let book): try takeChanges(fields, .book, BookRecord(book))
        case .chapter(let chapter): try takeChanges(fields, .chapter, ChapterRecord(chapter))
        case .character(let character):
            try takeChanges(fields, .character, CharacterRecord(character))
        case .relation(let relation, let position):
            try takeChanges(fields, .relation, RelationRecord(relation, position: position))
        }
    }

    private func takeChanges<Record: EditableRecord>(
        _ fields: [String],
        _ table: SeriesTable,
        _ other: Record
    ) throws -> Bool {
        guard !fields.isEmpty, let present = try Record.fetchOne(db, key: other.id) else {
            return false
        }
        let taken = takenFields(fields, table, present.state)
        guard !taken.isEmpty else { return false }
        let columns = Set(taken.joined())
        let lists = other.lists.filter { columns.contains($0.key) }
        guard !isRehearsal else { return true }
        try other.requireValues()
        try change(table, other.id, columns.sorted() + ["changedFields"]) {
            var merged = other
            merged.state = present.state
            merged.state.changedFields.formUnion(columns)
            let own = columns.filter { lists[$0] == nil }
            try merged.update(db, columns: own.union(["changedFields"]))
            for (name, value) in lists {
                try BookLists(rawValue: name)?.write(value, of: other.id, in: db)
            }
        }
        return true
    }

    /// Gives a bundled book or character the picture that the reader has chosen elsewhere, unless
    /// the reader has chosen one here.
    ///
    /// - Parameter picture: nil in a rehearsal.
    /// - Returns: whether it takes the picture.
    public func takePicture(_ picture: UUID?, for part: SeriesPart) throws -> Bool {
        let column: String
        let state: SeriesRowState?
        switch part {
        case .book(let id):
            column = "coverID"
            state = try BookRecord.fetchOne(db, key: id)?.state
        case .character(let id):
            column = "avatarID"
            state = try CharacterRecord.fetchOne(db, key: id)?.state
        case .series, .chapter, .relation: return false
        }
        guard let state, state.origin == .bundled, !state.changedFields.contains(column) else {
            return false
        }
        guard let picture, !isRehearsal else { return true }
        let changed = state.changedFields.union([column]).sorted().joined(separator: " ")
        try change(part.table, part.id, [column, "changedFields"]) {
            try db.execute(
                sql:
                    "UPDATE \(part.table.rawValue) SET \(column) = ?, changedFields = ? WHERE id = ?",
                arguments: [picture, changed, part.id]
            )
        }
        return true
    }

    /// Moves parts of a bundled series to the trash that the reader has deleted elsewhere, if the
    /// reader has neither changed nor deleted any part of it here.
    ///
    /// - Returns: the number of parts.
    @discardableResult
    public func takeDeletions(_ parts: [SeriesPart], ofSeries id: UUID) throws -> Int {
        guard !parts.isEmpty, try isUntouched(series: id) else { return 0 }
        var count = 0
        for part in parts {
            let table = part.table
            guard let rows = SeriesPart.tables.first(where: { $0.table == table })?.rows,
                try UUID.fetchOne(
                    db,
                    sql: "SELECT id FROM \(table.rawValue) WHERE \(rows) AND id = ?",
                    arguments: [id, part.id]
                ) != nil,
                try !exists("note WHERE subjectID = ?", part.id)
            else { continue }
            count += 1
            if isRehearsal { continue }
            try change(table, part.id, ["deletedAt"]) {
                try recorder.setDeleted(table, part.id, to: recorder.dateOfDeletion())
            }
        }
        return count
    }

    /// Moves a whole bundled series to the trash that the reader has deleted elsewhere, unless there
    /// is anything of the reader's own in it here.
    ///
    /// - Returns: whether it was moved; nil if it is not in the library, or deleted already.
    public func takeDeletion(ofSeries id: UUID) throws -> Bool? {
        let isShown = "series WHERE id = ? AND origin = 'bundled' AND deletedAt IS NULL"
        guard try exists(isShown, id) else { return nil }
        guard try isUntouched(series: id), try !hasOwnContents(series: id) else { return false }
        guard !isRehearsal else { return true }
        try change(.series, id, ["deletedAt"]) {
            try recorder.setDeleted(.series, id, to: recorder.dateOfDeletion())
        }
        return true
    }

    /// Whether a bundled series has notes, favorites, a reading position or parts of the reader's own.
    private func hasOwnContents(series id: UUID) throws -> Bool {
        if try exists("series WHERE id = ? AND readBookID IS NOT NULL", id) { return true }
        return try SeriesPart.tables.contains { table, rows in
            if try exists("\(table.rawValue) WHERE \(rows) AND origin <> 'bundled'", id) {
                return true
            }
            let own: [String] =
                switch table {
                case .series, .chapter, .relation: []
                case .book: ["note WHERE subjectID"]
                case .character: ["note WHERE subjectID", "favorite WHERE characterID"]
                }
            return try own.contains {
                try exists("\($0) IN (SELECT id FROM \(table.rawValue) WHERE \(rows))", id)
            }
        }
    }

    private func isUntouched(series id: UUID) throws -> Bool {
        let isBundled = "series WHERE id = ? AND origin = 'bundled' AND changedFields IS NULL"
        guard try exists(isBundled, id) else { return false }
        return try SeriesPart.tables.allSatisfy { table, rows in
            let changed = "changedFields IS NOT NULL OR deletedAt IS NOT NULL"
            return try !exists("\(table.rawValue) WHERE \(rows) AND (\(changed))", id)
        }
    }

    /// Used instead of the name of a table.
    static let favoriteKind = "favorite"
}

/// A part of a series with the reader's values.
public enum EditedPart: Sendable {
    case series(SeriesDetails)
    case book(Book)
    case chapter(Chapter)
    case character(Character)
    case relation(Relation, position: Int)
}

extension SeriesPart {
    /// The tables of the parts of a series, with the condition for its rows.
    static var tables: [(table: SeriesTable, rows: String)] {
        [
            (.book, "seriesID = ?"), (.character, "seriesID = ?"),
            (.chapter, "bookID IN (SELECT id FROM book WHERE seriesID = ?)"),
            (.relation, "firstID IN (SELECT id FROM character WHERE seriesID = ?)"),
        ]
    }

    init(_ table: SeriesTable, _ id: UUID) {
        switch table {
        case .series: self = .series(id)
        case .book: self = .book(id)
        case .character: self = .character(id)
        case .chapter: self = .chapter(id)
        case .relation: self = .relation(id)
        }
    }

    /// A part or a whole series as its kind and its id, as in ``exportedText``; nil for anything else.
    public init?(exportedText text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let table = SeriesTable(rawValue: String(words[0])),
            let id = UUID(uuidString: String(words[1]))
        else { return nil }
        self.init(table, id)
    }

    /// The part as its kind and its id.
    public var exportedText: String { "\(table.rawValue) \(id.uuidString)" }
}

extension ChangeRecorder {
    /// Removes the favorite marks that an import added.
    func undoFavorites(of batch: UUID) throws {
        let ids = try UUID.fetchAll(
            db,
            sql: "SELECT itemID FROM importedChange WHERE batchID = ? AND kind = ?",
            arguments: [batch, LibraryImporter.favoriteKind]
        )
        for id in ids { try setFavorite(id, false) }
    }
}

extension Note {
    /// The digest of its words, as an export writes it: of the text and of the quotation.
    public var exportedWords: String { NoteRecord(self).exportedWords }
}

extension NoteRecord {
    fileprivate var exportedWords: String {
        let words = ImportedWords(self)
        return (words.textDigest + words.quoteDigest).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}

extension ImportedWords {
    /// The digests of a note of which only the words may have been edited since it was exported.
    ///
    /// - Parameter words: the digest of its words before; a damaged one matches no words.
    fileprivate init(_ record: NoteRecord, exportedAs words: String) throws {
        let digits = Array(words.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { start in
            UInt8(String(decoding: digits[start...start + 1], as: UTF8.self), radix: 16) ?? 0
        }
        let before = bytes.count == 32 ? Data(bytes) : Data(count: 32)
        self = Self(before + Data(Self(record).data.dropFirst(32))) ?? Self(record)
    }
}
