import Foundation

/// A device with KOReader on it, as its documentation describes what it writes: books with highlights, in all
/// the places and versions of its files.
struct RandomKOReader {
    private var generator: SeededGenerator
    private(set) var books: [Book] = []

    struct Book {
        var number: Int
        var title: String?
        var author: String?
        var series: String?
        var seriesNumber: Int
        var isOldSeries: Bool
        var correctedTitle: String?
        var review: String?
        var status: String?
        var stars: Int?
        var place: Place
        var version: Version
        var hasBackup: Bool
        var marks: [Mark]

        /// As a person who reads this on the device sees it.
        var shownTitle: String { correctedTitle ?? title ?? "File \(letters(number))" }
    }

    enum Place: CaseIterable { case beside, docsettings, hash, history, older }
    enum Version: CaseIterable { case annotations, lists, engines }

    struct Mark {
        var second: Int
        var quote: String?
        var words: String?
        var isBookmark: Bool { quote == nil && words == nil }
    }

    init(seed: Int) {
        generator = SeededGenerator(seed)
        for number in 0..<Int.random(in: 1...5, using: &generator) { books.append(book(number)) }
    }

    /// What the library should have of it.
    var noteCount: Int {
        books.reduce(0) { count, book in
            count + book.marks.count { !$0.isBookmark } + (book.review == nil ? 0 : 1)
        }
    }

    /// The reader goes over their highlights, and marks one more in the first book.
    mutating func editEveryQuote() {
        for book in books.indices {
            for mark in books[book].marks.indices where books[book].marks[mark].quote != nil {
                books[book].marks[mark].quote? += " and on"
            }
        }
    }

    mutating func addMark() {
        let second = (books[0].marks.map(\.second).max() ?? 0) + 1
        books[0].marks.append(Mark(second: second, quote: "One more"))
    }

    // MARK: - Its books

    private mutating func isSo() -> Bool { Bool.random(using: &generator) }

    private mutating func book(_ number: Int) -> Book {
        let hasTitle = isSo()
        var book = Book(
            number: number,
            title: hasTitle ? "Title \(letters(number))" : nil,
            author: isSo() ? "Writer \(letters(number))" : nil,
            seriesNumber: Int.random(in: 1...9, using: &generator),
            isOldSeries: isSo(),
            place: Place.allCases.randomElement(using: &generator) ?? .beside,
            version: Version.allCases.randomElement(using: &generator) ?? .annotations,
            hasBackup: isSo(),
            marks: []
        )
        if isSo() { book.series = "Series \(letters(number))" }
        // A checksum, and a file of very old versions, have nothing beside them.
        if isSo(), book.place != .history { book.correctedTitle = "Corrected \(letters(number))" }
        if isSo() { book.review = "Of \(letters(number)): \"so\"\nand so" }
        if isSo() { book.stars = Int.random(in: 1...5, using: &generator) }
        book.status =
            [nil, "reading", "complete", "abandoned"].randomElement(using: &generator)
            ?? nil
        for second in 0..<Int.random(in: 0...6, using: &generator) {
            var mark = Mark(second: second)
            if isSo() { mark.quote = "“Quote” \(number).\(second) \\ ü 影" }
            if isSo() { mark.words = "Words \(number).\(second)\nmore" }
            book.marks.append(mark)
        }
        return book
    }

    // MARK: - Its files

    /// Contents by paths.
    var files: [String: [UInt8]] {
        var files: [String: String] = [:]
        for book in books {
            let (path, folder) = paths(of: book)
            files[path] = sidecar(of: book)
            if book.hasBackup { files["\(path).old"] = "return { [\"annotations\"] = {}, }" }
            if let title = book.correctedTitle, let folder {
                files["\(folder)/custom_metadata.lua"] = """
                    return { ["custom_props"] = { ["title"] = \(lua(title)), },
                        ["doc_props"] = { \(properties(of: book)) }, }
                    """
            }
        }
        return files.mapValues { Array($0.utf8) }
    }

    private func paths(of book: Book) -> (file: String, folder: String?) {
        let name = "File \(letters(book.number))"
        let hash = String(repeating: String(book.number, radix: 16), count: 32)
        let folder: String
        switch book.place {
        case .beside: folder = "books/\(name).sdr"
        case .docsettings: folder = "koreader/docsettings/mnt/onboard/\(name).sdr"
        case .hash: folder = "koreader/hashdocsettings/\(hash.prefix(2))/\(hash).sdr"
        case .older: return ("books/\(name).sdr/\(name).epub.lua", "books/\(name).sdr")
        case .history: return ("koreader/history/[#mnt#onboard#] \(name).epub.lua", nil)
        }
        return ("\(folder)/metadata.epub.lua", folder)
    }

