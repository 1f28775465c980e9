import Foundation

/// A book as EPUB: title, authors, series and number, cover, and the names of its chapters.
struct EPUBBook: ImportFormat {
    static let name = ImportFormatName.epub

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        guard sample.head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return .no }
        // The type should stand first, without being packed; in real files another entry may.
        let text = String(decoding: sample.head, as: UTF8.self).lowercased()
        let marks = ["mimetypeapplication/epub+zip", "meta-inf/container.xml"]
        let isNamed = marks.contains { text.contains($0) }
        return isNamed || sample.hasExtension("epub") ? .certain : .maybe
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        guard let file = run.onlyFile(of: source) else { return }
        try EPUBReader(try ArchiveReader(file, run: run), run: run)?.read()
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
    /// The title of a package document, or else what its file is called, which is told.
    ///
    /// - Returns: nil when it is no package document, which is told as well.
    func title(of package: PackageDocument, orFile name: String, label: String) -> String? {
        if let title = title(package.title) { return title }
        guard package.isPackage, let title = title(name) else {
            tell(.noTitle, file: label)
            return nil
        }
        tell(.namedAfterFile(title), file: label)
        return title
    }

    /// Hands a picture on, if it is one.
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
