import Foundation
import HawkNotesExchange
import HawkNotesFormats
import HawkNotesModel
import Phrases

/// The texts of imports.
@MainActor
package enum ImportText {
    /// The name of a format.
    package static func name(of format: ImportFormatName) -> String {
        switch format {
        case .seriesFile: localized("Hawk Notes series file")
        case .kindleClippings: localized("Kindle clippings")
        case .kindleNotebook, .kindleNotebookTable: localized("Kindle notebook")
        case .koreaderJSON, .koreaderSidecar: localized("KOReader notes")
        case .kobo: localized("Kobo notes")
        case .readwise: localized("Readwise highlights")
        case .goodreads: localized("Books from Goodreads")
        case .storyGraph: localized("Books from The StoryGraph")
        case .calibreTable: localized("calibre book list")
        case .bookTable: localized("Book list")
        case .markdown: localized("Markdown notes")
        case .epub: localized("Book (EPUB)")
        case .calibreLibrary: localized("calibre library")
        }
    }

    /// The name of the format of an import by any version.
    package static func name(ofStored format: String) -> String {
        if format == LibraryMerge.format { return localized("Hawk Notes library") }
        return ImportFormatName(rawValue: format).map { name(of: $0) } ?? format
    }

    /// The number of items of each kind: "2 books, 14 notes".
    package static func counts(_ counts: [ImportedKind: Int]) -> String {
        let all = ImportedKind.allCases.compactMap { kind in
            counts[kind].flatMap { $0 > 0 ? count(of: kind, $0) : nil }
        }
        return localizedList(all)
    }

    /// The result of an import: "2 books, 14 notes, 3 notes changed, 1 book completed".
    package static func news(_ report: LibraryImportReport) -> String {
        let notes = report.changed[.note] ?? 0
        let changed =
            notes > 0
            ? localized("%1 note changed", plural: "%1 notes changed", count: notes) : ""
        let others = report.changed.filter { $0.key != .note }.values.reduce(0, +)
        let otherChanges =
            others > 0
            ? localized("%1 page changed", plural: "%1 pages changed", count: others) : ""
        let replaced = report.remark(.wholeNote)?.count ?? 0
        let split =
            replaced > 0
            ? localized("%1 note split", plural: "%1 notes split", count: replaced) : ""
        let filled = report.filledBookCount
        let completed =
            filled > 0
            ? localized("%1 book completed", plural: "%1 books completed", count: filled) : ""
        let all = [counts(report.new), changed, otherChanges, split, completed]
        return localizedList(all.filter { !$0.isEmpty })
    }

    /// The numbers of new, changed and known notes: "Notes: 3 new, 2 changed, 40 known"; nil if it
    /// adds nothing to their total.
    package static func notes(_ report: LibraryImportReport) -> String? {
        // Translators: of notes, as in “Notes: 3 new, 2 changed, 40 known”.
        let new = (report.new[.note] ?? 0).positive.map {
            localized("%1 new", plural: "%1 new", count: $0)
        }
        // Translators: of notes, as in “Notes: 3 new, 2 changed, 40 known”.
        let changed = (report.changed[.note] ?? 0).positive.map {
            localized("%1 changed", plural: "%1 changed", count: $0)
        }
        // Translators: of notes, as in “Notes: 3 new, 2 changed, 40 known”.
        let known = (report.known[.note] ?? 0).positive.map {
            localized("%1 already there", plural: "%1 already there", count: $0)
        }
        let parts = [new, changed, known].compactMap(\.self)
        guard parts.count > 1 || changed != nil else { return nil }
        return localized("Notes: %1", localizedList(parts))
    }

    /// A book by its title and authors.
    package static func line(ofBook book: NamedBook) -> String {
        guard !book.authors.isEmpty else { return book.title }
        return localized("%1 · %2", book.title, localizedList(book.authors))
    }

    /// A note by the title of its book and its first words.
    package static func line(ofNote beginning: String, in title: String?) -> String {
        let words = WindowText.quoted(beginning.beginning())
        return title.map { localized("%1: %2", $0, words) } ?? words
    }

    /// The items that stayed after undoing an import; nil if there are none.
    package static func kept(_ undone: UndoneImport) -> String? {
        guard undone.keptCount > 0 else { return nil }
        let notes = localized(
            "%1 note that you have changed since stays",
            plural: "%1 notes that you have changed since stay",
            count: undone.keptCount
        )
        var names = undone.keptNotes.prefix(3).map { line(ofNote: $0.beginning, in: $0.title) }
        if undone.keptCount > names.count { names.append("…") }
        return localized("%1: %2", notes, localizedList(names))
    }

    private static func count(of kind: ImportedKind, _ count: Int) -> String {
        switch kind {
        case .series: localized("%1 series", plural: "%1 series", count: count)
        case .book: localized("%1 book", plural: "%1 books", count: count)
        case .chapter: localized("%1 chapter", plural: "%1 chapters", count: count)
        case .character: localized("%1 character", plural: "%1 characters", count: count)
        case .relation: localized("%1 relation", plural: "%1 relations", count: count)
        case .note: localized("%1 note", plural: "%1 notes", count: count)
        case .picture: localized("%1 picture", plural: "%1 pictures", count: count)
        }
    }

    /// The items that an import has added.
    package static func added(_ outcome: LibraryImportOutcome, from name: String) -> String {
        outcome.batch == nil
            ? localized("Nothing in “%1” is new.", name)
            : localized("Imported from “%1”: %2", name, news(outcome.report))
    }

    /// A command that installs missing packages, if they are the only problem; else nil.
    ///
    /// Tries the package names of the newest releases first.
    package static func installCommand(_ error: any Error) -> String? {
        guard case .needsPackages(let packages) = error as? ImportError else { return nil }
        let tryCount = packages.map(\.names.count).max() ?? 0
        let tries = (0..<tryCount).map { age in
            let names = packages.map { $0.names[min(age, $0.names.count - 1)] }
            return "sudo apt install " + names.joined(separator: " ")
        }
        return tries.joined(separator: " || ")
    }

    /// A sentence on why nothing could be imported, with the file's name.
    package static func sentence(_ error: any Error, _ name: String) -> String {
        switch error {
        case LibraryImportError.unknownFormat:
            return localized("“%1” cannot be imported.", name)
        case LibraryImportError.otherFile(let other):
            return OtherFileText.sentence(other, name)
        case let error as ImportError: return sentence(error, name)
        case let error as LibraryError:
            return localized(
                "“%1” was not imported: %2.",
                name,
                LibraryText.savingReason(error)
            )
        default: return localized("“%1” was not imported.", name)
        }
    }

    private static func sentence(_ error: ImportError, _ name: String) -> String {
        switch error {
        case .cancelled: localized("“%1” was not imported.", name)
        case .tooManyItems(let limit):
            localized(
                "“%1” has more than %2 items, which is too many for one import.",
                name,
                "\(limit)"
            )
        case .needsPackages(let packages):
            localized(
                "To read “%1”, install %2.",
                name,
                // The names of one package on different systems.
                packages.map { package in
                    package.names.dropFirst().reduce(package.names[0]) {
                        localized("%1 or %2", $0, $1)
                    }
                }
                .joined(separator: ", ")
            )
        case .brokenInstallation:
            localized(
                "“%1” cannot be read: a part of Hawk Notes is missing. Reinstalling Hawk Notes may help.",
                name
            )
        case .unreadable(_, let number):
            localized("“%1” cannot be read: %2.", name, String(cString: strerror(number)))
        }
    }
}

extension Int {
    /// The number; nil for zero.
    fileprivate var positive: Int? { self > 0 ? self : nil }
}
