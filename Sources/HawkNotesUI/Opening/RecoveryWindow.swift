import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The window that is shown when the library is damaged: the problem and the possible remedies.
///
/// Nothing is changed before the user has chosen, and whatever they choose, all files are set aside
/// first.
@MainActor
final class RecoveryWindow {
    /// The next steps of the program.
    struct Actions {
        /// Opens the library again.
        var open: @MainActor () -> Void
        /// Quits the program.
        var quit: @MainActor () -> Void
    }

    let window: Window
    private let recovery: LibraryRecovery
    private let damage: LibraryDamage
    private let actions: Actions
    private var choices: [Button] = []
    /// Keeps its place from the start: no other button moves when a backup is found.
    private let copyButton = Button(localized("Looking for the newest backup…"), "pill")
    private var copy: (copy: LibraryCopy, contents: LibraryContents)?
    /// Whether a choice is being carried out.
    private var isWorking = false
    private let failure = StatusPage.text("").classes("error-text")
    private let bar = ProgressBar()

    init(
        application: Application,
        damage: LibraryDamage,
        recovery: LibraryRecovery,
        actions: Actions
    ) {
        self.damage = damage
        self.recovery = recovery
        self.actions = actions
        window = Window.ofProgram(application, height: 680)
        window.onCloseRequest { [weak self] in
            self?.actions.quit()
            return false
        }
        showChoices()
        lookForCopy()
    }

    func present() { window.present() }

    /// Closes the window.
    func close() { window.destroy() }

    // MARK: Choosing

    private func showChoices() {
        let buttons = makeChoices()
        copyButton.sensitive(false).onClicked { [weak self] in self?.useCopy() }
        failure.visible(false)
        bar.visible(false).accessibleLabel(localized("Recovering your notes"))
        let retry = Button(localized("Try Again"), "pill").onClicked { [weak self] in
            self?.actions.open()
        }
        let show = Button(localized("Show Files"), "flat").onClicked { [weak self] in
            guard let self else { return }
            let folder = recovery.files.database.deletingLastPathComponent()
            Desktop.open(folder.absoluteString, from: window)
        }
        choices = buttons + [copyButton, retry]
        let suggested = suggested(among: buttons, or: retry)
        for button in choices { button.classes(button === suggested ? "suggested-action" : "flat") }
        let page = StatusPage(
            icon: "dialog-warning-symbolic",
            heading: RecoveryText.heading(damage),
            [
                StatusPage.text(RecoveryText.explanation(damage, of: recovery.files)),
                Box(.vertical, spacing: 6).append(choices).halign(.center).margin(top: 12),
                bar,
                failure,
                StatusPage.remark(
                    localized(
                        "All files are first copied to the folder “%1”. Nothing is deleted.",
                        recovery.files.setAside.lastPathComponent
                    )
                ),
                show.halign(.center),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        window.onMap { [weak self] in self?.choices.first?.grabFocus() }
    }

    /// The best choice for most users: the one that loses nothing recoverable.
    private func suggested(among buttons: [Button], or retry: Button) -> Button {
        switch damage.kind {
        case .logDamaged, .unreadable, .notALibrary, .empty: buttons[0]
        case .logMissing, .missing: retry
        }
    }

    private func makeChoices() -> [Button] {
        switch damage.kind {
        case .logMissing: [goOn()]
        case .logDamaged: [bringBack(), goOn()]
        case .unreadable: [bringBack()]
        case .notALibrary, .empty: [bringBack(), beginAnew()]
        case .missing: [beginAnew()]
        }
    }

    private func goOn() -> Button {
        choice(localized("Open Without the Missing Changes")) { recovery, _ in
            try recovery.goOn()
            return nil
        }
    }

    private func bringBack() -> Button {
        choice(localized("Recover What Can Be Read")) { recovery, progress in
            try recovery.bringBack(progress: progress)
        }
    }

    private func beginAnew() -> Button {
        choice(localized("Start with an Empty Library")) { recovery, _ in
            try recovery.beginAnew()
            return nil
        }
    }

    private func choice(
        _ title: String,
        _ work:
            @escaping @Sendable (
                LibraryRecovery, @escaping @Sendable (Double) -> Void
            ) throws -> RecoveryReport?
    ) -> Button {
        Button(title, "pill").onClicked { [weak self] in self?.perform(work) }
    }

    /// Looks for a backup in the background: checking a large one takes a while.
    private func lookForCopy() {
        let recovery = recovery
        DispatchQueue.global(qos: .userInitiated).async {
            // Without a usable backup, the other choices remain.
            let found = try? recovery.newestGoodCopy()
            DispatchQueue.main.async { [weak self] in
                MainActor.assumeIsolated { self?.offer(found) }
            }
        }
    }

    private func offer(_ found: (copy: LibraryCopy, contents: LibraryContents)?) {
        copy = found
        copyButton.setLabel(
            found.map { RecoveryText.use($0.copy, $0.contents) } ?? localized("No Backup Found")
        )
        setChoicesSensitive(!isWorking)
    }

    private func useCopy() {
        guard let copy = copy?.copy else { return }
        perform { recovery, _ in
            try recovery.use(copy)
            return nil
        }
    }

    // MARK: Working

    private func perform(
        _ work:
            @escaping @Sendable (
                LibraryRecovery, @escaping @Sendable (Double) -> Void
            ) throws -> RecoveryReport?
    ) {
        isWorking = true
        setChoicesSensitive(false)
        failure.visible(false)
        bar.fraction = 0
        bar.visible(true)
        let recovery = recovery
        DispatchQueue.global(qos: .userInitiated).async {
            let result = Result {
                try work(recovery) { fraction in
                    DispatchQueue.main.async { [weak self] in
                        MainActor.assumeIsolated { self?.bar.fraction = fraction }
                    }
                }
            }
            DispatchQueue.main.async { [weak self] in
                MainActor.assumeIsolated { self?.finish(result) }
            }
        }
    }

    private func setChoicesSensitive(_ isSensitive: Bool) {
        for button in choices {
            button.sensitive(isSensitive && (button !== copyButton || copy != nil))
        }
    }

    private func finish(_ result: Result<RecoveryReport?, any Error>) {
        bar.visible(false)
        switch result {
        case .success(let report?):
            isWorking = false
            showReport(report)
        // Until this window is replaced, nothing else can be chosen.
        case .success(nil): actions.open()
        case .failure(let error):
            Log.warn("\(error)")
            isWorking = false
            failure.text = LibraryText.recoveryProblem(error)
            failure.visible(true)
            setChoicesSensitive(true)
        }
    }

    private func showReport(_ report: RecoveryReport) {
        let open = Button(localized("Open Library"), "pill", "suggested-action")
            .onClicked { [weak self] in self?.actions.open() }
        let lines = RecoveryText.result(report).map(StatusPage.text)
        var buttons = [open]
        if let copy {
            // It may contain more than could be read.
            buttons.append(
                Button(RecoveryText.use(copy.copy, copy.contents), "pill")
                    .onClicked { [weak self] in self?.useCopy() }
            )
        }
        choices = buttons
        let page = StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: localized("Recovery finished"),
            lines + [
                StatusPage.remark(
                    localized(
                        "The damaged files are kept in the folder “%1”, beside your library.",
                        recovery.files.setAside.lastPathComponent
                    )
                ),
                Box(.vertical, spacing: 6).append(buttons).halign(.center).margin(top: 12),
            ]
        )
        window.setChild(ScrolledWindow(page.root))
        open.grabFocus()
    }
}
