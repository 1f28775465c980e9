import Foundation

/// What two libraries show together: a function of the records of both, whichever has which of them.
/// So neither the order of merges nor their number matters.
struct MergedLibrary {
    typealias Item = LibraryRecord.Item
    typealias State = LibraryKnowledge.State

    /// The rows that are the same in both.
    let pairing: LibraryPairing
    /// What the open library knows, with the ids that stay.
    let mine: LibraryKnowledge
    /// What the other library knows.
    let theirs: LibraryKnowledge
    /// What both know.
    let all: LibraryKnowledge
    /// Notes that were permanently deleted in one of the libraries, and that the other one shows.
    let restorable: [UUID]
    /// Those of them to be saved anew.
    let broughtBack: Set<UUID>
    private var states: [Item: State] = [:]

    /// - Parameters:
    ///   - bringsBack: whether notes that were permanently deleted are saved anew.
    ///   - declining: rows that are not the same, although they have the same source or ISBN.
    ///   - progress: called regularly; an error that it throws ends the work.
    init(
        _ mine: LibraryKnowledge,
        _ theirs: LibraryKnowledge,
        bringsBack: Bool,
        declining: Set<Set<UUID>> = [],
        progress: () throws -> Void = {}
    ) throws {
        pairing = LibraryPairing(mine, theirs, declining: declining)
        let ids = pairing.ids
        self.mine = mine.replacing(ids, theirs)
        var other = theirs.replacing(ids, mine)
        for pair in pairing.pairs {
            for id in pair.ids where ids.current(id) != id {
                other.addAlias(id, of: ids.current(id), in: pair.kind)
            }
        }
        other.addDeclined(declining)
        self.theirs = other
        all = self.mine.union(other)
        try progress()
        var restorable: [UUID] = []
        for note in all.texts.keys where all.state(of: .note(note)) == .purged {
            let isShown = [self.mine, other].contains { $0.state(of: .note(note)) == .shown }
            if isShown { restorable.append(note) }
        }
        self.restorable = restorable.sorted { $0.uuidString < $1.uuidString }
        broughtBack = bringsBack ? Set(restorable) : []
        for item in all.seriesItems { states[item] = all.state(of: item) }
        try progress()
        showParents()
        showPages()
        purgeContents()
        hideSeriesWithoutTheirBook()
    }

    /// Whether a thing is shown: as its own values say, and with what is on it.
    func state(of item: Item) -> State {
        if let state = states[item] { return state }
        if item.kind == RecordTable.note.kind, broughtBack.contains(item.id) { return .shown }
        return all.state(of: item)
    }

    /// A value, of either library or of an edition.
    func value(_ field: String, of item: Item) -> LibraryRecord.Value? {
        all.value(field, of: item) ?? all.editions[item]?[field]
    }

    /// Whether the other library knows revisions or texts of a note that the open one lacks.
    func hasNewTexts(_ note: UUID) -> Bool {
        guard let all = all.texts[note] else { return false }
        guard let mine = mine.texts[note], mine.rows == all.rows else { return true }
        // Texts that were permanently deleted here are none.
        return mine != all && all.storedTexts.contains { mine.texts[$0.row.content] == nil }
    }

    /// The page of a note.
    func page(of note: UUID) -> Item? {
        let columns = all.value("subjectID", of: .note(note))?.columns ?? []
        guard columns.count == 2, let id = UUID.fromDatabaseValue(columns[0]),
            let kind = String.fromDatabaseValue(columns[1])
        else { return nil }
        return Item(kind: kind, id: id)
    }

    /// The rows that a row can't be without.
    func parents(of item: Item) -> [Item] {
        item.parents { value($0, of: item) }
    }

    // MARK: - What keeps a page

    private mutating func show(_ item: Item) {
        // A row that neither library has can't be shown.
        guard all.made[item] != nil, states[item] != .shown else { return }
        states[item] = .shown
        for parent in parents(of: item) { show(parent) }
    }

    /// A row that is kept keeps what it is a part of, if that was permanently deleted without it.
    private mutating func showParents() {
        for (item, state) in states where state == .shown {
            for parent in parents(of: item)
            where states[parent] == .purged && all.isErased(parent) {
                show(parent)
            }
        }
    }

    /// A note keeps its page if it was saved after the page was deleted, or was not deleted with
    /// it.
    private mutating func showPages() {
        let hidden = hiddenPages
        guard !hidden.isEmpty else { return }
        for item in all.made.keys where item.kind == RecordTable.note.kind {
            guard let page = page(of: item.id), let deleted = hidden[page],
                state(of: item) == .shown
            else { continue }
            if broughtBack.contains(item.id) || deleted.allSatisfy({ outlives(item.id, $0) }) {
                show(page)
            }
        }
    }

    /// The rows that are not shown, or are in one that is not, with what is deleted of these.
    private var hiddenPages: [Item: Set<Item>] {
        guard states.contains(where: { $0.value != .shown }) else { return [:] }
        var hidden: [Item: Set<Item>] = [:]
        for table in SeriesTable.allInOrder {
            for (item, state) in states where item.kind == table.rawValue {
                var deleted: Set<Item> = state == .shown ? [] : [item]
                for parent in parents(of: item) { deleted.formUnion(hidden[parent] ?? []) }
                if !deleted.isEmpty { hidden[item] = deleted }
            }
        }
        return hidden
    }

    /// Whether a note was saved after a page was deleted, or was not among what was permanently
    /// deleted with it.
    private func outlives(_ note: UUID, _ page: Item) -> Bool {
        if all.state(of: page) == .purged { return true }
        guard let texts = all.texts[note], let state = all.rows[page]?["state"] else {
            return false
        }
        var deletion = state.stamp
        if deletion.milliseconds == 0 {
            let date = state.value.columns.first.flatMap(Int64.fromDatabaseValue)
            deletion = ChangeStamp(milliseconds: date ?? .max)
        }
        return texts.heads.contains { texts.rows[$0].map { $0.stamp > deletion } ?? false }
    }

    /// What is in the trash goes with what it is a part of, if that is permanently deleted.
    private mutating func purgeContents() {
        for table in SeriesTable.allInOrder {
            for (item, state) in states where item.kind == table.rawValue && state == .trash {
                if parents(of: item).contains(where: { states[$0] == .purged }) {
                    states[item] = .purged
                }
            }
        }
    }

    /// The series of a lone book has no title: without the book, which is the same as one of another
    /// series, it would be shown as nothing.
    private mutating func hideSeriesWithoutTheirBook() {
        let series = states.filter { item, state in
            item.kind == SeriesTable.series.rawValue && state == .shown
                && value("title", of: item)?.isEmptyText == true
        }
        guard !series.isEmpty else { return }
        var needed: Set<Item> = []
        for (item, state) in states where state == .shown { needed.formUnion(parents(of: item)) }
        for item in series.keys where !needed.contains(item) { states[item] = .trash }
    }
}

extension LibraryRecord.Item {
    static func note(_ id: UUID) -> Self { Self(kind: RecordTable.note.kind, id: id) }
}

extension LibraryKnowledge {
    /// The rows of series that are there or were permanently deleted.
    var seriesItems: Set<LibraryRecord.Item> {
        Set(made.keys).union(purges.keys).union(erased.keys).filter(\.isPartOfSeries)
    }
}
