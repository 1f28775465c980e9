import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The program's windows: restores, opens and closes them, and keeps track of their order.
@MainActor
final class WindowManager {
    private let application: Application
    let context: AppContext
    let session: RestorationSession
    let quit: @MainActor () -> Void
    private(set) var windows: [MainWindow] = []
    private var restoring = Restoring.notBegun
    /// Whether the restored windows open behind those of other programs.
    private var isInBackground = false
    private var detailToCome = RestoredDetail.everything
    /// The last restored window; the next one goes behind it.
    private weak var lastBack: MainWindow?
    /// Called when `canReopenClosed` or `canRestorePreviousSession` may have changed.
    var onOfferChange: @MainActor () -> Void = {}
    /// Called when `status` may have changed.
    var onStatusChange: @MainActor () -> Void = {}
    /// Called with the backup that should replace the library, and the drafts to add.
    var onRestore: @MainActor (URL, [BackupDraft]) -> Void = { _, _ in }
    /// The messages in the windows.
    let notices: WindowNotices
    private(set) lazy var workspaces = Workspaces(of: self)
    private var offerChanges: RestorationObservation?
    let orphanedDraftObservers = ChangeObservers<Void>()
    private let crashReports: CrashReportOffer
    /// The preferences and where they are stored; nil for a program without preferences.
    let preferences: (values: Preferences, places: ApplicationConfiguration)?
    private(set) lazy var turnedTo = LastPlaces(in: session.application)
    private(set) lazy var titles = WindowTitles { [unowned self] in
        windows
    } onUpdate: { [unowned self] in
        onStatusChange()
    }
    /// Makes backups in a folder of the reader's choice.
    private(set) lazy var backups = makeBackupFlow()
    var backupChanges: ChangeObservation?
    /// Exports the library into a folder of the reader's choice.
    private(set) lazy var libraryExport = makeLibraryExportFlow()
    var libraryExportChanges: ChangeObservation?
    private(set) lazy var merge = makeMergeFlow()
    /// The windows behind the front one that are still to be restored.
    private(set) lazy var lateWindows = makeLateWindows()

    private typealias Request = @MainActor () -> Void

    /// The progress of the restoration, with the requests that wait for it.
    private enum Restoring {
        case notBegun
        /// Their series are being read.
        case reading([Request])
        /// The user is asked which ones to restore.
        case choosing(RestoreChooser, [Request])
        /// They are being shown one after another.
        case showing([Request])
        case done
    }

    /// - Parameter quit: called when the last window has been closed.
    init(
        application: Application,
        context: AppContext,
        session: RestorationSession,
        crashReports: CrashReports? = nil,
        preferences: (Preferences, ApplicationConfiguration)? = nil,
        quit: @escaping @MainActor () -> Void
    ) {
        self.application = application
        self.context = context
        self.session = session
        self.quit = quit
        self.preferences = preferences
        self.crashReports = CrashReportOffer(crashReports)
        notices = WindowNotices(session)
        let scopes = FormerScopes(context.series)
        session.fallbackPaths = { scopes.paths(of: $0) }
        notices.manager = self
        registerDialogs()
        keepUnveiled()
        offerChanges = session.onOfferChange { [weak self] in self?.onOfferChange() }
    }

    /// The active window, or the last active one.
    var frontWindow: MainWindow? {
        windows.first { $0.scene === session.activeScene } ?? windows.last
    }

    /// Restores the windows on the first call; raises the front one later.
    func activate() {
        let isLater = if case .notBegun = restoring { false } else { true }
        restore { [self] in
            if windows.isEmpty { openNewWindow() } else if isLater { frontWindow?.present() }
        }
    }

    /// Restores the windows behind those of other programs, and leaves the keyboard focus there.
    func openInBackground() {
        isInBackground = true
        beginRestoring()
    }

    /// Shows the keyboard shortcuts.
    func showShortcuts() { frontWindow.map { Shortcuts.show(over: $0.window) } }

    /// Applies a change between light and dark.
    func updateAppearance() { for window in windows { window.updateAppearance() } }

