import Foundation
import HawkNotesModel
import StateRestoration

/// Finds stored values of pages under the names of their books' former series, and of parts that
/// were joined with them.
///
/// A character appears on the tab of its book and on the favorites of its series, and may have
/// appeared on the tab of every other book of the series. Values stored there stay there when the
/// book is moved: they are found from the character's current page. Values of a joined book or
/// character are found from the one that it belongs to; the last joined part comes first.
@MainActor
package struct FormerScopes {
    private let series: LoadedSeries

    package init(_ series: LoadedSeries) { self.series = series }

    /// The paths at which the value of a path may be stored, newest first.
    package func paths(of path: String) -> [String] {
        guard !series.former.isEmpty, path.hasPrefix(ScopePrefix.tab) else { return [] }
        let parts = path.split(separator: "/", maxSplits: 2).map(String.init)
        guard parts.count > 1 else { return [] }
        guard parts.count == 3, parts[1].hasPrefix(ScopePrefix.character),
            let id = UUID(uuidString: String(parts[1].dropFirst(ScopePrefix.character.count)))
        else {
            return (formerBooks(parts[0]) + formerFavorites(parts[0])).map { rest(parts, on: $0) }
        }
        guard let character = series.character(id), character.id == id,
            let owner = series[character.seriesID]
        else { return [] }
        let tabs = formerTabs(parts[0], of: character, in: owner)
        return tabs.map { rest(parts, on: $0) }
            + formerPages(of: character, on: parts[0], tabs, in: owner).map { $0 + "/" + parts[2] }
    }

    /// Whether a window has a value of a joined book or character that is hidden by a value of the
    /// one that it belongs to.
    package func isHidden(_ path: String, in scene: RestorationScene) -> Bool {
        let current = current(path)
        guard current != path else { return false }
        let stored = [current] + paths(of: current)
        return stored.first { scene.hasStoredValue(at: $0) } != path
    }

    /// The path on the page of the book or character that one was joined with; the same for others.
    package func current(_ path: String) -> String {
        let joined = series.former.joined
        var parts = path.split(separator: "/", maxSplits: 2).map(String.init)
        guard !joined.isEmpty, parts.count == 3 else { return path }
        if let id = Self.id(parts[1], after: ScopePrefix.character) {
            let now = joined.current(id)
            guard now != id, let character = series.character(now),
                let owner = series[character.seriesID]
            else { return path }
            let isFavorite = parts[0].hasPrefix(tab(.favorites))
            let place = isFavorite ? .favorites(in: owner) : owner.tab(ofCharacter: now)
            parts[0] = tab(place ?? .favorites(in: owner))
            parts[1] = ScopePrefix.character + now.canonicalString
        } else if let id = Self.id(parts[0], after: ScopePrefix.tab), joined.current(id) != id {
            parts[0] = tab(.book(joined.current(id)))
        }
        return parts.joined(separator: "/")
    }

    /// Moves what is stored of a note to the id that it has since it was found to be the same as
    /// another library's, unless an edit is stored there.
    ///
    /// - Parameter scope: the scope of the note, by the id that it has.
    package func moveValues(ofNote former: Note.ID, to scope: RestorationScope) {
        guard let scene = scope.scene, let name = RestorationScope.components(of: scope.path).last,
            !EditState.isEditing(in: scope)
        else { return }
        let old = scope.path.dropLast(name.count) + ScopePrefix.note + former.canonicalString
        // Former pages are those of a value.
        let suffix = "/" + TextKey.edit.name
        for path in [old] + paths(of: old + suffix).map({ String($0.dropLast(suffix.count)) }) {
            scene.moveStoredValues(under: path, to: scope.path)
        }
    }

    /// The tabs of the books that became a part of a tab's book.
    private func formerBooks(_ name: String) -> [String] {
        guard let id = Self.id(name, after: ScopePrefix.tab) else { return [] }
        return series.former.joined.former(of: id).map { tab(.book($0.id)) }
    }

    /// The former tabs of a character that is now on this one.
    private func formerTabs(_ name: String, of character: Character, in owner: Series) -> [String] {
        guard let book = character.bookID else { return [] }
        if name == tab(.favorites(in: owner)) {
            return series.former.series(ofBook: book).map(favorites)
        }
        let joined = formerBooks(name)
        guard name == tab(.book(book)) else { return joined }
        let neighbors = formerNeighbors(of: book, in: owner.id).map { tab(.book($0)) }
        return joined + neighbors.filter { !joined.contains($0) }
    }

    /// The pages of parts that were joined with a character, without the rest of a path.
    private func formerPages(
        of character: Character,
        on name: String,
        _ tabs: [String],
        in owner: Series
    ) -> [String] {
        let isFavorite = name == tab(.favorites(in: owner))
        return series.former.joined.former(of: character.id).flatMap { former in
            var pages = [name] + tabs
            if isFavorite, let id = former.seriesID { pages.append(favorites(of: id)) }
            if !isFavorite || character.bookID == nil {
                let books = [former.bookID].compactMap(\.self) + owner.books.map(\.id)
                let others = former.seriesID.map(series.former.books(of:)) ?? []
                pages += (books + Self.sorted(others)).map { tab(.book($0)) }
            }
            var seen: Set<String> = []
            return pages.filter { seen.insert($0).inserted }.map {
                $0 + "/" + ScopePrefix.character + former.id.canonicalString
            }
        }
    }

    private static func id(_ name: String, after prefix: String) -> UUID? {
        name.hasPrefix(prefix) ? UUID(uuidString: String(name.dropFirst(prefix.count))) : nil
    }

    /// The series that must be loaded for a window to be shown.
    package func series(shownBy scene: RestorationScene) -> Set<UUID> {
        let stored = scene.seriesID
        let path = scene.root.window.path(of: RestorationKey<String>.selectedTab(.favorites))
        // The window may be open, and have its own storage.
        var tab = ""
        if case .string(let name)? = scene.storedValue(at: path) { tab = name }
        let moved = UUID(uuidString: tab).flatMap(series.former.currentSeries(ofMovedBook:))
        let left = stored.map { series.former.books(thatLeft: $0) } ?? []
        let followed = left.compactMap(series.former.currentSeries(ofMovedBook:))
        let joined = series.stored(levelsOf: scene).last.flatMap(currentSeries(ofJoined:))
        return Set([stored, moved, joined].compactMap(\.self) + followed)
    }

    /// The series that must be loaded to show the page of a stored value.
    package func series(shownBy path: String) -> Set<UUID> {
        let character = StoredPath(path).character.map { Place.character($0) }
        return Set([character.flatMap(currentSeries(ofJoined:))].compactMap(\.self))
    }

    private func currentSeries(ofJoined place: Place) -> UUID? {
        switch place {
        case .book(let id), .webPage(let id): series.former.currentSeries(ofMovedBook: id)
        case .character(let id): series.former.currentSeries(ofJoinedCharacter: id)
        case .shelf, .series, .note, .favorites, .search, .newer: nil
        }
    }

    private func rest(_ parts: [String], on tab: String) -> String {
        ([tab] + parts.dropFirst()).joined(separator: "/")
    }

    /// The favorites of series that all books have left for the tab's one.
    private func formerFavorites(_ name: String) -> [String] {
        let owner = series.all.first { tab(.favorites(in: $0)) == name }
        var seen: Set<UUID> = []
        return (owner?.books ?? []).flatMap { series.former.series(ofBook: $0.id) }.filter {
            series.former.books(of: $0).isEmpty && seen.insert($0).inserted
        }.map(favorites)
    }

    /// The books that were in a series with a book, and no longer are.
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

    /// The name of a tab's scope.
    private func tab(_ place: Place) -> String { RestorationScope.tabName(place) }
}

