import Foundation

/// Splits the text below a heading "Highlights" into passages.
///
/// Passages are list items, quotations, or paragraphs between rules; undivided text stays text. A
/// label such as `Note:`, and a paragraph below a quotation, are the reader's own words.
struct HighlightReader {
    private(set) var highlights: [MarkdownHighlight] = []
    /// The text that is not a passage, with its headings.
    private(set) var text = ""

    private var chapter: String?
    private var isChapterInText = true
    private var heading = ""

    /// Reads the text between two headings.
    ///
    /// - Parameters:
    ///   - heading: the line of the preceding heading; empty if there is none.
    mutating func read(_ lines: [String], chapter: String?, heading: String = "") {
        self.chapter = chapter
        self.heading = heading
        isChapterInText = heading.isEmpty
        let count = highlights.count
        if lines.contains(where: Self.isRule) {
            let marks = lines.count { Self.foliateMark($0) != nil }
            for piece in lines.split(whereSeparator: Self.isRule) {
                let isMarked = marks == 0 || piece.contains { Self.foliateMark($0) != nil }
                if !isMarked, Self.isCount(piece, marks) { continue }
                read(piece: Array(piece), isOne: isMarked)
            }
        } else if lines.contains(where: Self.isCreationDate) {
            var piece: [String] = []
            for line in lines {
                piece.append(line)
                if Self.isCreationDate(line) {
                    read(piece: piece, isOne: true)
                    piece = []
                }
            }
            read(piece: piece, isOne: false)
        } else {
            read(piece: lines, isOne: false)
        }
        // The heading of a chapter without passages is kept as text.
        if highlights.count == count { keep("") }
    }

    /// Reads one passage with initial values.
    mutating func read(_ lines: [String], of passage: MarkdownHighlight) {
        chapter = passage.chapter
        isChapterInText = true
        read(piece: lines, isOne: true, passage)
    }

    private mutating func keep(_ words: String) {
        if !isChapterInText {
            text += text.isEmpty ? heading : "\n\n\(heading)"
            isChapterInText = true
        }
        let words = words.trimmed
        if !words.isEmpty { text += text.isEmpty ? words : "\n\n\(words)" }
    }

    // MARK: - Lines

    /// Whether a line is a count of the following passages: "2 Annotations", in any language.
    private static func isCount(_ lines: ArraySlice<String>, _ count: Int) -> Bool {
        let lines = lines.filter { !$0.allSatisfy(\.isWhitespace) }
        return lines.count == 1
            && lines[0].split(whereSeparator: \.isWhitespace).contains { $0 == "\(count)" }
    }

    static func isRule(_ line: String) -> Bool {
        let marks = line.filter { !$0.isWhitespace }
        guard marks.count >= 3, let first = marks.first, "-*_".contains(first) else { return false }
        return marks.allSatisfy { $0 == first }
    }

    private static func isCreationDate(_ line: String) -> Bool {
        line.hasPrefix("*Created:") || line.hasPrefix("_Created:")
    }

    // MARK: - Pieces

    private enum Block {
        case item([String]), quotation([String]), paragraph([String])
    }

    private static func blocks(_ lines: [String]) -> [Block] {
        var result: [Block] = []
        var index = 0
        while index < lines.count {
            let line = lines[index]
            if line.allSatisfy(\.isWhitespace) {
                index += 1
                continue
            }
            let start = index
            index += 1
            if line.hasPrefix(">") {
                while index < lines.count, lines[index].hasPrefix(">") { index += 1 }
                result.append(.quotation(Array(lines[start..<index])))
            } else if withoutListMark(line) != nil {
                // Indented lines belong to the item, as do empty lines between them.
                while index < lines.count {
                    let isEmpty = lines[index].allSatisfy(\.isWhitespace)
                    let next = isEmpty ? index + 1 : index
                    guard next < lines.count,
                        isIndented(lines[next]) || !isEmpty && isLazy(lines[next])
                    else { break }
                    index = next + 1
                }
                result.append(.item(Array(lines[start..<index])))
            } else {
                while index < lines.count, !lines[index].allSatisfy(\.isWhitespace),
                    !lines[index].hasPrefix(">"), withoutListMark(lines[index]) == nil,
                    !MarkdownHighlight.isLabel(lines[index])
                {
                    index += 1
                }
                result.append(.paragraph(Array(lines[start..<index])))
            }
        }
        return result
    }

