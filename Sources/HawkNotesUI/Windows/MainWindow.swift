import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A window: the tabs, the selected tab's page, and pages that cover it.
@MainActor
final class MainWindow {
    let window: Window
    let scene: RestorationScene
    let context: AppContext
    private(set) var sizeClass: SizeClass

    unowned let coordinator: WindowCoordinator
    let toasts = ToastPresenter()
    let banner = Banner()
    let deletedNotes: DeletedNotes
    let movedNotes: MovedNotes
    let noteEdits: NoteEdits
    let parts: PartChanges
    let chrome: WindowChrome
    let draftMarks: DraftMarks
    private let tabMarks: TabMarks
    let tabStack = Stack()
    let shelf: WindowCover<ShelfPage>
    /// Over the shelf, where both are shown.
    let search: WindowCover<SearchPage>
    /// The way back from an opened result to the search.
    let searchTrail: StoredSearchTrail
    private let overlay: Overlay
    private var tabs: [Place: TabController] = [:]
    private let shownSeries: ShownSeries
    private var seriesChanges: ChangeObservation?
    private(set) var draftOffers: DraftOffers?
    private var focus: WindowFocus?
    private let geometry: WindowGeometry
    private var drops: WindowDrops?
    private var unsavedNotes: UnsavedNoteReports?
    private var actions: WindowActions?
    private(set) lazy var dialogs = Dialogs(of: self)
    private(set) lazy var activity = WindowActivity(of: self)
    private(set) lazy var spoilers = WrittenSpoilers(self)
    private let detail: RestoredDetail
    /// The composer whose draft is in the title.
    private weak var followedComposer: Composer?
    /// The cookies of a private window, which are deleted with it.
    var privateWebSession: WebSession?
    /// The words that a private window ignores, which are forgotten with it; nil for other windows.
    let ignoredWords: IgnoredWords?
    private(set) var isClosed = false
    /// Whether the shelf is about to be shown, and the tabs still are.
    var isShelfComing = false
    /// Whether it opens behind the windows of other programs, or did and has not been active yet.
    var isInBackground = false

    init(
        application: Application,
        scene: RestorationScene,
        context: AppContext,
        coordinator: WindowCoordinator,
        detail: RestoredDetail = .everything
    ) {
        self.scene = scene
        self.detail = detail
        self.context = context
        ignoredWords = scene.isPrivate ? IgnoredWords() : nil
        self.coordinator = coordinator
        let (library, pendingNotes) = (context.library, context.pendingNotes)
        deletedNotes = DeletedNotes(in: library, pendingNotes: pendingNotes, messages: toasts)
        movedNotes = MovedNotes(
            in: library,
            pendingNotes: pendingNotes,
            mentions: context.mentions,
            messages: toasts
        )
        noteEdits = NoteEdits(in: library, pendingNotes: pendingNotes)
        parts = PartChanges(in: library, pendingNotes: pendingNotes, messages: toasts)
        window = Window(application: application)
        let scope = scene.root.window
        geometry = WindowGeometry(window, in: scope)
        shownSeries = ShownSeries(context.series, in: scope)
        shelf = WindowCover("shelf", in: tabStack, scope: scope)
        search = WindowCover("search", in: tabStack, scope: scope)
        searchTrail = StoredSearchTrail(in: scope.scope("search"))
        sizeClass = SizeClass(width: geometry.initialWidth)
        overlay = Overlay(tabStack.vexpand())
        let chrome = WindowChrome(window: window, series: shownSeries.series)
        self.chrome = chrome
        draftMarks = DraftMarks(in: scene, series: context.series)
        tabMarks = TabMarks(noteCounts: context.noteCounts, drafts: draftMarks, root: scene.root) {
            [weak chrome] in chrome?.marks = $0
        }
        context.pendingNotes.resume(in: scene)
        context.accents.setShownSeries(series.id, in: self)
        application.performShortcuts(in: window)
        build()
    }

    /// The series whose tabs the window has.
    var series: Series { shownSeries.series }

    /// The selected tab.
    var tab: Place { shownSeries.tab }

