import Foundation
import GRDB

/// What a merge of two libraries did, or would do.
public struct MergeReport: Codable, Hashable, Sendable {
    /// The numbers of things that are new, or shown again, by the name of their table.
    public internal(set) var added: [String: Int] = [:]
    /// The numbers of known things that have other values now.
    public internal(set) var changed: [String: Int] = [:]
    /// The numbers of things that were moved to the trash, because they were deleted there.
    public internal(set) var deleted: [String: Int] = [:]
    /// The number of notes that are the same in both.
    public internal(set) var sameNotes = 0
    /// The number of notes that were permanently deleted and were saved anew.
    public internal(set) var restoredNotes = 0
    /// The first notes of which both texts were kept.
    public internal(set) var bothTexts: [TwoTexts] = []
    /// The number of notes of which both texts were kept.
    public internal(set) var bothTextsCount = 0
    /// The first values that were not taken. All of them are recorded with the merge; see
    /// ``MergeLoss``.
    public internal(set) var losses: [Loss] = []
    /// The number of values that were not taken.
    public internal(set) var lossCount = 0

    /// A note of which both texts were kept: its page shows both.
    public struct TwoTexts: Codable, Hashable, Sendable {
        /// The note.
        public let note: UUID
        /// The beginning of its text.
        public let beginning: String
    }

    /// A value that differs, and that was not taken.
    public struct Loss: Codable, Hashable, Sendable {
        /// The title or name of the row, or the beginning of the note.
        public let title: String
        /// The name of the column.
        public let field: String
        /// The value as text.
        public let value: String
        /// Its columns as texts, in which ids are titles; nil in reports of older versions.
        public var lost: [String]?
        /// The same of the value that counts.
        public var taken: [String]?
    }

    /// The number of notes, books and the like that are new.
    public var addedCount: Int { added.values.reduce(0, +) }
    /// Whether nothing is new, other or deleted.
    public var isEmpty: Bool {
        added.isEmpty && changed.isEmpty && deleted.isEmpty && restoredNotes == 0
    }

    /// The report of a merge; nil if the text is the report of an import.
    public init?(stored: String) {
        guard let report = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else {
            return nil
        }
        self = report
    }

    init() {}

    /// The maximum number of notes that are named.
    private static let limit = 100
    /// The maximum number of values that are named.
    private static let lossLimit = 5

    var stored: String? {
        var report = self
        // They are recorded one by one.
        report.losses = []
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(report)).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func addBoth(_ note: UUID, _ text: String?) {
        bothTextsCount += 1
        guard bothTexts.count < Self.limit else { return }
        bothTexts.append(TwoTexts(note: note, beginning: Self.beginning(text ?? "")))
    }

    /// Names values that were not taken.
    mutating func add(_ values: [LostValue], _ merged: MergedLibrary) {
        lossCount += values.count
        for value in values.prefix(max(0, Self.lossLimit - losses.count)) {
            let lost = merged.words(value.lost)
            losses.append(
                Loss(
                    title: value.title,
                    field: value.field,
                    value: lost.filter { !$0.isEmpty }.joined(separator: " "),
                    lost: lost,
                    taken: merged.words(value.taken)
                )
            )
        }
    }

    static func beginning(_ text: String) -> String {
        String(text.trimmingCharacters(in: .whitespacesAndNewlines).prefix(80))
    }
}
