import Foundation
import GRDB

/// Finds the rows of two libraries that are the same: those that were imported from the same source,
/// and books with the same ISBN.
///
/// Both must be shown, so that nothing is hidden by something else that was deleted. Rows of one
/// origin have the same id already: neither library has both.
struct LibraryPairing {
    typealias Item = LibraryRecord.Item

    /// Two rows that are the same.
    struct Pair: Hashable {
        var kind: String
        var mine: UUID
        var theirs: UUID
        /// The ISBN; nil if both come from the same source.
        var isbn: String?
        /// Whether it follows from the pair of what the rows are in.
        var isContent = false

        var ids: Set<UUID> { [mine, theirs] }
    }

    /// The ids that mean one thing, by earlier merges and by the pairs.
    private(set) var ids = PairedIDs()
    /// What was not known to be the same; parents come first.
    private(set) var pairs: [Pair] = []
    /// The pairs that are not the same.
    let declined: Set<Set<UUID>>

    private let mine: LibraryKnowledge
    private let theirs: LibraryKnowledge
    private var used: Set<UUID> = []
    /// The ids of rows that the pairs have made the same.
    private var paired: Set<UUID> = []

    /// - Parameter declining: pairs that are not the same, besides those that either library knows.
    init(
        _ mine: LibraryKnowledge,
        _ theirs: LibraryKnowledge,
        declining: Set<Set<UUID>> = []
    ) {
        (self.mine, self.theirs) = (mine, theirs)
        declined = declining.union(mine.declined).union(theirs.declined)
        takeKnownAliases()
        let candidates = candidates()
        guard !candidates.isEmpty || mine.hasISBN && theirs.hasISBN else { return }
        for table in SeriesTable.allInOrder {
            for pair in candidates[table.rawValue] ?? [] { add(pair) }
            guard table == .book else { continue }
            for pair in booksOfOneISBN() { add(pair) }
            for pair in pairs where pair.kind == table.rawValue { addSeries(of: pair) }
        }
        for pair in candidates[RecordTable.note.kind] ?? [] { add(pair) }
    }

    private mutating func takeKnownAliases() {
        var kinds: [UUID: String] = [:]
        for side in [mine, theirs] {
            for (item, values) in side.rows where item.kind == RecordTable.idAlias.kind {
                guard let alias = values["row"]?.value.pairedAlias else { continue }
                ids.pair(item.id, alias.kept)
                kinds[item.id] = alias.table
            }
        }
        // A library that has both as rows of their own keeps them.
        for thing in ids.things {
            let kind = thing.lazy.compactMap { kinds[$0] }.first ?? ""
            let isDouble = [mine, theirs].contains { side in
                thing.filter { side.made[Item(kind: kind, id: $0)] != nil }.count > 1
            }
            if isDouble, let id = thing.first { ids.separate(id) }
        }
    }

    // MARK: - Sources

    /// The rows with the same source, by their table.
    private func candidates() -> [String: [Pair]] {
        var found: [String: Set<Pair>] = [:]
        let kinds = SeriesTable.allInOrder.map(\.rawValue) + [RecordTable.note.kind]
        for (item, values) in mine.rows where item.kind == RecordTable.importedItem.kind {
            guard let one = values["row"]?.value.importedItem,
                let other = theirs.rows[item]?["row"]?.value.importedItem,
                ids.current(one) != ids.current(other)
            else { continue }
            let kind = kinds.first { kind in
                mine.made[Item(kind: kind, id: one)] != nil
                    && theirs.made[Item(kind: kind, id: other)] != nil
            }
            guard let kind else { continue }
            // It follows its book.
            let isOfLoneBook =
                mine.isSeriesOfLoneBook(Item(kind: kind, id: one))
                || theirs.isSeriesOfLoneBook(Item(kind: kind, id: other))
            if kind == SeriesTable.series.rawValue, isOfLoneBook { continue }
            found[kind, default: []].insert(Pair(kind: kind, mine: one, theirs: other))
        }
        return found.mapValues(Self.sorted)
    }

