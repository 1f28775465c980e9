import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The messages that the program shows in its windows on its own: storage problems, and how the
/// windows were restored.
@MainActor
final class WindowNotices {
    private let session: RestorationSession
    weak var manager: WindowManager?
    /// The number of entries of the session's report that were checked for texts to offer.
    private var offeredEntryCount = 0
    /// Shows the error that ended the last run; nil when there was none, or while it is looked for.
    private(set) var crashDetails: Toast.Action?
    private let crashObservers = ChangeObservers<Toast.Action>()
    /// Whether a message tells how the last run ended.
    private var hasReportedEnd = false
    /// Entries whose texts have yet to be offered, in windows that are still opening.
    private var entriesToOffer: [RestorationReport.Entry] = []
    /// Whether the welcome message has been shown since the start.
    private var hasWelcomed = false
    /// Watches for the user's first own book.
    private var ownBooks: LibraryObservation?
    /// Says that another machine has the library.
    var otherMachine: OtherMachineNotice?
    /// Says that another program has replaced the library.
    var replacedLibrary: ReplacedLibraryNotice?
    private var waiting: [Banner.Message] = []
    private var storageProblem: String?
    private var storageChanges: RestorationObservation?
    private var setAside: RestorationObservation?

    init(_ session: RestorationSession) {
        self.session = session
        storageChanges = session.onStorageStatusChange { [weak self] in self?.storageChanged($0) }
        setAside = session.onSetAside { [weak self] in self?.foundForeign($0) }
        // Saving may have failed before this observer was added.
        if case .failing = session.storageStatus { storageChanged(session.storageStatus) }
    }

    private var frontWindow: MainWindow? { manager?.frontWindow }

    private var windows: [MainWindow] { manager?.windows ?? [] }

    /// Shows the current messages in a new window.
    func begin(in window: MainWindow) {
        if let storageProblem { showStorageProblem(storageProblem, in: window) }
        replacedLibrary?.show(in: window)
        otherMachine?.show(in: window)
        welcome(in: window)
        let reports = waiting
        waiting = []
        for message in reports { report(message) }
    }

    /// Shows a message in the front window, now or when there is one.
    func report(_ text: String) { report(Banner.Message(text: text)) }

    func report(_ message: Banner.Message) {
        guard let frontWindow else {
            waiting.append(message)
            return
        }
        frontWindow.banner.show(message)
    }

    /// Reports the result of the library's maintenance, if it concerns the user.
    func report(_ care: LibraryCare) {
        if !care.findings.structure.isEmpty {
            report(
                localized(
                    "Parts of your library are damaged. At the next start, Hawk Notes offers to recover it or to use a backup."
                )
            )
        }
        let changed = care.findings.changedNotes.count
        if changed > 0 {
            report(
                localized(
                    "%1 note no longer has the text you saved. A failing disk may have changed it.",
                    plural:
                        "%1 notes no longer have the text you saved. A failing disk may have changed them.",
                    count: changed
                )
            )
        }
        if let problem = care.copyProblem, care.findings.isEmpty {
            Log.warn("\(problem)")
            let reason = LibraryText.copyReason(problem)
            report(localized("This week’s backup could not be made: %1.", reason))
        }
        for line in care.findings.structure { Log.warn(line) }
    }

    /// Says that other programs have left copies of the library beside it, if they contain anything
    /// that the library lacks.
    func report(_ found: Result<[ConflictCopy], LibraryError>) {
        guard case .success(let copies) = found else {
            if case .failure(let error) = found { Log.warn("\(error)") }
            return
        }
        for copy in copies { Log.warn("\(copy.url.path): \(copy.finding)") }
        guard let chief = ConflictText.chief(of: copies) else { return }
        let address = chief.url.absoluteString
        let show = Toast.Action(title: localized("Show in Files")) { [weak self] in
            Desktop.showInFolder(address, from: self?.frontWindow?.window)
        }
        let text = ConflictText.sentence(copies, chief: chief)
        var message = Banner.Message(text: text, action: show)
        if case .notes = chief.finding {
            message.leadingAction = Toast.Action(title: localized("Merge It In…")) { [weak self] in
                self?.manager?.showMerge(of: chief.url)
            }
        }
        report(message)
    }

