import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The preferences for the library's files and backups.
@MainActor
final class LibraryPreferences {
    let root: Widget
    let controls: [(name: String, widget: Widget)]
    private let folder: FolderBackupPreference
    private let export: LibraryExportPreference
    private let merge: MergePreference

    /// - Parameters:
    ///   - parent: the window that shows errors of the file manager.
    ///   - backups: makes backups in a folder of the reader's choice.
    ///   - export: exports the library into a folder of the reader's choice.
    ///   - merge: merges another library into the open one.
    ///   - showBackups: opens the list of backups.
    ///   - showMergeLosses: shows the values that a merge did not take.
    init(
        _ preferences: Preferences,
        _ files: LibraryFiles,
        over parent: Window,
        backups: BackupFlow,
        export: LibraryExportFlow,
        merge: MergeFlow,
        showBackups: @escaping @MainActor () -> Void = {},
        showMergeLosses: @escaping @MainActor (ImportBatch.ID) -> Void = { _ in }
    ) {
        let trash = TrashPreference(preferences)
        let showLibrary = Button(localized("Show in Files"), "remedy").wrapping()
        showLibrary.onClicked { [weak parent] in
            Desktop.showInFolder(files.database.absoluteString, from: parent)
        }
        let showCopies = Button(localized("Show in Files"), "remedy").wrapping()
        showCopies.onClicked { [weak parent] in
            Desktop.open(files.backups.absoluteString, from: parent)
        }
        let restore = Button(localized("Restore from Backup…"), "remedy").wrapping()
            .onClicked(showBackups)
        folder = FolderBackupPreference(backups)
        self.export = LibraryExportPreference(export, over: parent)
        self.merge = MergePreference(merge, showLosses: showMergeLosses)
        controls =
            [("library", showLibrary), ("copies", showCopies), ("restore", restore)]
            + self.merge.controls + folder.controls + self.export.controls + trash.controls
        let newest = Label(localized("Looking for the newest backup…"), "caption").wrapping()
        let buttons = WrapBox(spacing: 6)
        for button in [showCopies, restore] { buttons.append(button) }
        let copies = Box(.vertical, spacing: 9).append(newest, buttons)
        root = PreferencePage.make([
            PreferenceGroup(localized("Your library")).add(
                localized("Notes, favorites and books"),
                files.database.deletingLastPathComponent().path,
                showLibrary,
                isStacked: true
            ).add(
                localized("Another library"),
                localized(
                    "Adds everything from another library, a backup or a conflict copy. You'll see a preview first. The other file stays as it is."
                ),
                self.merge.root,
                isStacked: true
            ),
            PreferenceGroup(localized("Backups")).add(
                localized("Weekly backups"),
                localized("Your library is backed up once a week. The last four backups are kept."),
                copies,
                isStacked: true
            ).add(
                localized("Backups on another disk"),
                localized(
                    "A backup contains your library and open drafts. Backups of the last ten days are kept."
                ),
                folder.root,
                isStacked: true
            ),
            PreferenceGroup(localized("Export")).add(
                localized("Everything as a folder"),
                localized(
                    "Markdown pages and pictures, for Obsidian and other apps. You can edit the notes there and import the folder again. Spoilers are included; the trash and earlier versions are not."
                ),
                self.export.root,
                isStacked: true
            ),
            trash.group,
        ])
        Task { newest.text = await Self.describeNewest(of: files) }
    }

    func close() {
        folder.close()
        export.close()
        merge.close()
    }

    /// Asks for a folder, and exports the library into it.
    func exportEverything() { export.chooseFolder() }

    /// A sentence with the date of the newest weekly backup. Reads the folder off the main thread.
    private static func describeNewest(of files: LibraryFiles) async -> String {
        let found = await Task.detached {
            Result { try LibraryCopy.newestWeekly(of: files) }
        }.value
        switch found {
        case .success(let date?):
            return localized("The newest backup is from %1.", DateText.exact(date))
        case .success(nil): return localized("There is no backup yet.")
        case .failure(let error):
            Log.warn("\(error)")
            return localized("The backup folder cannot be read.")
        }
    }
}

extension Preferences {
    /// How long items are kept in the trash, in seconds; nil for forever.
    var trashPeriod: TimeInterval? { trashDays.map { Double($0) * 24 * 60 * 60 } }
}

/// How long items are kept in the trash.
@MainActor
final class TrashPreference {
    let group: PreferenceGroup
    let controls: [(name: String, widget: Widget)]

    init(_ preferences: Preferences) {
        let choices = ChoiceButtons.make(
            Preferences.trashDayChoices,
            selected: preferences.trashDays,
            name: { "trash:\($0 ?? 0)" },
            title: Self.title
        ) {
            preferences.trashDays = $0
        }
        for (_, button) in choices { button.sensitive(preferences.canChange) }
        controls = choices.map { ($0.name, $0.button) }
        group = PreferenceGroup(localized("Trash")).add(
            localized("Keep deleted items for"),
            localized(
                "Older items are deleted automatically. Backups may keep them up to four more weeks."
            ),
            ChoiceButtons.row(choices),
            isStacked: true
        )
    }

    private static func title(_ days: Int?) -> String {
        guard let days else { return localized("Forever") }
        return localized("%1 day", plural: "%1 days", count: days)
    }
}
