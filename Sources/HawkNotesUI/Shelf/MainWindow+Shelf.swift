import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

extension MainWindow {
    /// Shows all series in the place of the tabs.
    func showShelf() {
        if search.isShown { leaveSearch() }
        guard !shelf.isShown else { return }
        if !scene.isPrivate, !series.isMissing { context.openings.note(series.id) }
        showPage { openShelf(animated: true) }
        shelf.page?.focusFirst()
    }

    /// Shows the tabs again, as they were.
    func leaveShelf() {
        guard shelf.isShown, !series.isMissing else { return }
        showPage {
            shelf.leave()
            showTab(animated: true)
        }
    }

    /// Puts the shelf in the place of the tabs: asked for, or as it was.
    func openShelf(animated: Bool) {
        let page = shelf.open { [unowned self] scope in
            let page = ShelfPage(
                in: self,
                scope: scope,
                drafts: { [weak self] in SeriesDrafts(in: self?.scenesWithDrafts ?? []) },
                offerBundled: { [weak self] in self?.bringBackBundledSeries() }
            )
            page.arrange(for: sizeClass)
            return page
        }
        tabStack.show(page.root, animated ? .crossfade : .none)
    }

    /// The windows whose drafts the shelf tells of: what is begun in a private one, only that one shows.
    private var scenesWithDrafts: [RestorationScene] {
        coordinator.openScenes.filter { !$0.isPrivate || $0 === scene }
    }
}

// MARK: - What the shelf asks for

extension MainWindow {
    /// Shows a series in this window, where it was left there.
    func showSeries(_ id: UUID) {
        context.series.load([id]) { [weak self] in
            guard let self, !isClosed else { return }
            guard let series = context.series[id] else {
                show(PlaceText.sentence(PlaceError.missing(.series(id))))
                return
            }
            select(lastTab(of: series))
        }
    }

    /// Opens a window on a series; an existing one that shows it is raised instead, if wanted.
    func openSeriesInNewWindow(_ id: UUID, raisingExisting: Bool) {
        context.resolve(.series(id)) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let place):
                if !scene.isPrivate { context.openings.note(id) }
                openInNewWindow(place, raisingExisting: raisingExisting)
            case .failure(let error): show(PlaceText.sentence(error))
            }
        }
    }

    /// Opens the editor of a series.
    func editSeries(_ id: UUID) { withSeries(id) { $0.edit(.series(id)) } }

    /// Moves a series to the trash, and offers to bring it back.
    func deleteSeries(_ id: UUID) { withSeries(id) { $0.delete(.series(id)) } }

    /// Goes on when the series has been read, if it is still there.
    private func withSeries(_ id: UUID, _ body: @escaping @MainActor (MainWindow) -> Void) {
        context.series.load([id]) { [weak self] in
            guard let self, !isClosed, context.series[id] != nil else { return }
            body(self)
        }
    }

    /// Whether the window has an action of this name that can be done now.
    func canPerform(_ command: Command) -> Bool { window.canPerform(command.rawValue) }

    private func bringBackBundledSeries() {
        context.bringBackBundledSeries { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let id): showSeries(id)
            case .failure(let error):
                error.report(to: self) { localized("The series could not be added: %1", $0) }
            }
        }
    }
}
