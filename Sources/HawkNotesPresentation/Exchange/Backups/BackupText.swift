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
        }
    }

    /// The content of a backup.
    package static func contents(_ contents: LibraryContents) -> String {
        var parts = [
            localized("%1 series", plural: "%1 series", count: contents.seriesCount),
            localized("%1 book", plural: "%1 books", count: contents.bookCount),
            localized("%1 note", plural: "%1 notes", count: contents.noteCount),
        ].joined(separator: ", ")
        if let date = contents.newestNote {
            parts += "\n" + localized("The newest note is from %1.", DateText.exact(date))
        }
        let titles = contents.seriesTitles.prefix(5).joined(separator: ", ")
        return titles.isEmpty ? parts : parts + "\n" + titles
    }

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
