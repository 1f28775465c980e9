import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What the program says over its windows unasked: what is wrong with what is kept, and how the windows
/// came back.
@MainActor
final class WindowNotices {
    let session: RestorationSession
    /// Whose windows they are.
    weak var manager: WindowManager?
    /// How many entries of the session's report were looked at for texts to offer.
    var offeredEntryCount = 0
    /// Shows what is known of the error that ended the last run; nil when there was none.
    var crashDetails: Toast.Action?
    /// The entries whose texts are still to be offered, in windows that are still to come.
    var entriesToOffer: [RestorationReport.Entry] = []
    /// Whether the program has introduced itself since it was started.
    var hasWelcomed = false
    /// Tells of another machine that has the library.
    var otherMachine: OtherMachineNotice?
    /// Tells of another program that has replaced the library.
    var replacedLibrary: ReplacedLibraryNotice?
    private var waiting: [Banner.Message] = []
    private var storageProblem: String?
    private var storageChanges: RestorationObservation?
    private var setAside: RestorationObservation?

    init(_ session: RestorationSession) {
        self.session = session
        storageChanges = session.onStorageStatusChange { [weak self] in self?.storageChanged($0) }
        setAside = session.onSetAside { [weak self] in self?.foundForeign($0) }
        // It may have failed before anybody could be told.
        if case .failing = session.storageStatus { storageChanged(session.storageStatus) }
    }

    var frontWindow: MainWindow? { manager?.frontWindow }

    private var windows: [MainWindow] { manager?.windows ?? [] }

    /// Shows what a new window has to say.
    func begin(in window: MainWindow) {
        if let storageProblem { show(storageProblem, in: window) }
        replacedLibrary?.show(in: window)
        otherMachine?.show(in: window)
        welcome(in: window)
        let reports = waiting
        waiting = []
        for message in reports { report(message) }
    }

    /// Shows a line over the front window, now or when there is one.
    func report(_ text: String) { report(Banner.Message(text: text)) }

    func report(_ message: Banner.Message) {
        guard let frontWindow else {
            waiting.append(message)
            return
        }
        frontWindow.banner.show(message)
    }

    /// Says what came of looking after the library, if it is anything that a person should know.
    func report(_ care: LibraryCare) {
        if !care.findings.structure.isEmpty {
            report(
                localized(
                    "Parts of your library are damaged. When Hawk Notes starts the next time, it offers to bring back what can be read, or a copy."
                )
            )
        }
        let changed = care.findings.changedNotes.count
        if changed > 0 {
            report(
                localized(
                    "%1 note no longer has the text that you saved: something else, perhaps a failing disk, has changed it.",
                    plural:
                        "%1 notes no longer have the text that you saved: something else, perhaps a failing disk, has changed it.",
                    count: changed
                )
            )
        }
        if let problem = care.copyProblem, care.findings.isEmpty {
            Log.warn("\(problem)")
            let reason = LibraryText.copyReason(problem)
            report(localized("This week's copy of your library could not be made: %1.", reason))
        }
        for line in care.findings.structure { Log.warn(line) }
    }

    /// Says that other programs have left copies of the library beside it, if there is anything in them
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
        report(Banner.Message(text: text, action: show))
    }

    /// Says that another program has replaced files of open windows: once, although it mostly replaces
    /// many at a time.
    private func foundForeign(_ entry: RestorationReport.Entry) {
        Log.warn("\(entry.subject): \(entry.reason) \(entry.file?.path ?? "")")
        let text = localized(
            "Another program replaced files with your windows and drafts. They have been saved again as you see them."
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
                "Drafts cannot be kept on disk now. %1",
                StorageText.reason(error)
            )
            storageProblem = problem
            for window in windows { show(problem, in: window) }
        case .working:
            storageProblem = nil
            for window in windows { window.banner.withdraw(.storage) }
            frontWindow?.show(Toast(text: localized("Drafts are kept on disk again")))
        }
    }

    /// Says that a window's drafts are not kept, until they are.
    private func show(_ storageProblem: String, in window: MainWindow) {
        window.banner.show(
            Banner.Message(topic: .storage, text: storageProblem, weight: .urgent)
        )
    }
}
