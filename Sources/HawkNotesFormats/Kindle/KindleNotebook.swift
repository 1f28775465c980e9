import Foundation

/// A notebook that a Kindle app exports as a web page.
///
/// ```
/// <div class="bookTitle">Gideon the Ninth</div>
/// <div class="authors">Muir, Tamsyn</div>
/// <div class="sectionHeading">Act One</div>
/// <div class="noteHeading">
///     Highlight (<span class="highlight_blue">blue</span>) - Page 12 · Location 170
/// </div>
/// <div class="noteText">The text</div>
/// ```
///
/// The classes are the same in all languages, the words are not. Older apps write tags that overlap,
/// and newer ones tags that are never closed, so a text belongs to the nearest element with one of
/// these classes. There are no dates.
struct KindleNotebook: ImportFormat {
    static let name = ImportFormatName.kindleNotebook

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let isPage = sample.text.drop { $0.isWhitespace }.hasPrefix("<")
        let classes = ["bookTitle", "noteHeading"]
        return isPage && classes.allSatisfy { sample.text.contains($0) } ? .certain : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        guard let file = run.onlyFile(of: source), let bytes = try run.bytes(file) else { return }
        let page = try XMLDocument(run: run, file: file.path)
            .readHTML(bytes, into: NotebookPage()) { $0.take($1) }
        var shelf = NotebookShelf(run: run, file: file.path)
        try shelf.emit(page.finished())
    }
}

/// The content of a notebook.
struct Notebook {
    var title = ""
    var authors: [String] = []
    /// How others are to cite the book.
    var citation = ""
    var entries: [Entry] = []

    /// A heading with the text below it.
    struct Entry {
        /// The heading of the chapter.
        var chapter = ""
        /// The kind of the entry in words, such as "Highlight" or "Note".
        var words = ""
        /// The color of a highlight, in English; nil for the reader's own words.
        var color: String?
        /// The place in words, such as "Defining Moments > Page 12 · Location 170".
        var place = ""
        var text = ""
        /// The row of a table, from 1; nil in a page.
        var row: Int?
    }
}

/// Makes a notebook of the elements and texts of a page.
private struct NotebookPage {
    private enum Part: String {
        case title = "bookTitle"
        case authors
        case citation
        case chapter = "sectionHeading"
        case heading = "noteHeading"
        case text = "noteText"
    }

    /// An open element: the part that it begins, or that it belongs to.
    private struct Element {
        var part: Part?
        /// Differs for each element that begins a part.
        var number = 0
        var isColor = false
    }

    private var notebook = Notebook()
    private var path: [Element] = []
    private var count = 0
    /// The part that is being read.
    private var current: (part: Part, number: Int)?
    private var buffer = ""
    private var chapter = ""
    private var entry: Notebook.Entry?
    /// The heading up to its color.
    private var wordsBeforeColor: String?
    private var color: String?

    mutating func take(_ event: XMLDocument.Event) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .end: _ = path.popLast()
        case .text(let text): add(text)
        }
    }

    /// The notebook, after the last event.
    consuming func finished() -> Notebook {
        finishPart()
        finishEntry()
        return notebook
    }

    private mutating func start(_ name: String, _ attributes: [String: String]) {
        var element = path.last ?? Element()
        let classes = (attributes["class"] ?? "").split(separator: " ")
        if let part = classes.lazy.compactMap({ Part(rawValue: String($0)) }).first {
            count += 1
            element = Element(part: part, number: count)
            begin(element)
        } else if element.part == .heading,
            let mark = classes.first(where: { $0.hasPrefix("highlight_") })
        {
            color = mark.dropFirst("highlight_".count).lowercased()
            wordsBeforeColor = buffer
            buffer = ""
            element.isColor = true
        } else if name == "br" || name == "p" {
            buffer.append("\n")
        }
        path.append(element)
    }

    private mutating func add(_ text: String) {
        guard let element = path.last, element.part != nil, !element.isColor else { return }
        if current?.number != element.number {
            // What follows an element within it belongs to the outer one again.
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            begin(element)
        }
        buffer += text
    }

    private mutating func begin(_ element: Element) {
        finishPart()
        current = element.part.map { ($0, element.number) }
    }

    private mutating func finishPart() {
        guard let part = current?.part else { return }
        let text = Self.lines(buffer)
        switch part {
        case .title: notebook.title += text
        case .authors: notebook.authors += Self.authors(text)
        case .citation: notebook.citation += text
        case .chapter: chapter = text
        case .heading:
            finishEntry()
            var entry = Notebook.Entry(chapter: chapter, color: color)
            (entry.words, entry.place) = Self.heading(wordsBeforeColor, rest: text)
            self.entry = entry
        case .text:
            if entry == nil { entry = Notebook.Entry(chapter: chapter) }
            entry?.text += text
            finishEntry()
        }
        current = nil
        buffer = ""
        color = nil
        wordsBeforeColor = nil
    }

    private mutating func finishEntry() {
        if let entry { notebook.entries.append(entry) }
        entry = nil
    }

    /// The kind and the place in a heading: `Highlight (blue) - Location 744`, `Note - Page 3`.
    private static func heading(_ before: String?, rest: String) -> (words: String, place: String) {
        if let before {
            let place = rest.drop { ")） -–".contains($0) || $0.isWhitespace }
            return (lines(before), String(place))
        }
        guard let dash = rest.firstRange(of: " - ") ?? rest.firstRange(of: " – ") else {
            return (rest, rest)
        }
        return (rest[..<dash.lowerBound].trimmed, rest[dash.upperBound...].trimmed)
    }

    /// `Muir, Tamsyn; Le Guin, Ursula K.`, `作者：X`
    private static func authors(_ text: String) -> [String] {
        let names = text.split(separator: "：", maxSplits: 1).last.map { String($0) } ?? text
        return AuthorNames.ofDevice(names.trimmed)
    }

    /// Without the spaces around its lines, and without empty lines at its ends.
    private static func lines(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(\.trimmed).joined(separator: "\n").trimmed
    }
}