    /// Says that another program has replaced files of open windows: once, although it mostly
    /// replaces many at a time.
    private func foundForeign(_ entry: RestorationReport.Entry) {
        Log.warn("\(entry.subject): \(entry.reason) \(entry.file?.path ?? "")")
        let text = localized(
            "Another program replaced the files of your windows and drafts. They have been saved again."
        )
        let message = Banner.Message(topic: .replacedFiles, text: text)
        guard let banner = frontWindow?.banner else {
            if !waiting.contains(where: { $0.topic == .replacedFiles }) { waiting.append(message) }
            return
        }
        banner.withdraw(.replacedFiles)
        banner.show(message)
    }

    private func storageChanged(_ status: StorageStatus) {
        switch status {
        case .failing(let error):
            Log.warn("\(error)")
            let problem = localized(
                "Drafts cannot be saved to disk. %1",
                StorageText.reason(error)
            )
            storageProblem = problem
            for window in windows { showStorageProblem(problem, in: window) }
        case .working:
            storageProblem = nil
            for window in windows { window.banner.withdraw(.storage) }
            frontWindow?.show(localized("Drafts are saved to disk again"))
        }
    }

    /// Says that a window's drafts cannot be saved, until they can.
    private func showStorageProblem(_ storageProblem: String, in window: MainWindow) {
        window.banner.show(
            Banner.Message(topic: .storage, text: storageProblem, weight: .urgent)
        )
    }
}

// MARK: - After a start

extension WindowNotices {
    /// Says that the program did not end properly, and what that means for the restored windows.
    ///
    /// - Parameter plan: how they were restored.
    func reportEnd(of plan: RestorationPlan) {
        let count = plan.incompleteLaunches
        let message: Banner.Message
        switch plan.level {
        case .recovered:
            let text =
                count == 0
                ? localized("Hawk Notes closed unexpectedly.")
                : localized("Hawk Notes stopped while it was starting.")
            let windows = scenesThatAreBack.count
            let back =
                windows == 0 ? nil : ReportText.recovered(windows: windows, drafts: draftCount)
            message = Banner.Message(
                text: [text, back].compactMap { $0 }.joined(separator: " "),
                action: reportAction,
                weight: .quiet
            )
        case .textAndTabs:
            let text = localized(
                "Hawk Notes stopped while it was starting. Each tab shows its first page; the rest is restored at the next start.",
                plural:
                    "Hawk Notes stopped while it was starting, %1 times in a row. Each tab shows its first page; the rest is restored at the next start.",
                count: count
            )
            message = Banner.Message(text: text, action: reportAction)
        case .everything, .choose: return
        }
        hasReportedEnd = true
        report(message)
    }

    /// Calls the body when the error that ended the last run has been found, as long as the returned
    /// object is kept.
    func observeCrash(_ body: @escaping @MainActor (Toast.Action) -> Void) -> ChangeObservation {
        crashObservers.add(body)
    }

    /// Offers the report of the error that ended the last run. Where a message tells of that end,
    /// the report is among its details.
    func offer(crashDetails: Toast.Action) {
        self.crashDetails = crashDetails
        crashObservers.notify(crashDetails)
        guard !hasReportedEnd else { return }
        frontWindow?.show(
            Toast(text: localized("Hawk Notes stopped because of an error."), action: crashDetails)
        )
    }

    /// Reports windows that were not restored completely. Complete ones need no message, and a page
    /// or value that no longer exists is only in the report.
    ///
    /// - Returns: whether there was anything to report.
    func reportProblems() -> Bool {
        let missing = ReportText.problems(of: session.report)
        for problem in missing { Log.warn("\(problem.subject): \(problem.reason)") }
        let problems = missing.filter { !ReportText.isAboutValue($0.code) }
        let readable: WindowText.Readable = { [weak manager] title in
            manager?.context.series.readable(title: title) ?? title
        }
        guard let text = ReportText.sentence(problems, readable: readable) else { return false }
        if frontWindow == nil { manager?.openNewWindow() }
        offerSalvagedTexts()
        frontWindow?.banner.show(.init(text: text, action: reportAction))
        return true
    }

