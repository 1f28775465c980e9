import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The events of a web page, for the page around it.
@MainActor
protocol WebPageDelegate: AnyObject {
    /// Address, title, progress or the position in the history have changed.
    func webPageDidChange(_ page: WebPageController)
    /// Another page is shown now.
    func webPageDidCommit(_ page: WebPageController)
    /// The page cannot be shown.
    func webPage(_ page: WebPageController, didFail failure: WebFailure)
    /// A search has found this many matches.
    func webPage(_ page: WebPageController, didFind count: Int)
    /// The address should open in the web browser.
    func webPage(_ page: WebPageController, leavesToBrowser address: String)
    /// The user wanted to go to an address that is not allowed.
    func webPage(_ page: WebPageController, refuses address: String)
    /// The history of the last run cannot be used.
    func webPage(_ page: WebPageController, dropsHistory reason: String)
}

/// A web view that is restored: it restores its history, zoom and scroll position, stores them from
/// then on, and decides where the page may go.
@MainActor
final class WebPageController: Restorable {
    /// Replaced when a restored history turns out to be bad: the engine cannot clear one.
    private(set) var view: WebView
    weak var delegate: WebPageDelegate?

    private let session: WebSession
    private let state: WebPageState
    private let home: String
    private var isSaving = false
    private var isClosed = false
    /// Until the first page of this run is loaded, the stored state stays as it is.
    private var isRestored = false
    /// The scroll position for the next page.
    private var pendingScroll: WebScroll?
    private var isScrolling = false
    private var committedAddress: String?
    private var retry: @MainActor (WebView) -> Void = { $0.reload() }

    /// How often a load that the engine has given up is repeated before the failure is reported.
    private static let repeats = 2
    private var repeatsLeft = repeats

    /// The delay before a change of the history is stored; longer for a very long history.
    private static let saveDelay: Duration = .milliseconds(50)
    private var saveDelay = saveDelay
    /// Whether the history was too long to be stored when it was last read.
    private var hasTooLongHistory: Bool { saveDelay > Self.saveDelay }

    /// - Parameter home: the initial address if nothing is stored.
    init(session: WebSession, state: WebPageState, home: String, scope: RestorationScope) {
        self.session = session
        self.state = state
        self.home = home
        view = WebView(session: session)
        scope.attach(self)
    }

    // MARK: Loading

    /// Loads the last shown page, otherwise the first address.
    ///
    /// This may replace the view.
    func start() {
        connect()
        view.zoom = state.zoom
        if let history = state.history {
            _ = view.restoreHistory(history)
            if let problem = WebPageState.problem(inHistory: view.historyAddresses) {
                delegate?.webPage(self, dropsHistory: problem)
                view.close()
                view = WebView(session: session)
                connect()
                view.zoom = state.zoom
            } else {
                pendingScroll = state.scroll
                retry = { $0.go(0) }
                view.go(0)
                return
            }
        }
        if state.address != nil { pendingScroll = state.scroll }
        load(state.address ?? home)
    }

    /// Reloads the page; without one, loads the first page again.
    func reload() { isRestored ? view.reload() : tryAgain() }

    /// Repeats a failed load.
    func tryAgain() {
        repeatsLeft = Self.repeats
        retry(view)
    }

    private func load(_ address: String) {
        retry = { $0.load(address) }
        view.load(address)
    }

    private func connect() {
        view.allows = { [weak self] in self?.allows($0, $1) ?? false }
        view.onDownload = { [weak self] in self?.leave(to: $0) }
        view.onChange = { [weak self] in self?.changed() }
        view.onCommit = { [weak self] in self?.committed() }
        view.onFinish = { [weak self] in self?.changed() }
        view.onFailure = { [weak self] in self?.failed($0) }
        view.onScroll = { [weak self] in self?.scrolled(WebScroll(x: $0, y: $1)) }
        view.onScrollEnd = { [weak self] in self?.isScrolling = false }
        view.onFound = { [weak self] count in
            guard let self else { return }
            self.delegate?.webPage(self, didFind: count)
        }
    }

    private func changed() {
        saveSoon()
        delegate?.webPageDidChange(self)
    }

