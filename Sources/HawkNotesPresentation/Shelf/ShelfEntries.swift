import Foundation
import HawkNotesModel

/// A series on the shelf.
package struct ShelfItem: Identifiable, Equatable {
    package var entry: ShelfEntry
    /// Whether one of its pages contains a draft, in any window.
    package var hasDraft: Bool

    package var id: UUID { entry.id }
}

/// All series, the last opened ones first, as the library has them now.
///
/// They are read off the main thread: first as many as can be visible, so that there is something
/// to show at once, and then all, again after each change.
@MainActor
package final class ShelfEntries {
    /// How many are read at first.
    private static let firstCount = 60

    /// The shown ones: all, or those with a book of the status.
    package private(set) var items: [ShelfItem] = []
    /// The total number, shown or not.
    package var count: Int { all.count }
    /// The number of books in the shown ones.
    package var bookCount: Int { items.reduce(0) { $0 + $1.entry.bookCount } }
    /// The reading status that one of their books must have; nil for all.
    package var status: ReadingStatus? {
        didSet { if status != oldValue { findItems() } }
    }
    /// The order.
    package var order = ShelfOrder.opened {
        didSet { if order != oldValue, hasBegun { reader.read() } }
    }
    /// Whether all were read.
    package private(set) var isComplete = false
    /// Called after a change.
    package var onChange: @MainActor () -> Void = {}
    /// Called with the error when they cannot be read.
    package var onError: @MainActor (LibraryError) -> Void = { _ in }

    private var all: [ShelfItem] = []
    private var hasBegun = false
    private let library: Library
    private let drafts: @MainActor () -> SeriesDrafts
    /// How many are read next; nil for all.
    private var limit: Int?
    private lazy var reader = Rereader<(items: [ShelfItem], mayBeMore: Bool)>(
        { [weak self] in self?.ask($0) },
        onRead: { [weak self] in self?.setItems($0.items, mayBeMore: $0.mayBeMore) },
        onError: { [weak self] in self?.onError($0) }
    )
    private var places: [UUID: Int] = [:]

    /// - Parameter drafts: finds the drafts.
    package init(_ library: Library, drafts: @escaping @MainActor () -> SeriesDrafts) {
        self.library = library
        self.drafts = drafts
        reader.follow(library, when: \.isSeenOnShelf)
    }

    /// The index of a series; nil for one that does not exist or was not read yet.
    package func index(of id: UUID) -> Int? { places[id] }

    /// Begins to read.
    ///
    /// - Parameter atOnce: whether to read all together, as the list was scrolled far down.
    package func begin(atOnce: Bool) {
        hasBegun = true
        limit = atOnce || order != .opened ? nil : Self.firstCount
        reader.read()
    }

    /// Reads them again.
    package func refresh() { reader.read() }

    private func ask(
        _ answer: @escaping Rereader<(items: [ShelfItem], mayBeMore: Bool)>.Answer
    ) {
        let (drafts, limit, order) = (drafts(), limit, order)
        self.limit = nil
        library.perform { library in
            let entries = order.sorted(try library.shelf(limit: limit ?? -1))
            let written = try drafts.series(in: library)
            let items = entries.map { ShelfItem(entry: $0, hasDraft: written.contains($0.id)) }
            return (items, mayBeMore: limit.map { items.count >= $0 } ?? false)
        } completion: {
            answer($0)
        }
    }

    private func setItems(_ read: [ShelfItem], mayBeMore: Bool) {
        isComplete = !mayBeMore
        all = read
        findItems()
        if mayBeMore { reader.read() }
    }

    private func findItems() {
        items = status.map { all.withBooks($0) } ?? all
        places = Dictionary(firstOf: items.enumerated().map { ($1.id, $0) })
        onChange()
    }
}

extension [ShelfItem] {
    /// Those with a book of a reading status.
    func withBooks(_ status: ReadingStatus) -> Self {
        filter { $0.entry.statuses.contains(status) }
    }
}

extension LibraryChange {
    /// Whether a change may affect the shelf.
    fileprivate var isSeenOnShelf: Bool {
        switch self {
        case .noteAdded, .noteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved, .seriesOpened,
            .importsChanged:
            true
        case .noteChanged, .favoriteAdded, .favoriteRemoved, .trashEmptied: false
        }
    }
}
