import Foundation

/// calibre's library folder.
///
/// It is read from the `metadata.opf` and `cover.jpg` that calibre stores beside each book, not
/// from its database. The files have the same content, need neither SQLite nor a lock on a database
/// that calibre has open, and a damaged one only affects one book. They also contain the highlights
/// of calibre's viewer.
struct CalibreLibrary: ImportFormat {
    static let name = ImportFormatName.calibreLibrary

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        if sample.paths.contains("metadata.db") { return .certain }
        let hasBook = sample.paths.contains { path in
            let parts = path.split(separator: "/")
            return parts.last == "metadata.opf" && parts.count > 1
        }
        return hasBook ? .certain : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        guard case .folder(let folder) = source.content else { return run.tell(.notAFile) }
        _ = try run.library.functions(for: [.xml])
        try run.eachFile(of: source) { file in
            guard file.name == "metadata.opf", let bytes = try run.bytes(file) else { return }
            let package = try PackageDocument(bytes, run: run, file: file.path)
            let name = file.folder.split(separator: "/").last.map { String($0) }
            let folderTitle = BookTitle.title(ofCalibreFolder: name ?? source.name)
            let title = run.title(of: package, orFile: folderTitle, label: file.path)
            guard let title else { return }
            let authors = package.authors.compactMap { run.title($0) }
            // As in calibre's table, so that both give the same books.
            let identity =
                package.identifier("uuid").map {
                    SourceIdentity(origin: "calibre", key: "book \($0)")
                }
                ?? SourceIdentity(
                    origin: "calibre",
                    digestOf: "book",
                    title,
                    authors.joined(separator: "\n")
                )
            var book = ImportedBook(identity: identity, title: title)
            book.authors = AuthorNames.known(authors)
            try book.fill(package, run, file: file.path)
            try run.emit(.book(book))
            let annotation = CalibreAnnotation(run: run, file: file.path, book: identity)
            for json in package.annotations { try annotation.emit(json) }
            let path = file.folder.isEmpty ? "cover.jpg" : "\(file.folder)/cover.jpg"
            guard let cover = folder.file(at: path),
                let picture = try run.bytes(cover, limit: run.limits.pictureSize)
            else { return }
            try run.emitPicture(picture, of: identity, file: path)
        }
    }
}
