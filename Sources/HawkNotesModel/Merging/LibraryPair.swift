import Foundation
import GRDB

/// Two rows of two libraries that were imported from the same source, or books with the same ISBN:
/// a merge makes one of them.
public struct LibraryPair: Identifiable, Hashable, Sendable {
    /// The ids of both, in whichever order.
    public struct ID: Hashable, Sendable {
        let ids: Set<UUID>
    }

    /// What the rows are.
    public enum Kind: String, Hashable, Sendable {
        case series, book, chapter, character, relation, note
    }

    /// Identifies the pair in both libraries.
    public let id: ID
    /// What both are.
    public let kind: Kind
    /// The title or name in the open library, or the beginning of the note.
    public let title: String
    /// The title or name in the other library, if it is another one.
    public let otherTitle: String?
    /// The ISBN of both books as the open library has it; nil if both rows were imported from the
    /// same source.
    public let isbn: String?
}

extension LibraryPair {
    /// The pairs of a merge, without those that follow from others.
    static func all(
        of merged: MergedLibrary,
        _ mine: LibraryKnowledge,
        _ theirs: LibraryKnowledge
    ) -> [LibraryPair] {
        merged.pairing.pairs.filter { !$0.isContent }.compactMap { pair in
            guard let kind = Kind(rawValue: pair.kind) else { return nil }
            let item = LibraryRecord.Item(kind: pair.kind, id: pair.mine)
            let title = mine.title(of: item)
            let other = theirs.title(of: LibraryRecord.Item(kind: pair.kind, id: pair.theirs))
            let isbn = mine.value("isbn10", of: item)?.columns.first
            return LibraryPair(
                id: ID(ids: pair.ids),
                kind: kind,
                title: title,
                otherTitle: other == title ? nil : other,
                isbn: pair.isbn == nil ? nil : isbn.flatMap(String.fromDatabaseValue)
            )
        }.sorted { ($0.title, $0.id.sortKey) < ($1.title, $1.id.sortKey) }
    }
}

extension LibraryPair.ID {
    fileprivate var sortKey: String { ids.map(\.uuidString).min() ?? "" }
}

extension LibraryKnowledge {
    /// The title or name of a row, or the beginning of a note.
    fileprivate func title(of item: LibraryRecord.Item) -> String {
        if item.kind == RecordTable.note.kind {
            let text = self.text(of: item.id)?.text ?? ""
            let quote = value("quote", of: item)?.columns.first.flatMap(String.fromDatabaseValue)
            return MergeReport.beginning(text.isEmpty ? quote ?? "" : text)
        }
        let ends = parents(of: item)
        if item.kind == SeriesTable.relation.rawValue {
            return ends.map(title).joined(separator: " – ")
        }
        let values = ["title", "name"].lazy.compactMap { value($0, of: item)?.columns.first }
        return values.compactMap(String.fromDatabaseValue).first ?? ""
    }
}
