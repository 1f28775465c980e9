import Foundation

/// One thing as a Markdown file of ours: what an export writes, and an import reads without a difference.
///
/// ```
/// ---
/// hawk-notes: 1
/// kind: "note"
/// id: "5B0F6A1E-…"
/// book: "Gideon the Ninth"
/// book-id: "0C1D…"
/// chapter: "Act One"
/// page: "12"
/// created: "2024-12-30T13:46:33.000Z"
/// quote: "true"
/// link: "hawknotes://note/5B0F6A1E-…"
/// ---
///
/// > The words of the book, each line behind a mark.
///
/// The reader's own words, as they were typed.
/// ```
///
/// - A file is one thing; its name and folder mean nothing. `kind` is `series`, `book`, `character` or `note`.
/// - Values are JSON strings, which YAML reads as they are; lists are JSON arrays of them.
/// - `id` and everything that ends in `-id` are ids of the library. Names stand beside them for people and
///   are not read; `link` leads back to the thing.
/// - Dates are in UTC, to the millisecond.
/// - The body is the text of a note, or what a series, book or character is about. With `quote: "true"` it
///   begins with the quoted words, each line behind `> `, and one empty line before the text, if there is any.
/// - One line feed is added at the end.
public enum MarkdownDocument {
    /// The file of a thing that has an id of the library.
    ///
    /// - Parameters:
    ///   - names: Titles and names of what it refers to, for people.
    ///   - link: Leads back to the thing.
    /// - Returns: nil for chapters and pictures, which have no file, and for what has no id.
    public static func text(
        of item: ImportedItem,
        names: [SourceIdentity: String] = [:],
        link: String? = nil
    ) -> String? {
        var writer = FrontMatterWriter(names: names)
        let body: String
        switch item {
        case .series(let series):
            guard let id = series.libraryID else { return nil }
            writer.begin(item.kind, id)
            writer.add("title", series.title)
            writer.add("author", series.author)
            body = series.overview ?? ""
        case .book(let book):
            guard let id = book.libraryID else { return nil }
            writer.begin(item.kind, id)
            writer.add(book)
            body = book.overview ?? ""
        case .character(let character):
            guard let id = character.libraryID else { return nil }
            writer.begin(item.kind, id)
            writer.add("name", character.name)
            writer.add("aliases", character.aliases)
            writer.add("tagline", character.tagline)
            writer.add("series", reference: character.series)
            writer.add("book", reference: character.book)
            body = character.overview ?? ""
        case .note(let note):
            guard let id = note.libraryID else { return nil }
            writer.begin(item.kind, id)
            writer.add(note)
            body = Self.body(quote: note.quote, text: note.text)
        case .chapter, .relation, .picture:
            return nil
        }
        writer.add("link", link)
        return "---\n\(writer.text)---\n\n\(body)\n"
    }

    /// The identity of a thing of the library.
    public static func identity(_ id: UUID) -> SourceIdentity {
        SourceIdentity(origin: "hawk-notes", key: id.uuidString)
    }

    // MARK: - Body

    private static func body(quote: String?, text: String) -> String {
        guard let quote else { return text }
        let lines = quote.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let quoted = lines.map { $0.isEmpty ? ">" : "> \(String($0))" }.joined(separator: "\n")
        return text.isEmpty ? quoted : "\(quoted)\n\n\(text)"
    }

    static func quoteAndText(_ body: String) -> (quote: String, text: String) {
        var rest = body.unicodeScalars[...]
        var lines: [String] = []
        while rest.first == ">" {
            let line = rest.prefix { $0 != "\n" }
            rest = rest.dropFirst(line.count + 1)
            let words = line.dropFirst()
            lines.append(String(words.first == " " ? words.dropFirst() : words))
        }
        if rest.first == "\n" { rest = rest.dropFirst() }
        return (lines.joined(separator: "\n"), String(rest))
    }
}

/// Writes keys and values.
private struct FrontMatterWriter {
    let names: [SourceIdentity: String]
    private(set) var text = ""

