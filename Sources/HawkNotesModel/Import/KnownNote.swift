import Foundation
import GRDB

/// A note that was imported before, as one of its sources identifies it.
public struct KnownNote: Hashable, Sendable {
    /// The note.
    public let id: UUID
    /// Whether it is in the trash or was permanently deleted.
    public let isDeleted: Bool
    /// The key of the source that led to it; nil if it was found without one.
    let source: Data?
    /// The digest of everything that source last said; 0 if unknown, as for imports by earlier
    /// versions.
    let reading: UInt32
    /// The digests of the note as it was exported; nil if it comes from elsewhere.
    var exported: ImportedWords?

    /// Whether the source is unchanged.
    public func hasRead(_ reading: SourceReading) -> Bool { self.reading == reading.digest }
}

/// The result of updating a note from its source.
public enum NoteUpdate: Hashable, Sendable {
    /// The note did not change.
    case unchanged
    /// The note now has the source's contents.
    case changed
    /// Reader and source both changed it: the source's version became a separate note with this id.
    case keptBoth(UUID)
    /// The note was deleted before, and stays deleted.
    case deleted
}

/// A note that was updated from its source.
public struct SettledNote: Hashable, Sendable {
    /// The result of the update.
    public let update: NoteUpdate
    /// The parts that reader and source both changed; the reader's version is kept.
    public let keptParts: Set<KeptPart>

    /// A part of a note other than its words.
    public enum KeptPart: Hashable, CaseIterable, Sendable {
        /// The page or place in the book.
        case place
        /// The color and style of the quotation.
        case mark
    }
}

/// The location of a note.
public struct NoteHome: Hashable, Sendable {
    /// The book or the character that the note is about.
    public let subject: NoteSubject
    /// The series of the subject.
    public let seriesID: UUID
    /// The title of the book or the name of the character.
    public let title: String?
    /// The beginning of its text or quotation.
    public let beginning: String
}

/// Notes that a source may have changed.
extension LibraryImporter {
    /// The note that was imported from a source before, found as by ``imported(from:)``.
    public func importedNote(from source: String) throws -> KnownNote? {
        let key = key(of: source)
        if isRehearsal {
            if let id = rehearsedSources[key] {
                return KnownNote(id: id, isDeleted: false, source: key, reading: 0)
            }
            if forgottenSources.contains(key) { return nil }
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT itemID, undoneAt IS NOT NULL AS isUndone,
                    EXISTS (SELECT 1 FROM note WHERE note.id = itemID) AS isThere, restDigest
                FROM importedItem LEFT JOIN importBatch ON importBatch.id = batchID
                WHERE source = ?
                """
        )
        guard let row = try row(of: key, statement) else { return nil }
        let isThere: Bool = try row.decode(forColumn: "isThere")
        guard try isThere || !row.decode(forColumn: "isUndone") else { return nil }
        return KnownNote(
            id: try row.decode(forColumn: "itemID"),
            isDeleted: !isThere,
            source: key,
            reading: ImportedWords.reading(inRest: try row.decode(forColumn: "restDigest"))
        )
    }

    /// The location of a note; nil if the note or its subject was deleted.
    public func home(ofNote id: UUID) throws -> NoteHome? {
        guard let note = try db.fetchNote(id) else { return nil }
        let seriesID =
            switch note.subject {
            case .book(let id): try series(ofBook: id)
            case .character(let id): try series(ofCharacter: id)
            }
        guard let seriesID else { return nil }
        return NoteHome(
            subject: note.subject,
            seriesID: seriesID,
            title: try db.title(of: note.subject),
            beginning: note.beginning
        )
    }

    /// Whether a quotation may be a longer or shorter version of the note's, or the first one of a
    /// note that has none.
    public func mayBeQuoted(_ quote: String, by id: UUID) throws -> Bool {
        guard let note = try db.fetchNote(id) else { return false }
        guard let own = note.quote?.text, let other = Quote(quote).normalized?.text else {
            return true
        }
        return Self.overlaps(own, other)
    }

    /// Records another source name for a note that was found by a different one.
    public func recognize(_ known: KnownNote, as source: String) throws {
        guard known.source != key(of: source) else { return }
        try remember(known.id, source: source, words: try words(of: known))
    }

    /// The digests of the note as its source last had it, if known.
    func words(of known: KnownNote) throws -> ImportedWords? {
        guard let source = known.source else { return known.exported }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(ImportedWords.columns.joined(separator: ", "))
                FROM importedItem WHERE source = ?
                """
        )
        return try Row.fetchOne(statement, arguments: [source]).flatMap(ImportedWords.init(row:))
    }

