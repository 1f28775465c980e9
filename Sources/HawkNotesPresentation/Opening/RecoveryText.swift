import Foundation
import HawkNotesModel
import Phrases

/// The sentences about a library that was found damaged, and what can be done about it.
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
                "The file that holds your notes is not where it was. If it was moved, or its disk is not connected, put it back and try again."
            )
        case .empty:
            localized(
                "The file that holds your notes has nothing in it, although you have used Hawk Notes before. If you copied it from elsewhere, the files beside it belong to it."
            )
        case .notALibrary:
            localized(
                "The file that holds your notes is damaged, or something else was put in its place."
            )
        case .unreadable:
            localized("Parts of the file that holds your notes can no longer be read.")
        case .logMissing:
            since(damage)
                + localized(
                    "The file that holds them is missing or was cut off. If you copied the library from elsewhere, copy the file that ends in “-wal” as well, and try again."
                )
        case .logDamaged:
            since(damage)
                + localized(
                    "Parts of the file “%1”, which holds them, can no longer be read.",
                    files.log.lastPathComponent
                )
        }
    }

    private static func since(_ damage: LibraryDamage) -> String {
        guard let date = damage.changesMayBeLostSince else { return "" }
        return localized("What you changed since %1 may be lost.", DateText.exact(date)) + " "
    }

    /// What the button says that uses a copy.
    package static func use(_ copy: LibraryCopy, _ contents: LibraryContents) -> String {
        let notes = localized("%1 note", plural: "%1 notes", count: contents.noteCount)
        return localized(
            "Use the Copy of %1 (%2)",
            DateText.day(of: copy.date),
            notes
        )
    }

    /// What was brought back.
    package static func result(_ report: RecoveryReport) -> [String] {
        var lines = [
            localized(
                "%1 note was brought back.",
                plural: "%1 notes were brought back.",
                count: report.noteCount
            )
        ]
        if report.doubtfulNoteCount > 0 {
            lines.append(
                localized(
                    "%1 of them is not whole: look for a text that breaks off.",
                    plural: "%1 of them are not whole: look for texts that break off.",
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
                    "%1 more was found that had probably been deleted; it was left out.",
                    plural:
                        "%1 more were found that had probably been deleted; they were left out.",
                    count: report.deletedNoteCount
                )
            )
        }
        return lines
    }
}
