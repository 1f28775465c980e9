import GTKBridge
import HawkNotesPresentation
import Phrases

extension MainWindow {
    /// Shows the closed windows that can be reopened, below the button of the main menu.
    func showRecentlyClosed() {
        guard let list = coordinator.recentlyClosedList() else {
            return show(Toast(text: localized("No window was closed recently")))
        }
        let popover = Popover(list.root)
        list.onChoose = { [weak self, weak list] id in
            list?.root.closePopover()
            self?.coordinator.reopen(id)
        }
        popover.onMap {
            // The list is kept by what is shown of it.
            list.grabFocus()
        }
        chrome.popUp(popover)
    }
}
