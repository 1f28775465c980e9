/// Kinds of files that are recognized but not supported.
public enum OtherFile: Hashable, Sendable {
    /// A Kindle book.
    case kindleBook
    /// An Evernote export (ENEX).
    case evernote
    /// A Joplin export (JEX).
    case joplin
    /// A table of books from this program.
    case table(String)
    /// Highlights from this program.
    case highlights(String)
    /// A PDF document.
    case pdf
    /// A word processor document.
    case document
    /// A ZIP archive, and whether it contains files that could be imported.
    case zip(isReadable: Bool)
    /// Another archive.
    case archive
    /// A database.
    case database
}

extension Importer {
    /// The kind of a source that no format is certain of; nil if that is unknown, too.
    ///
    /// Reads a few kilobytes, or the names in an archive: call this off the main thread.
    ///
    /// - Throws: `ImportError.unreadable`.
    public func otherFile(_ source: ImportSource) throws -> OtherFile? {
        let sample = try source.sample()
        guard confidence(in: source, sample) < .certain, case .file(let file) = source.content
        else { return nil }
        guard sample.head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
            return OtherFile(sample)
        }
        do {
            return try names(in: file).flatMap(OtherFile.init(namesInArchive:))
        } catch ImportError.needsPackages, ImportError.brokenInstallation {
            // Reported when it is read.
            return nil
        }
    }

    /// Nil if it is not a readable archive.
    private func names(in file: ImportFile) throws -> Set<String>? {
        let run = ImportRun(
            limits: ImportLimits(),
            library: library,
            isCancelled: { false },
            progress: { _ in },
            consume: { _ in }
        )
        return try ArchiveReader(file, run: run).contents(isTold: false) { _ in nil }?.names
    }
}

extension OtherFile {
    /// Recognizes a file by its first bytes.
    fileprivate init?(_ sample: ImportSample) {
        let archives: [[UInt8]] = [
            [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], [0x1F, 0x8B], Array("Rar!".utf8),
            [0xFD, 0x37, 0x7A, 0x58, 0x5A], Array("BZh".utf8),
        ]
        if sample.head.starts(with: "SQLite format 3\0".utf8) {
            self = .database
        } else if sample.head.starts(with: "%PDF-".utf8) {
            self = .pdf
        } else if sample.head.dropFirst(60).starts(with: "BOOKMOBI".utf8) {
            self = .kindleBook
        } else if sample.head.dropFirst(257).starts(with: "ustar".utf8) {
            self = sample.hasExtension("jex") ? .joplin : .archive
        } else if archives.contains(where: { sample.head.starts(with: $0) }) {
            self = .archive
        } else if let found = Self.markup(sample.text) ?? Self.table(sample.text) {
            self = found
        } else {
            return nil
        }
    }

    /// Recognizes a ZIP archive by its names; nil if it is a book.
    fileprivate init?(namesInArchive names: Set<String>) {
        let folded = names.map { $0.lowercased() }
        guard
            !folded.contains(where: {
                $0.hasSuffix(".opf") || $0 == "meta-inf/container.xml"
                    || $0.hasSuffix("/meta-inf/container.xml")
            })
        else { return nil }
        let documents: Set = [
            "word/document.xml", "xl/workbook.xml", "ppt/presentation.xml", "index/document.iwa",
            "meta-inf/manifest.xml",
        ]
        if !documents.isDisjoint(with: folded) {
            self = .document
        } else if folded.contains(where: { $0.hasSuffix(".kfx") }) {
            self = .kindleBook
        } else {
            self = .zip(isReadable: folded.contains(where: Self.isReadable))
        }
    }

    private static func isReadable(_ path: String) -> Bool {
        let endings = [".md", ".markdown", ".csv", ".json", ".lua", ".epub", "my clippings.txt"]
        return endings.contains { path.hasSuffix($0) }
    }

    private static func markup(_ text: String) -> OtherFile? {
        if text.contains("<en-export") { return .evernote }
        if text.contains("\"annotations\""), text.contains("epubcfi(") {
            return .highlights("Foliate")
        }
        return nil
    }

    private static func table(_ text: String) -> OtherFile? {
        let columns = CSVReader.columns(of: text)
        let known: [(String, Set<String>)] = [
            ("BookWyrm", ["title", "author_text", "remote_id"]),
            ("Hardcover", ["title", "hardcover book id"]),
            ("LibraryThing", ["book id", "title", "primary author"]),
            ("OpenReads", ["title", "author", "book_format", "readings"]),
        ]
        return known.first { columns.isSuperset(of: $0.1) }.map { .table($0.0) }
    }
}
