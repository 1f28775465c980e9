/// `My Clippings.txt`, to which a Kindle appends highlights and notes in its current language.
///
/// ```
/// Gideon the Ninth (The Locked Tomb Book 1) (Muir, Tamsyn)
/// - Your Highlight on page 12 | location 170-172 | Added on Monday, 30 December 2024 14:46:33
///
/// The text, on any number of lines.
/// ==========
/// ```
///
/// A note on a highlight is an entry of its own, usually at the highlight's end; the two are joined
/// here. A highlight whose range was changed has one entry for each range. KOReader can write such
/// files too.
struct KindleClippings: ImportFormat {
    static let name = ImportFormatName.kindleClippings

    private static let separator = "=========="

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let lines = sample.text.split(omittingEmptySubsequences: false) { $0.isNewline }.prefix(40)
            .map { Self.trimmed(String($0)) }
        let hasEntry = zip(lines, lines.dropFirst()).contains { title, line in
            !title.isEmpty && line.hasPrefix("- ") && ClippingLine(line).kind != nil
        }
        if hasEntry, lines.contains(where: Self.isSeparator) { return .certain }
        let isNamed = sample.name.lowercased().hasSuffix("clippings.txt")
        return isNamed || hasEntry || lines.contains(Self.separator) ? .maybe : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        guard let file = run.onlyFile(of: source), let stream = try run.stream(file) else { return }
        var lines = LineReader(stream, limit: run.limits.textSize)
        var shelf = ClippingShelf(run: run, file: file.path)
        var entry = Entry()
        while let line = try lines.next() {
            if line.isCut {
                run.tell(
                    .textTooLong(limit: run.limits.textSize),
                    file: file.path,
                    line: line.number
                )
            }
            let text = Self.withoutMarks(line.text)
            if Self.isSeparator(text) {
                try add(entry, to: &shelf)
                entry = Entry()
            } else {
                entry.add(text, number: line.number, limit: run.limits.textSize)
            }
        }
        if entry.hasText {
            run.tell(.endsEarly, file: file.path, line: entry.number)
            try add(entry, to: &shelf)
        }
        try shelf.finish()
        lines.decoder.tell(run, file: file.path)
    }

    /// The lines between two separators.
    private struct Entry {
        var lines: [String] = []
        /// The first line.
        var number = 1
        var isCut = false
        private var size = 0

        var hasText: Bool { !lines.isEmpty }

        mutating func add(_ line: String, number: Int, limit: Int) {
            // Some devices write an empty line after the separator.
            if lines.isEmpty {
                if trimmed(line).isEmpty { return }
                self.number = number
            }
            size += line.utf8.count + 1
            if size > limit {
                isCut = true
            } else {
                lines.append(line)
            }
        }
    }

    private func add(_ entry: Entry, to shelf: inout ClippingShelf) throws {
        guard let title = entry.lines.first else { return }
        if entry.isCut {
            shelf.run.tell(
                .textTooLong(limit: shelf.run.limits.textSize),
                file: shelf.file,
                line: entry.number
            )
        }
        let rest = entry.lines.dropFirst()
        let line = Self.trimmed(rest.first ?? "")
        var text = rest.dropFirst().drop { Self.trimmed($0).isEmpty }
        while let last = text.last, Self.trimmed(last).isEmpty { text.removeLast() }
        try shelf.add(
            Clipping(
                title: Self.trimmed(title),
                rawLine: line,
                line: ClippingLine(line),
                text: text.joined(separator: "\n"),
                number: entry.number
            )
        )
    }

    private static func isSeparator(_ line: String) -> Bool {
        let line = trimmed(line)
        return line.utf8.count >= 10 && line.utf8.allSatisfy { $0 == UInt8(ascii: "=") }
    }

    /// A byte order mark can precede any entry: devices concatenate files.
    private static func withoutMarks(_ line: String) -> String {
        guard line.unicodeScalars.first == "\u{FEFF}" else { return line }
        return String(String.UnicodeScalarView(line.unicodeScalars.drop { $0 == "\u{FEFF}" }))
    }

    fileprivate static func trimmed(_ line: String) -> String {
        // A fast path: most lines have nothing to trim, as their first and last bytes show.
        let printed = UInt8(ascii: "!")...UInt8(ascii: "~")
        if let first = line.utf8.first, let last = line.utf8.last, printed.contains(first),
            printed.contains(last)
        {
            return line
        }
        var text = withoutMarks(line)[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}

/// An entry of the file.
struct Clipping {
    var title: String
    var rawLine: String
    var line: ClippingLine
    var text: String
    /// The line in the file.
    var number: Int
}
