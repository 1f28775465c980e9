import Foundation

/// The body of a file about a book: its passages, its metadata, and the rest.
struct BookBody {
    private(set) var highlights: [MarkdownHighlight] = []
    /// The text that is neither passage nor property, unmodified.
    private(set) var rest = ""
    /// The list below "Metadata".
    private(set) var fields: [(key: String, value: String)] = []

    /// The section headings of other programs.
    private enum Section {
        case text, metadata, about, highlights
    }

    private var restLines: [String] = []
    private var metadataHeading: String?
    private var reader = HighlightReader()

    /// - Parameters:
    ///   - names: the names of the book and the file: a heading with one of these at the top is not
    ///     text.
    ///   - hasPassagesOnly: whether everything is passages, without a heading "Highlights".
    init(_ text: String, names: [String], hasPassagesOnly: Bool) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let first = lines.firstIndex(where: { KOReaderMark($0) != nil }) {
            var start = first
            // The last heading above a passage is that of its chapter.
            while start > 0, lines[start - 1].allSatisfy(\.isWhitespace) { start -= 1 }
            let heading = start > 0 ? Self.heading(lines[start - 1]) : nil
            let chapter = heading.flatMap { $0.level > 1 ? $0.title : nil }
            if chapter != nil { start -= 1 }
            readSections(Array(lines[..<start]), names, hasPassagesOnly: false)
            readMarked(lines[first...], chapter: chapter.map { LinkText.plain($0) })
        } else {
            readSections(lines, names, hasPassagesOnly: hasPassagesOnly)
        }
        highlights = reader.highlights
        rest = restLines.joined(separator: "\n").trimmed
        if !reader.text.isEmpty { rest += rest.isEmpty ? reader.text : "\n\n\(reader.text)" }
    }

    /// Whether the rest only has headings, as templates leave them.
    var isRestEmpty: Bool {
        rest.split(separator: "\n").allSatisfy { line in
            Self.heading(String(line)) != nil || HighlightReader.isRule(String(line))
                || line.allSatisfy(\.isWhitespace)
        }
    }

    // MARK: - Sections

    private mutating func readSections(
        _ lines: [String],
        _ names: [String],
        hasPassagesOnly: Bool
    ) {
        let names = Set(names.map(MarkdownFields.folded)).subtracting([""])
        let hasHighlights = lines.contains { line in
            Self.heading(line).map { Self.isHighlights($0.title) } ?? false
        }
        var section: Section = hasPassagesOnly && !hasHighlights ? .highlights : .text
        var chunk: [String] = []
        var chapter: (title: String, line: String)?
        var isAtTop = true
        var isInCode = false

        func flush() {
            reader.read(chunk, chapter: chapter?.title, heading: chapter?.line ?? "")
            chunk = []
        }
        let comment = readComment(lines)
        for line in lines.dropFirst(comment) {
            if line.hasPrefix("```") || line.hasPrefix("~~~") { isInCode.toggle() }
            let heading = isInCode ? nil : Self.heading(line)
            if let heading {
                let wasAtTop = isAtTop
                isAtTop = false
                if wasAtTop, heading.level == 1,
                    names.contains(MarkdownFields.folded(heading.title))
                {
                    continue
                }
                if Self.isHighlights(heading.title) {
                    if section == .highlights { flush() }
                    section = .highlights
                    chapter = nil
                } else if section == .highlights {
                    flush()
                    chapter = (LinkText.plain(heading.title), line)
                } else if ["metadata", "about"].contains(heading.title.lowercased()) {
                    section = heading.title.lowercased() == "about" ? .about : .metadata
                    metadataHeading = line
                } else {
                    section = .text
                    restLines.append(line)
                }
                continue
            }
            switch section {
            case .highlights: chunk.append(line)
            case .text:
                if let cover = Self.cover(line) {
                    fields.append(("cover", cover))
                } else {
                    restLines.append(line)
                    if !line.allSatisfy(\.isWhitespace) { isAtTop = false }
                }
            case .metadata, .about: read(property: line, isSure: section == .metadata)
            }
        }
        if section == .highlights { flush() }
    }

    /// Parses a comment at the top in which a program stores its IDs.
    ///
    /// - Returns: the number of its lines; 0 if there is none.
    private mutating func readComment(_ lines: [String]) -> Int {
        guard let start = lines.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }),
            lines[start].trimmed == "%%",
            let end = lines[(start + 1)...].firstIndex(where: { $0.trimmed == "%%" })
        else { return 0 }
        let labels = lines[(start + 1)..<end].map { MarkdownFields.label($0) }
        guard labels.allSatisfy({ $0 != nil }) else { return 0 }
        for case let (key, value)? in labels where !value.isEmpty {
            fields.append((key.lowercased() == "id" ? "readwise-id" : key, value))
        }
        return end + 1
    }

    private mutating func read(property line: String, isSure: Bool) {
        if line.allSatisfy(\.isWhitespace) || HighlightReader.isRule(line) { return }
        if let (key, value) = MarkdownFields.label(line),
            isSure || Self.properties.contains(MarkdownFields.folded(key))
        {
            if !value.isEmpty { fields.append((key, value)) }
            return
        }
        if let heading = metadataHeading {
            restLines.append(heading)
            metadataHeading = nil
        }
        restLines.append(line)
    }

    private static let properties: Set = [
        "title", "fulltitle", "author", "authors", "category", "tags", "isbn", "publisher",
        "published", "series", "cover", "id", "updated", "readwiseurl", "sourceurl",
        "numberofhighlights", "lasthighlighted", "date",
    ]

    static func heading(_ line: String) -> (level: Int, title: String)? {
        let marks = line.prefix { $0 == "#" }
        guard (1...6).contains(marks.count), line.dropFirst(marks.count).first?.isWhitespace == true
        else { return nil }
        let title = line.dropFirst(marks.count).trimmed
        return title.isEmpty ? nil : (marks.count, title)
    }

    /// Readwise adds new highlights below a heading of its own.
    static func isHighlights(_ title: String) -> Bool {
        let title = title.lowercased()
        return title == "highlights" || title.hasPrefix("new highlights added ")
    }

    /// `![rw-book-cover](https://…)`
    private static func cover(_ line: String) -> String? {
        let text = line.trimmed
        guard text.hasPrefix("![rw-book-cover](") else { return nil }
        return String(text.dropFirst(17).prefix { $0 != ")" })
    }

    // MARK: - Passages with markers

    /// A template produces the text between markers: each is one passage, and headings at its end
    /// belong to the next one.
    private mutating func readMarked(_ lines: ArraySlice<String>, chapter: String?) {
        var passage: MarkdownHighlight?
        var chapter = chapter
        var piece: [String] = []

        func flush() {
            guard var passage else { return }
            var following: String?
            while let last = piece.last {
                let heading = Self.heading(last)
                guard heading != nil || last.allSatisfy(\.isWhitespace) else { break }
                if let title = heading?.title { following = following ?? title }
                piece.removeLast()
            }
            while let first = piece.first, let heading = Self.heading(first) {
                chapter = LinkText.plain(heading.title)
                piece.removeFirst()
            }
            if passage.chapter == nil { passage.chapter = chapter }
            reader.read(piece, of: passage)
            if let following { chapter = LinkText.plain(following) }
            piece = []
        }
        for line in lines {
            guard let mark = KOReaderMark(line) else {
                piece.append(line)
                continue
            }
            flush()
            passage = mark.passage
        }
        flush()
    }
}

/// `%% KOHL {json} %%` or `<!-- KOHL {json} -->`, which an importer of KOReader's notes writes
/// before each passage.
private struct KOReaderMark {
    let passage: MarkdownHighlight

    init?(_ line: String) {
        let text = line.trimmed
        guard text.hasPrefix("%%") || text.hasPrefix("<!--"),
            let mark = text.range(of: "KOHL"), let open = text.firstIndex(of: "{"),
            let close = text.lastIndex(of: "}"), mark.upperBound <= open, open < close
        else { return nil }
        let value = MarkdownVault.value(Array(text[open...close].utf8), ImportLimits())
        guard case .table = value else { return nil }
        var passage = MarkdownHighlight()
        let id = value["id"].label ?? value["uid"].label ?? value["kohl-uid"].label
        passage.id = id.map { "kohl:\($0)" }
        passage.page = value["page"].label ?? value["pageno"].label ?? value["p"].label
        passage.chapter = value["chapter"].text
        passage.color = value["color"].text
        passage.created = value["datetime"].text ?? value["t"].text
        self.passage = passage
    }
}
