import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// A window's actions: for its menus and keys, and on the session bus for scripts.
@MainActor
final class WindowActions {
    private unowned let owner: MainWindow
    private let selectTab: Action
    private let goBack: Action
    private let amazonPage: Action
    private let saveNote: Action
    private let writeNote: Action
    private let toggleFavorite: Action
    private let editing: EditingActions
    private let veil: VeilAction
    private let printPage: Action
    private var favorites: [ChangeObservation] = []
    private var favoriteIDs: Set<Character.ID> = []

    init(_ owner: MainWindow) {
        self.owner = owner
        selectTab = Action(.selectTab, choice: owner.tab.tabIdentifier) { [weak owner] name in
            guard let owner else { return }
            guard let tab = Place(tabIdentifier: name.lowercased(), in: owner.series) else {
                owner.show(localized("There is no tab “%1”.", name))
                return
            }
            owner.select(tab)
        }
        goBack = Action(.goBack) { [weak owner] in owner?.goBack() }
        amazonPage = Action(.showAmazonPage, isOn: false) { [weak owner] isShown in
            guard let owner, let book = owner.page.book else { return }
            owner.setWebPageShown(isShown, for: book)
        }
        saveNote = Action(.saveNote) { [weak owner] in
            owner?.page.notes?.composer.saveNote()
        }
        writeNote = Action(.writeNote) { [weak owner] in
            owner?.page.notes?.composer.field.grabFocus()
        }
        toggleFavorite = Action(.toggleFavorite, isOn: false) { [weak owner] isFavorite in
            guard let owner, let character = owner.page.character else { return }
            owner.context.favorites.setFavorite(character, isFavorite, reportingTo: owner)
        }
        printPage = Action(.print) { [weak owner] in owner?.printPage() }
        let others = [saveNote, writeNote, toggleFavorite, printPage]
        for action in [selectTab, goBack, amazonPage] + others { owner.window.add(action) }
        editing = EditingActions(owner)
        veil = VeilAction(owner)
        PartActions.add(to: owner)
        addMovement()
        favorites = owner.context.favorites.observe(reportingTo: owner) { [weak self] favorites in
            guard let self else { return }
            self.favoriteIDs = favorites
            // At first there is no page; `update` is called when there is one.
            if !self.favorites.isEmpty { self.showFavorite() }
        }
    }

    /// Enables the actions of the current page.
    func update() {
        let page = owner.page
        selectTab.setChoice(owner.tab.tabIdentifier)
        goBack.isEnabled = owner.canGoBack
        amazonPage.isEnabled = page.book?.amazonURL != nil
        amazonPage.setOn(owner.showsTabs && owner.tabController.showsWebPage)
        saveNote.isEnabled = page.notes != nil
        writeNote.isEnabled = page.notes != nil
        toggleFavorite.isEnabled = page.character != nil
        editing.update()
        veil.update()
        printPage.isEnabled = owner.printPlan != nil
        showFavorite()
    }

    private func showFavorite() {
        guard let character = owner.page.character else { return }
        toggleFavorite.setOn(favoriteIDs.contains(character.id))
    }

    private func addMovement() {
        let window = owner.window
        window.add(Action(.showRecentlyClosed) { [weak owner] in owner?.showHistory(.closed) })
        window.add(Action(.showEarlier) { [weak owner] in owner?.showHistory(.earlier) })
        window.add(Action(.showWorkspaces) { [weak owner] in owner?.showHistory(.groups) })
        window.add(Action(.showLibrary) { [weak owner] in owner?.showShelf() })
        window.add(Action(.search) { [weak owner] in owner?.showSearch() })
        window.add(Action(.showTabs) { [weak owner] in owner?.chrome.showTabs() })
        window.add(Action(.export) { [weak owner] in owner?.dialogs.show(.exporting) })
        let exportWindow = Action(.exportWindow) { [weak owner] in owner?.exportWindow() }
        exportWindow.isEnabled = !owner.scene.isPrivate
        window.add(exportWindow)
        window.add(Action(.import) { [weak owner] in owner?.dialogs.show(.importing) })
        window.add(
            Action(.importFile, performWithString: { [weak owner] in owner?.importFile(at: $0) })
        )
        window.add(Action(.showTrash) { [weak owner] in owner?.dialogs.show(.trash) })
        window.add(Action(.openMenu) { [weak owner] in owner?.chrome.openMenu() })
        window.add(Action(.closeWindow) { [weak window] in window?.close() })
        window.add(Action(.nextTab) { [weak owner] in owner?.selectTab(by: 1) })
        window.add(Action(.previousTab) { [weak owner] in owner?.selectTab(by: -1) })
        window.add(
            Action(
                .selectTabNumber,
                performWithString: { [weak owner] number in
                    guard let owner, let number = Int(number) else { return }
                    let tabs = Place.tabs(in: owner.series)
                    if tabs.indices.contains(number - 1) { owner.select(tabs[number - 1]) }
                }
            )
        )
        window.add(
            Action(
                .goBackToLevel,
                performWithString: { [weak owner] number in
                    if let level = Int(number) { owner?.goBack(toLevel: level) }
                }
            )
        )
        window.add(
            Action(
                .showPage,
                performWithString: { [weak owner] link in
                    do {
                        owner?.open(try Place(link: link))
                    } catch {
                        owner?.show(PlaceText.sentence(error, link: link))
                    }
                }
            )
        )
        window.add(Action(.copyPageLink) { [weak owner] in owner?.copyLink() })
        window.add(
            Action(.toggleFullscreen) { [weak window] in
                guard let window else { return }
                window.isFullscreen = !window.isFullscreen
            }
        )
    }
}

extension MainWindow {
    fileprivate func selectTab(by step: Int) {
        let tabs = Place.tabs(in: series)
        guard let index = tabs.firstIndex(of: tab) else { return }
        select(tabs[(index + step + tabs.count) % tabs.count])
    }

    fileprivate func copyLink() { copy(link: context.series.link(to: place)) }
}
