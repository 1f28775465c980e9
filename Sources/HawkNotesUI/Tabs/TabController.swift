import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// One tab of one window: its navigation path and its pages.
///
/// Pages are made when they are first shown: a restored path of three levels makes only the deepest
/// one; the others follow when the user goes back to them.
@MainActor
final class TabController {
    let tab: Place
    let root = Stack()
    /// The part of the stored path that no longer exists in the series.
    var droppedSegments: [String] { storedPath.dropped }

    /// The name of the last focused element on the current page.
    var focusName: String? {
        get { focusNames[path.encoded] }
        set { focusNames[path.encoded] = newValue }
    }

    private var focusNames: [String: String] = [:]
    private unowned let window: MainWindow
    private let context: AppContext
    private var sizeClass: SizeClass
    private let scope: RestorationScope
    private let storedPath: NavigationStorage<Place>
    private(set) var path: NavigationPath<Place>
    private var pages: [Page?]
    private var leaving: [Widget] = []
    /// The joined parts at the time when the pages were made.
    private var joined: JoinedIDs

    init(
        _ tab: Place,
        in window: MainWindow,
        sizeClass: SizeClass,
        scope: RestorationScope,
        detail: RestoredDetail = .everything
    ) {
        self.tab = tab
        self.window = window
        context = window.context
        self.sizeClass = sizeClass
        self.scope = scope
        let series = context.series.owner(of: tab) ?? context.series.first
        storedPath = NavigationStorage(RestorationKey<String>.path.name, in: scope) { kind, id, _ in
            Place(kind: kind, id: id, in: series)
        }
        joined = context.series.former.joined
        let stored = detail == .everything ? storedPath.wrappedValue.routes : []
        var places = Place.levels(stored, after: joined)
        if places.first != tab { places = [tab] }
        path = NavigationPath(places)
        pages = places.map { _ in nil }
        root.onTransitionChange { [weak self] in self?.removeLeaving() }
        if detail == .everything { takeOverWebPage() }
    }

    /// Adds the level of a web page from before paths had one for it.
    private func takeOverWebPage() {
        guard case .book(let book) = tab else { return }
        let wasShown = SceneStorage(.showsWebPage, in: scope.page(tab))
        guard wasShown.isStored else { return }
        if wasShown.wrappedValue, path.count == 1 {
            path.append(.webPage(book: book))
            pages.append(nil)
            storePath()
        }
        wasShown.reset()
    }

    /// The current page, made if necessary.
    var page: Page {
        if let page = pages[pages.count - 1] { return page }
        let page = PageFactory.page(for: place, in: window, tab: scope)
        page.arrange(for: sizeClass)
        pages[pages.count - 1] = page
        root.add(page.root)
        return page
    }

    /// Makes and shows the page that was shown last.
    func load() { root.show(page.root) }

    /// The levels of the path, deepest last.
    var levels: [Place] { path.routes }

    /// The levels of the path whose pages exist.
    var madeLevels: [Place] { zip(path.routes, pages).filter { $1 != nil }.map(\.0) }

    /// The page of a level, if it exists.
    func madePage(of place: Place) -> Page? {
        path.routes.firstIndex(of: place).flatMap { pages[$0] }
    }

    /// The current place, for finding a window that shows it already.
    var place: Place { path.routes[path.routes.count - 1] }

    /// Whether there is a page to go back to.
    var canGoBack: Bool { path.routes.count > 1 }

    /// Whether the book's web page is shown.
    var showsWebPage: Bool { place.isWebPage }

    /// Shows a level on top, or goes back to it if the path contains it. Nothing is shown above a
    /// web page: it is left.
    func push(_ place: Place, animated: Bool = true) {
        if let level = path.routes.firstIndex(of: place) {
            pop(to: level, animated: animated)
            return
        }
        if showsWebPage { pop(to: path.routes.count - 2, animated: false) }
        path.routes.append(place)
        pages.append(nil)
        storePath()
        root.show(page.root, animated ? (place.isWebPage ? .slideUp : .slideForward) : .none)
    }

    /// Replaces the levels. Pages of levels at the common beginning of both paths are kept.
    func show(levels: [Place]) {
        guard levels.first == tab, levels != path.routes else { return }
        let shared = zip(levels, path.routes).prefix { $0 == $1 }.count
        path.routes = levels
        storePath()
        closePages(above: shared - 1, forgets: true)
        pages += levels.dropFirst(shared).map { _ in nil }
        root.show(page.root, .none)
        removeLeaving()
    }

