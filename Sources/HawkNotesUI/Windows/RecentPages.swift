import HawkNotesModel
import HawkNotesPresentation

/// A page in the menu of the Back button.
struct RecentPage: Equatable {
    var title: String
    /// Goes to the page.
    var command: Command
    var target: String
}

extension MainWindow {
    /// The pages of this tab that Back returns to, nearest first, and the most recent pages
    /// elsewhere.
    var recentPages: [[RecentPage]] {
        let path = tabController.path.routes
        // The tab's page is behind the page that covers it.
        let behind = showsTabs ? path.dropLast() : path[...]
        var levels = zip(behind.indices, behind).reversed().compactMap { level, place in
            subject(of: place).map {
                RecentPage(title: $0.title, command: .goBackToLevel, target: "\(level)")
            }
        }
        if levels.isEmpty, let linkOrigin, let title = subject(of: linkOrigin)?.title {
            levels = [RecentPage(title: title, command: .showPage, target: linkOrigin.link)]
        }
        let known = Set(path)
        let others = lastPages.filter { !known.contains($0.place) }.map {
            RecentPage(title: $0.title, command: .showPage, target: $0.place.link)
        }
        return [levels, others]
    }

    /// Leaves the page that covers the tab, and the pages above a level of the tab's path.
    func goBack(toLevel level: Int) {
        if search.isShown { leaveSearch() }
        if shelf.isShown { leaveShelf() }
        showPage { tabController.goBack(toLevel: level) }
    }
}