    /// The tab from which a link led to the selected one.
    var linkOrigin: Place? { shownSeries.linkOrigin }

    /// The last selected tab of a series in this window.
    func lastTab(of series: Series) -> Place { shownSeries.lastTab(of: series) }

    /// The tabs that have been shown.
    var madeTabs: [Place] { Array(tabs.keys) }

    /// The path of a tab that has been shown; empty for any other.
    func madeLevels(of tab: Place) -> [Place] { tabs[tab]?.levels ?? [] }

    /// The selected tab's pages.
    var tabController: TabController { controller(for: tab) }

    /// Applies a change between light and dark.
    func updateAppearance() {
        window.showAppearance()
        dialogs.updateAppearance()
    }

    /// Puts the window on the screen, or raises it.
    func present() {
        isInBackground = false
        window.present()
    }

    /// Puts the window on the screen for the first time, in front or in the background.
    func comeUp() { window.comeUp(inBackground: isInBackground) }

    /// Shows a tab, of the window's series or of another one.
    ///
    /// - Parameter origin: the tab from which a link led to it; Back returns there.
    func select(_ tab: Place, animated: Bool = true, from origin: Place? = nil) {
        let tab = context.series.current(tab)
        showPage {
            search.leave()
            shelf.leave()
            isShelfComing = false
            let old = series.id
            shownSeries.showTab(tab, from: origin)
            context.accents.setShownSeries(series.id, in: self)
            if series.id != old, !scene.isPrivate { context.openings.note(series.id) }
            chrome.showTabs(of: series, selected: tab)
            if series.id != old { tabMarks.markTabs(of: series) }
            showTab(animated: animated)
        }
    }

    /// Shows the selected tab, or the page that covers the tabs.
    func showTab(animated: Bool) {
        if search.isShown { return openSearch(animated: animated) }
        if shelf.isShown { return openShelf(animated: animated) }
        tabStack.show(tabController.root, animated ? .crossfade : .none)
    }

    /// Shows a place in this window.
    ///
    /// - Parameter tab: the tab that shows the place; nil for the place's own.
    func show(_ place: Place, on tab: Place? = nil, animated: Bool = true) {
        let place = context.series.current(place)
        guard let tab = tab ?? context.tab(of: place) else { return }
        if place == tab { return select(tab, animated: animated) }
        select(tab, animated: false)
        showPage { tabController.push(place, animated: animated) }
    }

    /// Whether the window shows the place now.
    func isShowing(_ place: Place) -> Bool { self.place == place }

    /// Releases the window and its keys of the state; stored values stay.
    func tearDown() {
        guard !isClosed else { return }
        isClosed = true
        spoilers.hideAll()
        unsavedNotes?.close()
        followedComposer?.onChange = {}
        seriesChanges = nil
        drops?.close()
        for tab in tabs.values { tab.close() }
        search.close()
        shelf.close()
        dialogs.close()
        window.destroy()
    }

    /// The page of a place, if it exists.
    func madePage(of place: Place) -> Page? {
        context.tab(of: place).flatMap { tabs[$0] }?.madePage(of: place)
    }

    private func controller(for tab: Place) -> TabController {
        if let controller = tabs[tab] { return controller }
        let controller = TabController(
            tab,
            in: self,
            sizeClass: sizeClass,
            scope: scene.root.tab(tab),
            detail: detail
        )
        tabs[tab] = controller
        tabStack.add(controller.root)
        controller.load()
        return controller
    }
}

// MARK: - Building and bringing back

