import Foundation
import HawkNotesExchange
import HawkNotesModel
import Phrases

/// The texts of exports.
@MainActor
package enum ExportText {
    /// The name of a choice.
    package static func title(of way: ExportWay, _ part: ExportedPart) -> String {
        if part == .everything { return localized("Folder") }
        return switch way {
        case .file(.markdown): localized("Markdown")
        case .file(.seriesFile): localized("Series File")
        case .file(.pdf): localized("PDF")
        case .paper: localized("Print")
        }
    }

    /// The description of a choice, in a line.
    package static func line(of way: ExportWay, _ part: ExportedPart) -> String {
        if part == .everything {
            return localized(
                "Pages for other apps that can be re-imported, hidden spoilers included"
            )
        }
        return switch way {
        case .file(.markdown): localized("Text for other apps; can be re-imported")
        case .file(.seriesFile):
            localized("For another Hawk Notes, with pictures; can be re-imported")
        case .file(.pdf): localized("For reading and sharing")
        case .paper: localized("On paper")
        }
    }

    /// The title of the button.
    package static func action(of way: ExportWay) -> String {
        switch way {
        case .file: localized("Export…")
        case .paper: localized("Print…")
        }
    }

    /// The suggested file name.
    package static func fileName(_ subject: ExportSubject, _ format: ExportFormat) -> String {
        let title = FileName.of(subject.title, ifEmpty: "Hawk Notes")
        switch format {
        case .markdown:
            if case .notes(let ids) = subject.part, ids.count == 1 { return title + ".md" }
            return title
        case .seriesFile: return title + ".hawknotes"
        case .pdf: return title + ".pdf"
        }
    }

    /// The message that an export failed, with the reason.
    package static func failure(_ url: URL, _ reason: String) -> String {
        localized("“%1” was not saved: %2", url.lastPathComponent, reason)
    }

    /// Why something was not written, without a capital letter and a period.
    package static func reason(_ error: any Error) -> String {
        if error is LibraryExportError {
            return localized("it is no longer in your library")
        }
        let underlying = (error as? LibraryError)?.underlying ?? (error as? CocoaError)?.underlying
        if let system = underlying as? POSIXError {
            return FileErrorText.reason(system.code.rawValue)
        }
        switch (error as? LibraryError)?.code {
        case .diskFull: return localized("the disk is full")
        case .readOnly, .cannotOpen: return localized("the folder cannot be written to")
        case .busy, .heldElsewhere, .noLocks, .damaged, .replaced, .newerSchema, .invalidSeries,
            .noSeries, .notFound, .emptyTitle, .noteNotFound, .emptyNote, .other:
            return LibraryText.readingReason(error)
        case nil: return error.localizedDescription
        }
    }
}
