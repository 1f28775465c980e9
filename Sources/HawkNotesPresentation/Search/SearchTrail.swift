import Foundation
import HawkNotesModel

/// How Back leads from something that was found to the results, and from them to the page before.
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

        /// The levels as places; empty if they are of a newer version.
        package var places: [Place] {
            let places = path.compactMap { try? Place(link: $0) }
            return places.count == path.count ? places : []
        }
    }

    /// The tab on which the search was opened.
    package var origin: String
    /// The tab on which a link to that one was followed.
    package var linkOrigin: String?
    /// Whether the search was opened on the shelf.
    package var isOnShelf: Bool
    /// The tab of what was found, as it was before.
    package var before: Levels
    /// The same tab with what was found: only there, Back leads to the results.
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

    /// Reads what `stored` has made; nil for anything else.
    package init?(stored: String) {
        guard let trail = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else {
            return nil
        }
        self = trail
    }

    /// As the window's state keeps it.
    package var stored: String {
        // It consists of nothing but texts.
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
