import Foundation

/// A book as EPUB: title, authors, series and number, cover, and the names of its chapters.
struct EPUBBook: ImportFormat {
    static let name = ImportFormatName.epub

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        guard sample.head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return .no }
        // The type should stand first, without being packed; in real files another entry may.
        let text = String(decoding: sample.head, as: UTF8.self)
        if text.contains("mimetypeapplication/epub+zip") { return .certain }
        if text.contains("META-INF/container.xml") || sample.hasExtension("epub") {
            return .certain
        }
        return .maybe
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        guard let file = run.onlyFile(of: source) else { return }
        let archive = try ArchiveReader(file, run: run)
        let size = run.limits.wholeFileSize
        let container = "META-INF/container.xml"
        let all = try archive.contents(isTold: true) { $0 == container ? size : nil }
        guard let all else { return }
        guard let path = try packagePath(all, container, run, file) else {
            return run.tell(.missingFile(container), file: file.path)
        }
        let opened = try archive.contents(isTold: false) { $0 == path ? size : nil }
        guard let bytes = opened?.files[path] else {
            return run.tell(.missingFile(path), file: file.path)
        }
        let package = try PackageDocument(bytes, run: run, file: "\(file.path)/\(path)")
        guard let book = try emitBook(package, run, file) else { return }
        try emitParts(package, path, archive, book, run, file)
    }

    /// The package document that the container names, or else the only one that there is.
    private func packagePath(
        _ all: ArchiveReader.Contents,
        _ container: String,
        _ run: ImportRun,
        _ file: ImportFile
    ) throws -> String? {
        var path: String?
        if let bytes = all.files[container] {
            try XMLDocument(run: run, file: "\(file.path)/\(container)").each(bytes) { event in
                if case .start("rootfile", let attributes) = event {
                    path = path ?? attributes["full-path"]
                }
            }
        }
        if let path, all.names.contains(path) { return path }
        return all.names.filter { $0.hasSuffix(".opf") }.min()
    }

    private func emitBook(
        _ package: PackageDocument,
        _ run: ImportRun,
        _ file: ImportFile
    ) throws -> SourceIdentity? {
        guard let title = run.title(package.title) else {
            run.tell(.noTitle, file: file.path)
            return nil
        }
        let authors = package.authors.compactMap { run.title($0) }
        let identity = SourceIdentity(
            origin: "epub",
            digestOf: package.anyIdentifier ?? "",
            title,
            authors.joined(separator: "\n")
        )
        var book = ImportedBook(identity: identity, title: title)
        book.authors = AuthorNames.known(authors)
        try book.fill(package, run)
        try run.emit(.book(book))
        return identity
    }

    /// Cover and chapters, in one more walk through the archive.
    private func emitParts(
        _ package: PackageDocument,
        _ path: String,
        _ archive: ArchiveReader,
        _ book: SourceIdentity,
        _ run: ImportRun,
        _ file: ImportFile
    ) throws {
        let cover = place(package.coverHref, beside: path, run, file)
        let navigation = place(package.navigationHref, beside: path, run, file)
        let ncx = place(package.ncxHref, beside: path, run, file)
        let wanted = [cover, navigation, ncx].compactMap { $0 }
        guard !wanted.isEmpty else { return }
        let (size, pictureSize) = (run.limits.wholeFileSize, run.limits.pictureSize)
        let contents = try archive.contents(isTold: false) { name in
            if name == cover { return pictureSize }
            return name == navigation || name == ncx ? size : nil
        }
        guard let contents else { return }
        for name in wanted where !contents.names.contains(name) {
            run.tell(.missingFile(name), file: file.path)
        }
        if let cover, let bytes = contents.files[cover] {
            try run.emitPicture(bytes, of: book, file: "\(file.path)/\(cover)")
        }
        var chapters: [TableOfContents.Entry] = []
        if let navigation, let bytes = contents.files[navigation] {
            let name = "\(file.path)/\(navigation)"
            chapters = try TableOfContents(navigation: bytes, run: run, file: name).entries
        }
        if chapters.isEmpty, let ncx, let bytes = contents.files[ncx] {
            let name = "\(file.path)/\(ncx)"
            chapters = try TableOfContents(ncx: bytes, run: run, file: name).entries
        }
        try emit(chapters, of: book, run, file)
    }

    private func emit(
        _ chapters: [TableOfContents.Entry],
        of book: SourceIdentity,
        _ run: ImportRun,
        _ file: ImportFile
    ) throws {
        var order = 0
        for chapter in chapters {
            guard let title = run.title(chapter.title) else { continue }
            guard order < run.limits.chapterCount else {
                return run.tell(.tooMany(limit: run.limits.chapterCount), file: file.path)
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

    /// The name in the archive of what is written beside another entry; told when it leads out of it.
    private func place(
        _ href: String?,
        beside path: String,
        _ run: ImportRun,
        _ file: ImportFile
    ) -> String? {
        guard let href else { return nil }
        let name = href.prefix { $0 != "#" && $0 != "?" }
        var parts = path.split(separator: "/").dropLast().map { String($0) }
        let decoded = String(name).removingPercentEncoding ?? String(name)
        for part in decoded.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(String(part))
                continue
            }
            guard parts.popLast() != nil else {
                run.tell(.unsafePath(String(href.prefix(200))), file: file.path)
                return nil
            }
        }
        let result = parts.joined(separator: "/")
        guard !decoded.hasPrefix("/"), let safe = ArchiveReader.safeName(result) else {
            run.tell(.unsafePath(String(href.prefix(200))), file: file.path)
            return nil
        }
        return safe
    }
}

extension ImportedBook {
    /// Takes over what a package document says besides title and authors; its series comes first.
    mutating func fill(_ package: PackageDocument, _ run: ImportRun) throws {
        year = package.year
        overview = package.overview
        isbn = package.isbn
        guard let found = package.series else { return }
        series = try run.series(found.name, author: authors.first)
        if series != nil { number = found.number }
    }
}

extension ImportRun {
    /// Hands a picture on, if it is one.
    func emitPicture(_ bytes: [UInt8], of subject: SourceIdentity, file: String) throws {
        guard let kind = PictureKind(beginning: bytes) else {
            return tell(.notAPicture, file: file)
        }
        let identity = SourceIdentity(origin: subject.origin, key: "\(subject.key) picture")
        try emit(
            .picture(
                ImportedPicture(identity: identity, subject: subject, kind: kind, bytes: bytes)
            )
        )
    }
}