    /// Saves everything; returns the reason when that was not possible.
    func saveNow() async -> String? {
        lateWindows.pause()
        InputMethod.finishComposing()
        completeBeforeTheEnd()
        if await session.save() { return nil }
        guard case .failing(let error) = session.storageStatus else { return "" }
        return StorageText.reason(error)
    }

    /// Shows a window after a cancelled quit.
    func goOn() {
        // The windows have counted as restored since then, without a look at the previous session.
        Task { await session.lookAtPreviousSession() }
        lateWindows.resume()
        if windows.isEmpty { reopenClosed() } else { frontWindow?.present() }
    }

    /// Saves everything for the last time, while the windows still exist.
    func save() async {
        InputMethod.finishComposing()
        prepareForTheEnd()
        await session.end()
    }

    /// Writes everything to disk; the user's session is about to end, and waits for it.
    func saveForTheEnd() {
        InputMethod.finishComposing()
        session.flush()
    }

    /// Saves everything for the last time, and returns when it is on disk. Touches no window.
    func saveAtOnce() {
        prepareForTheEnd()
        session.terminate()
    }

    /// Closes the windows; saves anything that `save()` has not.
    func terminate() {
        InputMethod.finishComposing()
        saveAtOnce()
        if case .choosing(let chooser, _) = restoring { chooser.close() }
        for window in windows { window.tearDown() }
        windows = []
        titles.update()
        context.search.close()
    }

    private func prepareForTheEnd() {
        lateWindows.pause()
        context.imports.cancelAll()
        backups.cancel()
        libraryExport.cancel()
        merge.cancel()
        completeBeforeTheEnd()
        workspaces.finishDeleting()
    }

    private func completeBeforeTheEnd() {
        // A proper quit proves as well as a first frame that everything could be shown. A question
        // that the chooser has not answered is asked again at the next start. Windows that are
        // still to be restored stay open for the next start.
        switch restoring {
        case .notBegun, .choosing: break
        case .reading, .showing, .done:
            session.completeRestoration(stillOpening: lateWindows.scenes)
        }
    }

    // MARK: Restoring

    /// Restores the windows on the first call, then performs the request: at once, or after the
    /// user has chosen what to restore.
    func restore(then request: @escaping @MainActor () -> Void) {
        beginRestoring()
        switch restoring {
        case .notBegun, .done: request()
        case .reading(let requests): restoring = .reading(requests + [request])
        case .showing(let requests): restoring = .showing(requests + [request])
        case .choosing(let chooser, let requests):
            restoring = .choosing(chooser, requests + [request])
            chooser.present()
        }
    }

    private func beginRestoring() {
        guard case .notBegun = restoring else { return }
        restoring = .reading([])
        let scopes = FormerScopes(context.series)
        let series = session.scenesToRestore.map(scopes.series(shownBy:))
        context.series.load(series.reduce([]) { $0.union($1) }) { [weak self] in self?.bringBack() }
    }

    private func bringBack() {
        guard case .reading(let requests) = restoring else { return }
        switch session.plan.level {
        case .everything, .recovered:
            bringBack(session.scenesToRestore, .everything, then: requests)
        case .textAndTabs: bringBack(session.scenesToRestore, .textAndTabs, then: requests)
        case .choose: ask(then: requests)
        }
    }

    private func bringBack(
        _ scenes: [RestorationScene],
        _ detail: RestoredDetail,
        then requests: [Request]
    ) {
        restoring = .done
        detailToCome = detail
        let front = scenes.first { $0 === session.activeScene } ?? scenes.first
        let others = scenes.filter { $0 !== front }
        var atOnce = [front].compactMap { $0 }
        var requestsNow = requests
        if Desktop.opensWindowsInBackground {
            lateWindows.add(others)
        } else if front != nil {
            restoring = .showing(requests)
            requestsNow = []
            // Each window takes the focus from the one before: the front one must be last.
            atOnce = others.reversed() + atOnce
        }
        let made = atOnce.map { makeWindow($0, detail) }
        lastBack = made.last
        completeWhenDrawn()
        // Before the windows are shown: a message moves the page down.
        if !notices.reportProblems() { notices.reportEnd(of: session.plan) }
        showInTurn(made)
        crashReports.findReport { [weak self] in
            self?.frontWindow?.window
        } then: { [weak self] details in
            if let details { self?.notices.offer(crashDetails: details) }
        }
        for request in requestsNow { request() }
    }

