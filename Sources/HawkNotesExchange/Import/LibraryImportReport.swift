import Foundation
import HawkNotesFormats
import HawkNotesModel

/// What came of an import, or would come of it: values, of which sentences are made elsewhere.
public struct LibraryImportReport: Hashable, Codable, Sendable {
    /// How many things of each kind are new.
    public internal(set) var new: [ImportedKind: Int] = [:]
    /// How many had been imported before, or were in the library with the same id.
    public internal(set) var known: [ImportedKind: Int] = [:]
    /// How many were in the library, and are said otherwise by the source now: they have become what it says.
    public internal(set) var changed: [ImportedKind: Int] = [:]
    /// The first of these that the reader had changed as well: they stay, and what the source says is a note
    /// of its own.
    public internal(set) var both: [ChangedNote] = []
    /// How many these are in all.
    public internal(set) var bothCount = 0
    /// How many are the same as something that the library has from elsewhere, such as a book with the
    /// same ISBN: what belongs to them was added there.
    public internal(set) var joined: [ImportedKind: Int] = [:]
    /// How many stand in the source more than once, each of them counted where it is met again: with other
    /// names, as another edition, or word by word.
    public internal(set) var repeated: [ImportedKind: Int] = [:]
    /// How many of the known series, books and notes are in the trash, or were deleted for good.
    public internal(set) var deleted: [ImportedKind: Int] = [:]
    /// What was filled in of books that were in the library and lacked it, and of how many.
    public internal(set) var filled: [FilledField: Int] = [:]
    /// How many books these are in all.
    public internal(set) var filledBookCount = 0
    /// What was settled in one of several ways, once for each kind.
    public internal(set) var remarks: [ImportRemark] = []
    /// The first things that could not be read, or not as they were meant.
    public internal(set) var problems: [ImportProblem] = []
    /// How many of these there are in all.
    public internal(set) var problemCount = 0

    /// Nothing yet.
    public init() {}

    /// The report that was kept with an import; nil when there is none that this version can read.
    public init?(_ batch: ImportBatch) {
        guard let text = batch.report else { return nil }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        } catch {
            return nil
        }
    }

    /// Reports of earlier versions lack what was added since.
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

    /// How many things are new.
    public var newCount: Int { new.values.reduce(0, +) }

    /// How many things become what the source says now.
    public var changedCount: Int { changed.values.reduce(0, +) }

    /// Whether there is anything to be imported.
    public var hasNews: Bool {
        newCount > 0 || changedCount > 0 || !filled.isEmpty || remark(.wholeNote) != nil
    }

    /// How many things the library has already.
    public var knownCount: Int { known.values.reduce(0, +) + joined.values.reduce(0, +) }

    /// As it is kept.
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
    /// The title of the book that it is about.
    public internal(set) var title: String?
    /// The beginning of what it reads or quotes here.
    public internal(set) var beginning: String
}

/// What an import would bring.
public struct LibraryImportPreview: Hashable, Sendable {
    /// How it would be read.
    public internal(set) var format: ImportFormatName
    /// All formats that it may be, the likeliest first.
    public internal(set) var formats: [ImportFormatName]
    /// What is new, what is known, what cannot be read.
    public internal(set) var report: LibraryImportReport
    /// The first books that are new.
    public internal(set) var newBooks: [NamedBook] = []
    /// The first books that the library has.
    public internal(set) var knownBooks: [NamedBook] = []
    /// Web addresses of the first books that are new.
    public internal(set) var addresses: [String] = []
}

/// A book as its source names it.
public struct NamedBook: Hashable, Sendable {
    /// As it stands there.
    public internal(set) var title: String
    /// Empty when the source names none.
    public internal(set) var authors: [String]
}

/// What an import has come to.
public struct LibraryImportOutcome: Hashable, Sendable {
    /// What to take back; nil when there was nothing new.
    public internal(set) var batch: ImportBatch?
    /// The first books that were new.
    public internal(set) var newBooks: [NamedBook] = []
    /// What is new, what was known, what could not be read. The batch keeps it.
    public internal(set) var report: LibraryImportReport
}

/// How far an import or a preview has come.
public struct LibraryImportProgress: Hashable, Sendable {
    /// From 0 to 1; nil when unknown.
    public var fraction: Double?
    /// How many things have been read.
    public var itemCount: Int
}
