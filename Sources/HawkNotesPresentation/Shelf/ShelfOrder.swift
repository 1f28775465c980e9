import Foundation
import HawkNotesModel
import StateRestoration

/// The orders of the shelf; the names are stored, and never change.
package enum ShelfOrder: String, CaseIterable, Sendable {
    case opened, title, author, added, finished

    /// Sorts entries that are in the order of opening; a stable sort.
    nonisolated func sorted(_ entries: [ShelfEntry]) -> [ShelfEntry] {
        switch self {
        case .opened: entries
        case .title: Self.byText(entries) { $0.title }
        case .author: Self.byText(entries) { $0.author }
        case .added: Self.falling(entries) { $0.additionOrder }
        case .finished: Self.falling(entries) { $0.finishedOn ?? "" }
        }
    }

    /// Entries without a text come last.
    private static func byText(
        _ entries: [ShelfEntry],
        _ text: (ShelfEntry) -> String?
    ) -> [ShelfEntry] {
        sorted(entries, by: { text($0) ?? "" }) { one, other in
            if one.isEmpty != other.isEmpty { return other.isEmpty }
            return one.localizedStandardCompare(other) == .orderedAscending
        }
    }

    private static func falling<Key: Comparable>(
        _ entries: [ShelfEntry],
        _ key: (ShelfEntry) -> Key
    ) -> [ShelfEntry] {
        sorted(entries, by: key) { one, other in one > other }
    }

    private static func sorted<Key>(
        _ entries: [ShelfEntry],
        by key: (ShelfEntry) -> Key,
        _ isBefore: (Key, Key) -> Bool
    ) -> [ShelfEntry] {
        let keys = entries.map(key)
        let places = entries.indices.sorted { one, other in
            if isBefore(keys[one], keys[other]) { return true }
            return !isBefore(keys[other], keys[one]) && one < other
        }
        return places.map { entries[$0] }
    }
}

// The shelf, in its scope below the window's.
extension RestorationKey<String> {
    /// The order, as a `ShelfOrder`.
    package static var shelfOrder: Self { .init(name: "order", default: "") }
    /// The reading status of the shown books; empty for all.
    package static var shelfStatus: Self { .init(name: "status", default: "") }
}
