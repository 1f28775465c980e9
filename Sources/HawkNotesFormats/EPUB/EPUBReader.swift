import Foundation

/// Reads one EPUB: its package document, its cover, and the titles of its chapters.
///
/// Each part refers to the next, so the files are read in several passes; in an archive a pass
/// follows the central directory.
struct EPUBReader {
    let files: any BookFiles
    let run: ImportRun
    /// All names in the book.
    private let names: BookNames
    /// Ends in a slash if the whole book is in a folder of the archive.
    private let root: String
    private let container: String?
    private let protection: BookProtection

    private static let containerName = "META-INF/container.xml"

    /// - Returns: nil if the book cannot be read, which is reported.
    init?(_ files: any BookFiles, run: ImportRun) throws {
        guard let all = try files.contents(isTold: true, { _ in nil }) else { return nil }
        self.files = files
        self.run = run
        names = BookNames(all.names)
        if let name = names.name(like: Self.containerName) {
            container = name
            root = ""
        } else {
            let ending = "/\(Self.containerName)"
            container = names.names(ending: ending.lowercased()).first
            root = container.map { String($0.dropLast(ending.count - 1)) } ?? ""
        }
        protection = try Self.protection(files, names, root, run)
    }

    private static func protection(
        _ files: any BookFiles,
        _ names: BookNames,
        _ root: String,
        _ run: ImportRun
    ) throws -> BookProtection {
        guard let name = names.name(like: "\(root)META-INF/encryption.xml") else {
            return BookProtection()
        }
        let size = run.limits.wholeFileSize
        let contents = try files.contents(isTold: false) { $0 == name ? size : nil }
        guard let bytes = contents?.files[name] else { return BookProtection() }
        return try BookProtection(bytes, root: root, run: run, file: files.label(of: name))
    }

    /// Emits the book and its parts.
    func read() throws {
        guard let path = try packagePath() else { return }
        if !protection.locked.isEmpty {
            run.tell(.protectedBySeller(protection.scheme), file: files.label)
            if isLocked(path) { return }
        }
        guard let bytes = try file(path, limit: run.limits.wholeFileSize) else {
            return run.tell(.missingFile(path), file: files.label)
        }
        let package = try PackageDocument(bytes, run: run, file: files.label(of: path))
        guard let book = try emitBook(package) else { return }
        try emitParts(package, path, of: book)
    }

    // MARK: - The book

    /// The package document that the container names, or else any that exists; reports if there is
    /// none.
    private func packagePath() throws -> String? {
        var wanted: String?
        if let container, let bytes = try file(container, limit: run.limits.wholeFileSize) {
            if root.isEmpty, container != Self.containerName {
                run.tell(
                    .otherName(wanted: Self.containerName, found: container),
                    file: files.label
                )
            }
            let document = XMLDocument(run: run, file: files.label(of: container))
            wanted = try document.read(bytes, into: nil) { path, event in
                if case .start("rootfile", let attributes) = event {
                    path = path ?? attributes["full-path"]
                }
            }
        }
        let name = wanted.flatMap {
            BookPath.name(String($0.drop { $0 == "/" }), beside: root + "package")
        }
        if let name, let found = found(name) { return found }
        guard let other = names.names(ending: ".opf", below: root).first else {
            run.tell(.missingFile(name ?? Self.containerName), file: files.label)
            return nil
        }
        if let name { run.tell(.otherName(wanted: name, found: other), file: files.label) }
        return other
    }

    private func emitBook(_ package: PackageDocument) throws -> SourceIdentity? {
        let fileTitle = BookTitle.title(ofFile: files.fileName)
        guard let title = run.title(of: package, orFile: fileTitle, label: files.label) else {
            return nil
        }
        let authors = package.authors.compactMap { run.title($0) }
        let identifier = package.anyIdentifier ?? ""
        // A file may be renamed: then the identifier shows that it is the same book.
        let isNamed = run.title(package.title) != nil || identifier.isEmpty
        let identity = SourceIdentity(
            origin: "epub",
            digestOf: identifier,
            isNamed ? title : "",
            authors.joined(separator: "\n")
        )
        var book = ImportedBook(identity: identity, title: title)
        book.authors = AuthorNames.known(authors)
        book.fileIdentifier = BookFileIdentifier(identifier, authors: authors)
        try book.fill(package, run, file: files.label)
        try run.emit(.book(book))
        return identity
    }

    // MARK: - Its parts

