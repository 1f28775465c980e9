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
    /// The first values that were not taken.
    public internal(set) var losses: [Loss] = []
    /// The number of values that were not taken.
    public internal(set) var lossCount = 0

    /// A note of which both texts were kept: the other one is an earlier version.
    public struct TwoTexts: Codable, Hashable, Sendable {
        /// The note.
        public let note: UUID
        /// The beginning of its text.
        public let beginning: String
    }

    /// A value that both libraries have changed, and that was not taken.
    public struct Loss: Codable, Hashable, Sendable {
        /// The title or name of the row, or the beginning of the note.
        public let title: String
        /// The name of the column.
        public let field: String
        /// The value as text.
        public let value: String
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

    /// The maximum number of notes and values that are named.
    private static let limit = 100

    var stored: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func addBoth(_ note: UUID, _ text: String?) {
        bothTextsCount += 1
        guard bothTexts.count < Self.limit else { return }
        bothTexts.append(TwoTexts(note: note, beginning: Self.beginning(text ?? "")))
    }

    /// Names the values of a thing that both libraries have changed, and of which the other one
    /// counts.
    mutating func noteLosses(of item: LibraryRecord.Item, _ merged: MergedLibrary) {
        for (field, theirs) in (merged.theirs.rows[item] ?? [:]).sorted(by: { $0.key < $1.key })
        where !["state", "seen", "made", "modifiedAt", "origin", "position"].contains(field) {
            guard let mine = merged.mine.rows[item]?[field],
                mine.value.columns != theirs.value.columns,
                let taken = merged.all.rows[item]?[field]
            else { continue }
            let lost = taken == mine ? theirs : mine
            let isOld = lost.stamp.milliseconds == 0 && taken.stamp.milliseconds > 0
            let values = lost.value.columns.filter { !$0.isNull }
            guard !isOld, !values.isEmpty else { continue }
            lossCount += 1
            guard losses.count < Self.limit else { continue }
            let title = ["title", "name"].lazy
                .compactMap { merged.value($0, of: item)?.columns.first }
                .compactMap(String.fromDatabaseValue).first
            losses.append(
                Loss(
                    title: title ?? Self.beginning(merged.all.text(of: item.id)?.text ?? ""),
                    field: field,
                    value: values.map(\.text).joined(separator: " ")
                )
            )
        }
    }

    static func beginning(_ text: String) -> String {
        String(text.trimmingCharacters(in: .whitespacesAndNewlines).prefix(80))
    }
}

extension DatabaseValue {
    fileprivate var text: String {
        switch storage {
        case .null, .blob: ""
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        }
    }
}