extension LoadedSeries {
    /// The series that a window shows.
    ///
    /// - Parameters:
    ///   - stored: the stored series of the window; nil for the sample series.
    ///   - tab: the stored name of the tab. If its book was moved, the window follows it.
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

    /// The tab and the page that a window shows, if its stored page is a part that was joined with
    /// one of another series; nil for any other window.
    package func placeOfJoinedPart(shownBy scene: RestorationScene) -> (tab: Place, page: Place)? {
        let levels = stored(levelsOf: scene)
        guard let old = levels.last, levels.count > 1 else { return nil }
        let page = current(old)
        let shown = shown(stored: scene.seriesID, tab: levels[0].tabIdentifier)
        guard page != old, page.isMissing(in: shown), let owner = owner(of: page),
            let tab = owner.tab(of: page, from: levels[0])
        else { return nil }
        return (tab, page)
    }

    /// The stored path of a window's selected tab, with the ids of parts that were joined; empty if
    /// none is stored.
    fileprivate func stored(levelsOf scene: RestorationScene) -> [Place] {
        // The window may be open, and have its own storage.
        func text(_ key: RestorationKey<String>, in scope: RestorationScope) -> String? {
            guard case .string(let text)? = scene.storedValue(at: scope.path(of: key)) else {
                return nil
            }
            return text
        }
        let name = text(.selectedTab(.favorites), in: scene.root.window) ?? ""
        let series = text(.series, in: scene.root.window).flatMap { UUID(uuidString: $0) }
        let first = series.map { self[$0] } ?? first
        let tab: Place? =
            if let book = UUID(uuidString: name) {
                .book(book)
            } else if name.isEmpty {
                first.flatMap { Place.tabs(in: $0).first }
            } else {
                .favorites(of: series)
            }
        guard let tab else { return [] }
        let path = [current(tab), tab].lazy.compactMap { text(.path, in: scene.root.tab($0)) }.first
        let levels = NavigationPath<Place>.decode(path ?? "") { kind, id, _ in
            Place(kind: kind, id: id)
        }.path.routes
        return levels.isEmpty ? [] : [tab] + levels.dropFirst()
    }
}
