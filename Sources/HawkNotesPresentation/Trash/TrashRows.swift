import Foundation
import HawkNotesModel

/// What has become of the rows of the trash: one run that differs, and rows that say something else.
package struct TrashRowsChange: Equatable {
    /// The run that is gone, by its places before.
    package var removed: Range<Int>
    /// The run that is new, by its places now.
    package var inserted: Range<Int>
    /// Rows that stay and have to be made anew, by their places now.
    package var changed: [Int] = []
}

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
    package var onChange: @MainActor (TrashRowsChange) -> Void = { _ in }
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
    private var observation: LibraryObservation?
    private var isReading = false
    private var mustReadAgain = false
    /// Rises with each list that was read: what was asked before tells nothing new of it.
    private var generation = 0
    private var asked: Set<TrashEntry> = []

    package init(in library: Library) {
        self.library = library
        observation = library.observeChanges { [weak self] in self?.follow($0) }
    }

    /// Reads for the first time, and follows from then on.
    package func begin() { read() }

    /// Reads once more: something else may be told now.
    package func refresh() { if isLoaded { read() } }

    /// Ends it: nothing is told any more.
    package func close() {
        observation?.cancel()
        observation = nil
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

    /// Sees to it that these rows are known, and some around them.
    package func need(_ rows: Range<Int>) {
        needed = rows
        readDetails()
    }

    // MARK: Reading

    private func follow(_ changes: [LibraryChange]) {
        if changes.contains(where: Self.concernsTrash) { read() }
    }

    /// Whether something may have come into the trash or left it, or goes with something in it.
    private static func concernsTrash(_ change: LibraryChange) -> Bool {
        switch change {
        case .noteAdded, .noteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved, .trashEmptied,
            .importsChanged:
            true
        case .noteChanged, .favoriteAdded, .favoriteRemoved, .seriesOpened: false
        }
    }

    private func read() {
        guard !isReading else {
            mustReadAgain = true
            return
        }
        isReading = true
        mustReadAgain = false
        library.readTrash { [weak self] result in
            guard let self, observation != nil else { return }
            isReading = false
            switch result {
            case .success(let entries): show(entries)
            case .failure(let error): onError(error)
            }
            if mustReadAgain { read() }
        }
    }

    private func show(_ new: [TrashEntry]) {
        let old = entries
        let isFirst = !isLoaded
        isLoaded = true
        entries = new
        generation += 1
        asked = []
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
            .prefix { $0 == $1 }.count
        if isFirst || old.count != new.count || head < new.count {
            onChange(
                TrashRowsChange(
                    removed: head..<old.count - tail,
                    inserted: head..<new.count - tail
                )
            )
        }
        readDetails()
    }

    /// What is said of the needed rows may have changed with the list, and is read again with it.
    private func readDetails() {
        guard observation != nil, !needed.isEmpty else { return }
        let near = (needed.lowerBound - Self.margin..<needed.upperBound + Self.margin)
            .clamped(to: 0..<count)
        let missing = entries[near].filter { !asked.contains($0) }
        guard !missing.isEmpty, missing.count > Self.margin / 2 || isMissing(in: needed) else {
            return
        }
        asked.formUnion(missing)
        let asking = generation
        library.readTrashDetails(of: missing) { [weak self] result in
            guard let self, observation != nil else { return }
            switch result {
            case .success(let found): take(found, for: missing, from: asking)
            case .failure(let error):
                asked.subtract(missing)
                onError(error)
            }
        }
    }

    private func isMissing(in rows: Range<Int>) -> Bool {
        entries[rows.clamped(to: 0..<count)].contains { !asked.contains($0) }
    }

    private func take(_ found: [TrashDetails], for wanted: [TrashEntry], from asking: Int) {
        guard asking == generation else { return }
        let byID = Dictionary(firstOf: found.map { ($0.item.id, shown($0)) })
        var changed: Set<TrashEntry> = []
        for entry in wanted where details[entry] != byID[entry.id] {
            details[entry] = byID[entry.id]
            changed.insert(entry)
        }
        let near = (needed.lowerBound - 4 * Self.margin..<needed.upperBound + 4 * Self.margin)
            .clamped(to: 0..<count)
        if details.count > 2 * near.count {
            let kept = Set(entries[near])
            details = details.filter { kept.contains($0.key) }
            asked.formIntersection(kept)
        }
        let rows = near.filter { changed.contains(entries[$0]) }
        if !rows.isEmpty {
            onChange(TrashRowsChange(removed: 0..<0, inserted: 0..<0, changed: rows))
        }
    }
}
