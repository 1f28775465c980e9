/// The titles of a book's chapters: the navigation document of EPUB 3, or the NCX of EPUB 2.
struct TableOfContents {
    struct Entry: Hashable {
        var title: String
        var level: Int
    }

    private(set) var entries: [Entry] = []

    /// `<nav epub:type="toc">` with nested lists.
    init(navigation bytes: [UInt8], run: ImportRun, file: String) throws {
        let document = XMLDocument(run: run, file: file)
        entries = try document.read(bytes, into: NavigationParser()) { $0.take($1) }.entries
    }

    /// Nested `<navPoint>` elements, each with a `<navLabel>`.
    init(ncx bytes: [UInt8], run: ImportRun, file: String) throws {
        let document = XMLDocument(run: run, file: file)
        entries = try document.read(bytes, into: NCXParser()) { $0.take($1) }.entries
    }
}

private struct NavigationParser {
    var entries: [TableOfContents.Entry] = []
    private var isInside = false
    private var navDepth = 0
    private var level = -1
    /// The title that is being read.
    private var title: String?

    mutating func take(_ event: XMLDocument.Event) {
        switch event {
        case .start("nav", let attributes):
            navDepth += 1
            let types = attributes["type"]?.split(separator: " ") ?? []
            if types.contains("toc") || attributes["role"] == "doc-toc" { isInside = true }
        case .end("nav"):
            navDepth -= 1
            if navDepth <= 0 { isInside = false }
        case .start("ol", _) where isInside:
            // A part without a page of its own is directly followed by its chapters.
            finish()
            level += 1
        case .end("ol") where isInside:
            level -= 1
        case .start("a", _) where isInside, .start("span", _) where isInside:
            // A span within a link is a part of its title.
            if title == nil, level >= 0 { title = "" }
        case .start("img", let attributes) where isInside:
            if title != nil { title?.append(attributes["alt"] ?? "") }
        case .text(let text):
            title?.append(text)
        case .end("a") where isInside, .end("li") where isInside:
            finish()
        case .end("span") where isInside:
            break
        case .start, .end: break
        }
    }

    private mutating func finish() {
        if let title { entries.append(TableOfContents.Entry(title: title, level: max(level, 0))) }
        title = nil
    }
}

private struct NCXParser {
    var entries: [TableOfContents.Entry] = []
    private var level = -1
    private var isInLabel = false
    private var title = ""

    mutating func take(_ event: XMLDocument.Event) {
        switch event {
        case .start("navPoint", _): level += 1
        case .end("navPoint"): level -= 1
        case .start("navLabel", _) where level >= 0:
            isInLabel = true
            title = ""
        case .end("navLabel") where isInLabel:
            isInLabel = false
            entries.append(TableOfContents.Entry(title: title, level: max(level, 0)))
        case .text(let text) where isInLabel:
            title += text
        case .start, .end, .text: break
        }
    }
}