    /// Shows the report over the front window.
    private var reportAction: Toast.Action {
        Toast.Action(title: localized("Details")) { [weak self] in
            self?.frontWindow?.showReport()
        }
    }

    /// The restored windows, and those that are about to be restored.
    private var scenesThatAreBack: [RestorationScene] {
        guard let manager else { return [] }
        return manager.windows.map(\.scene) + manager.lateWindows.scenes
    }

    /// The number of drafts in the restored windows.
    private var draftCount: Int {
        scenesThatAreBack.reduce(0) { count, scene in
            count + scene.storedKeys().filter { StoredPath($0).isDraft }.count
        }
    }
}

// MARK: - Salvaged texts

/// Text typed after a damaged part of a window's file cannot be put back into its draft. It is
/// offered separately, in the window that it belongs to.
extension WindowNotices {
    /// Offers the texts that the session has found since the last call. They are in this run's
    /// report only.
    func offerSalvagedTexts() {
        let entries = session.report.entries
        entriesToOffer += entries.dropFirst(offeredEntryCount)
        offeredEntryCount = entries.count
        let coming = Set(manager?.lateWindows.scenes.map(\.id) ?? [])
        let entriesNow = entriesToOffer.filter { $0.scene.map(coming.contains) != true }
        entriesToOffer.removeAll { $0.scene.map(coming.contains) != true }
        for entry in entriesNow {
            let window =
                manager?.windows.first { $0.scene.id == entry.scene } ?? frontWindow
            for text in entry.salvagedTexts.map({ $0.pieces.joined(separator: "\n") })
            where !text.isEmpty {
                window?.banner.show(
                    .offer(
                        text,
                        localized(
                            "Your last words could not be put back into their draft: “%1”",
                            text.beginning()
                        )
                    ) { [weak window] in window?.show(localized("Text copied")) }
                )
            }
        }
    }
}

// MARK: - The first start

extension WindowNotices {
    /// Shows the welcome message in the first window, until the user dismisses it or has a book of
    /// their own.
    ///
    /// It is there with the first frame, if the disk allows: it moves the page down, which would be
    /// laid out and drawn a second time.
    fileprivate func welcome(in window: MainWindow) {
        guard let preferences = manager?.preferences?.values, preferences.showsWelcome,
            !hasWelcomed
        else { return }
        hasWelcomed = true
        let library = window.context.library
        withdrawWelcome(onceIn: library, preferences, waits: true) { [weak window] in
            window?.showWelcome { preferences.showsWelcome = false }
        }
    }

    /// Withdraws the welcome message as soon as the user has a book of their own.
    ///
    /// - Parameters:
    ///   - waits: whether the main thread may wait for the library's answer.
    ///   - body: called when there is none yet.
    private func withdrawWelcome(
        onceIn library: Library,
        _ preferences: Preferences,
        waits: Bool = false,
        otherwise body: @escaping @MainActor () -> Void = {}
    ) {
        library.readHasOwnBooks(waits: waits) { [weak self] result in
            switch result {
            case .success(true):
                preferences.showsWelcome = false
                self?.ownBooks = nil
                for window in self?.windows ?? [] { window.banner.withdraw(.welcome) }
            case .success(false): body()
            case .failure(let error): Log.warn("\(error)")
            }
        }
        guard ownBooks == nil else { return }
        ownBooks = library.observeChanges { [weak self] changes in
            let mayHaveBooks = changes.contains {
                switch $0 {
                case .seriesAdded, .seriesChanged: true
                default: false
                }
            }
            if mayHaveBooks { self?.withdrawWelcome(onceIn: library, preferences) }
        }
    }
}

extension MainWindow {
    /// Shows the welcome message, with a button that adds the first book.
    ///
    /// - Parameter dismissed: called when the message was dismissed.
    fileprivate func showWelcome(dismissed: @escaping @MainActor () -> Void) {
        var isAccepted = false
        var message = Banner.Message(
            topic: .welcome,
            text: localized(
                "Keep notes on every book you read. This is a sample series; add your own in the Library."
            ),
            action: .init(title: localized("Add a Book")) { [weak self] in
                isAccepted = true
                self?.addBook()
            },
            weight: .invitation
        )
        message.onAnswer = { if !isAccepted { dismissed() } }
        banner.show(message)
    }
}
