import HawkNotesModel
import HawkNotesPresentation

/// A page in the menu of Back.
struct RecentPage: Equatable {
    var title: String
    /// Leads there.
    var command: Command
    var target: String
}

extension MainWindow {
    /// The pages to which Back leads on this tab, nearest first, and those that the user turned to last
    /// elsewhere.
    var recentPages: [[RecentPage]] {
        let path = tabController.path.routes
        // What covers the tab has the page of the tab behind it.
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

    /// Leaves what covers the tab, and the pages above a level of its path.
    func goBack(toLevel level: Int) {
        if search.isShown { leaveSearch() }
        if shelf.isShown { leaveShelf() }
        showPage { tabController.goBack(toLevel: level) }
    }
}
