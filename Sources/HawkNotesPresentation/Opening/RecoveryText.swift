import Foundation
import HawkNotesModel
import Phrases

/// The texts about a damaged library and its recovery.
@MainActor
package enum RecoveryText {
    package static func heading(_ damage: LibraryDamage) -> String {
        switch damage.kind {
        case .missing: localized("Your library is missing")
        case .empty: localized("Your library is empty")
        case .notALibrary: localized("Your library cannot be read")
        case .unreadable: localized("Your library is damaged")
        case .logMissing, .logDamaged: localized("Your latest changes are missing")
        }
    }

    package static func explanation(_ damage: LibraryDamage, of files: LibraryFiles) -> String {
        switch damage.kind {
        case .missing:
            localized(
                "Your library file is missing. Put it back or connect its disk, then try again."
            )
        case .empty:
            localized(
                "Your library file is empty, although you have used Hawk Notes before. If you copied it, copy the files beside it, too."
            )
        case .notALibrary:
            localized(
                "Your library file is damaged, or another file is in its place."
            )
        case .unreadable:
            localized("Parts of your library file can no longer be read.")
        case .logMissing:
            since(damage)
                + localized(
                    "The file with them is missing or incomplete. If you copied the library, copy the file ending in “-wal” as well, and try again."
                )
        case .logDamaged:
            since(damage)
                + localized(
                    "Parts of their file “%1” can no longer be read.",
                    files.log.lastPathComponent
                )
        }
    }

    private static func since(_ damage: LibraryDamage) -> String {
        guard let date = damage.changesMayBeLostSince else { return "" }
        return localized("Changes since %1 may be lost.", DateText.exact(date)) + " "
    }

    /// The title of the button that uses a backup.
    package static func use(_ copy: LibraryCopy, _ contents: LibraryContents) -> String {
        let notes = localized("%1 note", plural: "%1 notes", count: contents.noteCount)
        return localized(
            "Use Backup from %1 (%2)",
            DateText.day(of: copy.date),
            notes
        )
    }

    /// The result of a recovery.
    package static func result(_ report: RecoveryReport) -> [String] {
        var lines = [
            localized(
                "%1 note was recovered.",
                plural: "%1 notes were recovered.",
                count: report.noteCount
            )
        ]
        if report.doubtfulNoteCount > 0 {
            lines.append(
                localized(
                    "%1 of them is incomplete: look for a text that breaks off.",
                    plural: "%1 of them are incomplete: look for texts that break off.",
                    count: report.doubtfulNoteCount
                )
            )
        }
        if report.lostNoteCount > 0 {
            lines.append(
                localized(
                    "%1 note is lost.",
                    plural: "%1 notes are lost.",
                    count: report.lostNoteCount
                )
            )
        }
        if report.deletedNoteCount > 0 {
            lines.append(
                localized(
                    "%1 more note was left out because it had probably been deleted.",
                    plural:
                        "%1 more notes were left out because they had probably been deleted.",
                    count: report.deletedNoteCount
                )
            )
        }
        return lines
    }
}
