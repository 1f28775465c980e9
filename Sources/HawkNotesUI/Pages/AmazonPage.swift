import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A book's page at the bookshop, over the book's own page.
///
/// Nothing of it is loaded before the window has been drawn. Without a web engine it says why, and
/// offers the web browser.
@MainActor
final class AmazonPage: Page {
    let root: Widget
    var book: Book? { shownBook }
    var title: String {
        let title = WebPolicy.shown(controller?.view.title ?? "")
        return title.isEmpty || isFailed ? shownBook.title : title
    }

    let message = WebMessage()
    /// The web page; nil as long as nothing has been loaded.
    private(set) var controller: WebPageController?

    private var shownBook: Book
    private let series: LoadedSeries
    private unowned let window: MainWindow
    private let webPages: WebPages
    private let scope: RestorationScope
    private let state: WebPageState
    private let bar = WebBar()
    private let findBar = FindBar(name: localized("Find in page"))
    private let progress = ProgressBar("osd", "web-progress")
    private let stack = Stack()
    /// Shown until there is a page.
    private let spinner = Spinner().sizeRequest(width: 32, height: 32)
    private var isStarted = false
    private var isClosed = false
    private var isFailed = false
    private var shownTitle = ""
    /// The address that failed; nil once its error is no longer shown.
    private var failedAddress: String?
    private var wantsFocus = false

    init(_ book: Book, in window: MainWindow, scope: RestorationScope) {
        shownBook = book
        self.window = window
        series = window.context.series
        webPages = window.context.webPages
        self.scope = scope
        state = WebPageState(scope)
        findBar.keep(in: scope)
        shownTitle = book.title
        let content = Overlay(stack.vexpand())
            .overlay(progress.valign(.start).visible(false).canTarget(false))
        let column = Box(.vertical).append(
            bar.root,
            findBar.root,
            Separator(.horizontal),
            content.vexpand()
        )
        root = column.classes("web-page", AccentSheet.styleClass(for: book.id))
        bar.show(address: state.address ?? home)
        bar.show(canGoBack: false, canGoForward: false, isLoading: false, zoom: state.zoom)
        stack.add(Box(.vertical).append(spinner.valign(.center).vexpand()).halign(.center))
        connect()
    }

    private var home: String { shownBook.amazonURL?.absoluteString ?? "about:blank" }

    /// The address that is shown, loading or has failed.
    var address: String {
        if let failedAddress { return failedAddress }
        let shown = controller?.view.address ?? ""
        return shown.isEmpty ? state.address ?? home : shown
    }

    func arrange(for sizeClass: SizeClass) { bar.arrange(for: sizeClass) }

    func seriesDidChange() { shownBook = series.book(shownBook.id) ?? shownBook }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        controller?.close()
        state.close()
        findBar.letGo()
    }

    /// Goes back to the previous page, if there is one.
    ///
    /// - Returns: false on the first page.
    func goBack() -> Bool {
        guard let view = controller?.view, view.canGo(-1) else { return false }
        showPage()
        view.go(-1)
        return true
    }

    /// Forgets the current page: the next visit begins at the book's address. Keeps the zoom.
    func forget() {
        controller?.close()
        state.forgetPages()
        findBar.forget()
    }

    // MARK: Focus

    func focusName(of widget: Widget) -> String? {
        if bar.doneButton.isSame(as: widget) { return "done" }
        if widget.isDescendant(of: findBar.root) { return "find" }
        guard let view = controller?.view else { return nil }
        return view.isSame(as: widget) || widget.isDescendant(of: view) ? "page" : nil
    }

    func grabFocus(_ name: String) {
        switch name {
        case "done": bar.doneButton.grabFocus()
        case "find" where findBar.isOpen: findBar.entry.grabFocus()
        default:
            if let controller { controller.view.grabFocus() } else { wantsFocus = true }
        }
    }
}

// MARK: - Starting

extension AmazonPage {
    private func connect() {
        root.onMap { [weak self] in self?.startWhenDrawn() }
        if root.isMapped { startWhenDrawn() }
        stack.onWheel { [weak self] clicks, held in
            guard let self, held == .control, clicks != 0, !self.isFailed else { return false }
            self.zoom(by: clicks < 0 ? 1 : -1)
            return true
        }
        bar.onCommand = { [weak self] in self?.perform($0) }
        findBar.onFind = { [weak self] in self?.controller?.view.find($0) }
        findBar.onStep = { [weak self] in self?.controller?.view.findNext($0) }
        findBar.onClose = { [weak self] in self?.controller?.view.grabFocus() }
        message.tryAgain.onClicked { [weak self] in self?.tryAgain() }
        message.open.onClicked { [weak self] in self?.perform(.openInBrowser) }
        message.showAnyway.onClicked { [weak self] in self?.showAnyway() }
    }

    /// Loading the engine blocks the main thread for a moment: it waits for the window and for the
    /// page's animation.
    private func startWhenDrawn() {
        guard !isStarted else { return }
        root.onNextFrameDrawn { [weak self] in
            MainLoop.after(Style.animates ? Stack.movementTime : .zero) { self?.start() }
        }
    }

    private func start() {
        guard !isStarted, !isClosed, root.isMapped else { return }
        isStarted = true
        if state.isStarting {
            showInterrupted()
        } else {
            startEngine()
        }
    }

    private func startEngine() {
        state.isStarting = true
        webPages.withEngine { [weak self] result in
            guard let self, !self.isClosed else { return }
            switch result {
            case .success(let engine): self.showWebPage(with: engine)
            case .failure(let error): self.showError(error)
            }
        }
    }

