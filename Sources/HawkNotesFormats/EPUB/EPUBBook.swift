import Foundation

/// Books in EPUB: title, authors, series and number, cover, and the titles of the chapters.
///
/// A file, an unpacked folder, or a folder that contains both.
struct EPUBBook: ImportFormat {
    static let name = ImportFormatName.epub

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        guard sample.paths.isEmpty else {
            if BookFolder.isBook(sample.paths) { return .certain }
            return BookFolder.hasBooks(sample.paths) ? .maybe : .no
        }
        guard sample.head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return .no }
        // The type should come first, uncompressed; in real files another entry may.
        let text = String(decoding: sample.head, as: UTF8.self).lowercased()
        let marks = ["mimetypeapplication/epub+zip", "meta-inf/container.xml"]
        let isNamed = marks.contains { text.contains($0) }
        return isNamed || sample.hasExtension("epub") ? .certain : .maybe
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        switch source.content {
        case .file(let file):
            _ = try run.library.functions(for: [.archives, .xml])
            try EPUBReader(try ArchiveReader(file, run: run), run: run)?.read()
        case .folder(let folder):
            let books = try BookFolder(source, run: run).books
            let hasArchives = books.contains { if case .archive = $0 { true } else { false } }
            _ = try run.library.functions(for: hasArchives ? [.archives, .xml] : [.xml])
            for book in books {
                try EPUBReader(try files(of: book, in: folder, source, run), run: run)?.read()
            }
        }
    }

    private func files(
        of book: BookFolder.Book,
        in folder: ImportFolder,
        _ source: ImportSource,
        _ run: ImportRun
    ) throws -> any BookFiles {
        switch book {
        case .archive(let file):
            return try ArchiveReader(file, run: run)
        case .unpacked(let path):
            let name = path.split(separator: "/").last.map { String($0) }
            return UnpackedBook(
                folder: folder,
                path: path,
                fileName: name ?? source.name,
                run: run
            )
        }
    }
}

extension ImportedBook {
    /// Fills in everything in a package document besides title and authors; its series takes
    /// precedence.
    mutating func fill(_ package: PackageDocument, _ run: ImportRun, file: String) throws {
        year = package.year
        overview = package.overview
        isbn = package.isbn
        language = package.languages.lazy.compactMap { LanguageCode.known($0) }.first
        rate(stars: package.stars)
        tellWhatHasNoPlace(package, run, file: file)
        guard let found = package.series else { return }
        series = try run.series(found.name, author: authors.first)
        if series != nil { number = found.number }
    }

    /// Reports each kind once per book, regardless of the number.
    private func tellWhatHasNoPlace(_ package: PackageDocument, _ run: ImportRun, file: String) {
        var told: Set<String> = []
        var others = package.others
        let isLost = language == nil && package.languages.contains { !LanguageCode.isUnknown($0) }
        if package.languages.count > 1 || isLost {
            others.append(("Languages", package.languages.joined(separator: ", ")))
        }
        for (name, text) in others where told.insert(name).inserted {
            run.leaveOut(.key(name), example: run.title(text) ?? "", file: file)
        }
        for (name, text) in package.damagedColumns {
            run.tell(.unknownValue(field: name, value: run.title(text) ?? ""), file: file)
        }
    }
}

extension ImportRun {
    /// The title of a package document, or else the file name, which is reported.
    ///
    /// - Returns: nil if it is not a package document, which is reported as well.
    func title(of package: PackageDocument, orFile name: String, label: String) -> String? {
        if let title = title(package.title) { return title }
        guard package.isPackage, let title = title(name) else {
            tell(.noTitle, file: label)
            return nil
        }
        tell(.namedAfterFile(title), file: label)
        return title
    }

    /// Emits a picture if it is one.
    func emitPicture(_ bytes: [UInt8], of subject: SourceIdentity, file: String) throws {
        guard let kind = PictureKind(beginning: bytes) else {
            return tell(.notAPicture, file: file)
        }
        let identity = SourceIdentity(origin: subject.origin, key: "\(subject.key) picture")
        try emit(
            .picture(
                ImportedPicture(
                    identity: identity,
                    subject: subject,
                    file: file,
                    kind: kind,
                    bytes: bytes
                )
            )
        )
    }
}
