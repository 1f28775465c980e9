import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Says in every window that another program has replaced the library, and asks which one to use.
///
/// Ignoring it loses nothing: new notes stay with their windows, even after a restart.
@MainActor
final class ReplacedLibraryNotice {
    /// The user's choices.
    struct Choices {
        /// Uses the library that is in place now, and merges the previous one into it.
        var merge: @MainActor () -> Void
        /// Uses the library that is in place now.
        var useOther: @MainActor () -> Void
        /// Puts the previous library back in place.
        var keepMine: @MainActor () -> Void
    }

    private let library: Library
    private let folder: URL
    private let choices: Choices
    private weak var windows: WindowManager?
    private var replaced: ReplacedLibrary?
    private var isSavedElsewhere = false

    init(
        _ library: Library,
        folder: URL,
        in windows: WindowManager,
        choices: Choices
    ) {
        self.library = library
        self.folder = folder
        self.windows = windows
        self.choices = choices
        library.watchFiles(
            isActive: { [weak windows] in
                windows?.windows.contains { $0.window.isActive } ?? false
            },
            onReplacement: { [weak self] in self?.setReplaced($0) }
        )
    }

    private func setReplaced(_ replaced: ReplacedLibrary?) {
        self.replaced = replaced
        if let replaced, replaced.kind == .copied, replaced.copy != nil {
            // Both have the same content: nothing to ask.
            return choices.useOther()
        }
        windows?.windows.forEach(show)
    }

    /// Shows the present state in a window; also in windows that are opened later.
    func show(in window: MainWindow) {
        window.banner.withdraw(.replacedLibrary)
        guard let replaced else { return }
        var message = Banner.Message(
            topic: .replacedLibrary,
            text: ReplacedLibraryText.sentence(
                replaced.kind,
                inPrivateWindow: window.scene.isPrivate
            ),
            weight: .urgent,
            canBeDismissed: false
        )
        if case .heldElsewhere = replaced.kind {
            // Opening it again waits for the other computer. Putting this computer's library back
            // must wait.
            message.action = Toast.Action(title: localized("Try Again"), perform: choices.useOther)
            return window.banner.show(message)
        }
        let hasCopy = replaced.copy != nil || replaced.isCopyPostponed
        if hasCopy || isSavedElsewhere, replaced.kind != .missing {
            message.action = Toast.Action(
                title: localized("Use That One"),
                perform: choices.useOther
            )
        }
        if hasCopy, replaced.kind == .replaced {
            message.leadingAction = Toast.Action(
                title: localized("Merge"),
                perform: choices.merge
            )
        }
        if hasCopy, !replaced.wasPutBackLately {
            message.otherAction = Toast.Action(
                title: localized("Keep Mine"),
                perform: choices.keepMine
            )
        } else if replaced.copyProblem != nil || replaced.wasPutBackLately {
            message.otherAction = Toast.Action(title: localized("Save a Copy To…")) {
                [weak self, weak window] in
                guard let self, let window else { return }
                saveCopy(over: window)
                // Not answered yet: choosing a folder may be cancelled.
                show(in: window)
            }
        }
        if let problem = replaced.copyProblem, !isSavedElsewhere {
            message.text += " " + ReplacedLibraryText.withoutCopy(problem)
        }
        if replaced.wasPutBackLately { message.text += " " + ReplacedLibraryText.again(folder) }
        window.banner.show(message)
    }

    private func saveCopy(over window: MainWindow) {
        FileChooser.chooseToSave(
            title: localized("Save a Copy of Your Library"),
            name: "library.sqlite",
            over: window.chrome.content
        ) { [weak self, library, weak window] url in
            Task {
                let result = await Task.detached {
                    Result { try library.saveCopyOfReplaced(to: url) }
                }.value
                switch result {
                case .success:
                    self?.isSavedElsewhere = true
                    window?.show(localized("Exported to “%1”", url.lastPathComponent))
                case .failure(let error):
                    Log.warn("\(error)")
                    window?.show(ExportText.failure(url, ExportText.reason(error)))
                }
                self?.setReplaced(self?.replaced)
            }
        }
    }
}

// MARK: - What the user chooses

extension HawkNotesApplication {
    /// Watches for other programs that replace the library.
    func watchLibrary(_ library: Library, in windows: WindowManager) {
        windows.notices.replacedLibrary = ReplacedLibraryNotice(
            library,
            folder: configuration.libraryFile.deletingLastPathComponent(),
            in: windows,
            choices: .init(
                merge: { [weak self] in self?.mergeLibraries(library) },
                useOther: { [weak self] in self?.useOtherLibrary() },
                keepMine: { [weak self] in self?.keepLibrary(library) }
            )
        )
    }

    private func useOtherLibrary() {
        guard quitting == nil else { return }
        saveAllToReopen { [weak self] in
            // The previous library is in a copy; opening the library again uses the new one.
            self?.reopen(problem: LibraryText.openingProblem)
        }
    }

    private func mergeLibraries(_ library: Library) {
        guard quitting == nil else { return }
        let name = configuration.libraryFile.lastPathComponent
        saveAllToReopen { [weak self] in
            // The copy exists by now, even one that had to wait for the end.
            let folder = library.replaced?.copy
            self?.reopen(
                complete: { windows in
                    if let folder {
                        windows.showMerge(of: folder.appendingPathComponent(name), begins: true)
                    }
                },
                problem: LibraryText.openingProblem
            )
        }
    }

    private func keepLibrary(_ library: Library) {
        guard quitting == nil else { return }
        let name = configuration.libraryFile.lastPathComponent
        let restore = LibraryRestore(
            at: configuration.libraryFile,
            environment: configuration.libraryEnvironment
        )
        saveAllToReopen { [weak self] in
            // The copy exists by now, even one that had to wait for the end.
            guard let folder = library.replaced?.copy else {
                self?.reopen(problem: LibraryText.openingProblem)
                return
            }
            self?.reopen(
                after: { _ = try restore.putBack(folder) },
                success: localized("Your library is available again."),
                problem: { BackupText.problem($0, folder.appendingPathComponent(name)) }
            )
        }
    }
}