    /// In an order that is the same in both directions.
    private static func sorted(_ pairs: Set<Pair>) -> [Pair] {
        pairs.map { (key: $0.ids.sorted(), pair: $0) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.pair)
    }

    private mutating func add(_ pair: Pair) {
        let one = Item(kind: pair.kind, id: pair.mine)
        let other = Item(kind: pair.kind, id: pair.theirs)
        guard ids.current(one.id) != ids.current(other.id),
            used.isDisjoint(with: pair.ids), isOfTwoOrigins(one, other),
            mine.isShown(one), theirs.isShown(other), !isDeclined(one.id, other.id)
        else { return }
        let parents = parents(of: one, in: mine)
        guard parents == self.parents(of: other, in: theirs) else { return }
        var pair = pair
        pair.isContent = pair.isContent || !parents.isDisjoint(with: paired)
        if pair.kind == SeriesTable.book.rawValue {
            let series = [(mine, one), (theirs, other)].compactMap { $0.series(ofBook: $1)?.id }
            // Books of series that are not the same are not, either.
            if series.count == 2, isDeclined(series[0], series[1]) { return }
            pair.isContent = series.contains { paired.contains(ids.current($0)) }
        }
        used.formUnion(pair.ids)
        ids.pair(one.id, other.id)
        paired.insert(ids.current(one.id))
        pairs.append(pair)
    }

    private func isOfTwoOrigins(_ one: Item, _ other: Item) -> Bool {
        func knows(_ side: LibraryKnowledge, _ item: Item) -> Bool {
            ids.all(of: item.id).contains { side.knows(Item(kind: item.kind, id: $0)) }
        }
        return !knows(mine, other) && !knows(theirs, one)
    }

    private func isDeclined(_ one: UUID, _ other: UUID) -> Bool {
        guard !declined.isEmpty else { return false }
        return ids.all(of: one).contains { one in
            ids.all(of: other).contains { declined.contains([one, $0]) }
        }
    }

    /// What must be the same for two rows to be the same. Books may be in different series.
    private func parents(of item: Item, in side: LibraryKnowledge) -> Set<UUID> {
        item.kind == SeriesTable.book.rawValue
            ? [] : Set(side.parents(of: item).map { ids.current($0.id) })
    }

    // MARK: - Books

    /// Books with the same number, if only one in each library has it.
    private func booksOfOneISBN() -> [Pair] {
        let (one, other) = (mine.booksByISBN, theirs.booksByISBN)
        var found: Set<Pair> = []
        for (number, books) in one where books.count == 1 {
            guard let others = other[number], others.count == 1 else { continue }
            found.insert(
                Pair(
                    kind: SeriesTable.book.rawValue,
                    mine: books[0].id,
                    theirs: others[0].id,
                    isbn: number
                )
            )
        }
        return Self.sorted(found)
    }

    /// The series of a lone book is not shown: it is the same as that of the other book.
    private mutating func addSeries(of pair: Pair) {
        guard let one = mine.series(ofBook: Item(kind: pair.kind, id: pair.mine)),
            let other = theirs.series(ofBook: Item(kind: pair.kind, id: pair.theirs)),
            mine.isSeriesOfLoneBook(one) || theirs.isSeriesOfLoneBook(other)
        else { return }
        add(Pair(kind: one.kind, mine: one.id, theirs: other.id, isContent: true))
    }
}

// MARK: - What the libraries know

extension LibraryKnowledge {
    /// The pairs of rows that are not the same.
    var declined: Set<Set<UUID>> {
        var found: Set<Set<UUID>> = []
        for (item, values) in rows where item.kind == DeclinedPair.kind {
            found.formUnion(values.keys.compactMap { DeclinedPair.pair(item, $0) })
        }
        return found
    }

    /// Whether a row is there, or was.
    fileprivate func knows(_ item: LibraryRecord.Item) -> Bool {
        rows[item] != nil || made[item] != nil || purges[item] != nil || erased[item] != nil
            || texts[item.id] != nil
    }