    private func showWebPage(with engine: WebEngine) {
        // A button may have been pressed twice.
        guard controller == nil else { return }
        let controller = WebPageController(
            session: window.webSession(engine),
            state: state,
            home: home,
            scope: scope
        )
        controller.delegate = self
        self.controller = controller
        let takesFocus =
            wantsFocus || (root.containsFocus && !findBar.root.containsFocus)
        controller.start()
        stack.add(controller.view.vexpand().hexpand())
        addMessage()
        showPage()
        if takesFocus { controller.view.grabFocus() }
    }

    private func addMessage() {
        if !message.root.hasParent { stack.add(message.root) }
    }

    private func showInterrupted() {
        isFailed = true
        addMessage()
        stack.show(message.root)
        message.show(WebFailureText.interrupted, choice: .tryAgain)
        bar.show(navigates: false, hasPage: false)
    }

    private func showError(_ error: WebEngineError) {
        state.isStarting = false
        addMessage()
        stack.show(message.root)
        let choice = error.code == .sandboxMissing ? WebMessage.Choice.showAnyway : .nothing
        message.show(WebFailureText(error), choice: choice)
        bar.show(navigates: false, hasPage: false)
    }

    private func showAnyway() {
        webPages.goWithoutSandbox()
        startEngine()
    }
}

// MARK: - Commands

extension AmazonPage {
    private func perform(_ command: WebBar.Command) {
        let view = controller?.view
        switch command {
        case .previous: _ = goBack()
        case .next:
            showPage()
            view?.go(1)
        case .reload: isFailed ? tryAgain() : controller?.reload()
        case .stop: view?.stop()
        case .zoomIn: zoom(by: 1)
        case .zoomOut: zoom(by: -1)
        case .resetZoom: setZoom(1)
        case .findNext: if findBar.isOpen { view?.findNext(1) }
        case .findPrevious: if findBar.isOpen { view?.findNext(-1) }
        case .find: if controller != nil, !isFailed { findBar.open() }
        case .copyAddress:
            Desktop.copy(address)
            window.show(localized("Link copied"))
        case .openInBrowser: window.openInBrowser(address)
        case .done: window.setWebPageShown(false, for: shownBook)
        }
    }

    private func zoom(by step: Int) {
        guard let view = controller?.view else { return }
        setZoom(WebZoom.step(from: view.zoom, by: step))
    }

    private func setZoom(_ zoom: Double) {
        controller?.setZoom(zoom)
        update()
    }

    private func tryAgain() {
        guard let controller else { return startEngine() }
        showPage()
        controller.tryAgain()
    }

    /// Handles keys of the page as a whole, wherever in the window the focus is.
    func handle(_ key: Key, _ modifiers: Modifiers, focus: Widget?) -> Bool {
        if key == Key("Escape"), modifiers.isEmpty { return escape(focus) }
        guard let command = WebBar.Command(key, modifiers) else { return false }
        perform(command)
        return true
    }

    /// Escape ends the innermost activity: a search, loading, and then the page.
    private func escape(_ focus: Widget?) -> Bool {
        // A dialog that the page has opened comes first.
        if let view = controller?.view, focus?.isDescendant(of: view) == true { return false }
        if findBar.isOpen {
            findBar.close()
            controller?.view.grabFocus()
        } else if controller?.view.isLoading == true, !isFailed {
            perform(.stop)
        } else {
            perform(.done)
        }
        return true
    }
}

// MARK: - Events of the web page

extension AmazonPage: WebPageDelegate {
    func webPageDidChange(_ page: WebPageController) {
        update()
        if !page.view.isLoading { findBar.pageWasLoaded() }
    }

    func webPageDidCommit(_ page: WebPageController) {
        showPage()
        findBar.pageWasReplaced()
    }

    func webPage(_ page: WebPageController, didFail failure: WebFailure) {
        if !failure.message.isEmpty { Log.warn("A web page: \(failure.message)") }
        isFailed = true
        failedAddress = failure.address.isEmpty ? nil : failure.address
        findBar.close()
        message.show(
            WebFailureText(failure, hasNetwork: Desktop.hasNetwork),
            choice: .tryAgain
        )
        let hadFocus = page.view.containsFocus
        stack.show(message.root)
        if hadFocus { message.tryAgain.grabFocus() }
        update()
    }

    func webPage(_ page: WebPageController, didFind count: Int) { findBar.show(count: count) }

    func webPage(_ page: WebPageController, leavesToBrowser address: String) {
        window.openInBrowser(address)
        window.show(localized("Opened in your browser"))
    }

    func webPage(_ page: WebPageController, refuses address: String) {
        let text = String(address.prefix(60))
        window.show(localized("Only web pages are shown here, not “%1”", text))
    }

    func webPage(_ page: WebPageController, dropsHistory reason: String) {
        window.reportNotRestored(
            shownBook.title,
            reason: localized(
                "The web history of “%1” could not be restored: %2.",
                shownBook.title,
                reason
            )
        )
    }

    /// Shows the web page instead of an error.
    private func showPage() {
        guard let view = controller?.view else { return }
        let hadFocus = isFailed && message.root.containsFocus
        isFailed = false
        failedAddress = nil
        stack.show(view)
        if hadFocus { view.grabFocus() }
        update()
    }

    private func update() {
        guard let view = controller?.view else { return }
        let isLoading = view.isLoading && !isFailed
        bar.show(address: address)
        bar.show(navigates: true, hasPage: !isFailed)
        bar.show(
            canGoBack: view.canGo(-1),
            canGoForward: view.canGo(1),
            isLoading: isLoading,
            zoom: view.zoom
        )
        progress.fraction = view.progress
        progress.visible(isLoading)
        if title != shownTitle {
            shownTitle = title
            window.titleDidChange(of: self)
        }
    }
}