    private func sidecar(of book: Book) -> String {
        let summary = [
            book.review.map { "[\"note\"] = \(lua($0))," },
            book.review.map { _ in "[\"modified\"] = \"2024-05-06\"," },
            book.stars.map { "[\"rating\"] = \($0)," },
            book.status.map { "[\"status\"] = \"\($0)\"," },
        ].compactMap(\.self).joined(separator: " ")
        return """
            -- /mnt/onboard/File \(letters(book.number)).epub
            return {
                \(marks(of: book))
                ["doc_path"] = "/mnt/onboard/File \(letters(book.number)).epub",
                ["doc_props"] = { \(properties(of: book)) },
                ["stats"] = { ["title"] = \(lua(book.title ?? "")), ["authors"] = "N/A", },
                ["summary"] = { \(summary) },
            }

            """
    }

    private func properties(of book: Book) -> String {
        var parts: [String] = []
        if let title = book.title { parts.append("[\"title\"] = \(lua(title)),") }
        if let author = book.author { parts.append("[\"authors\"] = \(lua(author)),") }
        if let series = book.series {
            if book.isOldSeries {
                parts.append("[\"series\"] = \(lua("\(series) #\(book.seriesNumber).0")),")
            } else {
                parts.append("[\"series\"] = \(lua(series)),")
                parts.append("[\"series_index\"] = \(book.seriesNumber),")
            }
        }
        return parts.joined(separator: " ")
    }

    private func marks(of book: Book) -> String {
        func list(_ name: String, _ marks: [Mark]) -> String {
            let items = marks.enumerated().map { "[\($0 + 1)] = { \(annotation($1)) }," }
            return "[\"\(name)\"] = { \(items.joined(separator: "\n")) },"
        }
        switch book.version {
        case .annotations: return list("annotations", book.marks)
        case .engines:
            let half = book.marks.count / 2
            return list("annotations", Array(book.marks[..<half]))
                + list("annotations_paging", Array(book.marks[half...]))
        case .lists: return lists(of: book)
        }
    }

    private func annotation(_ mark: Mark) -> String {
        let text = mark.quote.map { "[\"drawer\"] = \"lighten\", [\"text\"] = \(lua($0))," }
        return """
            ["datetime"] = "\(time(mark))", ["page"] = "/body[\(mark.second)]",
            ["pos0"] = "/body[\(mark.second)]", ["pageno"] = \(mark.second),
            \(text ?? "[\"text\"] = \"in Chapter\",")
            \(mark.words.map { "[\"note\"] = \(lua($0))," } ?? "")
            """
    }

    /// Up to 2024.04.
    private func lists(of book: Book) -> String {
        let highlights = book.marks.filter { $0.quote != nil }.map { mark in
            """
            [\(mark.second)] = { [1] = { ["datetime"] = "\(time(mark))", ["drawer"] = "lighten",
                ["pos0"] = "/body[\(mark.second)]", ["text"] = \(lua(mark.quote ?? "")), }, },
            """
        }
        let bookmarks = book.marks.enumerated().map { index, mark in
            let auto = "Page \(mark.second) in Chapter @ \(time(mark))"
            return """
                [\(index + 1)] = { ["datetime"] = "\(time(mark))", ["page"] = "/body[\(mark.second)]",
                    \(mark.quote == nil ? "" : "[\"highlighted\"] = true,")
                    ["notes"] = \(lua(mark.quote ?? "in Chapter")),
                    ["text"] = \(lua(mark.words ?? auto)), },
                """
        }
        return """
            ["highlight"] = { \(highlights.joined(separator: "\n")) },
            ["bookmarks"] = { \(bookmarks.joined(separator: "\n")) },
            """
    }

    private func time(_ mark: Mark) -> String {
        "2024-01-02 03:04:\(mark.second < 10 ? "0" : "")\(mark.second)"
    }

    private func lua(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\\n")
        return "\"\(escaped)\""
    }
}

/// A number as a letter: a number in a file's name may mean something.
private func letters(_ number: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number)))
}