    private static func isIndented(_ line: String) -> Bool {
        line.first == "\t"
            || line.hasPrefix("  ")
                && !line.allSatisfy(\.isWhitespace)
    }

    /// Whether a line continues the paragraph above it.
    private static func isLazy(_ line: String) -> Bool {
        !line.hasPrefix(">") && withoutListMark(line) == nil && !MarkdownHighlight.isLabel(line)
    }

    /// The text of a list item; nil for everything else.
    private static func withoutListMark(_ line: String) -> String? {
        let text = line.trimmed
        for mark in ["- ", "* ", "+ "] where text.hasPrefix(mark) {
            return text.dropFirst(2).trimmed
        }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let behind = text.dropFirst(digits.count)
        guard (1...4).contains(digits.count), behind.hasPrefix(". ") || behind.hasPrefix(") ")
        else {
            return nil
        }
        return behind.dropFirst(2).trimmed
    }

    // MARK: - Passages

    private mutating func read(
        piece lines: [String],
        isOne: Bool,
        _ begun: MarkdownHighlight? = nil
    ) {
        var current = begun
        /// Paragraphs that may be a passage, depending on the following text.
        var pending: [String] = []

        func new() -> MarkdownHighlight {
            var next = MarkdownHighlight()
            next.chapter = chapter
            return next
        }
        for block in Self.blocks(lines) {
            switch block {
            case .quotation(let lines):
                if let open = current, !open.quote.isEmpty || begun == nil && open.anchor == nil {
                    finish(open)
                    current = nil
                }
                var next = current ?? new()
                if isOne {
                    pending.forEach { next.addWords($0) }
                } else {
                    pending.forEach { keep($0) }
                }
                pending = []
                Self.read(quotation: lines, into: &next)
                current = next
            case .item(let lines):
                let first = Self.withoutListMark(lines[0]) ?? ""
                if lines.count == 1, current?.takeLabel(first) == true { continue }
                if let open = current { finish(open) }
                pending.forEach { keep($0) }
                pending = []
                var next = begun != nil && current?.isEmpty == true ? current ?? new() : new()
                Self.read(item: lines, into: &next)
                current = next
            case .paragraph(let lines):
                read(paragraph: lines, isOne, new(), &current, &pending)
            }
        }
        if isOne, current?.isEmpty ?? true, !pending.isEmpty {
            var last = current ?? new()
            pending.forEach { last.addQuote($0) }
            current = last
            pending = []
        }
        if let current { finish(current) }
        pending.forEach { keep($0) }
    }

    private mutating func read(
        paragraph lines: [String],
        _ isOne: Bool,
        _ new: MarkdownHighlight,
        _ current: inout MarkdownHighlight?,
        _ pending: inout [String]
    ) {
        let text = lines.joined(separator: "\n")
        if let mark = Self.foliateMark(text) {
            if let open = current { finish(open) }
            pending.forEach { keep($0) }
            pending = []
            var next = new
            (next.color, next.anchor) = (mark.color, mark.cfi)
            current = next
            return
        }
        var labelled = current ?? new
        if labelled.takeLabel(lines[0]) {
            if isOne, labelled.quote.isEmpty {
                pending.forEach { labelled.addQuote($0) }
            } else {
                pending.forEach { keep($0) }
            }
            pending = []
            if lines.count > 1 { labelled.addWords(lines.dropFirst().joined(separator: "\n")) }
            current = labelled
            return
        }
        var placed = current?.isEmpty == true ? current ?? new : new
        let (passage, isPlaced) = placed.takeEnd(of: text)
        if isPlaced {
            if let open = current, !open.isEmpty { finish(open) }
            if isOne {
                pending.forEach { placed.addQuote($0) }
            } else {
                pending.forEach { keep($0) }
            }
            pending = []
            placed.addQuote(passage)
            current = placed
        } else if var open = current, !open.isEmpty {
            open.addWords(text)
            current = open
        } else {
            pending.append(text)
        }
    }

