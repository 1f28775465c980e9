import Foundation
import HawkNotesFormats
import HawkNotesModel

/// The results of an import or a preview, as values; the sentences are made elsewhere.
public struct LibraryImportReport: Hashable, Codable, Sendable {
    /// The number of new items, by kind.
    public internal(set) var new: [ImportedKind: Int] = [:]
    /// The number of items that had been imported before, or were in the library with the same id.
    public internal(set) var known: [ImportedKind: Int] = [:]
    /// The number of existing items that the source has changed: they were updated.
    public internal(set) var changed: [ImportedKind: Int] = [:]
    /// The first items that the reader had changed as well: they stay, and the source's version is
    /// a separate note.
    public internal(set) var both: [ChangedNote] = []
    /// The total number of these.
    public internal(set) var bothCount = 0
    /// The number of items that equal one that the library has from elsewhere, such as a book with
    /// the same ISBN: their contents were added there.
    public internal(set) var joined: [ImportedKind: Int] = [:]
    /// The number of items that are in the source more than once, each counted when repeated: with
    /// other names, as another edition, or word by word.
    public internal(set) var repeated: [ImportedKind: Int] = [:]
    /// The number of known series, books and notes that are in the trash, or were permanently
    /// deleted.
    public internal(set) var deleted: [ImportedKind: Int] = [:]
    /// The fields that were filled in for existing books that lacked them, with the number of
    /// books.
    public internal(set) var filled: [FilledField: Int] = [:]
    /// The total number of these books.
    public internal(set) var filledBookCount = 0
    /// The decisions between several possibilities, once per kind.
    public internal(set) var remarks: [ImportRemark] = []
    /// The first items that were skipped or changed.
    public internal(set) var problems: [ImportProblem] = []
    /// The total number of these.
    public internal(set) var problemCount = 0

    /// Makes an empty report.
    public init() {}

    /// The report that was stored with an import; nil when there is none that this version can
    /// read.
    public init?(_ batch: ImportBatch) {
        guard let text = batch.report else { return nil }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        } catch {
            return nil
        }
    }

    /// Reports of earlier versions lack later fields.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        new = try values.decode([ImportedKind: Int].self, forKey: .new)
        known = try values.decode([ImportedKind: Int].self, forKey: .known)
        changed = try values.decodeIfPresent([ImportedKind: Int].self, forKey: .changed) ?? [:]
        both = try values.decodeIfPresent([ChangedNote].self, forKey: .both) ?? []
        bothCount = try values.decodeIfPresent(Int.self, forKey: .bothCount) ?? 0
        joined = try values.decode([ImportedKind: Int].self, forKey: .joined)
        repeated = try values.decodeIfPresent([ImportedKind: Int].self, forKey: .repeated) ?? [:]
        deleted = try values.decode([ImportedKind: Int].self, forKey: .deleted)
        filled = try values.decodeIfPresent([FilledField: Int].self, forKey: .filled) ?? [:]
        filledBookCount =
            try values.decodeIfPresent(Int.self, forKey: .filledBookCount) ?? 0
        remarks = try values.decodeIfPresent([ImportRemark].self, forKey: .remarks) ?? []
        problems = try values.decode([ImportProblem].self, forKey: .problems)
        problemCount = try values.decode(Int.self, forKey: .problemCount)
    }

    /// The number of new items.
    public var newCount: Int { new.values.reduce(0, +) }

    /// The number of items updated from the source.
    public var changedCount: Int { changed.values.reduce(0, +) }

    /// Whether there is anything to import.
    public var hasNews: Bool {
        newCount > 0 || changedCount > 0 || !filled.isEmpty || remark(.wholeNote) != nil
    }

    /// The number of items that the library already has.
    public var knownCount: Int { known.values.reduce(0, +) + joined.values.reduce(0, +) }

    /// The stored form.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    mutating func add(_ report: ImportReport) {
        problems = report.problems + problems
        problemCount += report.problemCount
    }

    mutating func tell(_ problem: ImportProblem) {
        problemCount += 1
        if problems.count < Self.problemLimit { problems.append(problem) }
    }

    mutating func tellBoth(title: String?, beginning: String) {
        bothCount += 1
        guard both.count < Self.bothLimit else { return }
        both.append(ChangedNote(title: title, beginning: beginning))
    }

    private static let problemLimit = 1_000
    private static let bothLimit = 100
}

/// A note that was changed both here and at its source.
public struct ChangedNote: Hashable, Codable, Sendable {
    /// The title of the book that the note is about.
    public internal(set) var title: String?
    /// The beginning of its text or quotation here.
    public internal(set) var beginning: String
}

/// What an import would do.
public struct LibraryImportPreview: Hashable, Sendable {
    /// The format in which it would be read.
    public internal(set) var format: ImportFormatName
    /// All possible formats, the likeliest first.
    public internal(set) var formats: [ImportFormatName]
    /// The new, known and unreadable items.
    public internal(set) var report: LibraryImportReport
    /// The first new books.
    public internal(set) var newBooks: [NamedBook] = []
    /// The first books that the library has.
    public internal(set) var knownBooks: [NamedBook] = []
    /// Links of the first new books.
    public internal(set) var addresses: [String] = []
}

/// A book as its source names it.
public struct NamedBook: Hashable, Sendable {
    /// The title as written there.
    public internal(set) var title: String
    /// Empty when the source names none.
    public internal(set) var authors: [String]
}

/// The result of an import.
public struct LibraryImportOutcome: Hashable, Sendable {
    /// The import, which can be undone; nil when there was nothing new.
    public internal(set) var batch: ImportBatch?
    /// The first new books.
    public internal(set) var newBooks: [NamedBook] = []
    /// The new, known and unreadable items. The batch stores it.
    public internal(set) var report: LibraryImportReport
}

/// The progress of an import or a preview.
public struct LibraryImportProgress: Hashable, Sendable {
    /// From 0 to 1; nil when unknown.
    public var fraction: Double?
    /// The number of items read.
    public var itemCount: Int
}
