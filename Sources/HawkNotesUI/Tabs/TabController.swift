import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// One tab of one window: its navigation path and the pages along it.
///
/// Pages are made when they are first shown: a restored path of three levels makes one page, the
/// deepest; the others follow when somebody goes back to them.
@MainActor
final class TabController {
    let tab: Tab
    let root = Stack()
    /// The part of the stored path that the series no longer has.
    var droppedSegments: [String] { storedPath.dropped }

    /// What had the focus last on the page that is shown, by its name there.
    var focusName: String? {
        get { focusNames[focusKey] }
        set { focusNames[focusKey] = newValue }
    }

    private var focusNames: [String: String] = [:]
    private var focusKey: String { amazonPage == nil ? path.encoded : "web" }
    private unowned let host: PageHost
    private let scope: RestorationScope
    private let detail: RestoredDetail
    private let storedPath: NavigationStorage<Route>
    private let isAmazonPageShown: SceneStorage<Bool>?
    private var path: NavigationPath<Route>
    private var pages: [Page?]
    private var amazonPage: AmazonPage?
    private var leaving: [Widget] = []

    init(
        _ tab: Tab,
        host: PageHost,
        scope: RestorationScope,
        detail: RestoredDetail = .everything
    ) {
        self.tab = tab
        self.host = host
        self.scope = scope
        self.detail = detail
        let series = host.context.series
        storedPath = NavigationStorage("path", in: scope) { kind, id, _ in
            Route(kind: kind, id: id, in: series)
        }
        var routes = detail == .everything ? storedPath.wrappedValue.routes : []
        if routes.first != tab.rootRoute { routes = [tab.rootRoute] }
        path = NavigationPath(routes)
        pages = routes.map { _ in nil }
        if case .book = tab {
            isAmazonPageShown = SceneStorage(
                wrappedValue: false,
                "amazonPage",
                in: scope.scope("book")
            )
        } else {
            isAmazonPageShown = nil
        }
        root.onTransitionChange { [weak self] in self?.removeLeaving() }
    }

    /// The page that is shown, made now if it has to be.
    var page: Page {
        if let amazonPage { return amazonPage }
        if let page = pages[pages.count - 1] { return page }
        let page = makePage(path.routes[path.routes.count - 1])
        pages[pages.count - 1] = page
        root.add(page.root)
        return page
    }

    /// Makes and shows what the tab showed when it was last seen.
    func load() {
        root.show(page.root)
        if case .book(let id) = tab, detail == .everything,
            isAmazonPageShown?.wrappedValue == true,
            path.routes.count == 1,
            let book = host.context.series.book(id)
        {
            showAmazonPage(book, .none)
        }
    }

    /// What the tab shows, for finding a window that shows it already.
    var route: Route { path.routes[path.routes.count - 1] }

    /// Whether there is a page to go back to.
    var canGoBack: Bool { amazonPage != nil || path.routes.count > 1 }

    /// Whether the book's web page is shown.
    var showsAmazonPage: Bool { amazonPage != nil }

    /// Shows a level on top; a level that the path already has is gone back to instead.
    func push(_ route: Route, animated: Bool = true) {
        if let book = page.book { setAmazonPage(shown: false, for: book) }
        if let level = path.routes.firstIndex(of: route) {
            pop(to: level, animated: animated)
            return
        }
        path.routes.append(route)
        pages.append(nil)
        storePath()
        root.show(page.root, animated ? .slideLeft : .none)
    }

    /// Goes back by one level. A web page goes back in itself first, and is then left.
    func goBack() {
        if let amazonPage {
            if amazonPage.goBack() { return }
            setAmazonPage(shown: false, for: amazonPage.book)
        } else if path.routes.count > 1 {
            pop(to: path.routes.count - 2, animated: true)
        }
    }

    /// Shows or leaves the book's web page.
    func setAmazonPage(shown: Bool, for book: Book?) {
        guard let book, shown != showsAmazonPage, path.routes.count == 1 else { return }
        if shown {
            showAmazonPage(book, .slideUp)
        } else if let page = amazonPage {
            amazonPage = nil
            page.forget()
            leave(page)
            root.show(self.page.root, .slideDown)
        }
        isAmazonPageShown?.wrappedValue = shown
    }

    /// Arranges every page for the window's width.
    func arrange(for sizeClass: SizeClass) {
        for page in pages { page?.arrange(for: sizeClass) }
        amazonPage?.arrange(for: sizeClass)
    }

    /// Lets go of everything that the tab keeps in the window's state; what is kept stays.
    func close() {
        amazonPage?.close()
        for page in pages { page?.close() }
    }

    private func showAmazonPage(_ book: Book, _ transition: Stack.Transition) {
        let page = AmazonPage(book, host: host, scope: scope.scope("book").scope("web"))
        amazonPage = page
        root.add(page.root)
        root.show(page.root, transition)
    }

    private func pop(to level: Int, animated: Bool) {
        guard level < path.routes.count - 1 else { return }
        let closed = pages[(level + 1)...].compactMap { $0 }
        pages.removeSubrange((level + 1)...)
        path.routes.removeSubrange((level + 1)...)
        storePath()
        // The keys are let go before the page below is made, which may want the same ones.
        for page in closed { leave(page) }
        root.show(page.root, animated ? .slideRight : .none)
        if !root.isInTransition { removeLeaving() }
    }

    /// Closes a page whose widget stays until the movement has ended.
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

    private func makePage(_ route: Route) -> Page {
        let series = host.context.series
        switch route {
        case .book(let id):
            if let book = series.book(id) {
                return BookPage(book, host: host, scope: scope.scope("book"))
            }
        case .character(let id):
            if let character = series.character(id) {
                return CharacterPage(
                    character,
                    host: host,
                    scope: scope.scope("character:" + route.targetID)
                )
            }
        case .favorites:
            break
        }
        return FavoritesPage(host: host, scope: scope.scope("favorites"))
    }
}
