import Foundation
import HawkNotesModel
import Phrases

/// The texts of backups.
@MainActor
package enum BackupText {
    /// The reason for a backup.
    package static func kind(_ copy: LibraryCopy) -> String {
        switch copy.kind {
        case .weekly: localized("Weekly backup")
        case .beforeUpdate: localized("Before an update of Hawk Notes")
        case .byHand: localized("Manual")
        case .inFolder: localized("In “%1”", name(copy.url.deletingLastPathComponent()))
        }
    }

    /// The content of a backup.
    package static func contents(_ contents: LibraryContents) -> String {
        var parts = localizedList([
            localized("%1 series", plural: "%1 series", count: contents.seriesCount),
            localized("%1 book", plural: "%1 books", count: contents.bookCount),
            localized("%1 note", plural: "%1 notes", count: contents.noteCount),
        ])
        if let date = contents.newestNote {
            parts += "\n" + localized("The newest note is from %1.", DateText.exact(date))
        }
        // That of a lone book has none.
        let titles = localizedList(
            Array(contents.seriesTitles.filter { !$0.isEmpty }.prefix(5))
        )
        return titles.isEmpty ? parts : parts + "\n" + titles
    }

    /// The choice to restore the drafts in a backup.
    package static func restoring(_ drafts: [BackupDraft]) -> String {
        localized("Restore %1 draft", plural: "Restore %1 drafts", count: drafts.count)
    }

    /// The quotation of a draft, and the reader's own words below.
    package static func text(_ draft: BackupDraft) -> String {
        (draft.quote.isEmpty ? nil : Quote(draft.quote)).above(draft.words)
    }

    /// The last backup in the reader's folder.
    package static func last(_ record: BackupRecord) -> String {
        localized("The last backup in “%1” is from %2.", name(record.folder), exact(record.date))
    }

    /// The folder of the last backup is not there.
    package static func away(_ record: BackupRecord) -> String {
        localized(
            "Your backups in “%1” are not available. The last one is from %2.",
            name(record.folder),
            exact(record.date)
        )
    }

    /// The line that reminds of making a backup.
    package static func reminder(_ reminder: BackupReminder) -> String {
        switch reminder {
        case .old(let record): last(record)
        case .away(let record): away(record)
        }
    }

    /// A backup was made and checked.
    package static func done(_ record: BackupRecord) -> String {
        localized("The library is backed up in “%1”.", name(record.folder))
    }

    /// A backup is being made.
    package static func writing(in folder: URL) -> String {
        localized("Backing up to “%1”…", name(folder))
    }

    /// Why no backup was made in a folder.
    package static func failure(_ error: any Error, in folder: URL) -> String {
        let name = name(folder)
        return switch (error as? LibraryError)?.code {
        case .notFound: away(name)
        case .diskFull: localized("No backup was made in “%1”: the disk is full.", name)
        case .readOnly: localized("No backup was made in “%1”: the folder is read-only.", name)
        case .damaged:
            localized("The backup in “%1” could not be read back and was removed.", name)
        case .busy, .heldElsewhere, .replaced:
            localized("No backup was made in “%1”: %2.", name, LibraryText.copyReason(error))
        case nil where error is BackupFolderIsAway: away(name)
        case .newerSchema, .noLocks, .cannotOpen, .invalidSeries, .noSeries, .emptyTitle,
            .noteNotFound, .emptyNote, .other, nil:
            localized("No backup was made in “%1”: the folder cannot be used.", name)
        }
    }

    private static func away(_ name: String) -> String {
        localized(
            "Your backups in “%1” are not available. Connect the disk, or choose another folder.",
            name
        )
    }

    private static func name(_ folder: URL) -> String { folder.lastPathComponent }

    private static func exact(_ date: Date) -> String { DateText.exact(date) }

    /// A sentence on why a backup cannot be restored, with its name.
    package static func problem(_ error: any Error, _ url: URL) -> String {
        let name = url.lastPathComponent
        return switch (error as? LibraryError)?.code {
        case .newerSchema:
            localized("“%1” was written by a newer version of Hawk Notes.", name)
        case .damaged:
            localized("“%1” is not a Hawk Notes library, or it is damaged.", name)
        case .diskFull:
            localized("“%1” was not restored: the disk is full.", name)
        case .heldElsewhere:
            localized("“%1” was not restored: another computer is using the library.", name)
        case .busy, .noLocks, .readOnly, .cannotOpen, .replaced, .invalidSeries, .noSeries,
            .notFound,
            .emptyTitle, .noteNotFound, .emptyNote, .other, nil:
            localized("“%1” cannot be read.", name)
        }
    }
}
