import Foundation
import HawkNotesModel
import StateRestoration

/// Finds what windows keep of pages under the names of series that their books were in.
///
/// A character is found on the tab of its book and on the favorites of its series, and may have been on the
/// tab of every other book of the series. What was kept there stays there when the book is moved: it is found
/// from the page on which the character is now.
@MainActor
package struct FormerScopes {
    private let series: LoadedSeries

    package init(_ series: LoadedSeries) { self.series = series }

    /// The paths at which the value of a path may be kept, the newest first.
    package func paths(of path: String) -> [String] {
        guard !series.former.isEmpty, path.hasPrefix(ScopePrefix.tab) else { return [] }
        let parts = path.split(separator: "/", maxSplits: 2).map(String.init)
        guard parts.count > 1 else { return [] }
        guard parts.count == 3, parts[1].hasPrefix(ScopePrefix.character),
            let id = UUID(uuidString: String(parts[1].dropFirst(ScopePrefix.character.count)))
        else { return formerFavorites(parts[0]).map { rest(parts, on: $0) } }
        guard let character = series.character(id), let book = character.bookID,
            let owner = series[character.seriesID]
        else { return [] }
        if parts[0] == tab(.favorites(in: owner)) {
            return series.former.series(ofBook: book).map { rest(parts, on: favorites(of: $0)) }
        }
        guard parts[0] == tab(.book(book)) else { return [] }
        return formerNeighbors(of: book, in: owner.id).map { rest(parts, on: tab(.book($0))) }
    }

    /// The series of which something has to be read for a window to be shown.
    package func series(shownBy scene: RestorationScene) -> Set<UUID> {
        let stored = scene.seriesID
        let path = scene.root.window.path(of: RestorationKey<String>.selectedTab(.favorites))
        // The window may be open, and have its own storage.
        var tab = ""
        if case .string(let name)? = scene.storedValue(at: path) { tab = name }
        let moved = UUID(uuidString: tab).flatMap(series.former.currentSeries(ofMovedBook:))
        let left = stored.map { series.former.books(thatLeft: $0) } ?? []
        let followed = left.compactMap(series.former.currentSeries(ofMovedBook:))
        return Set([stored, moved].compactMap(\.self) + followed)
    }

    private func rest(_ parts: [String], on tab: String) -> String {
        ([tab] + parts.dropFirst()).joined(separator: "/")
    }

    /// The favorites of series that all books have left for the one of the tab.
    private func formerFavorites(_ name: String) -> [String] {
        let owner = series.all.first { tab(.favorites(in: $0)) == name }
        var seen: Set<UUID> = []
        return (owner?.books ?? []).flatMap { series.former.series(ofBook: $0.id) }.filter {
            series.former.books(of: $0).isEmpty && seen.insert($0).inserted
        }.map(favorites)
    }

    /// The books that were beside a book in a series, and no longer are.
    private func formerNeighbors(of book: UUID, in seriesID: UUID) -> [UUID] {
        let former = series.former
        let stayed = former.series(ofBook: book).flatMap { old in
            Self.sorted(former.books(of: old).union(former.books(thatLeft: old)))
        }
        let left = Self.sorted(former.books(thatLeft: seriesID))
        var seen = former.books(of: seriesID).union([book])
        return (stayed + left).filter { seen.insert($0).inserted }
    }

    private static func sorted(_ ids: Set<UUID>) -> [UUID] {
        ids.sorted { $0.uuidString < $1.uuidString }
    }

    private func favorites(of seriesID: UUID) -> String {
        tab(.favorites(of: series.former.isBundled(seriesID) ? nil : seriesID))
    }

    /// The name of the scope of a tab.
    private func tab(_ place: Place) -> String { RestorationScope.tabName(place) }
}

extension LoadedSeries {
    /// The series that a window shows.
    ///
    /// - Parameters:
    ///   - stored: the series as the window keeps it; nil for the bundled one.
    ///   - tab: the name of the tab as the window keeps it. Where its book was moved, the window goes along.
    package func shown(stored: UUID?, tab: String) -> Series {
        let old = stored.flatMap { self[$0] } ?? (stored == nil ? first : nil)
        if let book = UUID(uuidString: tab), old?.book(book) == nil,
            let new = former.currentSeries(ofMovedBook: book).flatMap({ self[$0] })
        {
            return new
        }
        if let old { return old }
        let left = stored.map { former.books(thatLeft: $0) } ?? []
        let followed = left.lazy.compactMap { [former] in former.currentSeries(ofMovedBook: $0) }
        return followed.compactMap { self[$0] }.first ?? first
    }
}
