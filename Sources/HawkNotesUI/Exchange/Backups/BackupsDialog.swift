import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The backups of the library, with buttons to make one and to restore one.
///
/// Stores which backup is selected; nothing is replaced before the user confirms.
@MainActor
final class BackupsDialog: DialogContent {
    let title = localized("Restore from Backup")
    let root: Widget
    var foot: Widget? { buttonRow.root }
    let size = (width: 560, height: 560)
    var focusable: [(name: String, widget: Widget)] { buttons }

    private let buttonRow = DialogFoot()
    private let restore: LibraryRestore
    private let library: Library
    private let folder: URL?
    private let replace: @MainActor (URL, [BackupDraft]) -> Void
    private let merge: @MainActor (URL) -> Void
    private let chosen: SceneStorage<String>
    private let restoresDrafts: SceneStorage<Bool>
    private let column = Box(.vertical, spacing: 18).margin(18)
    private var buttons: [(name: String, widget: Widget)] = []
    private var reading: Task<Void, Never>?

    /// - Parameters:
    ///   - library: the current one.
    ///   - file: its file.
    ///   - folder: the reader's folder for backups; nil if there is none.
    ///   - scope: stores the selected backup.
    ///   - replace: closes the library, puts the backup in its place, and adds the drafts.
    ///   - merge: closes the dialog, and shows what merging the backup into the library would do.
    init(
        _ library: Library,
        at file: URL,
        folder: URL?,
        in scope: RestorationScope,
        replace: @escaping @MainActor (URL, [BackupDraft]) -> Void,
        merge: @escaping @MainActor (URL) -> Void
    ) {
        self.library = library
        self.folder = folder
        self.replace = replace
        self.merge = merge
        restore = LibraryRestore(at: file)
        chosen = SceneStorage(.chosenBackup, in: scope)
        restoresDrafts = SceneStorage(.restoresDrafts, in: scope)
        root = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        if chosen.wrappedValue.isEmpty {
            showList()
        } else {
            look(at: URL(fileURLWithPath: chosen.wrappedValue))
        }
    }

    func leaveInnermost() -> Bool {
        guard !chosen.wrappedValue.isEmpty else { return false }
        chooseAgain()
        return true
    }

    func close() { reading?.cancel() }

    // MARK: The list

    private func begin() {
        reading?.cancel()
        column.removeAll()
        buttons = []
    }

    private func chooseAgain() {
        chosen.reset()
        restoresDrafts.reset()
        showList()
    }

    private func showList() {
        begin()
        let list = Box(.vertical, spacing: 12)
        let file = Button(localized("Choose a File…"), "pill").wrapping()
            .onClicked { [weak self] in self?.chooseFile() }
        let now = Button(localized("Back Up Now"), "pill").wrapping()
        now.onClicked { [weak self, weak now] in
            now?.sensitive(false)
            self?.backUp()
        }
        buttons = [("file", file), ("now", now)]
        buttonRow.show([file, now])
        column.append(
            StatusPage.remark(
                localized(
                    "A backup contains your library: all books, characters, notes and pictures."
                )
            ),
            list
        )
        reading = Task { [weak self, restore, folder] in
            let copies = await Task.detached {
                Result { Self.copies(in: folder) + (try restore.copies()) }
            }.value
            guard let self, !Task.isCancelled else { return }
            switch copies {
            case .success(let copies): await showCopies(copies, in: list)
            case .failure(let error):
                Log.warn("\(error)")
                list.append(
                    Label(localized("The backup folder cannot be read.")).wrapping()
                )
            }
        }
    }

    /// The backups in the reader's folder. Its disk may be away.
    private nonisolated static func copies(in folder: URL?) -> [LibraryCopy] {
        guard let folder else { return [] }
        do {
            return try BackupFolder(folder).copies()
        } catch {
            Log.warn("\(error)")
            return []
        }
    }

    private func showCopies(_ copies: [LibraryCopy], in list: Box) async {
        if copies.isEmpty { list.append(StatusPage.text(localized("There is no backup yet."))) }
        var labels: [Label] = []
        for copy in copies {
            let about = Label(localized("Reading…"), "caption", "dim-label").wrapping()
            let button = Button(localized("Restore…"), "remedy")
            button.onClicked { [weak self] in self?.look(at: copy.url) }
            button.accessibleLabel(localized("Restore the backup of %1", DateText.exact(copy.date)))
            buttons.append((copy.url.lastPathComponent, button))
            labels.append(about)
            list.append(
                Box(.vertical, spacing: 6).append(
                    Label(DateText.exact(copy.date), "heading").wrapping(),
                    Label(BackupText.kind(copy), "caption").wrapping(),
                    about,
                    button.halign(.start)
                ).classes("card", "report-row")
            )
        }
        // One after another: each is read completely.
        for (copy, label) in zip(copies, labels) {
            let contents = await contents(of: copy.url)
            if Task.isCancelled { return }
            switch contents {
            case .success(let contents): label.text = BackupText.contents(contents)
            case .failure(let error):
                label.text = BackupText.problem(error, copy.url)
            }
        }
    }

