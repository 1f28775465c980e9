import Foundation

/// The table of contents of a book on a Kobo, by which the chapter of a highlight is found.
///
/// The database names a file of a book in many ways: `<book>!OEBPS!ch.html`, `<book>!!OEBPS/ch.html`,
/// `<book>#(3)OEBPS/ch.html`, or `ch.html` alone. A chapter has the name of its file with an anchor
/// and its depth: `<book>!OEBPS!ch%20one.html#start-1`.
struct KoboChapters {
    /// A chapter with a title.
    struct Chapter {
        let row: KoboContent
        let title: String
    }

    /// In their order.
    let chapters: [Chapter]
    private let files: [KoboContent]
    /// Positions in `files` and in `chapters`, by the last parts of paths.
    private let filesByName: [Substring: [(path: [Substring], index: Int)]]
    private let firstByName: [Substring: [(path: [Substring], index: Int)]]
    /// For each file, the last chapter that begins in it or before it.
    private let lastBegun: [Int?]

    /// - Parameters:
    ///   - rows: the files and chapters of one book.
    ///   - title: makes a title fit for display.
    init(_ rows: [KoboContent], of volume: String, title: (String?) -> String?) {
        let sorted = rows.enumerated()
            .sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
            .map(\.element)
        files = sorted.filter { $0.kind == .file }
        chapters = sorted.compactMap { row in
            guard row.kind == .chapter, let title = title(row.title),
                !Self.isFileName(title, Self.path(of: row.id, in: volume, isChapter: true))
            else { return nil }
            return Chapter(row: row, title: title)
        }
        let filesByName = Self.byName(files.map { Self.path(of: $0.id, in: volume) })
        self.filesByName = filesByName
        let paths = chapters.map { chapter in
            let path = Self.path(of: chapter.row.id, in: volume, isChapter: true)
            guard Self.find(path, in: filesByName) == nil else { return path }
            let other = chapter.row.chapterFile.flatMap { Self.path(of: $0, in: volume) }
            return Self.find(other, in: filesByName) == nil ? path : other
        }
        firstByName = Self.byName(paths)
        var begun: [Int: Int] = [:]
        for (index, path) in paths.enumerated() {
            guard let file = Self.find(path, in: filesByName) else { continue }
            begun[file] = index
        }
        var last: Int?
        lastBegun = files.indices.map { file in
            last = begun[file] ?? last
            return last
        }
    }

    /// The chapter of a place: the first that begins in its file, or the last that begins before
    /// it. Several in one file cannot be told apart.
    func title(of contentID: String?, in volume: String, _ title: (String?) -> String?) -> String? {
        guard let contentID, let path = Self.path(of: contentID, in: volume) else { return nil }
        if let index = Self.find(path, in: firstByName) { return chapters[index].title }
        guard let file = Self.find(path, in: filesByName) else { return nil }
        if let own = title(files[file].title), !Self.isFileName(own, path) { return own }
        return lastBegun[file].map { chapters[$0].title }
    }

    /// The position of a place in the book: its file, or where that has none, its chapter.
    func position(of contentID: String?, in volume: String) -> Int {
        guard let contentID, let path = Self.path(of: contentID, in: volume) else { return .max }
        return Self.find(path, in: filesByName) ?? Self.find(path, in: firstByName) ?? .max
    }

    // MARK: - Names of files

    /// The parts of the path of a file within its book; nil if the ID has none.
    ///
    /// - Parameter isChapter: whether anchor and depth follow.
    static func path(of id: String, in volume: String, isChapter: Bool = false) -> [Substring]? {
        var rest = id[...]
        for book in [volume, volume.replacing("file://", with: "")] where !book.isEmpty {
            for prefix in [book, "file://\(book)"] where rest.hasPrefix(prefix) {
                rest = rest.dropFirst(prefix.count)
            }
        }
        if let mark = rest.lastIndex(of: "!") { rest = rest[rest.index(after: mark)...] }
        if let (_, number) = rest.prefixMatch(of: /#\(([0-9]+)\)/)?.output {
            // Some IDs have nothing but the number of the file.
            let path = rest.dropFirst(number.count + 3)
            rest = path.isEmpty ? rest.dropFirst() : path
        }
        if isChapter, let dash = rest.lastIndex(of: "-") {
            let depth = rest[rest.index(after: dash)...]
            if !depth.isEmpty, depth.allSatisfy(\.isNumber) { rest = rest[..<dash] }
        }
        if let anchor = rest.firstIndex(of: "#") { rest = rest[..<anchor] }
        let decoded = String(rest).removingPercentEncoding ?? String(rest)
        let parts = decoded.split(separator: "/")
        return parts.isEmpty ? nil : parts
    }

    private typealias Names = [Substring: [(path: [Substring], index: Int)]]

    private static func byName(_ paths: [[Substring]?]) -> Names {
        var names: Names = [:]
        for (index, path) in paths.enumerated() {
            guard let path, let name = path.last else { continue }
            names[name, default: []].append((path, index))
        }
        return names
    }

    /// The first with an equal path, or with the only path that is equal from the right.
    private static func find(_ path: [Substring]?, in names: Names) -> Int? {
        guard let path, let name = path.last, let found = names[name] else { return nil }
        if let equal = found.first(where: { $0.path == path }) { return equal.index }
        let similar = found.filter { entry in
            let count = min(entry.path.count, path.count)
            return entry.path.suffix(count) == path.suffix(count)
        }
        guard let first = similar.first, similar.allSatisfy({ $0.path == first.path }) else {
            return nil
        }
        return first.index
    }

    /// Whether a title is only the name of the chapter's file.
    private static func isFileName(_ title: String, _ path: [Substring]?) -> Bool {
        let endings = [".html", ".xhtml", ".htm", ".xml"]
        return title == path?.last.map { String($0) }
            || endings.contains { title.lowercased().hasSuffix($0) }
    }
}
