import Foundation
import HawkNotesModel

/// How Back leads from a result to the results, and from them to the page before.
package struct SearchTrail: Hashable, Codable, Sendable {
    /// A tab with the levels of its path, as links.
    package struct Levels: Hashable, Codable, Sendable {
        package var tab: String
        package var path: [String]

        @MainActor
        package init(_ tab: Place, _ path: [Place]) {
            self.tab = tab.link
            self.path = path.map(\.link)
        }

        /// The levels as places; empty if a newer version stored them.
        package var places: [Place] {
            let places = path.compactMap { try? Place(link: $0) }
            return places.count == path.count ? places : []
        }
    }

    /// The tab on which the search was opened.
    package var origin: String
    /// The tab from which a link led to that one.
    package var linkOrigin: String?
    /// Whether the search was opened on the shelf.
    package var isOnShelf: Bool
    /// The tab of the result, as it was before.
    package var before: Levels
    /// The same tab with the result: only there does Back lead to the results.
    package var opened: Levels

    @MainActor
    package init(
        origin: Place,
        linkOrigin: Place?,
        isOnShelf: Bool,
        before: Levels,
        opened: Levels
    ) {
        self.origin = origin.link
        self.linkOrigin = linkOrigin?.link
        self.isOnShelf = isOnShelf
        self.before = before
        self.opened = opened
    }

    /// Parses `stored`; nil for anything else.
    package init?(stored: String) {
        guard let trail = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else {
            return nil
        }
        self = trail
    }

    /// The trail as the window's state stores it.
    package var stored: String {
        // It consists of strings only.
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