    private func contents(of url: URL) async -> Result<LibraryContents, any Error> {
        let restore = restore
        return await Task.detached { Result { try restore.contents(of: url) } }.value
    }

    private func chooseFile() {
        FileChooser.chooseToRead(title: localized("Choose a Backup"), over: root) { [weak self] in
            self?.look(at: $0)
        }
    }

    private func backUp() {
        reading?.cancel()
        let library = library
        reading = Task { [weak self] in
            let result = await Task.detached { Result { try library.makeBackup() } }.value
            guard let self, !Task.isCancelled else { return }
            switch result {
            case .success: showList()
            case .failure(let error):
                Log.warn("\(error)")
                showList()
                let reason = LibraryText.copyReason(error)
                column.append(
                    Label(localized("The backup could not be made: %1.", reason)).wrapping()
                )
            }
        }
    }

    // MARK: One backup

    /// Shows the content of a backup, and the effect of restoring it.
    func look(at url: URL) {
        begin()
        chosen.wrappedValue = url.path
        let about = Label(localized("Reading…"), "dim-label").centered().wrapping()
        let go = Button(localized("Restore"), "pill", "suggested-action").sensitive(false)
        let back = Button(localized("Cancel"), "pill").onClicked { [weak self] in
            self?.chooseAgain()
        }
        let mergeIn = Button(localized("Merge It In…"), "pill").sensitive(false)
        mergeIn.onClicked { [weak self] in self?.beginMerge(of: url) }
        buttons = [("cancel", back), ("merge", mergeIn), ("restore", go)]
        buttonRow.show([back, mergeIn, go])
        column.append(Label(url.lastPathComponent, "title-4").centered().wrapping(), about)
        reading = Task { [weak self, restore] in
            let found = await Task.detached {
                Result { (try restore.contents(of: url), try restore.drafts(in: url)) }
            }.value
            guard let self, !Task.isCancelled else { return }
            switch found {
            case .success(let (contents, drafts)):
                about.text = BackupText.contents(contents)
                showEffect(drafts)
                go.onClicked { [weak self, weak go] in
                    go?.sensitive(false)
                    self?.begin(replacingWith: url, drafts)
                }
                go.sensitive(true)
                mergeIn.sensitive(true)
            case .failure(let error):
                Log.warn("\(error)")
                about.text = BackupText.problem(error, url)
            }
        }
    }

    private func showEffect(_ drafts: [BackupDraft]) {
        let aside = restore.files.setAside.lastPathComponent
        column.append(
            Box(.vertical, spacing: 12).append(
                StatusPage.text(localized("This backup replaces your current library.")),
                StatusPage.text(
                    localized(
                        "Your current library is kept in the folder “%1” and can be restored later.",
                        aside
                    )
                ),
                StatusPage.text(localized("Windows and drafts stay as they are.")),
                StatusPage.text(
                    localized(
                        "You can also merge it in: everything in it is added to your library. You'll see a preview first."
                    )
                )
            )
        )
        guard !drafts.isEmpty else { return }
        let list = BackupDraftList(drafts, isChecked: restoresDrafts.wrappedValue) { [weak self] in
            self?.restoresDrafts.wrappedValue = $0
        }
        buttons += list.controls
        column.append(list.root)
    }

    private func beginMerge(of backup: URL) {
        chosen.reset()
        restoresDrafts.reset()
        merge(backup)
    }

    private func begin(replacingWith backup: URL, _ drafts: [BackupDraft]) {
        let restored = restoresDrafts.wrappedValue ? drafts : []
        chosen.reset()
        restoresDrafts.reset()
        replace(backup, restored)
    }
}

/// The drafts in a backup, with a choice whether to restore them.
@MainActor
private struct BackupDraftList {
    let root = Box(.vertical, spacing: 12)
    let controls: [(name: String, widget: Widget)]

    /// The number of drafts that are shown; all are restored.
    private static let limit = 50

    init(
        _ drafts: [BackupDraft],
        isChecked: Bool,
        onToggled: @escaping @MainActor (Bool) -> Void
    ) {
        let title = BackupText.restoring(drafts)
        let words = Box(.vertical).append(
            Label(title).wrapping(),
            Label(
                localized("They are added to the open drafts of their pages."),
                "caption",
                "dim-label"
            ).wrapping()
        ).margin(start: 6)
        let check = CheckButton(words, name: title)
        check.isActive = isChecked
        check.onToggled { [weak check] in if let check { onToggled(check.isActive) } }
        root.append(check)
        var controls: [(name: String, widget: Widget)] = [("drafts", check)]
        for (number, draft) in drafts.prefix(Self.limit).enumerated() {
            let text = BackupText.text(draft)
            let copy = HistoryParts.copyButton(text)
            controls.append(("copy \(number)", copy))
            root.append(
                Box(.vertical, spacing: 6).append(
                    Label(draft.title, "heading").wrapping().visible(!draft.title.isEmpty),
                    Label(text).wrapping().lines(4).ellipsizing(),
                    copy.halign(.start)
                ).classes("card", "report-row")
            )
        }
        self.controls = controls
    }
}
