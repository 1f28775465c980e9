import GTKBridge
import HawkNotesExchange
import HawkNotesFormats
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The preview or the report of an import, as a column of cards.
@MainActor
enum ImportReportView {
    /// The maximum number of lines in a card: a source may have thousands of books, addresses and
    /// problems.
    private static let mostLines = 50

    static func head(_ name: String, _ format: ImportFormatName?) -> Widget {
        let head = Box(.vertical, spacing: 3).append(Label(name, "title-4").centered().wrapping())
        if let format {
            head.append(Label(ImportText.name(of: format), "dim-label").centered().wrapping())
        }
        return head
    }

    static func views(of preview: LibraryImportPreview) -> [Widget] {
        let report = preview.report
        var views = summary(report)
        if report.newCount > 0 {
            views.append(
                card(
                    localized("New"),
                    ImportText.counts(report.new),
                    lines: preview.newBooks.map(ImportText.line(ofBook:))
                )
            )
        } else if !report.hasNews {
            views.append(
                StatusPage.text(
                    report.knownCount > 0
                        ? localized("Everything in it was imported before.")
                        : localized("There is nothing to import.")
                )
            )
        }
        views +=
            changed(report) + settled(report) + filled(report)
            + known(report, preview.knownBooks)
        if !preview.addresses.isEmpty {
            views.append(
                card(
                    localized("Links"),
                    localized("They are saved with the books; nothing is downloaded."),
                    lines: preview.addresses
                )
            )
        }
        return views + problems(report)
    }

    static func views(of outcome: LibraryImportOutcome) -> [Widget] {
        let report = outcome.report
        let first: Widget =
            outcome.batch == nil
            ? StatusPage.text(localized("Everything in it was imported before."))
            : card(
                localized("Imported"),
                ImportText.news(report),
                lines: outcome.newBooks.map(ImportText.line(ofBook:))
            )
        return summary(report) + [first] + changed(report) + settled(report) + filled(report)
            + known(report, []) + problems(report)
    }

    private static func summary(_ report: LibraryImportReport) -> [Widget] {
        ImportText.notes(report).map { [Label($0).centered().wrapping()] } ?? []
    }

    /// The changes in the source, and those that conflict with the reader's own.
    private static func changed(_ report: LibraryImportReport) -> [Widget] {
        var views: [Widget] = []
        if report.changedCount > report.bothCount {
            views.append(
                card(
                    localized("Changed since the last import"),
                    localized("Your notes are updated. Earlier versions are kept for 30 days."),
                    lines: []
                )
            )
        }
        if report.bothCount > 0 {
            views.append(
                card(
                    localized("Changed in both places"),
                    localized("Both versions are kept: yours unchanged, the other as a new note."),
                    lines: report.both.map { ImportText.line(ofNote: $0.beginning, in: $0.title) }
                )
            )
        }
        return views
    }

    /// Decisions that the import has made, a card for each kind.
    private static func settled(_ report: LibraryImportReport) -> [Widget] {
        report.remarks.map { remark in
            card(
                ImportRemarkText.title(of: remark.kind),
                ImportRemarkText.sentence(remark),
                lines: remark.examples.map { ImportRemarkText.line($0, of: remark.kind) }
            )
        }
    }

    /// Details added to existing books, a line for each kind.
    private static func filled(_ report: LibraryImportReport) -> [Widget] {
        guard !report.filled.isEmpty else { return [] }
        let lines = FilledField.allCases.compactMap { field in
            report.filled[field].map { count in
                localized(
                    "%1: %2",
                    field.label,
                    localized("%1 book", plural: "%1 books", count: count)
                )
            }
        }
        return [
            card(
                localized("Added to your books"),
                localized("Only missing details were added; nothing was replaced."),
                lines: lines
            )
        ]
    }

    private static func known(_ report: LibraryImportReport, _ books: [NamedBook]) -> [Widget] {
        var views: [Widget] = []
        if report.knownCount > 0 {
            let counts = report.known.merging(report.joined, uniquingKeysWith: +)
            let deleted = report.deleted[.note] ?? 0
            let text =
                deleted > 0
                ? localized(
                    "%1 note that you have deleted stays deleted",
                    plural: "%1 notes that you have deleted stay deleted",
                    count: deleted
                ) : nil
            views.append(
                card(
                    localized("Already in your library"),
                    ImportText.counts(counts),
                    lines: (text.map { [$0] } ?? []) + books.map(ImportText.line(ofBook:))
                )
            )
        }
        if !report.repeated.isEmpty {
            let counts = ImportText.counts(report.repeated)
            views.append(card(localized("Duplicates in the file"), counts, lines: []))
        }
        return views
    }

    /// The problems, which are stored with every import.
    static func problems(_ report: LibraryImportReport) -> [Widget] {
        guard report.problemCount > 0 else { return [] }
        return [
            card(
                localized("Skipped or changed"),
                localized("%1 problem", plural: "%1 problems", count: report.problemCount),
                lines: report.problems.prefix(mostLines + 1).map(ImportProblemText.line)
            )
        ]
    }

    private static func card(_ title: String, _ text: String, lines: [String]) -> Widget {
        let content = Box(.vertical, spacing: 6).append(
            Label(title, "heading").wrapping(),
            Label(text).wrapping()
        )
        for line in lines.prefix(mostLines) {
            content.append(Label(line, "caption", "dim-label").wrapping())
        }
        if lines.count > mostLines { content.append(Label("…", "caption", "dim-label")) }
        return content.classes("card", "report-row")
    }
}
