import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesFormats
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Imports notes: the user chooses a file, sees a preview, and imports it.
///
/// Stores the chosen file; a restored dialog reads it again.
@MainActor
final class ImportDialog: DialogContent {
    let title = localized("Import")
    let root: Widget
    var foot: Widget? { buttonRow.root }
    let size = (width: 560, height: 600)
    var focusable: [(name: String, widget: Widget)] { buttons }

    private let buttonRow = DialogFoot()
    private let imports: Imports
    private let flow: ImportFlow
    private let past: PastImports
    private let storedPath: SceneStorage<String>
    private unowned let owner: MainWindow
    private let column = Box(.vertical, spacing: 18).margin(18)
    private let bar = ProgressBar()
    private let progressText = Label("", "dim-label").centered().wrapping()
    private var buttons: [(name: String, widget: Widget)] = []

    /// - Parameters:
    ///   - scope: stores the chosen file.
    ///   - window: the parent of the dialog.
    init(_ imports: Imports, in scope: RestorationScope, over window: MainWindow) {
        owner = window
        self.imports = imports
        flow = ImportFlow(imports)
        past = PastImports(imports)
        storedPath = SceneStorage(.importedFile, in: scope)
        root = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        bar.accessibleLabel(localized("Progress"))
        flow.onChange = { [weak self] in self?.showStage() }
        flow.onProgress = { [weak self] in self?.showProgress($0) }
        flow.onDone = { [weak window] in Self.report($0, imports, in: window) }
        past.onMessage = { [weak window] in window?.show($0) }
        past.onLosses = { [weak window] in window?.showMergeLosses(of: $0) }
        let path = storedPath.wrappedValue
        if path.isEmpty { showStage() } else { flow.look(at: path) }
    }

    /// The stage of the import.
    var stage: ImportFlow.Stage { flow.stage }

    /// Reads a file or folder for the preview.
    func look(at path: String) {
        storedPath.wrappedValue = path
        flow.look(at: path)
    }

    func leaveInnermost() -> Bool {
        switch flow.stage {
        case .choosing, .importing, .done: return false
        case .looking, .preview, .failed:
            chooseAgain()
            return true
        }
    }

    func close() {
        flow.close()
        past.close()
    }

    private func chooseAgain() {
        storedPath.reset()
        flow.chooseAgain()
    }

    /// Shows a toast with the result and Undo in the window.
    private static func report(
        _ outcome: LibraryImportOutcome,
        _ imports: Imports,
        in window: MainWindow?
    ) {
        guard let batch = outcome.batch, let window, !window.isClosed else { return }
        let undo = Toast.Action(title: localized("Undo Import")) { [weak window] in
            imports.undo(batch.id) { result in
                guard let message = PastImports.message(result) else { return }
                window?.show(message)
            }
        }
        window.show(Toast(text: ImportText.added(outcome, from: batch.name), action: undo))
    }

    // MARK: What is shown

    private func showStage() {
        let hadFocus = column.containsFocus || buttonRow.root.containsFocus
        column.removeAll()
        buttonRow.show([])
        buttons = []
        switch flow.stage {
        case .choosing: showChoice()
        case .looking: showProgress(localized("Reading “%1”…", flow.name))
        case .preview(let preview): showPreview(preview)
        case .importing: showProgress(localized("Importing “%1”…", flow.name))
        case .done(let outcome): showOutcome(outcome)
        case .failed(let error): showError(error)
        }
        if hadFocus { buttons.first?.widget.grabFocus() }
    }

    private func button(
        _ name: String,
        _ text: String,
        _ classes: String...,
        action: @escaping @MainActor () -> Void
    ) -> Button {
        let button = Button(text, "pill").onClicked(action)
        for name in classes { button.classes(name) }
        buttons.append((name, button))
        return button
    }

    private func showChoice() {
        column.append(
            StatusPage.text(
                localized(
                    "Notes and highlights from Kindle, Kobo, KOReader, Readwise or Markdown files, and books from EPUB, calibre, Goodreads or The StoryGraph."
                )
            ),
            StatusPage.remark(
                localized(
                    "You’ll see a preview first. You can also drop a file on a window."
                )
            ),
            past.root
        )
        let file = button("file", localized("Choose a File…"), "suggested-action") { [weak self] in
            self?.choose(folder: false)
        }
        let folder = button("folder", localized("Choose a Folder…")) { [weak self] in
            self?.choose(folder: true)
        }
        buttonRow.show([folder, file])
        past.read()
    }

    private func choose(folder: Bool) {
        FileChooser.chooseToRead(
            title: folder ? localized("Choose a Folder") : localized("Choose a File"),
            isFolder: folder,
            over: root
        ) { [weak self] url in
            self?.look(at: url.path)
        }
    }