    private func emitParts(
        _ package: PackageDocument,
        _ path: String,
        of book: SourceIdentity
    ) throws {
        let cover = place(package.coverHref, beside: path)
        let navigation = place(package.navigationHref, beside: path)
        var ncx = place(package.ncxHref, beside: path)
        if navigation == nil, ncx == nil { ncx = names.names(ending: ".ncx", below: root).first }
        let wanted = [cover, navigation, ncx].compactMap { $0 }.filter { !isLocked($0) }
        guard !wanted.isEmpty else { return }
        let (size, pictureSize) = (run.limits.wholeFileSize, run.limits.pictureSize)
        let contents = try files.contents(isTold: false) { name in
            wanted.contains(name) ? (name == cover ? pictureSize : size) : nil
        }
        guard var contents else { return }
        removeScrambled(from: &contents)
        if let cover, let bytes = contents.files[cover] {
            try emitCover(bytes, cover, of: book)
        }
        var chapters: [TableOfContents.Entry] = []
        if let navigation, let bytes = contents.files[navigation] {
            let name = files.label(of: navigation)
            chapters = try TableOfContents(navigation: bytes, run: run, file: name).entries
        }
        if chapters.isEmpty, let ncx, let bytes = contents.files[ncx] {
            let name = files.label(of: ncx)
            chapters = try TableOfContents(ncx: bytes, run: run, file: name).entries
        }
        try emit(chapters, of: book)
    }

    private func emitCover(_ bytes: [UInt8], _ name: String, of book: SourceIdentity) throws {
        let label = files.label(of: name)
        switch try BookCover(bytes, run: run, file: label) {
        case .itself: try run.emitPicture(bytes, of: book, file: label)
        case .picture(let bytes): try run.emitPicture(bytes, of: book, file: label)
        case .nothing(let reason): run.tell(reason, file: label)
        case .page: break
        case .file(let address):
            guard let shown = place(address, beside: name), !isLocked(shown),
                let bytes = try file(shown, limit: run.limits.pictureSize)
            else { return }
            let shownLabel = files.label(of: shown)
            // Another drawing could refer to further ones, and in circles.
            guard PictureKind(beginning: bytes) != .svg else {
                return run.tell(.drawnOfPictures, file: label)
            }
            try run.emitPicture(bytes, of: book, file: shownLabel)
        }
    }

    private func emit(_ chapters: [TableOfContents.Entry], of book: SourceIdentity) throws {
        var order = 0
        for chapter in chapters {
            guard let title = run.title(chapter.title) else { continue }
            guard order < run.limits.chapterCount else {
                return run.tell(.tooMany(limit: run.limits.chapterCount), file: files.label)
            }
            let identity = SourceIdentity(
                origin: "epub",
                digestOf: book.key,
                "chapter",
                "\(order)",
                title
            )
            let item = ImportedChapter(
                identity: identity,
                book: book,
                title: title,
                order: order,
                level: chapter.level
            )
            try run.emit(.chapter(item))
            order += 1
        }
    }

    // MARK: - Protection

    private func isLocked(_ name: String) -> Bool {
        protection.locked.contains(BookNames.key(name))
    }

    /// Removes files that a shop encrypted without listing them; most books with a rights file can
    /// be read all the same.
    private func removeScrambled(from contents: inout BookContents) {
        guard protection.locked.isEmpty,
            ["rights.xml", "META-INF/rights.xml"].contains(where: {
                names.name(like: root + $0) != nil
            })
        else { return }
        let readable = contents.files.filter { _, bytes in
            PictureKind(beginning: bytes) != nil || XMLText(Array(bytes.prefix(512))) != nil
        }
        guard readable.count < contents.files.count else { return }
        contents.files = readable
        run.tell(.protectedBySeller(nil), file: files.label)
    }

    // MARK: - Finding files

    /// Resolves a reference in a file to a name in the book; reports it if it leaves the book or
    /// does not exist.
    private func place(_ href: String?, beside path: String) -> String? {
        guard let href else { return nil }
        guard let name = BookPath.name(href, beside: path) else {
            run.tell(.unsafePath(String(href.prefix(200))), file: files.label)
            return nil
        }
        guard let found = found(name) else {
            run.tell(.missingFile(name), file: files.label)
            return nil
        }
        return found
    }

    /// The name as it is spelled in the book; reports a different spelling.
    private func found(_ name: String) -> String? {
        guard let found = names.name(like: name) else { return nil }
        if found != name { run.tell(.otherName(wanted: name, found: found), file: files.label) }
        return found
    }

    private func file(_ name: String, limit: Int) throws -> [UInt8]? {
        try files.contents(isTold: false) { $0 == name ? limit : nil }?.files[name]
    }
}

/// Paths in a book.
enum BookPath {
    /// Resolves a reference in a file to a name; nil if it leaves the book.
    static func name(_ href: String, beside path: String) -> String? {
        let name = href.prefix { $0 != "#" && $0 != "?" }
        var parts = path.split(separator: "/").dropLast().map { String($0) }
        let decoded = String(name).removingPercentEncoding ?? String(name)
        for part in decoded.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(String(part))
                continue
            }
            guard parts.popLast() != nil else { return nil }
        }
        return decoded.hasPrefix("/")
            ? nil : ArchiveReader.safeName(parts.joined(separator: "/"))
    }
}
