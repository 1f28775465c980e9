import Foundation
import HawkNotesExchange
import HawkNotesModel
import Phrases

/// The texts of the export of the whole library.
@MainActor
package enum LibraryExportText {
    /// The headings in the exported pages.
    static var words: LibraryPageWords {
        var words = LibraryPageWords()
        words.library = localized("Library")
        words.explanation = localized(
            "Exported from Hawk Notes. Import this folder to restore the library, with your edits of the notes."
        )
        words.books = localized("Books")
        words.chapters = localized("Chapters")
        words.characters = localized("Characters")
        words.related = localized("Related characters")
        words.notes = localized("Notes")
        words.note = localized("Note")
        words.sources = localized(
            "This file is for Hawk Notes: importing the same files again brings only what is new."
        )
        return words
    }

    /// An export is being written.
    package static func writing(in folder: URL) -> String {
        localized("Exporting to “%1”…", folder.lastPathComponent)
    }

    /// An export was written.
    package static func done(in folder: URL, _ counts: ExportedCounts) -> String {
        let parts = localizedList([
            localized("%1 series", plural: "%1 series", count: counts.series),
            localized("%1 book", plural: "%1 books", count: counts.books),
            localized("%1 note", plural: "%1 notes", count: counts.notes),
        ])
        return localized("Exported to “%1”: %2", folder.lastPathComponent, parts)
    }

    /// Why nothing was exported to a folder, or why the export isn't complete.
    package static func failure(_ error: any Error, in folder: URL) -> String {
        let name = folder.lastPathComponent
        if let error = error as? UnfinishedExport {
            return (error.underlying as? LibraryError)?.code == .diskFull
                ? localized(
                    "The export to “%1” isn’t complete yet: the disk is full. It will be completed at the next start.",
                    name
                )
                : localized(
                    "The export to “%1” isn’t complete yet: the folder cannot be used. It will be completed at the next start.",
                    name
                )
        }
        if case .inTheWay(let files)? = error as? LibraryFolderError {
            return inTheWay(files, name)
        }
        return switch (error as? LibraryError)?.code {
        case .diskFull: localized("Nothing was exported to “%1”: the disk is full.", name)
        case .readOnly: localized("Nothing was exported to “%1”: the folder is read-only.", name)
        case .busy, .heldElsewhere, .replaced, .damaged, .newerSchema, .noLocks, .cannotOpen,
            .invalidSeries, .noSeries, .notFound, .emptyTitle, .noteNotFound, .emptyNote, .other,
            nil:
            localized("Nothing was exported to “%1”: the folder cannot be used.", name)
        }
    }

    private static func inTheWay(_ files: [String], _ name: String) -> String {
        let first = files.first ?? ""
        guard files.count > 1 else {
            return localized(
                "Nothing was exported to “%1”, because “%2” is not from an export or has changed. Choose an empty folder.",
                name,
                first
            )
        }
        let others = localized("%1 other file", plural: "%1 other files", count: files.count - 1)
        return localized(
            "Nothing was exported to “%1”, because “%2” and %3 are not from an export or have changed. Choose an empty folder.",
            name,
            first,
            others
        )
    }
}