    private mutating func finish(_ highlight: MarkdownHighlight) {
        if !highlight.isEmpty { highlights.append(highlight) }
    }

    /// `> [!quote] Page 12`, and the lines below.
    private static func read(quotation lines: [String], into highlight: inout MarkdownHighlight) {
        var texts = lines.map { line in
            let text = line.dropFirst()
            return String(text.first == " " ? text.dropFirst() : text)
        }
        if let first = texts.first?.trimmed, first.hasPrefix("[!"),
            let end = first.firstIndex(of: "]")
        {
            texts.removeFirst()
            let title = first[end...].dropFirst().drop { "+-".contains($0) }.trimmed
            if !title.isEmpty, !highlight.take(place: title) { highlight.place = title }
        }
        var quote: [String] = []
        for text in texts {
            // In a callout, the reader's words may follow the quotation, with a label.
            if quote.isEmpty || !isNoteLabel(text) || !highlight.takeLabel(text) {
                quote.append(text)
            }
        }
        let (passage, _) = highlight.takeEnd(of: quote.joined(separator: "\n"))
        highlight.addQuote(passage)
    }

    private static func isNoteLabel(_ line: String) -> Bool {
        MarkdownFields.label(line).map { MarkdownFields.folded($0.key) == "note" } ?? false
    }

    /// A passage with a nested list of its properties.
    private static func read(item lines: [String], into highlight: inout MarkdownHighlight) {
        var passage = [withoutListMark(lines[0]) ?? lines[0]]
        var rest = lines.dropFirst()
        while let line = rest.first, withoutListMark(line) == nil {
            passage.append(line.trimmed)
            rest = rest.dropFirst()
        }
        let joined = passage.joined(separator: "\n")
        let isLabel = highlight.takeLabel(joined)
        if !isLabel {
            let quote =
                passage.allSatisfy { $0.hasPrefix(">") || $0.isEmpty }
                ? passage.map { String($0.drop { $0 == ">" || $0 == " " }) }.joined(separator: "\n")
                : joined
            highlight.addQuote(highlight.takeEnd(of: quote).text)
        }
        // Items within these continue them, unmodified.
        let indentation = rest.first.map { $0.prefix(while: \.isWhitespace).count } ?? 0
        var inner: [String] = []
        func finish() {
            let text = inner.joined(separator: "\n")
            if !highlight.takeLabel(text) { highlight.addWords(text) }
            inner = []
        }
        for line in rest {
            let isOuter = line.prefix(while: \.isWhitespace).count <= indentation
            if isOuter, let text = withoutListMark(line) {
                finish()
                inner = [text]
            } else {
                inner.append(isOuter ? line.trimmed : String(line.dropFirst(indentation + 2)))
            }
        }
        finish()
    }

    /// ``**yellow** - `epubcfi(/6/4!/4/2)` ``
    private static func foliateMark(_ text: String) -> (color: String, cfi: String)? {
        guard text.hasPrefix("**"), text.hasSuffix("`"), !text.contains("\n"),
            let open = text.firstIndex(of: "`"), let start = text.range(of: "epubcfi("),
            start.lowerBound == text.index(after: open)
        else { return nil }
        let color = text.dropFirst(2).prefix { $0 != "*" }
        return (String(color), String(text[start.lowerBound...].dropLast()))
    }
}
