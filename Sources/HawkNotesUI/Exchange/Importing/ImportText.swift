import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesFormats
import HawkNotesModel

/// What is said of imports.
@MainActor
enum ImportText {
    /// What a format is called.
    static func name(of format: ImportFormatName) -> String {
        switch format {
        case .seriesFile: localized("Series file of Hawk Notes")
        case .kindleClippings: localized("Clippings of a Kindle")
        case .koreaderJSON, .koreaderSidecar: localized("Notes of KOReader")
        case .readwise: localized("Highlights from Readwise")
        case .goodreads: localized("Books from Goodreads")
        case .storyGraph: localized("Books from The StoryGraph")
        case .calibreTable: localized("Table of books from calibre")
        case .bookTable: localized("Table of books")
        case .markdown: localized("Notes in Markdown")
        case .epub: localized("Book (EPUB)")
        case .calibreLibrary: localized("Library of calibre")
        }
    }

    /// The same of an import that was made by any version.
    static func name(ofStored format: String) -> String {
        ImportFormatName(rawValue: format).map { name(of: $0) } ?? format
    }

    /// So many things of each kind: "2 books, 14 notes".
    static func counts(_ counts: [ImportedKind: Int]) -> String {
        ImportedKind.allCases.compactMap { kind in
            counts[kind].flatMap { $0 > 0 ? count(of: kind, $0) : nil }
        }.joined(separator: ", ")
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

    /// What an import has added.
    static func added(_ outcome: LibraryImportOutcome, from name: String) -> String {
        outcome.batch == nil
            ? localized("Nothing in “%1” is new.", name)
            : localized("Imported from “%1”: %2", name, counts(outcome.report.new))
    }

    /// The packages that are missing, if that is all that is wrong.
    static func missingPackages(_ error: any Error) -> [String] {
        guard case .needsPackages(let packages) = error as? ImportError else { return [] }
        return packages
    }

    /// Why nothing could be imported, in a sentence that names the file.
    static func sentence(_ error: any Error, _ name: String) -> String {
        switch error {
        case LibraryImportError.unknownFormat:
            return localized("“%1” is nothing that can be imported.", name)
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
                "“%1” holds more than %2 things, which one import cannot bring.",
                name,
                "\(limit)"
            )
        case .needsPackages(let packages) where packages.isEmpty:
            localized("To read “%1”, a package is needed that is not installed.", name)
        case .needsPackages(let packages):
            localized(
                "To read “%1”, this is needed and not installed: %2.",
                name,
                packages.joined(separator: ", ")
            )
        case .builtWithout(let libraries):
            localized(
                "“%1” cannot be read: Hawk Notes was built without %2.",
                name,
                // A library, and the package that it is in.
                libraries.map { localized("%1 (package %2)", $0.name, $0.package) }
                    .joined(separator: ", ")
            )
        case .brokenInstallation:
            localized(
                "“%1” cannot be read: a part of Hawk Notes is missing. Installing Hawk Notes again may help.",
                name
            )
        case .unreadable(_, let number):
            localized("“%1” cannot be read: %2.", name, String(cString: strerror(number)))
        }
    }
}
