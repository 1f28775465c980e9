import Foundation
import GRDB

/// A value that one of two merged libraries has, and that was not taken because the other one's
/// counts.
struct LostValue: Hashable {
    var item: LibraryRecord.Item
    /// The name of the field, as in `RecordTable`.
    var field: String
    /// The title or name of the thing, or the beginning of the note.
    var title: String
    /// The columns of the value that was not taken.
    var lost: [DatabaseValue]
    /// The columns of the value that counts.
    var taken: [DatabaseValue]

    /// Used instead of a column's name: the mark of a favorite.
    static let favorite = "favorite"

    /// Of bundled series, files and colors are the edition's; positions are spread anew; the others
    /// are no values that a person sets.
    fileprivate static let unnamed: Set = [
        "state", "seen", "made", "modifiedAt", "createdAt", "origin", "position", "coverFile",
        "avatarFile", "accentLight", "tintLight", "firstID", "secondID",
    ]
}

extension MergedLibrary {
    /// The values of a thing that were not taken, in the order of their fields.
    func lostValues(of item: Item) -> [LostValue] {
        // Most things have the same values in both.
        guard let theirs = theirs.rows[item], let mine = mine.rows[item], mine != theirs else {
            return []
        }
        if item.kind == RecordTable.favorite.kind {
            return lostFavorite(of: item, mine, theirs).map { [$0] } ?? []
        }
        guard state(of: item) == .shown else { return [] }
        return theirs.compactMap { field, other -> LostValue? in
            guard !LostValue.unnamed.contains(field), let own = mine[field],
                own.value.columns != other.value.columns, let taken = all.rows[item]?[field]
            else { return nil }
            // A character goes with its book.
            if field == "seriesID", item.kind != SeriesTable.book.rawValue { return nil }
            let lost = taken == own ? other : own
            // Of a thing of one origin, a value without a stamp is what the other one was before it
            // was changed.
            let isOld =
                lost.stamp.milliseconds == 0 && taken.stamp.milliseconds > 0
                && pairing.ids.all(of: item.id).count < 2
            guard !isOld, !lost.value.isEmptyText,
                lost.value.columns.contains(where: { !$0.isNull })
            else { return nil }
            return LostValue(
                item: item,
                field: field,
                title: title(of: item),
                lost: lost.value.columns,
                taken: taken.value.columns
            )
        }.sorted { $0.field < $1.field }
    }

    /// A mark that was taken away in one library, and set in the other one.
    private func lostFavorite(
        of item: Item,
        _ mine: [String: LibraryKnowledge.Stamped],
        _ theirs: [String: LibraryKnowledge.Stamped]
    ) -> LostValue? {
        let character = Item(kind: SeriesTable.character.rawValue, id: item.id)
        guard let taken = all.rows[item]?["row"], taken.value.columns.isEmpty,
            let other = [mine, theirs].compactMap({ $0["row"] })
                .first(where: { !$0.value.columns.isEmpty }),
            other.stamp.milliseconds > 0, state(of: character) == .shown
        else { return nil }
        return LostValue(
            item: character,
            field: LostValue.favorite,
            title: title(of: character),
            lost: [true.databaseValue],
            taken: [.null]
        )
    }

    /// The title or name of a thing, or the beginning of a note.
    func title(of item: Item) -> String {
        if item.kind == RecordTable.note.kind {
            let text = all.text(of: item.id)?.text ?? ""
            let quote = value("quote", of: item)?.columns.first.flatMap(String.fromDatabaseValue)
            return MergeReport.beginning(text.isEmpty ? quote ?? "" : text)
        }
        if item.kind == SeriesTable.relation.rawValue {
            return parents(of: item).map(title).joined(separator: " – ")
        }
        let values = ["title", "name"].lazy.compactMap { value($0, of: item)?.columns.first }
        return values.compactMap(String.fromDatabaseValue).first ?? ""
    }

    /// The columns of a value as texts; ids are the titles of the things.
    func words(_ columns: [DatabaseValue]) -> [String] {
        columns.map { column in
            guard case .blob = column.storage, let id = UUID.fromDatabaseValue(column) else {
                return column.words
            }
            let item = SeriesTable.allInOrder.map { Item(kind: $0.rawValue, id: id) }
                .first { all.made[$0] != nil }
            return item.map(title) ?? ""
        }
    }
}

extension DatabaseValue {
    /// A number or a text as text; empty for everything else.
    var words: String {
        switch storage {
        case .null, .blob: ""
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        }
    }
}

// MARK: - Stored

extension LostValue {
    /// Before the name of the table, in the records of what a merge has done.
    private static let prefix = "lost "

    /// A condition that selects the rows of `importedChange` that are lost values.
    static let condition = "kind LIKE '\(prefix)%'"

    private struct Stored: Codable {
        var title: String
        var lost: [StoredValue]
        var taken: [StoredValue]
    }

    private var kind: String { Self.prefix + item.kind }

    private var stored: Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(
            Stored(
                title: title,
                lost: lost.map(StoredValue.init),
                taken: taken.map(StoredValue.init)
            )
        )
    }

    /// Reads a row of `importedChange`; nil if it is another one.
    init?(row: Row) throws {
        let kind: String = try row.decode(forColumn: "kind")
        guard kind.hasPrefix(Self.prefix), let data = Data.fromDatabaseValue(row["earlier"]),
            let stored = try? JSONDecoder().decode(Stored.self, from: data), !stored.lost.isEmpty
        else { return nil }
        item = LibraryRecord.Item(
            kind: String(kind.dropFirst(Self.prefix.count)),
            id: try row.decode(forColumn: "itemID")
        )
        field = try row.decode(forColumn: "field")
        title = stored.title
        lost = stored.lost.map(\.value)
        taken = stored.taken.map(\.value)
    }

    /// Whether the report of a merge that was not undone names the value already.
    func isKnown(_ db: Database) throws -> Bool {
        guard let stored else { return true }
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM importedChange
                        JOIN importBatch ON importBatch.id = batchID
                        WHERE itemID = ? AND kind = ? AND field = ? AND earlier = ?
                            AND undoneAt IS NULL)
                    """
            ),
            arguments: [item.id, kind, field, stored]
        ) ?? false
    }

    /// Records the value for the report of a merge.
    ///
    /// - Returns: false if an earlier report names it.
    func record(in journal: inout MergeJournal) throws -> Bool {
        guard let stored, try !isKnown(journal.db) else { return false }
        try journal.change(kind, item.id, field, from: stored.databaseValue)
        return true
    }
}