    private func committed() {
        isRestored = true
        repeatsLeft = Self.repeats
        if isScrolling, view.address == committedAddress {
            // It is loaded again, with its scroll position.
            pendingScroll = state.scroll
        }
        committedAddress = view.address
        if let scroll = pendingScroll {
            pendingScroll = nil
            if scroll != .start {
                isScrolling = true
                view.scrollTo(x: scroll.x, y: scroll.y)
            }
        } else {
            isScrolling = false
            state.scroll = .start
        }
        saveSoon()
        delegate?.webPageDidCommit(self)
    }

    private func failed(_ failure: WebFailure) {
        let address = failure.address
        let hasCrashed = failure.kind == .crashed || failure.kind == .outOfMemory
        if isRestored, hasCrashed || address == committedAddress {
            // It was loaded already, and keeps its scroll position.
            pendingScroll = state.scroll
            isScrolling = false
            retry = { $0.reload() }
        } else if isRestored {
            retry = { $0.load(address) }
        }
        if failure.kind == .interrupted, repeatsLeft > 0 {
            repeatsLeft -= 1
            // Not from within the callback that reports the end of the load.
            MainLoop.whenIdle { [weak self] in
                guard let self, !self.isClosed else { return }
                self.retry(self.view)
            }
            return
        }
        delegate?.webPage(self, didFail: failure)
    }

    // MARK: Navigation

    private func allows(_ address: String, _ navigation: WebNavigation) -> Bool {
        // This request comes from the engine's web process.
        state.isStarting = false
        switch WebPolicy.answer(address, navigation) {
        case .showHere: return true
        case .openInBrowser: leave(to: address)
        case .refuse(let tellsPerson):
            if tellsPerson { delegate?.webPage(self, refuses: address) }
        }
        return false
    }

    private func leave(to address: String) {
        if WebPolicy.isWebAddress(address) {
            delegate?.webPage(self, leavesToBrowser: address)
        } else {
            delegate?.webPage(self, refuses: address)
        }
    }

    // MARK: Storing

    private func scrolled(_ scroll: WebScroll) {
        guard isRestored, !isScrolling else { return }
        state.scroll = scroll
    }

    private func saveSoon() {
        guard isRestored else { return }
        if hasTooLongHistory { saveAddress() }
        guard !isSaving else { return }
        isSaving = true
        MainLoop.after(saveDelay) { [weak self] in
            guard let self, self.isSaving else { return }
            self.save()
        }
    }

    private func save() {
        isSaving = false
        guard WebPolicy.isWebAddress(view.address) else { return }
        let history = view.history
        state.keep(history: history, address: view.address)
        // The engine takes longer to serialize a longer history, half a second for 1 MB. A page
        // with such a history must not block the window again and again.
        let excess = history.count / WebPageState.historyLimit
        saveDelay = max(Self.saveDelay, .seconds(excess))
    }

    private func saveAddress() {
        guard WebPolicy.isWebAddress(view.address) else { return }
        state.keep(address: view.address)
    }

    /// Stores changes at once.
    private func saveNow() {
        guard isSaving else { return }
        guard hasTooLongHistory else { return save() }
        isSaving = false
        saveAddress()
    }

    /// Stores changes just before the window is closed.
    func encodeState(to scope: RestorationScope) { saveNow() }

    /// Sets the zoom of the page.
    func setZoom(_ zoom: Double) {
        view.zoom = WebZoom.clamped(zoom)
        state.zoom = zoom
    }

    /// Closes the page; stored values stay.
    func close() {
        saveNow()
        isRestored = false
        isClosed = true
        state.isStarting = false
        view.close()
    }
}

extension WebPolicy {
    /// The answer to a navigation.
    enum Answer: Equatable {
        case showHere, openInBrowser
        /// Users are notified if they requested it; pages are not.
        case refuse(tellsPerson: Bool)
    }

    /// Decides about a page's navigation to an address.
    static func answer(_ address: String, _ navigation: WebNavigation) -> Answer {
        // Empty frames, which scripts fill: neither address has any content.
        if ["about:blank", "about:srcdoc"].contains(address), !navigation.contains(.newWindow) {
            return .showHere
        }
        guard isWebAddress(address) else {
            return .refuse(tellsPerson: navigation.contains(.byPerson))
        }
        guard navigation.contains(.newWindow) else { return .showHere }
        // A window that the user did not request is an advertisement.
        return navigation.contains(.byPerson) ? .openInBrowser : .refuse(tellsPerson: false)
    }
}
