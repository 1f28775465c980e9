/// Title and author from the file name of a book without metadata.
///
/// The rules are KOReader's, for `Title (Author)` and `Title - Author`; a number is not an author.
struct KOReaderFileName {
    private(set) var title: String
    private(set) var author: String?
    private(set) var series: String?
    private(set) var number: Double?

    /// - Parameter path: the file's path on the device, with or without folders.
    /// - Returns: nil if there is no name.
    init?(path: String) {
        let name = path.split { "/\\".contains($0) }.last.map { Self.withoutSuffix($0.trimmed) }
        guard let name, !name.isEmpty else { return nil }
        let readable = BookTitle.title(ofFile: name)
        let parts = BookTitle(withAuthor: readable)
        title = parts.title
        series = parts.series
        number = parts.number
        if let author = parts.authors.first {
            if Self.mayBeAuthor(author) {
                self.author = parts.authors.joined(separator: "\n")
            } else {
                title = readable
            }
        } else if let dash = title.range(of: " - ") {
            let (before, behind) =
                (title[..<dash.lowerBound].trimmed, title[dash.upperBound...].trimmed)
            if !before.isEmpty, Self.mayBeAuthor(behind) { (title, author) = (before, behind) }
        }
    }

    private static func mayBeAuthor(_ text: String) -> Bool {
        // "z-lib.org" and the like are in brackets, too.
        text.contains { $0.isLetter } && !text.contains { $0.isNumber }
            && ![".org", ".com", ".net"].contains { text.lowercased().hasSuffix($0) }
    }

    /// `Book.kepub.epub` and `Book.fb2.zip` have two suffixes.
    private static func withoutSuffix(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        let suffix = name[name.index(after: dot)...]
        guard (1...5).contains(suffix.count), suffix.contains(where: { $0.isLetter }),
            suffix.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return name }
        let rest = String(name[..<dot])
        let inner = [".kepub", ".fb2"].first { rest.lowercased().hasSuffix($0) }
        return inner.map { String(rest.dropLast($0.count)) } ?? rest
    }
}
