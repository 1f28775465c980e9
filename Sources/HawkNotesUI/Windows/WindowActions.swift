import Foundation
import GTKBridge
import HawkNotesModel
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
        selectTab = Action("select-tab", choice: owner.tab.tabIdentifier) { [weak owner] name in
            guard let owner else { return }
            guard let tab = Place(tabIdentifier: name.lowercased(), in: owner.series) else {
                owner.show(Toast(text: localized("There is no tab “%1”.", name)))
                return
            }
            owner.select(tab)
        }
        goBack = Action("go-back") { [weak owner] in owner?.goBack() }
        amazonPage = Action("show-amazon-page", isOn: false) { [weak owner] isShown in
            guard let owner, let book = owner.page.book else { return }
            owner.setWebPageShown(isShown, for: book)
        }
        saveNote = Action("save-note") { [weak owner] in
            owner?.page.notes?.composer.saveNote()
        }
        writeNote = Action("write-note") { [weak owner] in
            owner?.page.notes?.composer.field.grabFocus()
        }
        toggleFavorite = Action("toggle-favorite", isOn: false) { [weak owner] isFavorite in
            guard let owner, let character = owner.page.character else { return }
            owner.context.favorites.set(character, isFavorite, reportingTo: owner)
        }
        printPage = Action("print") { [weak owner] in owner?.printPage() }
        let others = [saveNote, writeNote, toggleFavorite, printPage]
        for action in [selectTab, goBack, amazonPage] + others { owner.window.add(action) }
        editing = EditingActions(owner)
        veil = VeilAction(owner)
        addMovement()
        favorites = owner.context.favorites.observe(reportingTo: owner) { [weak self] favorites in
            guard let self else { return }
            self.favoriteIDs = favorites
            // The first time there is no page yet; `update` follows when there is.
            if !self.favorites.isEmpty { self.showFavorite() }
        }
    }

    /// Enables what can be done on the page that is shown.
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
        window.add(
            Action("show-recently-closed") { [weak owner] in owner?.showRecentlyClosed() }
        )
        window.add(Action("show-history") { [weak owner] in owner?.dialogs.show(.history) })
        window.add(Action("show-workspaces") { [weak owner] in owner?.dialogs.show(.workspaces) })
        window.add(Action("show-library") { [weak owner] in owner?.showShelf() })
        window.add(Action("search") { [weak owner] in owner?.showSearch() })
        window.add(Action("show-tabs") { [weak owner] in owner?.chrome.showTabs() })
        window.add(Action("export") { [weak owner] in owner?.dialogs.show(.exporting) })
        let exportWindow = Action("export-window") { [weak owner] in owner?.exportWindow() }
        exportWindow.isEnabled = !owner.scene.isPrivate
        window.add(exportWindow)
        window.add(Action("import") { [weak owner] in owner?.dialogs.show(.importing) })
        window.add(
            Action("import-file", performWithString: { [weak owner] in owner?.importFile(at: $0) })
        )
        window.add(Action("show-trash") { [weak owner] in owner?.dialogs.show(.trash) })
        window.add(Action("open-menu") { [weak owner] in owner?.chrome.openMenu() })
        window.add(Action("close") { [weak window] in window?.close() })
        window.add(Action("next-tab") { [weak owner] in owner?.selectTab(by: 1) })
        window.add(Action("previous-tab") { [weak owner] in owner?.selectTab(by: -1) })
        window.add(
            Action(
                "select-tab-number",
                performWithString: { [weak owner] number in
                    guard let owner, let number = Int(number) else { return }
                    let tabs = Place.tabs(in: owner.series)
                    if tabs.indices.contains(number - 1) { owner.select(tabs[number - 1]) }
                }
            )
        )
        window.add(
            Action(
                "show-page",
                performWithString: { [weak owner] link in
                    do {
                        owner?.open(try Place(link: link))
                    } catch {
                        owner?.show(Toast(text: PlaceText.sentence(error, link: link)))
                    }
                }
            )
        )
        window.add(Action("copy-link") { [weak owner] in owner?.copyLink() })
        window.add(
            Action("toggle-fullscreen") { [weak window] in
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