extension MainWindow {
    private func build() {
        window.classes("main-window").setClass("narrow", sizeClass == .compact).sizeRequest(
            width: WindowGeometry.smallestSize.width,
            height: WindowGeometry.smallestSize.height
        )
        overlay.overlay(toasts.root) { [weak self] in self?.toastPlace }
        if scene.isPrivate { chrome.markAsPrivate() }
        chrome.install(content: overlay, banner: banner.root)
        chrome.onSelect = { [weak self] in self?.select($0) }
        chrome.recentPages = { [weak self] in self?.recentPages ?? [] }
        movedNotes.onReturn = { [weak self] in self?.page.notes?.noteList.reveal($0) }
        actions = WindowActions(self)
        focus = WindowFocus(of: self, pages: tabStack, in: scene.root.window)
        drops = WindowDrops(on: self, overlay: overlay)
        addGestures(toTitle: chrome.title)
        tabMarks.markTabs(of: series)
        chrome.arrange(for: sizeClass, selected: tab)
        banner.arrange(forWidth: geometry.initialWidth)
        let opensSearch = takeOverShelfFilter()
        showPage {
            if opensSearch {
                openSearch(animated: false)
            } else if series.isMissing, !search.isShown {
                openShelf(animated: false)
            } else {
                showTab(animated: false)
            }
        }
        updateAppearance()
        connectWindow()
        seriesChanges = context.series.observe { [weak self] _ in self?.follow() }
        unsavedNotes = UnsavedNoteReports(in: self)
        draftOffers = DraftOffers(in: self)
        draftOffers?.offer()
    }

    /// Over the notes, above the composer.
    private var toastPlace: Rectangle {
        let composer = page.notes?.composer.root
        let frame = composer.flatMap { $0.isMapped ? $0.frame(in: overlay) : nil }
        return toasts.place(above: frame, in: overlay.size)
    }

    private func connectWindow() {
        window.onCloseRequest { [weak self] in
            guard let self else { return false }
            InputMethod.finishComposing()
            self.context.pendingNotes.sceneWillClose(self.scene)
            self.coordinator.didClose(self)
            return true
        }
        window.onActiveChange { [weak self] in
            guard let self else { return }
            self.scene.phase = self.window.isActive ? .active : .inactive
            if self.window.isActive {
                self.isInBackground = false
                self.coordinator.didActivate(self)
                self.shelf.page?.refresh()
                self.search.page?.refresh()
            }
            self.activityDidChange()
        }
        window.onSuspendedChange { [weak self] in self?.coordinator.sightDidChange() }
        window.onLayout { [weak self] in self?.updateSizeClass() }
        window.onTouchChange { [weak window] in window?.setClass("touched", $0) }
        chrome.content.onEdgeSwipe { [weak self] in
            if self?.canGoBack == true { self?.goBack() }
        }
        WindowKeys.connect(self)
    }

    private static let leastTouchHeight = 400

    private func updateSizeClass() {
        let width = chrome.width
        guard width > 0 else { return }
        chrome.isSearchShown = hasOwnSearch
        chrome.fitButtons()
        banner.arrange(forWidth: width)
        let new = SizeClass(width: width)
        // Touch sizes would leave no room in a low window, which no phone has.
        window.setClass("narrow", new == .compact && window.size.height >= Self.leastTouchHeight)
        guard new != sizeClass else { return }
        sizeClass = new
        chrome.arrange(for: new, selected: tab)
        chrome.update(title: page.title, showsBack: showsBack)
        for controller in tabs.values { controller.arrange(for: new) }
        shelf.page?.arrange(for: new)
        search.page?.arrange(for: new)
    }

    /// Goes back one level: within the tab, from the search or the Library to the page below, or
    /// from the first page of a tab to the tab from which a link led to it. From a result that was
    /// opened from the search, returns to the results.
    func goBack() {
        if search.isShown { return leaveSearch() }
        if shelf.isShown { return leaveShelf() }
        if searchTrail.isHere(in: self) { return returnToSearch() }
        if !tabController.canGoBack, let linkOrigin { return select(linkOrigin) }
        showPage { tabController.goBack() }
    }

    /// Shows another page and moves the focus there.
    func showPage(_ change: () -> Void) {
        func changeAll() {
            change()
            pageDidChange()
        }
        if let focus { focus.follow(changeAll) } else { changeAll() }
    }

