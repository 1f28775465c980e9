import Foundation
import HawkNotesModel
import Phrases

/// The texts of merging two libraries.
@MainActor
package enum MergeText {
    /// A library is being read.
    package static func reading(_ name: String) -> String { localized("Reading “%1”…", name) }

    /// Libraries are being merged.
    package static func merging(_ name: String) -> String { localized("Merging “%1”…", name) }

    /// What a merge would do, line by line.
    package static func preview(_ preview: MergePreview, _ name: String) -> String {
        let origin =
            preview.isCopy
            ? localized("“%1” is a copy of your library.", name)
            : localized("“%1” is another library.", name)
        var lines = [origin, BackupText.contents(preview.contents)]
        if preview.report.isEmpty, preview.report.lossCount == 0 {
            lines.append(localized("Everything in it is already in your library."))
        } else {
            lines += self.lines(preview.report, isPreview: true)
        }
        if preview.mayRestoreDeleted {
            lines.append(
                localized("Notes that earlier versions deleted permanently may be restored.")
            )
        }
        return lines.joined(separator: "\n")
    }

    /// What a merge did, line by line.
    package static func done(_ outcome: MergeOutcome, _ name: String) -> String {
        guard outcome.batch != nil else { return localized("Nothing in “%1” is new.", name) }
        return ([localized("Merged with “%1”.", name)] + lines(outcome.report))
            .joined(separator: "\n")
    }

    /// The merge was undone.
    package static func undone(_ undone: UndoneImport) -> String {
        [localized("The merge was undone."), ImportText.kept(undone)].compactMap(\.self)
            .joined(separator: "\n")
    }

    /// A report in the list of earlier imports, in one line; nil if it is of no merge.
    package static func news(_ batch: ImportBatch) -> String? {
        guard batch.format == LibraryMerge.format else { return nil }
        return batch.report.flatMap(MergeReport.init(stored:)).map { report in
            localizedList(lines(report).filter { !$0.hasPrefix(bullet) })
        }
    }

    /// The choice to save permanently deleted notes anew.
    package static func bringBack(_ count: Int) -> String {
        localized(
            "Restore %1 note that you deleted permanently",
            plural: "Restore %1 notes that you deleted permanently",
            count: count
        )
    }

    /// The name of that choice for screen readers.
    package static var bringBackTitle: String {
        localized("Restore notes that you deleted permanently")
    }

    /// The heading of the list of pairs.
    package static var pairs: String {
        localized("The same in both libraries. Clear what should stay separate.")
    }

    /// A pair: what it is, and why.
    package static func pair(_ pair: LibraryPair) -> String {
        let isNote = pair.kind == .note
        let titles = [pair.title, pair.otherTitle].compactMap(\.self)
            .map { isNote ? WindowText.quoted($0) : $0 }
        let title = localizedList(titles)
        return pair.isbn.map { localized("%1 (ISBN %2)", title, $0) }
            ?? localized("%1 (imported from the same source)", title)
    }

    /// The pairs that are not listed.
    package static func otherPairs(_ count: Int) -> String {
        localized("%1 more", plural: "%1 more", count: count)
    }

    /// What is in the listed things and is the same, too.
    package static func contents(_ count: Int) -> String {
        localized(
            "With %1 part or note that is also in both",
            plural: "With %1 parts and notes that are also in both",
            count: count
        )
    }

    /// There is no folder for the copy.
    package static var noPlace: String {
        localized("There is no folder for a copy of the other library.")
    }

    /// Why libraries were not merged, as a sentence with the file's name.
    package static func failure(_ error: any Error, _ name: String) -> String {
        switch (error as? LibraryError)?.code {
        case .newerSchema:
            localized("“%1” was written by a newer version of Hawk Notes.", name)
        case .damaged:
            localized("“%1” is not a Hawk Notes library, or it is damaged.", name)
        case .diskFull: localized("“%1” was not merged: the disk is full.", name)
        case .heldElsewhere, .replaced, .readOnly:
            localized("“%1” was not merged: your library cannot be changed now.", name)
        case .busy: localized("“%1” was not merged: another program is writing to it.", name)
        case .noLocks, .cannotOpen, .invalidSeries, .noSeries, .notFound, .emptyTitle,
            .noteNotFound, .emptyNote, .other, nil:
            localized("“%1” cannot be read.", name)
        }
    }

    /// Why a merge was not undone.
    package static func undoFailure(_ error: LibraryError) -> String {
        localized("The merge could not be undone: %1", LibraryText.savingReason(error))
    }

    /// Before a line that names one thing.
    private static let bullet = "• "

    private static func lines(_ report: MergeReport, isPreview: Bool = false) -> [String] {
        var lines: [String] = []
        func add(_ counts: [String: Int], _ line: (String) -> String) {
            let words = self.counts(counts)
            if !words.isEmpty { lines.append(line(words)) }
        }
        add(report.added) { localized("New: %1", $0) }
        add(report.changed) { localized("Changed: %1", $0) }
        add(report.deleted) { localized("Moved to the trash: %1", $0) }
        if report.restoredNotes > 0, isPreview {
            add(["note": report.restoredNotes]) { localized("Restored: %1", $0) }
        } else if report.restoredNotes > 0 {
            lines.append(
                localized(
                    "%1 deleted note restored",
                    plural: "%1 deleted notes restored",
                    count: report.restoredNotes
                )
            )
        }
        if report.bothTextsCount > 0 {
            lines.append(
                localized(
                    "%1 note was changed in both; both versions are shown",
                    plural: "%1 notes were changed in both; both versions of each are shown",
                    count: report.bothTextsCount
                )
            )
            lines += report.bothTexts.prefix(5).map { bullet + WindowText.quoted($0.beginning) }
        }
        if report.lossCount > 0 {
            lines.append(
                localized(
                    "%1 value differs; the later one is kept",
                    plural: "%1 values differ; the later ones are kept",
                    count: report.lossCount
                )
            )
            lines += report.losses.prefix(5).map { bullet + MergeLossText.line($0) }
        }
        return lines
    }

    private static func counts(_ counts: [String: Int]) -> String {
        func count(_ kind: String, _ words: (Int) -> String) -> String? {
            counts[kind].flatMap { $0 > 0 ? words($0) : nil }
        }
        return localizedList(
            [
                count("series") { localized("%1 series", plural: "%1 series", count: $0) },
                count("book") { localized("%1 book", plural: "%1 books", count: $0) },
                count("chapter") { localized("%1 chapter", plural: "%1 chapters", count: $0) },
                count("character") {
                    localized("%1 character", plural: "%1 characters", count: $0)
                },
                count("relation") { localized("%1 relation", plural: "%1 relations", count: $0) },
                count("note") { localized("%1 note", plural: "%1 notes", count: $0) },
            ].compactMap(\.self)
        )
    }
}