    /// Goes back by one level. A web page first goes back in its own history, and is then left.
    func goBack() {
        if !page.goBack(), canGoBack { pop(to: path.routes.count - 2, animated: true) }
    }

    /// Leaves the pages above a level of the path; 0 is the tab's own page.
    func goBack(toLevel level: Int) { pop(to: level, animated: true) }

    /// Shows or leaves the web page of the current book.
    func setWebPage(shown: Bool, of book: Book) {
        guard shown != showsWebPage else { return }
        if shown {
            push(.webPage(book: book.id))
        } else {
            pop(to: path.routes.count - 2, animated: true)
        }
    }

    /// Arranges every page for the window's width.
    func arrange(for sizeClass: SizeClass) {
        self.sizeClass = sizeClass
        for page in pages { page?.arrange(for: sizeClass) }
    }

    /// Leaves the pages of parts that were joined or separated since they were made. They are made
    /// again when shown, with the values stored under either id. The stored path stays: it leads
    /// back when the join is undone.
    ///
    /// - Returns: whether any page was left.
    func leaveJoinedPages() -> Bool {
        let now = context.series.former.joined
        guard now != joined else { return false }
        let old = joined
        joined = now
        let levels = Place.levels(path.routes, after: now)
        let isSame = levels == path.routes
        var hasLeft = false
        for (level, place) in path.routes.enumerated() where pages[level] != nil {
            let id = UUID(uuidString: place.id)
            let isChanged = id.map {
                now.current($0) != $0 || now.former(of: $0) != old.former(of: $0)
            }
            guard isChanged == true else { continue }
            leavePage(ofLevel: level)
            hasLeft = true
        }
        guard !isSame, levels.first == tab else { return hasLeft }
        pages = levels.map { place in
            path.routes.firstIndex(of: place).flatMap { pages[$0] }
        }
        path.routes = levels
        return true
    }

    /// In a function of its own for the same reason as `closePages`.
    private func leavePage(ofLevel level: Int) {
        guard let page = pages[level] else { return }
        pages[level] = nil
        leave(page)
    }

    /// Applies changes of the series. Leaves levels that no longer exist; their stored values stay.
    ///
    /// - Returns: whether the tab itself still exists.
    func follow() -> Bool {
        guard let series = context.series.owner(of: tab), Place.tabs(in: series).contains(tab)
        else { return false }
        if let gone = path.routes.firstIndex(where: { $0.isMissing(in: series) }) {
            pop(to: gone - 1, animated: false, forgets: false)
        }
        for page in pages { page?.seriesDidChange() }
        // The current page may have been left.
        if pages[pages.count - 1] == nil { root.show(page.root, .none) }
        return true
    }

    /// Releases all keys of the window's state; stored values stay.
    func close() {
        for page in pages { page?.close() }
    }

    private func pop(to level: Int, animated: Bool, forgets: Bool = true) {
        guard level >= 0, level < path.routes.count - 1 else { return }
        let transition: Stack.Transition = showsWebPage ? .slideDown : .slideBack
        path.routes.removeSubrange((level + 1)...)
        storePath()
        // The keys are released before the page below is made, which may claim the same ones.
        closePages(above: level, forgets: forgets)
        root.show(page.root, animated ? transition : .none)
        if !root.isInTransition { removeLeaving() }
    }

    /// Closes and releases the pages above a level. Their widgets stay until the animation has
    /// ended.
    ///
    /// In a function of its own, so that a debug build retains the pages no longer than an
    /// optimized one.
    private func closePages(above level: Int, forgets: Bool) {
        let closed = pages[(level + 1)...].compactMap { $0 }
        pages.removeSubrange((level + 1)...)
        for page in closed {
            if forgets { page.forget() }
            leave(page)
        }
    }

    /// Closes a page whose widget stays until the animation has ended.
    private func leave(_ page: Page) {
        page.close()
        leaving.append(page.root)
        MainLoop.whenIdle { [weak self] in self?.removeLeaving() }
    }

    private func removeLeaving() {
        guard !root.isInTransition else { return }
        for widget in leaving { root.remove(widget) }
        leaving = []
    }

    private func storePath() { storedPath.wrappedValue = path }
}

extension Place {
    fileprivate var isWebPage: Bool { if case .webPage = self { true } else { false } }
}