    /// The rows that a row can't be without, and the page of a note.
    func parents(of item: LibraryRecord.Item) -> [LibraryRecord.Item] {
        item.parents { rows[item]?[$0]?.value ?? editions[item]?[$0] }
    }

    /// Whether a thing is shown, with what it is in.
    fileprivate func isShown(_ item: LibraryRecord.Item) -> Bool {
        made[item] != nil && state(of: item) == .shown && parents(of: item).allSatisfy(isShown)
    }

    fileprivate func series(ofBook book: LibraryRecord.Item) -> LibraryRecord.Item? {
        parents(of: book).first { $0.kind == SeriesTable.series.rawValue }
    }

    fileprivate func isSeriesOfLoneBook(_ series: LibraryRecord.Item) -> Bool {
        rows[series]?["title"]?.value.isEmptyText == true
    }

    fileprivate var hasISBN: Bool { rows.contains { $0.value["isbn10"]?.value.isbn != nil } }

    fileprivate var booksByISBN: [String: [LibraryRecord.Item]] {
        var found: [String: [LibraryRecord.Item]] = [:]
        for (item, values) in rows where item.kind == SeriesTable.book.rawValue {
            let value = values["isbn10"]?.value ?? editions[item]?["isbn10"]
            guard let number = value?.isbn, isShown(item) else { continue }
            found[number, default: []].append(item)
        }
        return found
    }
}

extension LibraryRecord.Item {
    /// The rows that a row can't be without, and the page of a note.
    func parents(_ value: (String) -> LibraryRecord.Value?) -> [LibraryRecord.Item] {
        if kind == RecordTable.note.kind {
            guard let columns = value("subjectID")?.columns, columns.count == 2,
                let id = UUID.fromDatabaseValue(columns[0]),
                let kind = String.fromDatabaseValue(columns[1])
            else { return [] }
            return [Self(kind: kind, id: id)]
        }
        let columns: [(String, SeriesTable)] =
            switch SeriesTable(rawValue: kind) {
            case .series, nil: []
            case .book: [("seriesID", .series)]
            case .chapter: [("bookID", .book)]
            case .character: [("seriesID", .series), ("bookID", .book)]
            case .relation: [("firstID", .character), ("secondID", .character)]
            }
        return columns.compactMap { field, table in
            value(field)?.columns.first.flatMap(UUID.fromDatabaseValue)
                .map { Self(kind: table.rawValue, id: $0) }
        }
    }
}

extension LibraryRecord.Value {
    /// Of an alias of a row that is the same in two libraries: its table, and the id that stays.
    var pairedAlias: (table: String, kept: UUID)? {
        guard columns.count == 2, let kind = String.fromDatabaseValue(columns[0]),
            let table = PairedKind.table(kind), let kept = UUID.fromDatabaseValue(columns[1])
        else { return nil }
        return (table, kept)
    }

    /// The item that was imported from a source.
    fileprivate var importedItem: UUID? {
        columns.count > 2 ? UUID.fromDatabaseValue(columns[2]) : nil
    }

    /// The first twelve digits of the ISBN of thirteen, whichever of the two forms it is in; nil if
    /// it is not valid.
    fileprivate var isbn: String? {
        guard let text = columns.first.flatMap(String.fromDatabaseValue) else { return nil }
        let characters = text.uppercased().filter { $0.isASCII && ($0.isNumber || $0 == "X") }
        let digits = characters.compactMap { $0 == "X" ? 10 : $0.wholeNumberValue }
        guard Set(digits).count > 1, !digits.dropLast().contains(10) else { return nil }
        switch digits.count {
        case 10:
            let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
            return sum % 11 == 0 ? "978" + characters.prefix(9) : nil
        case 13:
            let sum = digits.enumerated().reduce(0) {
                $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element
            }
            return sum % 10 == 0 && digits.last != 10 ? String(characters.prefix(12)) : nil
        default: return nil
        }
    }
}
