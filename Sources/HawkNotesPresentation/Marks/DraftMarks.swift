import Foundation
import HawkNotesModel
import StateRestoration

/// The pages of a window that contain a draft: a new note, or an edit.
///
/// They are found in the window's state, whether or not the page was made: the state is searched
/// once, and after that each draft is noticed when it begins and ends.
@MainActor
package final class DraftMarks {
    /// A page of a tab.
    package struct Page: Hashable {
        /// The name of the tab's scope.
        let tab: String
        /// The page's character; nil for the book's page.
        package let character: UUID?
    }

    /// The paths of drafts without a page: they are offered elsewhere.
    package var orphans: Set<String> = [] {
        didSet { if orphans != oldValue { update() } }
    }

    private(set) var pages: Set<Page> = []
    private var drafts: [String: Page] = [:]
    private let observers = ChangeObservers<Set<Page>>()
    private var observation: RestorationObservation?
    private let series: LoadedSeries?
    private var seriesChanges: ChangeObservation?

    /// - Parameter series: knows the tab of a character whose book was moved.
    package init(in scene: RestorationScene, series: LoadedSeries? = nil) {
        self.series = series
        for path in scene.storedKeys() { drafts[path] = Page(draft: path) }
        update()
        observation = scene.onStoredKeysChange { [weak self, weak scene] path in
            guard let self, let scene, let page = Page(draft: path) else { return }
            drafts[path] = scene.hasStoredValue(at: path) ? page : nil
            update()
        }
        seriesChanges = series?.observe { [weak self] _ in self?.update() }
    }

    /// Whether there is a draft on any page of the tab with this scope.
    func hasDraft(on tab: RestorationScope) -> Bool {
        guard !pages.isEmpty else { return false }
        let name = Self.tab(of: tab)
        return pages.contains { $0.tab == name }
    }

    /// Whether there is a draft on the page of a character, on the tab that a scope belongs to.
    package func hasDraft(on character: UUID, besides scope: RestorationScope) -> Bool {
        Self.tab(of: scope).map { pages.contains(Page(tab: $0, character: character)) } ?? false
    }

    /// Calls the body with the pages whose draft has appeared or disappeared, as long as the
    /// returned object is kept.
    package func observe(_ body: @escaping @MainActor (Set<Page>) -> Void) -> ChangeObservation {
        observers.add(body)
    }

    private static func tab(of scope: RestorationScope) -> String? {
        RestorationScope.components(of: scope.path).first
    }

    /// The page that shows a draft now: its character may be on another tab than before.
    private func currentPage(_ page: Page) -> Page {
        guard let series, !series.former.isEmpty else { return page }
        guard let id = page.character else { return currentPage(ofBook: page, series) }
        guard let character = series.character(id), let owner = series[character.seriesID] else {
            return page
        }
        let names = Place.tabs(in: owner).map(RestorationScope.tabName)
        guard character.id != id || !names.contains(page.tab) else { return page }
        let isFavorite = page.tab.hasPrefix(RestorationScope.tabName(.favorites))
        let tab = isFavorite ? .favorites(in: owner) : owner.tab(ofCharacter: id)
        return tab.map { Page(tab: RestorationScope.tabName($0), character: character.id) } ?? page
    }

    private func currentPage(ofBook page: Page, _ series: LoadedSeries) -> Page {
        guard let book = UUID(uuidString: String(page.tab.dropFirst(ScopePrefix.tab.count))) else {
            return page
        }
        return Page(tab: RestorationScope.tabName(series.current(.book(book))), character: nil)
    }

    private func update() {
        let new = Set(drafts.filter { !orphans.contains($0.key) }.values.map(currentPage))
        let changed = new.symmetricDifference(pages)
        pages = new
        if !changed.isEmpty { observers.notify(changed) }
    }
}

extension DraftMarks.Page {
    /// The page of a draft; nil for other values.
    fileprivate init?(draft path: String) {
        // Most stored values are not worth parsing.
        guard StoredPath.mayBeDraft(path) else { return nil }
        let stored = StoredPath(path)
        guard stored.isDraft, let tab = stored.page.first, tab.hasPrefix(ScopePrefix.tab) else {
            return nil
        }
        self.init(tab: tab, character: stored.character)
    }
}