    private func showProgress(_ text: String) {
        bar.fraction = 0
        progressText.text = ""
        column.append(
            Label(text, "title-4").centered().wrapping(),
            bar,
            progressText
        )
        let cancel = button("cancel", localized("Cancel")) { [weak self] in
            guard let self else { return }
            if case .importing = flow.stage { flow.cancel() } else { chooseAgain() }
        }
        buttonRow.show([cancel])
    }

    private func showProgress(_ progress: LibraryImportProgress) {
        if let fraction = progress.fraction { bar.fraction = fraction } else { bar.pulse() }
        progressText.text = localized(
            "%1 item read",
            plural: "%1 items read",
            count: progress.itemCount
        )
    }

    private func showPreview(_ preview: LibraryImportPreview) {
        column.append(ImportReportView.head(flow.name, preview.format))
        column.append(ImportReportView.views(of: preview))
        let choose = button("other", localized("Choose Another…")) { [weak self] in
            self?.chooseAgain()
        }
        guard preview.report.hasNews else {
            buttonRow.show([choose])
            return
        }
        let begin = button("import", localized("Import"), "suggested-action") { [weak self] in
            self?.flow.begin()
        }
        buttons.swapAt(0, 1)
        buttonRow.show([choose, begin])
        let others = preview.formats.filter { $0 != preview.format }
        for (index, format) in others.enumerated() {
            let text = localized("Read as: %1", ImportText.name(of: format))
            let other = Button(text, "flat").onClicked { [weak self] in
                guard let self else { return }
                flow.look(at: flow.path, as: format)
            }
            buttons.append(("format \(index)", other))
            column.append(other.halign(.center))
        }
    }

    private func showOutcome(_ outcome: LibraryImportOutcome) {
        storedPath.reset()
        column.append(ImportReportView.head(flow.name, nil))
        column.append(ImportReportView.views(of: outcome))
        let done = button("done", localized("Done"), "suggested-action") { [weak self] in
            self?.owner.dialogs.dialog(.importing)?.dismiss()
        }
        let more = button("other", localized("Import More…")) { [weak self] in
            self?.chooseAgain()
        }
        var all = [more, done]
        if let batch = outcome.batch {
            all.insert(
                button("undo", localized("Undo Import")) { [weak self] in self?.undo(batch) },
                at: 0
            )
        }
        buttonRow.show(all)
    }

    /// Undoes the import, and shows the result in place of the report.
    private func undo(_ batch: ImportBatch) {
        for (name, widget) in buttons where name == "undo" { widget.sensitive(false) }
        imports.undo(batch.id) { [weak self] result in
            guard let self, case .done = flow.stage else { return }
            let hadFocus = buttonRow.root.containsFocus
            let text = PastImports.message(result) ?? localized("The import was undone.")
            column.removeAll()
            column.append(StatusPage.text(text))
            let left = buttons.filter { $0.name != "undo" }
            buttons = left
            buttonRow.show(left.reversed().map(\.widget))
            column.announce(text)
            if hadFocus { left.first?.widget.grabFocus() }
        }
    }

    private func showError(_ error: any Error) {
        column.append(
            StatusPage.text(ImportText.sentence(error, flow.name))
        )
        if let command = ImportText.installCommand(error) {
            column.append(Label(command, "monospace").centered().wrapping().selectable())
            let copy = button("copy", localized("Copy Command")) { Desktop.copy(command) }
            column.append(copy.halign(.center))
        }
        let path = flow.path
        let again = button("again", localized("Try Again")) { [weak self] in
            self?.flow.look(at: path)
        }
        let other = button("other", localized("Choose Another…")) { [weak self] in
            self?.chooseAgain()
        }
        buttonRow.show([other, again])
    }
}

extension MainWindow {
    /// Opens the import dialog for a file or folder that was dropped on the window or named on the
    /// command line.
    func importFile(at path: String) {
        dialogs.show(.importing)
        guard let dialog = dialogs.dialog(.importing)?.content as? ImportDialog else { return }
        if case .importing = dialog.stage {
            show(localized("Another file is being imported."))
        } else {
            dialog.look(at: path)
        }
    }

    /// Imports the first file in a list of URLs, one per line.
    func importFiles(named list: String) {
        let files = list.split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") }
            .compactMap { URL(string: $0.trimmingCharacters(in: .whitespaces)) }
            .filter(\.isFileURL)
        guard let first = files.first else {
            return show(localized("Only files on this computer can be imported."))
        }
        importFile(at: first.path)
        if files.count > 1 {
            show(localized("Files are imported one at a time."))
        }
    }
}
