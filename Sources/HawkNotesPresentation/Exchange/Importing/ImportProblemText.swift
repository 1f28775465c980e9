import Foundation
import HawkNotesFormats
import Phrases

/// The texts of skipped and changed items.
@MainActor
package enum ImportProblemText {
    /// The location and the reason, in one line.
    package static func line(_ problem: ImportProblem) -> String {
        let reason = reason(problem.reason)
        switch (problem.file, problem.line) {
        case (let file?, let line?):
            return localized("%1, line %2: %3", file, "\(line)", reason)
        case (let file?, nil): return localized("%1: %2", file, reason)
        case (nil, let line?): return localized("Line %1: %2", "\(line)", reason)
        case (nil, nil): return reason
        }
    }

    private static func leftOut(
        _ kind: ImportProblem.Kind,
        _ count: Int,
        _ example: String
    ) -> String {
        switch kind {
        case .column(let name):
            let rows = localized("%1 row", plural: "%1 rows", count: count)
            return leftOut(ImportFieldText.name(of: name), rows, example)
        case .key(let name):
            let books = localized("%1 book", plural: "%1 books", count: count)
            return leftOut(ImportFieldText.name(of: name), books, example)
        case .bookmark:
            let bookmarks = localized(
                "%1 bookmark without text",
                plural: "%1 bookmarks without text",
                count: count
            )
            guard !example.isEmpty else { return localized("%1; left out", bookmarks) }
            return leftOut(bookmarks, example)
        case .quarterStars:
            let ratings = localized(
                "%1 rating in quarter stars",
                plural: "%1 ratings in quarter stars",
                count: count
            )
            return localized("%1, e.g. “%2”; rounded to half stars", ratings, example)
        case .discarded:
            let highlights = localized(
                "%1 discarded highlight",
                plural: "%1 discarded highlights",
                count: count
            )
            return leftOut(highlights, example)
        case .heading:
            let headings = localized("%1 heading", plural: "%1 headings", count: count)
            return localized("%1, e.g. “%2”; kept as chapters of notes", headings, example)
        case .field(let name):
            let files = localized("%1 file", plural: "%1 files", count: count)
            return leftOut(ImportFieldText.name(of: name), files, example)
        case .form:
            let forms = localized("%1 template", plural: "%1 templates", count: count)
            return leftOut(forms, example)
        case .emptyFile:
            let files = localized("%1 empty file", plural: "%1 empty files", count: count)
            return leftOut(files, example)
        case .emptySection:
            let headings = localized(
                "%1 heading with nothing below it",
                plural: "%1 headings with nothing below them",
                count: count
            )
            return leftOut(headings, example)
        case .backupCopy:
            let copies = localized("%1 backup copy", plural: "%1 backup copies", count: count)
            return leftOut(copies, example)
        case .pictureInNote:
            let pictures = localized(
                "%1 picture in a note",
                plural: "%1 pictures in notes",
                count: count
            )
            return leftOut(pictures, example)
        case .highlightLink:
            let links = localized(
                "%1 link to a highlight in another app",
                plural: "%1 links to highlights in other apps",
                count: count
            )
            return leftOut(links, example)
        case .trashed:
            let notes = localized(
                "%1 note in the trash of its app",
                plural: "%1 notes in the trash of their app",
                count: count
            )
            return leftOut(notes, example)
        case .programData:
            let files = localized(
                "%1 file with an app’s own data",
                plural: "%1 files with an app’s own data",
                count: count
            )
            return leftOut(files, example)
        case .besideNotes:
            let pages = localized(
                "%1 page changed outside of its notes",
                plural: "%1 pages changed outside of their notes",
                count: count
            )
            return leftOut(pages, example)
        case .handwriting:
            let drawings = localized(
                "%1 handwritten note",
                plural: "%1 handwritten notes",
                count: count
            )
            guard !example.isEmpty else { return localized("%1; left out", drawings) }
            return leftOut(drawings, example)
        case .bookWithoutNotes:
            let books = localized(
                "%1 book without notes",
                plural: "%1 books without notes",
                count: count
            )
            guard !example.isEmpty else { return localized("%1; left out", books) }
            return leftOut(books, example)
        }
    }

    private static func leftOut(_ things: String, _ example: String) -> String {
        localized("%1, e.g. “%2”; left out", things, example)
    }

    private static func leftOut(_ name: String, _ things: String, _ example: String) -> String {
        // Translators: %1 is the name of a column or field, such as “Publisher”, %2 is “3 rows” or “1 book”.
        localized("%1: %2, e.g. “%3”; left out", name, things, example)
    }

    private static func reason(_ reason: ImportProblem.Reason) -> String {
        switch reason {
        case .fileTooLarge: localized("too large to be read")
        case .textTooLong: localized("a text is too long; left out")
        case .tooDeep: localized("nested too deeply")
        case .tooMany(let limit):
            localized("more than %1; the rest is left out", LocalNumber.format(limit))
        case .unreadable(let number): String(cString: strerror(number))
        case .notAFile: localized("not a regular file")
        case .unsafePath: localized("a name that points outside the archive; left out")
        case .duplicateName: localized("a duplicate name; the first one is used")
        case .encrypted: localized("protected by a password or against copying")
        case .unpacksTooLarge: localized("too large when unpacked")
        case .declaresEntities: localized("declares XML entities, which are not supported")
        case .damaged: localized("damaged")
        case .partlyDamaged: localized("damaged in places; the rest was read")
        case .keptChanging:
            localized("changed while it was read; some of it may be missing")
        case .newerVersion: localized("written by a newer version of Hawk Notes")
        case .nothingInIt: localized("contains nothing that can be imported")
        case .notAPicture: localized("not a supported picture")
        case .missingFile(let name): localized("“%1” is missing", name)
        case .protectedBySeller(let scheme?):
            localized("protected by its seller (%1); only unlocked parts are read", scheme)
        case .protectedBySeller(nil):
            localized("protected by its seller; only unlocked parts are read")
        case .drawnOfPictures:
            localized("a drawing made of other pictures, which can’t be shown")
        case .noTitle: localized("no title or name; left out")
        case .missingColumn(let name): localized("the column “%1” is missing", name)
        case .bookmark: localized("a bookmark without text; left out")
        case .shorterCopy: localized("a shorter copy of the next highlight; left out")
        case .copyOfLonger(let line):
            localized("a shorter copy of the highlight in line %1; left out", "\(line)")
        case .olderVersion(let line):
            localized("an earlier version of the note in line %1; left out", "\(line)")
        case .repeated: localized("a duplicate; left out")
        case .keptDetails:
            localized("some details differ from your library, which keeps its own")
        case .repaired(let repair): text(of: repair)
        case .otherName(let wanted, let found):
            localized("“%1” is missing; “%2” was read instead", wanted, found)
        case .namedAfterFile(let title):
            localized("without a title; named “%1” after its file", title)
        case .leftOut(let kind, let count, let example):
            leftOut(kind, count, example.beginning())
        case .endsEarly: localized("incomplete; read up to where it ends")
        case .guessedEncoding: localized("the encoding had to be guessed")
        case .brokenText: localized("some characters cannot be read")
        case .unknownLine(let text): localized("not understood: “%1”", text.beginning())
        case .unknownDate(let text): localized("not a date: “%1”", text.beginning())
        case .undecidedDate(let text):
            localized("“%1” could mean two dates; left undated", text.beginning())
        case .clippingLimit:
            localized("no text: the publisher’s limit for copying was reached")
        case .refusedAddress(let address):
            localized("not a link: “%1”; left out", address.beginning())
        case .unknownValue(let field, let value):
            localized("“%2” isn’t valid and was left out: “%1”", value.beginning(), field)
        }
    }

    private static func text(of repair: ImportProblem.Repair) -> String {
        switch repair {
        case .beginning: localized("blank space before the beginning; skipped")
        case .encoding: localized("encoding differs from the declared one; read anyway")
        case .prefix: localized("undeclared XML prefix; read anyway")
        case .ampersand: localized("a stray “&”; read as written")
        case .structure: localized("not well-formed; repaired as far as possible")
        case .properties: localized("properties that aren’t valid YAML; read line by line")
        }
    }
}
