/// An EPUB in a folder: as Apple Books stores it, or an unpacked archive.
struct UnpackedBook: BookFiles {
    let folder: ImportFolder
    /// The book's path in the chosen folder; empty if it is the folder itself.
    let path: String
    let fileName: String
    let run: ImportRun

    var label: String { path.isEmpty ? fileName : path }

    func label(of name: String) -> String { path.isEmpty ? name : "\(path)/\(name)" }

    func contents(isTold: Bool, _ wanted: (String) -> Int?) throws -> BookContents? {
        var result = BookContents()
        try folder.visit(below: path, limits: run.limits) { entry in
            // Problems of the folder were reported when the book was found.
            guard case .file(let file) = entry else { return true }
            guard result.names.count < run.limits.entryCount else {
                if isTold { run.tell(.tooMany(limit: run.limits.entryCount), file: label) }
                return false
            }
            try run.checkCancelled()
            let name = path.isEmpty ? file.path : String(file.path.dropFirst(path.count + 1))
            result.names.insert(name)
            if let limit = wanted(name) { result.files[name] = try run.bytes(file, limit: limit) }
            return true
        }
        return result
    }
}

/// The books in a folder: archives, and folders that are books.
struct BookFolder {
    enum Book {
        case archive(ImportFile)
        /// The path of a folder; empty for the chosen folder itself.
        case unpacked(String)
    }

    /// Sorted by path.
    private(set) var books: [Book] = []

    private static let container = "meta-inf/container.xml"

    /// Whether these paths contain any books.
    static func hasBooks(_ paths: [String]) -> Bool {
        isBook(paths) || paths.contains { isArchive($0) || root(ofContainer: $0) != nil }
    }

    /// Whether a folder with these paths is a book itself.
    static func isBook(_ paths: [String]) -> Bool {
        paths.contains { root(ofContainer: $0) == "" }
    }

    /// Finds all books; reports problems.
    init(_ source: ImportSource, run: ImportRun) throws {
        var roots: Set<String> = []
        var found: [(path: String, book: Book)] = []
        try run.eachFile(of: source) { file in
            try run.checkCancelled()
            if let root = Self.root(ofContainer: file.path) {
                if roots.insert(root).inserted { found.append((root, .unpacked(root))) }
            } else if Self.isArchive(file.path) {
                found.append((file.path, .archive(file)))
            }
        }
        // A book inside another book is a part of it.
        books = found.filter { !Self.lies($0.path, in: roots) }
            .sorted { $0.path < $1.path }.map { $0.book }
    }

    private static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".epub") }

    private static func root(ofContainer path: String) -> String? {
        let folded = path.lowercased()
        if folded == container { return "" }
        guard folded.hasSuffix("/\(container)") else { return nil }
        return path.split(separator: "/").dropLast(2).joined(separator: "/")
    }

    /// Whether one of a path's ancestors is among these.
    private static func lies(_ path: String, in roots: Set<String>) -> Bool {
        guard !path.isEmpty else { return false }
        var parts = path.split(separator: "/")
        while parts.popLast() != nil {
            if roots.contains(parts.joined(separator: "/")) { return true }
        }
        return false
    }
}
