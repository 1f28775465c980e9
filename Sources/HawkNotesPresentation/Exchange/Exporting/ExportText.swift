import Foundation
import HawkNotesExchange
import HawkNotesModel
import Phrases

/// What is said of exports.
@MainActor
package enum ExportText {
    /// What is written on the button for a format.
    package static func title(of format: ExportFormat, _ part: ExportedPart) -> String {
        if part == .everything { return localized("Export Everything…") }
        return switch format {
        case .markdown: localized("Markdown…")
        case .seriesFile: localized("Series File…")
        case .pdf: localized("PDF…")
        }
    }

    /// What the file is called at first.
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

    /// The name of a file for something with a title, without its ending.
    package static func fileName(of title: String) -> String {
        let name = title.map { $0 == "/" || $0.isNewline || $0 == "\0" ? " " : String($0) }.joined()
            .trimmingCharacters(in: CharacterSet(charactersIn: " ."))
        return name.isEmpty ? "Hawk Notes" : String(name.prefix(80))
    }

    /// That there is no file, and why.
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
