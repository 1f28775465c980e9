import HawkNotesModel
import Phrases

/// The texts of the values that a merge did not take.
@MainActor
package enum MergeLossText {
    /// The title of the dialog.
    package static var title: String { localized("Differing Values") }

    /// What the dialog shows.
    package static var introduction: String {
        localized("Both libraries had a value here. The later one was kept; you can use the other.")
    }

    /// Opens the dialog.
    package static func show(_ count: Int) -> String {
        localized("Show %1 Differing Value…", plural: "Show %1 Differing Values…", count: count)
    }

    /// The thing, in one line.
    package static func thing(_ loss: MergeLoss) -> String {
        let title = title(loss.title, isNote: loss.kind == .note)
        return title.isEmpty ? label(of: loss.field) : title
    }

    /// The name of the field; of a thing without a title, the thing's line has it.
    package static func field(_ loss: MergeLoss) -> String { label(of: loss.field) }

    /// The value that counts.
    package static func kept(_ loss: MergeLoss, isSpoken: Bool = false) -> String {
        localized("Kept: %1", value(loss.taken, of: loss.field, isSpoken: isSpoken))
    }

    /// The value that was not taken.
    package static func other(_ loss: MergeLoss, isSpoken: Bool = false) -> String {
        localized("Other: %1", value(loss.lost, of: loss.field, isSpoken: isSpoken))
    }

    /// All of it, for screen readers.
    package static func spoken(_ loss: MergeLoss) -> String {
        [
            thing(loss), field(loss), kept(loss, isSpoken: true), other(loss, isSpoken: true),
            state(loss.state),
        ].compactMap(\.self).joined(separator: ". ")
    }

    /// Why the value is not offered; nil if it is.
    package static func state(_ state: MergeLoss.State) -> String? {
        switch state {
        case .offered: nil
        case .used: localized("The other value is used now.")
        case .changed: localized("Changed since the merge.")
        case .gone: localized("It no longer exists.")
        }
    }

    /// The value is used now.
    package static func used(_ count: Int) -> String {
        localized("%1 value replaced", plural: "%1 values replaced", count: count)
    }

    /// A value in a list of a report.
    static func line(_ loss: MergeReport.Loss) -> String {
        guard let lost = loss.lost, let taken = loss.taken else {
            // Of a report by an older version.
            return localized("%1: %2", loss.title, WindowText.quoted(loss.value))
        }
        let name = localizedList(
            [title(loss.title, isNote: false), label(of: loss.field)].filter { !$0.isEmpty }
        )
        return localized(
            "%1: %2, not %3",
            name,
            shortValue(taken, of: loss.field),
            shortValue(lost, of: loss.field)
        )
    }

    /// A value within a line; a text in words is quoted.
    private static func shortValue(_ columns: [String], of field: String) -> String {
        let texts: Set = ["title", "name", "tagline", "overview", "summary", "synopsis", "quote"]
        let text = value(columns, of: field).beginning()
        return texts.contains(field) && columns.first?.isEmpty == false
            ? WindowText.quoted(text) : text
    }

    private static func title(_ title: String, isNote: Bool) -> String {
        let text = Mention.replacing(in: title) { "@" + $0.name }
        let beginning = StyledWords.beginning(of: text).text.beginning(limit: 80)
        return isNote ? WindowText.quoted(beginning) : beginning
    }

    /// The name of a field, as in the editors.
    private static func label(of field: String) -> String {
        switch field {
        case "title": FormField.title.label
        case "author": FormField.author.label
        case "seriesID": FormField.series.label
        case "number": FormField.number.label
        case "publishedYear": FormField.year.label
        case "tagline": FormField.tagline.label
        case "overview": FormField.overview.label
        case "isbn10": FormField.isbn.label
        case "amazonURL": FormField.link.label
        case "linkName": FormField.linkName.label
        case "language": FormField.language.label
        case "readingStatus": FormField.status.label
        case "rating": FormField.rating.label
        case "readings": FormField.readings.label
        case "shelves": FormField.shelves.label
        case "coverID": FormField.cover.label
        case "avatarID": FormField.avatar.label
        case "name": FormField.name.label
        case "aliases": FormField.aliases.label
        case "summary": FormField.summary.label
        case "synopsis": FormField.synopsis.label
        case "bookID": FormField.book.label
        case "readBookID": localized("Reading Progress")
        case "word": localized("Relationship")
        case "favorite": localized("Favorite")
        case "quote": localized("Quotation")
        case "tags": localized("Tags")
        case "subjectID": localized("Page")
        case "chapterID": localized("Page or place")
        default: field
        }
    }

    private static func value(
        _ columns: [String],
        of field: String,
        isSpoken: Bool = false
    ) -> String {
        let first = columns.first ?? ""
        func lines(_ text: String) -> [String] {
            text.split(whereSeparator: \.isNewline).map(String.init)
        }
        let text: String? =
            switch field {
            case "rating":
                Int(first).map { isSpoken ? ReadingText.rating($0) : ReadingText.stars($0) }
            case "readingStatus": ReadingStatus(rawValue: first).map(ReadingText.name)
            case "language": first.isEmpty ? nil : LanguageText.name(of: first)
            case "publishedYear":
                DateText.partial(
                    columns.filter { !$0.isEmpty }
                        .map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: "-")
                )
            case "readings": localizedList(lines(first).map(dates))
            case "shelves", "aliases": localizedList(lines(first))
            case "tags": TagLinks.text(of: lines(first))
            case "favorite": first.isEmpty ? localized("no") : localized("yes")
            // Ids are titles of what they name; a picture has none.
            case "coverID", "avatarID": localized("a picture")
            case "bookID", "readBookID": localizedList(columns.filter { !$0.isEmpty })
            case "chapterID", "subjectID":
                localizedList(columns.prefix(field == "chapterID" ? 2 : 1).filter { !$0.isEmpty })
            default: first
            }
        guard let text, !text.isEmpty else { return localized("none") }
        return text.beginning(limit: 240)
    }

    /// Both dates of a reading.
    private static func dates(_ line: String) -> String {
        let ends = line.split(separator: "/", omittingEmptySubsequences: false).map {
            DateText.partial(String($0)) ?? ""
        }
        guard ends.count == 2 else { return line }
        if ends[1].isEmpty { return localized("Started %1", ends[0]) }
        return ends[0].isEmpty
            ? localized("Read %1", ends[1]) : localized("%1 – %2", ends[0], ends[1])
    }
}
