import Foundation
import HawkNotesModel

/// The rows of the trash, of which only those around the view are loaded.
///
/// Knows no widget. For all items in the trash only id and time are kept in memory, which gives the
/// list its length; a view requests rows before it shows them, and is notified when their details
/// are loaded. The library is read off the main thread, again after each change that concerns the
/// trash.
@MainActor
package final class TrashRows {
    /// How many rows are read before and after the needed ones.
    static let margin = 30

    /// Called after the rows have changed.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    /// Called with the error when the trash cannot be read.
    package var onError: @MainActor (LibraryError) -> Void = { _ in }

    /// Removes spoilers from the details of an item.
    package var shown: @MainActor (TrashDetails) -> TrashDetails = { $0 }

    /// Whether the list of items is known.
    package private(set) var isLoaded = false
    package private(set) var entries: [TrashEntry] = []
    private var details: [TrashEntry: TrashDetails] = [:]
    private var needed = 0..<0
    private let library: Library
    /// The items whose details were read since the list was.
    private var told: Set<TrashEntry> = []
    private lazy var list = Rereader<[TrashEntry]>(
        { [weak self] in self?.library.readTrash(completion: $0) },
        onRead: { [weak self] in self?.setEntries($0) },
        onError: { [weak self] in self?.onError($0) }
    )
    private lazy var texts = Rereader<(of: [TrashEntry], found: [TrashDetails])>(
        { [weak self] in self?.askTexts($0) },
        onRead: { [weak self] in self?.setDetails($0.found, for: $0.of) },
        onError: { [weak self] in self?.onError($0) }
    )

    package init(in library: Library) {
        self.library = library
        list.follow(library, when: \.concernsTrash)
    }

    /// Reads for the first time, and follows changes from then on.
    package func begin() { list.read() }

    /// Reads again: the details may have changed.
    package func refresh() { if isLoaded { list.read() } }

    /// Stops reading; callbacks are no longer called.
    package func close() {
        list.close()
        texts.close()
        onChange = { _ in }
        onError = { _ in }
    }

    package var count: Int { entries.count }

    /// The details of a row; nil when they are not loaded yet.
    package func item(at row: Int) -> TrashDetails? {
        entries.indices.contains(row) ? details[entries[row]] : nil
    }

    /// The row of an item; nil when it is not in the trash.
    package func index(of id: UUID) -> Int? { entries.firstIndex { $0.id == id } }

    /// Loads these rows and some around them.
    package func need(_ rows: Range<Int>) {
        needed = rows
        texts.read()
    }

    // MARK: Reading

    private func setEntries(_ new: [TrashEntry]) {
        let change = RowsChange(from: entries, to: new)
        let isFirst = !isLoaded
        isLoaded = true
        entries = new
        // The details may have changed with the list.
        texts.drop()
        told = []
        if isFirst || !change.isEmpty { onChange(change) }
        texts.read()
    }

    private func askTexts(
        _ answer: @escaping Rereader<(of: [TrashEntry], found: [TrashDetails])>.Answer
    ) {
        func missing(_ rows: Range<Int>) -> [TrashEntry] {
            entries[rows.clamped(to: 0..<count)].filter { !told.contains($0) }
        }
        let wanted = needed.isEmpty ? [] : missing(needed.widened(by: Self.margin))
        guard wanted.count > Self.margin / 2 || !missing(needed).isEmpty else {
            return answer(nil)
        }
        library.readTrashDetails(of: wanted) { result in answer(result.map { (wanted, $0) }) }
    }

    private func setDetails(_ found: [TrashDetails], for wanted: [TrashEntry]) {
        told.formUnion(wanted)
        let byID = Dictionary(firstOf: found.map { ($0.item.id, shown($0)) })
        var changed: Set<TrashEntry> = []
        for entry in wanted where details[entry] != byID[entry.id] {
            details[entry] = byID[entry.id]
            changed.insert(entry)
        }
        let near = needed.widened(by: 4 * Self.margin).clamped(to: 0..<count)
        if details.count > 2 * near.count {
            let kept = Set(entries[near])
            details = details.filter { kept.contains($0.key) }
            told.formIntersection(kept)
        }
        let change = RowsChange(changedIn: near) { changed.contains(entries[$0]) }
        if !change.isEmpty { onChange(change) }
    }
}

extension LibraryChange {
    /// Whether an item may have been added to the trash or removed from it, or belongs to one in
    /// it.
    fileprivate var concernsTrash: Bool {
        switch self {
        case .noteAdded, .noteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved, .trashEmptied,
            .importsChanged:
            true
        case .noteChanged, .favoriteAdded, .favoriteRemoved, .seriesOpened: false
        }
    }
}
