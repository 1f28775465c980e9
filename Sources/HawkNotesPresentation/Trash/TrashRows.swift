import Foundation
import HawkNotesModel

/// The rows of the trash, of which only those around what is seen are read.
///
/// Knows no widget. Of everything in the trash only its id and the time are kept, so that the list knows
/// its length; a view says which rows it is about to show, and is told when there is something to say of
/// them. The library is read off the main thread, again after each change that concerns the trash.
@MainActor
package final class TrashRows {
    /// How many rows are read before and behind those that are needed.
    static let margin = 30

    /// Told after the rows have changed.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    /// Told why the trash cannot be read.
    package var onError: @MainActor (LibraryError) -> Void = { _ in }

    /// Says what may be told of something.
    package var shown: @MainActor (TrashDetails) -> TrashDetails = { $0 }

    /// Whether the library has told what is in the trash.
    package private(set) var isLoaded = false
    package private(set) var entries: [TrashEntry] = []
    private var details: [TrashEntry: TrashDetails] = [:]
    private var needed = 0..<0
    private let library: Library
    /// Those of which was read what there is to say since the list was.
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

    /// Reads for the first time, and follows from then on.
    package func begin() { list.read() }

    /// Reads once more: something else may be told now.
    package func refresh() { if isLoaded { list.read() } }

    /// Ends it: nothing is told any more.
    package func close() {
        list.close()
        texts.close()
        onChange = { _ in }
        onError = { _ in }
    }

    package var count: Int { entries.count }

    /// What there is to say of a row; nil when it was not read yet.
    package func item(at row: Int) -> TrashDetails? {
        entries.indices.contains(row) ? details[entries[row]] : nil
    }

    /// The row of something; nil when it is not in the trash.
    package func index(of id: UUID) -> Int? { entries.firstIndex { $0.id == id } }

    /// Makes these rows known, and some around them.
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
        // What is said of the rows may have changed with the list.
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
    /// Whether something may have come into the trash or left it, or goes with something in it.
    fileprivate var concernsTrash: Bool {
        switch self {
        case .noteAdded, .noteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved, .trashEmptied,
            .importsChanged:
            true
        case .noteChanged, .favoriteAdded, .favoriteRemoved, .seriesOpened: false
        }
    }
}