    /// Asks what to restore: after several failed starts nothing is restored without asking.
    private func ask(then requests: [Request]) {
        let chooser = RestoreChooser(
            application: application,
            summaries: session.summaries(),
            failedStarts: session.plan.incompleteLaunches,
            readable: context.series.readable(title:),
            onClose: quit
        ) { [weak self] in self?.bringBack(chosen: $0) }
        restoring = .choosing(chooser, requests)
        chooser.comeUp(inBackground: isInBackground)
    }

    private func bringBack(chosen: Set<SceneIdentifier>) {
        guard case .choosing(let chooser, let requests) = restoring else { return }
        isInBackground = false
        session.restoreOnly(chosen)
        let scenes = session.scenesToRestore.filter { chosen.contains($0.id) }
        bringBack(scenes, .textAndTabs, then: requests)
        if windows.isEmpty { openNewWindow() }
        // Last: without any window the program ends.
        chooser.close()
    }

    /// Completes the restoration once the front window has been drawn: the next start must not
    /// begin with a page that cannot be shown.
    private func completeWhenDrawn() {
        guard !windows.isEmpty else { return completeRestoration() }
        let complete: @MainActor () -> Void = { [weak self] in
            self?.completeRestoration()
            self?.lateWindows.begin()
        }
        MainLoop.after(Window.drawingTimeout, complete)
        frontWindow?.window.onFirstFrameDrawn(complete)
    }

    /// Call this before the scenes of windows are closed.
    func prepareToClose(_ closed: [MainWindow]) {
        InputMethod.finishComposing()
        for window in closed { context.pendingNotes.sceneWillClose(window.scene) }
    }

    /// Removes closed windows.
    func removeWindows(_ closed: [MainWindow]) {
        windows.removeAll { window in closed.contains { $0 === window } }
        for window in closed { window.tearDown() }
        titles.update()
        sightDidChange()
    }

    func makeWindow(
        _ scene: RestorationScene,
        _ detail: RestoredDetail = .everything
    ) -> MainWindow {
        scene.beginWithActivityIfUnknown(in: context)
        scene.beginWithRemainingPart(in: context)
        let window = MainWindow(
            application: application,
            scene: scene,
            context: context,
            coordinator: self,
            detail: detail
        )
        window.isInBackground = isInBackground
        windows.append(window)
        if detail == .everything { restoreDialogs(of: window) }
        titles.update()
        sightDidChange()
        lateWindows.watch(window.window)
        notices.begin(in: window)
        return window
    }

    private func showInTurn(_ made: [MainWindow]) {
        MainWindow.presentInTurn(made[...]) { [weak self] in
            guard let self, case .showing(let requests) = restoring else { return }
            restoring = .done
            // Closing every window quits the app.
            if !windows.isEmpty { for request in requests { request() } }
        }
    }

    private func bringBackFirst(_ scene: RestorationScene) {
        let front = makeWindow(scene, detailToCome)
        lastBack = front
        front.comeUp()
    }

    private func makeLateWindows() -> LateWindows {
        LateWindows { [application] in
            // The desktop may show that the program is busy.
            application.isBusy = $0
        } make: { [weak self] in
            self?.bringBackLate($0)
        } finish: { [weak self] in
            self?.session.finishOpening()
        }
    }

    private func bringBackLate(_ scene: RestorationScene) {
        // It may have been closed or opened before its turn.
        guard session.scenes.contains(where: { $0 === scene }), window(of: scene) == nil else {
            return
        }
        if windows.isEmpty {
            bringBackFirst(scene)
        } else {
            let window = makeWindow(scene, detailToCome)
            window.window.present(below: lastBack?.window)
            windows.removeLast()
            windows.insert(window, at: windows.firstIndex { $0 === lastBack } ?? 0)
            lastBack = window
        }
        notices.offerSalvagedTexts()
    }
}