    /// Updates the title, the actions and the header bar for the current page.
    func pageDidChange() {
        let page = page
        if scene.title != page.title || window.title.isEmpty { window.title = page.title }
        scene.title = page.title
        scene.titleScope = scopeOfPage
        if !isShelfComing || search.isShown { updateChrome() }
        // Keeps toasts above the bottom bar.
        overlay.queueAllocate()
        actions?.update()
        spoilers.pageDidChange()
        followDraft(on: page)
        coordinator.contentDidChange(of: self, isTyping: false)
        activityDidChange()
    }

    /// Whether the page is the search or, in a narrow window, leads to it itself: the header bar has its title in
    /// the place of a second button.
    private var hasOwnSearch: Bool {
        search.isShown
            || sizeClass == .compact && shelf.isShown && shelf.page?.searchButton.isVisible == true
    }

    private func updateChrome() {
        chrome.hidesTabs = !showsTabs
        chrome.isSearchShown = hasOwnSearch
        chrome.show(selected: tab)
        chrome.update(title: page.title, showsBack: showsBack)
    }

    /// The title contains the draft.
    private func followDraft(on page: any Page) {
        followedComposer?.onChange = {}
        followedComposer = page.notes?.composer
        followedComposer?.onChange = { [weak self] in
            guard let self else { return }
            coordinator.contentDidChange(of: self, isTyping: true)
        }
    }

    /// Applies changes of the series: titles, tabs, pages.
    private func follow() {
        let shown = place
        // A page lets go of what it keeps before another one asks for it.
        let hasLeft = tabs.values.reduce(false) { $1.leaveJoinedPages() || $0 }
        let page = hasLeft ? nil : page
        shownSeries.refresh()
        context.accents.setShownSeries(series.id, in: self)
        for (tab, controller) in tabs where !controller.follow() {
            controller.close()
            tabs[tab] = nil
            tabStack.remove(controller.root)
        }
        chrome.showTabs(of: series, selected: tab)
        tabMarks.markTabs(of: series)
        search.page?.hostDidChange()
        if let page, self.page === page {
            pageDidChange()
        } else {
            showPage { showTab(animated: false) }
        }
        // Any page may be gone or back, also one that is not shown.
        draftOffers?.offer()
        followJoined(shown)
    }

    /// Shows what the page is a part of that was shown, on whichever tab that is.
    private func followJoined(_ place: Place) {
        let current = context.series.current(place)
        guard current != place, self.place != current, showsTabs else { return }
        let former = tab
        context.resolve(current) { [weak self] result in
            guard let self, !isClosed, case .success(let found) = result else { return }
            let owner = context.series.owner(of: found)
            show(found, on: owner?.tab(of: found, from: former), animated: false)
        }
    }
}

extension MainWindow: TitledWindow {
    var pageTitle: String { scene.title }

    var title: String {
        get { window.title }
        set { window.title = newValue }
    }

    var draftBeginning: String {
        guard let composer = page.notes?.composer else { return "" }
        let words = composer.field.buffer.beginning(200)
        return words.isEmpty ? composer.quotation.field?.buffer.beginning(200) ?? "" : words
    }
}

/// Reports texts that could not be saved and are on a page other than the one shown.
@MainActor
private final class UnsavedNoteReports {
    private unowned let owner: MainWindow
    private var changes: [ChangeObservation] = []

    init(in owner: MainWindow) {
        self.owner = owner
        changes = [
            owner.context.pendingNotes.observe { [weak self] home, event in
                guard let self, case .failed(let note) = event, let problem = note.problem,
                    home.scene === self.owner.scene
                else { return }
                self.say(
                    localized("A note is not saved yet: %1", problem.reason),
                    unlessShown: home
                )
            },
            owner.noteEdits.observe { [weak self] scope, outcome in
                guard case .failed(let problem) = outcome else { return }
                self?.say(
                    localized("The note could not be saved: %1", problem.reason),
                    unlessShown: scope
                )
            },
        ]
    }

    /// Stops reporting.
    func close() { changes = [] }

    private func say(_ text: String, unlessShown scope: RestorationScope) {
        let isShown = owner.page.notes?.shows(scope) ?? false
        if !isShown { owner.show(Toast(text: text)) }
    }
}
