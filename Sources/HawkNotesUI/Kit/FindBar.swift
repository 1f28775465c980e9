import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The bar that searches in the content below it.
@MainActor
final class FindBar {
    let root: Revealer
    /// Called with the query; an empty one ends the search.
    var onFind: @MainActor (String) -> Void = { _ in }
    /// Called to show the next (1) or the previous (-1) match.
    var onStep: @MainActor (Int) -> Void = { _ in }
    /// Called when the bar was closed by its own button.
    var onClose: @MainActor () -> Void = {}

    /// The progress of restoring a bar that was open when the window was last shown.
    private enum Return {
        case waiting, loading
    }

    let entry: SearchEntry
    private var kept: (text: DraftBinding, isOpen: SceneStorage<Bool>)?
    private var comingBack: Return?
    private let count = Label("", "caption", "dim-label")

    /// - Parameter name: the accessible name of the text field.
    init(name: String) {
        entry = SearchEntry(name: name)
        let previous = Button(
            icon: "hawknotes-up-symbolic",
            name: localized("Previous Match"),
            "flat"
        )
        let next = Button(icon: "hawknotes-down-symbolic", name: localized("Next Match"), "flat")
        let close = Button(
            icon: "hawknotes-stop-symbolic",
            name: localized("Close Find Bar"),
            "flat"
        )
        let row = Box(.horizontal, spacing: 6).append(
            entry.hexpand(),
            count,
            previous,
            next,
            close
        ).classes("find-bar")
        root = Revealer(row, transition: .slideDown)
        entry.onSearch { [weak self] in self?.search() }
        entry.onActivate { [weak self] hasJustSearched in
            if !hasJustSearched { self?.onStep(1) }
        }
        entry.onKey(phase: .capture) { [weak self] key, modifiers in
            guard key == Key("Return"), modifiers == .shift else { return false }
            self?.onStep(-1)
            return true
        }
        previous.onClicked { [weak self] in self?.onStep(-1) }
        next.onClicked { [weak self] in self?.onStep(1) }
        close.onClicked { [weak self] in
            self?.close()
            self?.onClose()
        }
    }

    /// Stores the query and whether the bar is open, and restores both. The searched content is not
    /// loaded yet: see `pageWasLoaded`.
    func keep(in scope: RestorationScope) {
        let isOpen = SceneStorage(.isFindBarOpen, in: scope)
        kept = (DraftBinding(entry.content, key: .find, in: scope), isOpen)
        guard isOpen.wrappedValue else { return }
        comingBack = .waiting
        root.isRevealed = true
    }

    /// Releases the keys; stored values stay.
    func letGo() {
        kept?.text.close()
        kept = nil
    }

    /// Forgets the query.
    func forget() {
        close()
        kept?.text.empty()
    }

    /// Ends the search in a page that is replaced by another one; a page that is restored at launch
    /// ends none.
    func pageWasReplaced() {
        if comingBack == .waiting { comingBack = .loading } else { close() }
    }

    /// Resumes the last search, now that there is content.
    func pageWasLoaded() {
        guard comingBack == .loading else { return }
        comingBack = nil
        search()
    }

    /// Whether the bar is open.
    var isOpen: Bool { root.isRevealed }

    /// Opens the bar with the last query.
    func open() {
        let wasOpen = isOpen
        root.isRevealed = true
        kept?.isOpen.wrappedValue = true
        entry.grabFocusWithoutSelecting()
        entry.selectAll()
        if !wasOpen { search() }
    }

    /// Closes the bar and ends the search.
    func close() {
        guard isOpen else { return }
        comingBack = nil
        kept?.isOpen.reset()
        root.isRevealed = false
        count.text = ""
        onFind("")
    }

    /// Shows the number of matches.
    func show(count number: Int) {
        guard isOpen, !entry.text.isEmpty else { return }
        count.text =
            number == 0
            ? localized("Not found")
            : localized("%1 match", plural: "%1 matches", count: number)
        entry.setClass("error", number == 0)
    }

    private func search() {
        guard isOpen, comingBack == nil else { return }
        if entry.text.isEmpty {
            count.text = ""
            entry.setClass("error", false)
        }
        onFind(entry.text)
    }
}