    /// The imported notes of a given time that are at a place, or whose words are a longer or
    /// shorter version of the given ones; including those in the trash.
    ///
    /// - Parameters:
    ///   - quote: the quotation; nil for notes without one.
    ///   - text: the text of a note without a quotation.
    /// - Returns: a few notes; if there is more than one, the source means a different note.
    public func notes(
        on subject: NoteSubject,
        madeAt date: Date,
        at place: NotePlace?,
        quoting quote: String?,
        text: String
    ) throws -> [DatedNoteMatch] {
        let columns = """
            id, coalesce(quote, text) AS said, chapterID IS :chapter AND place IS :place AS isAtPlace
            """
        let condition = """
            subjectKind = :kind AND subjectID = :subject AND createdAt = :date
                AND isUndated IS NULL AND (quote IS NOT NULL) = :quotes
                AND EXISTS (SELECT 1 FROM importedItem WHERE itemID = id AND kind = 'note')
            """
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns), 0 AS isDeleted FROM note WHERE \(condition)
                UNION ALL SELECT \(columns), 1 FROM trashedNote WHERE \(condition)
                ORDER BY isAtPlace DESC LIMIT \(Self.mostOfOneTime)
                """
        )
        let rows = try Row.fetchAll(
            statement,
            arguments: [
                "kind": subject.kind, "subject": subject.id, "date": date.milliseconds,
                "chapter": place?.chapterID, "place": place?.text, "quotes": quote != nil,
            ]
        )
        let said = quote.map { Quote($0).normalized?.text ?? "" } ?? Note.trimmed(text)
        return try rows.compactMap { row in
            let isAtPlace = try place != nil && row.decode(forColumn: "isAtPlace")
            guard try isAtPlace || Self.overlaps(said, row.decode(forColumn: "said")) else {
                return nil
            }
            return DatedNoteMatch(
                note: KnownNote(
                    id: try row.decode(forColumn: "id"),
                    isDeleted: try row.decode(forColumn: "isDeleted"),
                    source: nil,
                    reading: 0
                ),
                isAtPlace: isAtPlace
            )
        }
    }

    private static func overlaps(_ words: String, _ others: String) -> Bool {
        !words.isEmpty && !others.isEmpty && (words.contains(others) || others.contains(words))
    }

    /// Some services give all items of one export the same time.
    private static let mostOfOneTime = 50
}

/// A note with the same book and time as an item of a source.
public struct DatedNoteMatch: Hashable, Sendable {
    /// The note.
    public let note: KnownNote
    /// Whether it is at the same place; otherwise its words are a longer or shorter version.
    public let isAtPlace: Bool
}

extension Database {
    /// The title of a book, or the name of a character.
    func title(of subject: NoteSubject) throws -> String? {
        let title =
            switch subject {
            case .book: "title FROM book"
            case .character: "name FROM character"
            }
        let statement = try cachedStatement(sql: "SELECT \(title) WHERE id = ?")
        return try String.fetchOne(statement, arguments: [subject.id])
    }
}

extension Note {
    /// Long enough to recognize the note.
    var beginning: String {
        let words = text.isEmpty ? quote?.text ?? "" : text
        let readable = Mention.replacing(in: words) { MentionText.readable($0.name) }
        return String(readable.prefix(300))
    }
}
