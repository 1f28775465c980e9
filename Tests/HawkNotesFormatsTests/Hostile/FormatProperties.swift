import Foundation

// The fuzzer builds this file into one module with the formats.
#if !FUZZING
    @testable import HawkNotesFormats
#endif

/// What holds of any bytes whatever, read as any format.
///
/// That nothing traps is the first property, and checked by coming back at all.
enum FormatProperties {
    /// - Returns: the broken property as a sentence, or nil.
    static func violation(
        _ bytes: [UInt8],
        as format: ImportFormatName,
        library: ImportLibrary,
        among formats: [any ImportFormat] = Importer.formats
    ) -> String? {
        violation(source(of: bytes, for: format), as: format, library: library, among: formats)
    }

    /// The same of a file or folder.
    static func violation(
        _ source: ImportSource,
        as format: ImportFormatName,
        library: ImportLibrary,
        among formats: [any ImportFormat] = Importer.formats
    ) -> String? {
        var limits = ImportLimits()
        limits.depth = 32
        limits.textSize = 1 << 16
        limits.itemCount = 100_000
        let importer = Importer(library: library, limits: limits, formats: formats)
        var known: Set<SourceIdentity> = []
        var broken: String?
        do {
            _ = try importer.formats(for: source)
            _ = try importer.readNow(source, as: format) { item in
                broken = broken ?? violation(item, format, known, limits)
                known.insert(item.identity)
            }
        } catch ImportError.tooManyItems {
            return nil
        } catch {
            return "An error ended it: \(error)"
        }
        return broken
    }

    /// The bytes as such a file, or as one of a folder.
    static func source(of bytes: [UInt8], for format: ImportFormatName) -> ImportSource {
        switch format {
        case .markdown: ImportSource(name: "folder", files: vault(bytes))
        case .koreaderSidecar:
            ImportSource(name: "folder", files: ["a.sdr/metadata.epub.lua": bytes])
        case .calibreLibrary:
            ImportSource(name: "folder", files: ["A/B (1)/metadata.opf": bytes])
        case .seriesFile, .kobo, .kindleClippings, .kindleNotebook, .kindleNotebookTable,
            .koreaderJSON, .readwise, .goodreads, .storyGraph, .calibreTable, .bookTable, .epub:
            ImportSource(name: "file", bytes: bytes)
        }
    }

    /// Stands before the path of each file of a vault that is written as one; its bytes follow in the next
    /// line.
    static let fileMark: UInt8 = 0x1C

    /// The files of a vault; without a mark all is one of them.
    private static func vault(_ bytes: [UInt8]) -> [String: [UInt8]] {
        let parts = bytes.split(separator: fileMark, omittingEmptySubsequences: false)
        var files: [String: [UInt8]] = [:]
        if let first = parts.first, parts.count == 1 || !first.isEmpty {
            files["a/b.md"] = Array(first)
        }
        for part in parts.dropFirst().prefix(50) {
            let path = part.prefix { $0 != 0x0A }
            files[String(decoding: path, as: UTF8.self)] = Array(part.dropFirst(path.count + 1))
        }
        return files
    }

    private static func violation(
        _ item: ImportedItem,
        _ format: ImportFormatName,
        _ known: Set<SourceIdentity>,
        _ limits: ImportLimits
    ) -> String? {
        switch item {
        case .series(let series):
            // The series of a lone book of ours has no title.
            let needsTitle = series.libraryID == nil || !series.title.isEmpty
            return needsTitle ? title(series.title, limits) : nil
        case .book(let book):
            if let series = book.series, series.origin != "hawk-notes", !known.contains(series) {
                return "A book came before its series."
            }
            if let number = book.number, !number.isFinite { return "A number is none." }
            if let rating = book.rating, !(1...10).contains(rating) { return "A rating is none." }
            if book.readings.contains(ImportedReading()) { return "A reading has no day." }
            if let web = book.webAddress, !web.lowercased().hasPrefix("http") {
                return "An address leads elsewhere."
            }
            // Our own files say what a reader has written.
            let isOurs = format == .markdown || format == .seriesFile
            if !isOurs, book.authors.contains(where: AuthorNames.isNobody) {
                return "An author is nobody."
            }
            return title(book.title, limits)
        case .chapter(let chapter):
            // Rows of our own tables may lead anywhere: whoever takes them looks.
            return format == .seriesFile || known.contains(chapter.book)
                ? title(chapter.title, limits) : "A chapter came before its book."
        case .character(let character):
            return title(character.name, limits)
        case .relation: return nil
        case .note(let note):
            if let book = note.book, book.origin != "hawk-notes", !known.contains(book) {
                return "A note came before its book."
            }
            if note.text.unicodeScalars.contains("\0") { return "A text has a zero in it." }
            let isOurs = note.libraryID != nil
            return !isOurs && note.text.isEmpty && (note.quote ?? "").isEmpty
                ? "A note says nothing." : nil
        case .picture(let picture):
            return PictureKind(beginning: picture.bytes) == picture.kind
                ? nil : "A picture is none."
        case .sources(let sources):
            return sources.lines.isEmpty ? "There are no sources." : nil
        }
    }

    private static func title(_ text: String, _ limits: ImportLimits) -> String? {
        if text.isEmpty { return "A title is empty." }
        return text.count > limits.titleLength ? "A title is too long." : nil
    }
}
