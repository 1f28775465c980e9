import Foundation
import GRDB

/// A note that was imported before, as one of its sources knows it.
public struct KnownNote: Hashable, Sendable {
    /// The note.
    public let id: UUID
    /// Whether it is in the trash or was deleted for good.
    public let isDeleted: Bool
    /// The key of the source that it was found by; nil where it was found without one.
    let source: Data?
    /// Of all that source has said last; 0 where it is not known, as of imports by earlier versions.
    let reading: UInt32

    /// Whether the source says what it has said before.
    public func hasRead(_ reading: SourceReading) -> Bool { self.reading == reading.digest }
}

/// What became of a note that a source has again.
public enum NoteUpdate: Hashable, Sendable {
    /// It is as it was.
    case unchanged
    /// It is what the source says now.
    case changed
    /// Reader and source have both changed it: the source's version is a note of its own, with this id.
    case keptBoth(UUID)
    /// It was deleted, and stays so.
    case deleted
}

/// What came of bringing a note up to date.
public struct SettledNote: Hashable, Sendable {
    /// What became of it.
    public let update: NoteUpdate
    /// What reader and source have both changed, and stays as the reader has it.
    public let keptParts: Set<KeptPart>

    /// A part of a note without words of its own.
    public enum KeptPart: Hashable, CaseIterable, Sendable {
        /// Where in the book it stands.
        case place
        /// How the quotation is marked.
        case mark
    }
}

/// Where a note stands.
public struct NoteHome: Hashable, Sendable {
    /// What it is about.
    public let subject: NoteSubject
    /// The series of that.
    public let seriesID: UUID
    /// The title of the book or the name of the character.
    public let title: String?
    /// The beginning of what it reads or quotes.
    public let beginning: String
}

/// Notes of which a source may have something to say again.
extension LibraryImporter {
    /// The note that was imported from a source before, as ``imported(from:)`` finds it.
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

    /// Where a note stands; nil when it, or what it is about, was deleted.
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

    /// Whether a quotation may be that of a note, made longer or shorter, or its first.
    public func mayBeQuoted(_ quote: String, by id: UUID) throws -> Bool {
        guard let note = try db.fetchNote(id) else { return false }
        guard let own = note.quote?.text, let other = Quote(quote).normalized?.text else {
            return true
        }
        return Self.overlaps(own, other)
    }

    /// Makes known that a source means a note that was found by another name of it.
    public func recognize(_ known: KnownNote, as source: String) throws {
        guard known.source != key(of: source) else { return }
        try remember(known.id, source: source, words: try words(of: known))
    }

    /// What the source of a note has said last, as far as that is known.
    func words(of known: KnownNote) throws -> ImportedWords? {
        guard let source = known.source else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(ImportedWords.columns.joined(separator: ", "))
                FROM importedItem WHERE source = ?
                """
        )
        return try Row.fetchOne(statement, arguments: [source]).flatMap(ImportedWords.init(row:))
    }

    /// The notes that an import has made of what was written at a time and stands at a place, or says more
    /// or less of the same, those in the trash among them.
    ///
    /// - Parameters:
    ///   - quote: what is quoted; nil for notes that quote nothing.
    ///   - text: the words of such a note.
    /// - Returns: a few; it is another note where there is more than one.
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

    /// Some services give all that they bring at once the same time.
    private static let mostOfOneTime = 50
}

/// A note of the same book and time as an item of a source.
public struct DatedNoteMatch: Hashable, Sendable {
    /// The note.
    public let note: KnownNote
    /// Whether it stands at the same place; else it says more or less of the same.
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
    /// Enough to know it by, as it is read.
    var beginning: String {
        let words = text.isEmpty ? quote?.text ?? "" : text
        let readable = Mention.replacing(in: words) { MentionText.readable($0.name) }
        return String(readable.prefix(300))
    }
}
