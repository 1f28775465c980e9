import HawkNotesExchange
import Phrases

/// The texts of an import's decisions.
@MainActor
package enum ImportRemarkText {
    package static func title(of kind: ImportRemark.Kind) -> String {
        switch kind {
        case .wholeNote: localized("Split into passages")
        case .emptyBook: localized("Left without notes")
        case .place: localized("Place changed in both places")
        case .mark: localized("Highlighting changed in both places")
        case .series: localized("Series kept")
        case .title: localized("Same book, different title")
        case .reading: localized("Finished before it was started")
        case .identifier: localized("Same identifier, different book")
        }
    }

    package static func sentence(_ remark: ImportRemark) -> String {
        let count = remark.count
        return switch remark.kind {
        case .wholeNote:
            localized(
                "%1 note contained an entire file. Its passages are now separate notes, and it is in the trash.",
                plural:
                    "%1 notes contained entire files. Their passages are now separate notes, and they are in the trash.",
                count: count
            )
        case .emptyBook:
            localized(
                "%1 book contained only such notes. It is in the trash with them.",
                plural: "%1 books contained only such notes. They are in the trash with them.",
                count: count
            )
        case .place:
            localized(
                "%1 note keeps the place that you gave it.",
                plural: "%1 notes keep the places that you gave them.",
                count: count
            )
        case .mark:
            localized(
                "%1 note keeps the color and style that you chose.",
                plural: "%1 notes keep the colors and styles that you chose.",
                count: count
            )
        case .series:
            localized(
                "%1 book stays in your series, without a number.",
                plural: "%1 books stay in your series, without a number.",
                count: count
            )
        case .title:
            localized("Recognized by ISBN or file identifier. Your titles are kept.")
        case .reading:
            localized("The finish date is kept; the start date is left out.")
        case .identifier:
            localized("Their ISBN, author or number differs, so they are separate books.")
        }
    }

    package static func line(_ example: ImportRemark.Example, of kind: ImportRemark.Kind) -> String
    {
        let book = example.book ?? ""
        let here = example.here ?? ""
        let source = example.source ?? ""
        return switch kind {
        case .emptyBook: book
        case .wholeNote, .place, .mark: ImportText.line(ofNote: here, in: example.book)
        case .series where here.isEmpty || here == book:
            localized("“%1” is not moved to “%2”", book, source)
        case .series: localized("“%1” stays in “%2”, not “%3”", book, here, source)
        case .title: localized("“%1” is “%2”", source, book)
        case .reading: localized("“%1”: started %2, finished %3", book, date(source), date(here))
        case .identifier: localized("“%1” has the identifier of “%2”", source, book)
        }
    }

    private static func date(_ text: String) -> String { DateText.partial(text) ?? text }
}
