import Foundation
import GRDB

/// What an item of the library was imported from, as an exported library keeps it: files that were
/// imported before the export are known after it.
///
/// Only digests: neither the name nor any word of a file can be recovered from them.
public struct ExportedSource: Hashable, Sendable {
    /// The item, which may have been deleted since.
    public let itemID: UUID
    /// The key of the source.
    let key: Data
    /// The source's contents of a note that is in the library; nil if unknown.
    let words: ImportedWords?

    /// The source as an export writes it; nil for anything else.
    public init?(exportedText text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let id = UUID(uuidString: String(parts[0])),
            let key = Data(base64Encoded: String(parts[1])), key.count == Self.keySize
        else { return nil }
        itemID = id
        self.key = key
        guard parts.count == 3 else {
            words = nil
            return
        }
        guard let words = Data(base64Encoded: String(parts[2])).flatMap(ImportedWords.init) else {
            return nil
        }
        self.words = words
    }

    fileprivate init(row: Row) throws {
        itemID = try row.decode(forColumn: "itemID")
        key = try row.decode(forColumn: "source")
        words = try row.decode(forColumn: "isThere") ? ImportedWords(row: row) : nil
    }

    /// The id of the item, the key, and the digests of the words, in one line.
    public var exportedText: String {
        let parts = [key, words?.data].compactMap { $0?.base64EncodedString() }
        return "\(itemID.uuidString) \(parts.joined(separator: " "))"
    }

    private static let keySize = 16
}

extension Database {
    /// The sources by which an import knows items, sorted.
    func eachSource(_ body: (ExportedSource) throws -> Void) throws {
        // As when an import looks for them: those of imports that were undone count as long as their
        // note is there.
        let rows = try Row.fetchCursor(
            self,
            sql: """
                SELECT importedItem.*, note.id IS NOT NULL AS isThere
                FROM importedItem LEFT JOIN importBatch ON importBatch.id = batchID
                LEFT JOIN note ON note.id = itemID
                WHERE source IS NOT NULL AND (undoneAt IS NULL OR note.id IS NOT NULL)
                ORDER BY itemID, source
                """
        )
        while let row = try rows.next() { try body(ExportedSource(row: row)) }
    }
}

extension LibraryImporter {
    /// Records what an item of an exported library was imported from, unless the library knows that
    /// source already.
    ///
    /// - Parameter id: the item in this library.
    public func recognize(_ source: ExportedSource, as id: UUID) throws {
        guard !isRehearsal, try storedImport(of: source.key) == nil else { return }
        try remember(id, key: source.key, words: source.words)
    }

    /// The item that this library has imported from the same source as another library; nil if it
    /// has none, or if it has that library's item itself.
    public func counterpart(of source: ExportedSource) throws -> Counterpart? {
        guard let id = try storedImport(of: source.key).map(db.currentID), id != source.itemID,
            try !hasItem(source.itemID)
        else { return nil }
        if try exists("note WHERE id = ?", id) {
            var note = KnownNote(id: id, isDeleted: false, source: nil, reading: 0)
            note.exported = source.words
            return .note(note)
        }
        return try isShown(id) ? .part(id) : nil
    }

    /// Whether there is an item with an id, shown or in the trash.
    private func hasItem(_ id: UUID) throws -> Bool {
        let tables = ["note", "trashedNote", "series", "book", "chapter", "character"]
        return try tables.contains { try exists("\($0) WHERE id = ?", id) }
    }

    private func isShown(_ id: UUID) throws -> Bool {
        let rows = [
            ("series", SeriesRecord.shownRows), ("book", BookRecord.shownRows),
            ("chapter", ChapterRecord.shownRows), ("character", CharacterRecord.shownRows),
        ]
        return try rows.contains { table, rows in try exists("\(rows) AND \(table).id = ?", id) }
    }
}

/// An item of this library that another library has imported as well.
public enum Counterpart: Hashable, Sendable {
    /// A note, which may have been changed in either library.
    case note(KnownNote)
    /// A series, a book, a chapter or a character.
    case part(UUID)
}