    init(names: [SourceIdentity: String]) { self.names = names }

    mutating func begin(_ kind: ImportedKind, _ id: UUID) {
        text += "hawk-notes: 1\n"
        add("kind", kind.rawValue)
        add("id", id.uuidString)
    }

    mutating func add(_ key: String, _ value: String?) {
        guard let value else { return }
        text += "\(key): \(Self.quoted(value))\n"
    }

    mutating func add(_ key: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        text += "\(key): [\(values.map(Self.quoted).joined(separator: ", "))]\n"
    }

    mutating func add(_ key: String, reference: SourceIdentity?) {
        guard let reference else { return }
        add(key, names[reference])
        add("\(key)-id", reference.key)
    }

    mutating func add(_ book: ImportedBook) {
        add("title", book.title)
        add("authors", book.authors)
        add("series", reference: book.series)
        add("number", book.number.map { "\($0)" })
        add("year", book.year.map { "\($0)" })
        add("tagline", book.tagline)
        add("isbn", book.isbn)
        add("web", book.webAddress)
    }

    mutating func add(_ note: ImportedNote) {
        add("book", reference: note.book)
        add("character", reference: note.character)
        add("chapter", note.place?.chapter)
        add("page", note.place?.page)
        add("location", note.place?.location)
        add("place", note.place?.text)
        add("created", note.created.map(Self.date))
        add("updated", note.updated.map(Self.date))
        add("tags", note.tags)
        if note.quote != nil { add("quote", "true") }
    }

    private static func date(_ date: ImportedDate) -> String {
        let moment = date.date(in: .gmt).timeIntervalSince1970
        let milliseconds = Int((moment * 1000).rounded())
        let seconds = milliseconds.flooredDivision(by: 1000)
        let parts = CivilTime(secondsSinceEpoch: seconds)
        return "\(parts.text).\(padded(milliseconds - seconds * 1000, 3))Z"
    }

    static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// A JSON string that is the same in YAML.
    private static func quoted(_ text: String) -> String {
        // The YAML library takes a mark at the very beginning for one of the encoding.
        var result = text.unicodeScalars.first == "\u{FEFF}" ? "\"\\uFEFF" : "\""
        var previous: Unicode.Scalar = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            // What would be a reference if it stood without quotes is refused when it is read.
            case "&" where " [{,".unicodeScalars.contains(previous): result += "\\u0026"
            case "*" where " [{,".unicodeScalars.contains(previous): result += "\\u002A"
            case "[": result += "\\u005B"
            case "{": result += "\\u007B"
            default:
                let isPlain =
                    (0x20...0x7E).contains(scalar.value)
                    || (0xA0...0xD7FF).contains(scalar.value)
                        && scalar.value != 0x2028 && scalar.value != 0x2029
                    || (0xE000...0xFEFE).contains(scalar.value)
                    || (0x10000...0x10FFFD).contains(scalar.value)
                result += isPlain ? String(scalar) : escape(scalar)
            }
            previous = scalar
        }
        return result + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        return digits.count > 4 ? "\\U000\(digits)".prefixed(to: 10) : "\\u\(zeros)\(digits)"
    }
}

extension String {
    /// `\U` and eight digits.
    fileprivate func prefixed(to count: Int) -> String {
        let digits = dropFirst(2).drop { $0 == "0" }
        return "\\U" + String(repeating: "0", count: count - 2 - digits.count) + digits
    }
}

extension Int {
    fileprivate func flooredDivision(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// A moment by the calendar, in Greenwich.
private struct CivilTime {
    let text: String

    /// http://howardhinnant.github.io/date_algorithms.html
    init(secondsSinceEpoch seconds: Int) {
        let days = seconds.flooredDivision(by: 86_400)
        let second = seconds - days * 86_400
        let shifted = days + 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        let pad = FrontMatterWriter.padded
        text =
            "\(pad(year, 4))-\(pad(civilMonth, 2))-\(pad(day, 2))"
            + "T\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))"
    }
}
