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
        let title = fileName(of: subject.title)
        switch format {
        case .markdown:
            if case .notes(let ids) = subject.part, ids.count == 1 { return title + ".md" }
            return title
        case .seriesFile: return title + ".hawknotes"
        case .pdf: return title + ".pdf"
        }
    }

    /// The file name for a title, without extension.
    package static func fileName(of title: String) -> String {
        let name = title.map { $0 == "/" || $0.isNewline || $0 == "\0" ? " " : String($0) }.joined()
            .trimmingCharacters(in: CharacterSet(charactersIn: " ."))
        return name.isEmpty ? "Hawk Notes" : String(name.prefix(80))
    }

    /// The message that an export failed, with the reason.
    package static func failure(_ url: URL, _ reason: String) -> String {
        localized("“%1” was not saved: %2", url.lastPathComponent, reason)
    }

    package static func reason(_ error: any Error) -> String {
        if error is LibraryExportError {
            return localized("it is no longer in your library")
        }
        switch (error as? LibraryError)?.code {
        case .diskFull: return localized("the disk is full")
        case .readOnly, .cannotOpen: return localized("the folder cannot be written to")
        case .busy, .heldElsewhere, .noLocks, .damaged, .replaced, .newerSchema, .invalidSeries,
            .noSeries, .notFound, .emptyTitle, .noteNotFound, .emptyNote, .other, nil:
            return (error as NSError).localizedFailureReason
                ?? localized("the folder cannot be written to")
        }
    }
}
