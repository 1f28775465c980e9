import Foundation

/// A folder of Markdown files, or one of them: our own, as described in `MarkdownDocument`, and
/// those of other programs, with or without front matter.
///
/// A file of another program is a book, with its passages as notes, if `ForeignBook` recognizes it;
/// all others are notes. The book of a note is the one that its front matter calls `book`, or else
/// its folder. Links between the files stay as they were typed.
struct MarkdownFolder: ImportFormat {
    static let name = ImportFormatName.markdown

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        if sample.paths.isEmpty {
            if sample.text.hasPrefix("---\nhawk-notes:") { return .certain }
            return sample.hasExtension("md") || sample.hasExtension("markdown") ? .maybe : .no
        }
        if sample.paths.contains(ExportManifest.name) { return .certain }
        return sample.paths.contains(where: Self.isMarkdown) ? .maybe : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        let vault = MarkdownVault(source, limits: run.limits)
        let shelf = MarkdownShelf()
        let list = try exportManifest(of: source, run)
        try tellMissingFiles(of: source, list, run)
        let order = Self.order(list)
        try readSources(source, run, isAhead: true)
        // One byte per file; items that others refer to are read first.
        var kinds: [Kind] = []
        try each(source, order, run, isTold: true) { file, _ in
            kinds.append(try kind(of: file, source, vault, shelf, run))
        }
        for kind in Kind.allCases where kind != .leftOut && kinds.contains(kind) {
            try each(source, order, run, isTold: false) { file, index in
                guard index < kinds.count, kinds[index] == kind,
                    let bytes = try run.bytes(file)
                else { return }
                var decoder = TextDecoder()
                let text = Self.text(bytes, &decoder)
                decoder.tell(run, file: file.path)
                let reader = MarkdownReader(
                    run: run,
                    file: file,
                    sourceName: source.name,
                    vault: vault,
                    shelf: shelf
                )
                try reader.read(FrontMatter(text), kind: kind)
            }
            if kind == .series { try shelf.emitSeries(run) }
            // After all characters: either of the two may be in any file.
            if kind == .character { try shelf.emitRelations(run) }
        }
        try readPictures(source, shelf.pictures, run)
        try readSources(source, run, isAhead: false)
    }

    /// Reads what the items of an exported library were imported from.
    private func readSources(_ source: ImportSource, _ run: ImportRun, isAhead: Bool) throws {
        guard case .folder(let folder) = source.content else { return }
        var number = 1
        while let file = folder.file(at: ExportManifest.nameOfSources(number)) {
            number += 1
            guard let bytes = try run.bytes(file) else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
            for start in stride(from: 0, to: lines.count, by: Self.sourcesAtOnce) {
                let some = lines[start...].prefix(Self.sourcesAtOnce).map(String.init)
                let sources = ImportedSources(file: file.path, lines: some, isAhead: isAhead)
                try run.emit(.sources(sources))
            }
        }
    }

    private static let sourcesAtOnce = 1_000

    private static func text(_ bytes: [UInt8], _ decoder: inout TextDecoder) -> String {
        var transcoder = UnicodeTranscoder()
        return decoder.text(transcoder.utf8(bytes) + transcoder.finish())
    }

    private func readPictures(
        _ source: ImportSource,
        _ pictures: [String: [SourceIdentity]],
        _ run: ImportRun
    ) throws {
        guard !pictures.isEmpty, case .folder(let folder) = source.content else { return }
        try folder.visit(limits: run.limits) { entry in
            guard case .file(let file) = entry, let subjects = pictures[file.path],
                let bytes = try run.bytes(file, limit: run.limits.pictureSize)
            else { return true }
            guard let kind = PictureKind(beginning: bytes) else {
                run.tell(.notAPicture, file: file.path)
                return true
            }
            for subject in subjects {
                let picture = ImportedPicture(
                    identity: SourceIdentity(origin: "hawk-notes picture", key: subject.key),
                    subject: subject,
                    file: file.path,
                    kind: kind,
                    bytes: bytes
                )
                try run.emit(.picture(picture))
            }
            return true
        }
    }

    /// The list of the files that an export wrote; empty for other folders.
    private func exportManifest(of source: ImportSource, _ run: ImportRun) throws -> ExportManifest
    {
        guard case .folder(let folder) = source.content,
            let file = folder.file(at: ExportManifest.name), let bytes = try run.bytes(file)
        else { return ExportManifest() }
        return ExportManifest(String(decoding: bytes, as: UTF8.self))
    }

    /// Reports the files that an export wrote and that are no longer there.
    private func tellMissingFiles(
        of source: ImportSource,
        _ list: ExportManifest,
        _ run: ImportRun
    ) throws {
        guard case .folder(let folder) = source.content else { return }
        for entry in list.entries {
            let path = String(entry.path.prefix(200))
            if ArchiveReader.safeName(entry.path) == nil {
                run.tell(.unsafePath(path), file: ExportManifest.name)
            } else if folder.file(at: entry.path) == nil {
                run.tell(.missingFile(path), file: ExportManifest.name)
            }
        }
    }

    /// The places of an export's files, in the order in which they were written: of two parts with
    /// the same position, the library shows the one that it got first before the other.
    private static func order(_ list: ExportManifest) -> [String: Int] {
        Dictionary(
            list.entries.enumerated().map { ($0.element.path, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// In reading order.
    enum Kind: UInt8, CaseIterable {
        case series, library, book, character, notes, note
        /// Files of another program.
        case foreignBook, foreign
        /// Not a note; this has been reported.
        case leftOut

        var isOurs: Bool {
            switch self {
            case .series, .library, .book, .character, .notes, .note: true
            case .foreignBook, .foreign, .leftOut: false
            }
        }
    }

    /// Reads the files of a source, sorted by name.
    ///
    /// - Parameter order: the places of the files that come first.
    private func each(
        _ source: ImportSource,
        _ order: [String: Int],
        _ run: ImportRun,
        isTold: Bool,
        _ body: (ImportFile, Int) throws -> Void
    ) throws {
        var index = 0
        var waiting: [(place: Int, file: ImportFile)] = []
        func visit(_ file: ImportFile) throws {
            try body(file, index)
            index += 1
        }
        switch source.content {
        case .file(let file):
            try visit(file)
        case .folder(let folder):
            try folder.visit(limits: run.limits) { entry in
                switch entry {
                case .file(let file):
                    guard Self.isMarkdown(file.path), !Self.isHidden(file.path) else { break }
                    if order.isEmpty {
                        try visit(file)
                    } else {
                        waiting.append((order[file.path] ?? order.count + waiting.count, file))
                    }
                case .problem(let problem):
                    if isTold { run.tell(problem.reason, file: problem.file, line: problem.line) }
                }
                return true
            }
            for (_, file) in waiting.sorted(by: { $0.place < $1.place }) { try visit(file) }
        }
    }

    private static func isMarkdown(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasSuffix(".md") || path.hasSuffix(".markdown")
            || path.hasSuffix(".textbundle/text.txt")
    }

    /// Dropped or pasted data includes hidden files.
    private static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    private func kind(
        of file: ImportFile,
        _ source: ImportSource,
        _ vault: MarkdownVault,
        _ shelf: MarkdownShelf,
        _ run: ImportRun
    ) throws -> Kind {
        try run.checkCancelled()
        if let reason = vault.isLeftOut(file) {
            run.leaveOut(reason, example: file.path, file: nil)
            return .leftOut
        }
        let head: [UInt8]
        do {
            head = try file.head(count: ByteStream.pieceSize)
        } catch ImportError.unreadable {
            // The problem is reported when the file is read.
            return .foreign
        }
        let text = TextDecoder.text(ofBeginning: head)
        let matter = FrontMatter(text)
        let kind = FrontMatter.kind(ofBeginning: text)
        guard kind != nil || matter.text("hawk-notes") != nil else {
            return try foreignKind(of: file, text, matter, source, vault, shelf, run)
        }
        switch kind ?? matter.text("kind") {
        case "series": return .series
        case "book": return .book
        case "character": return .character
        case "note": return .note
        case "notes": return .notes
        case "library": return .library
        default: return .foreign
        }
    }

    private func foreignKind(
        of file: ImportFile,
        _ text: String,
        _ matter: FrontMatter,
        _ source: ImportSource,
        _ vault: MarkdownVault,
        _ shelf: MarkdownShelf,
        _ run: ImportRun
    ) throws -> Kind {
        let name = MarkdownName(
            file,
            vault.home(ofFolder: file.folder),
            sourceName: source.name
        )
        if name.isJoplinID, case .bytes(let stream, let size, _) = try? FileOpening.open(file),
            size <= run.limits.wholeFileSize
        {
            var bytes: [UInt8] = []
            while let piece = try? stream.next() { bytes += piece }
            var decoder = TextDecoder()
            switch JoplinItem(MarkdownReader.withLineFeeds(Self.text(bytes, &decoder))) {
            case let item? where item.kind == .notebook:
                shelf.notebooks[item.id] = item.title
                return .leftOut
            case let item? where item.kind == .other:
                run.leaveOut(.programData, example: file.path, file: nil)
                return .leftOut
            default:
                return .foreign
            }
        }
        if MarkdownForm.isForm(text, body: matter.body) {
            run.leaveOut(.form, example: file.path, file: nil)
            return .leftOut
        }
        var fields = MarkdownFields(matter)
        let body = fields.takeLines(above: MarkdownReader.withLineFeeds(matter.body))
        return ForeignBook(fields, body, name: name.title) == nil ? .foreign : .foreignBook
    }
}

/// Templates for new notes, which contain placeholders.
private enum MarkdownForm {
    /// - Parameter body: the text after the front matter.
    static func isForm(_ text: String, body: String) -> Bool {
        let head = text.utf8.count > body.utf8.count ? String(text.dropLast(body.count)) : ""
        if hasPlaceholder(head[...]) { return true }
        let first = body.split(whereSeparator: \.isNewline).lazy
            .filter { !$0.allSatisfy(\.isWhitespace) }.prefix(3)
        return first.contains { hasPlaceholder($0) }
    }

    /// `{{date}}`, `{{date:YYYY-MM-DD}}`, `<% tp.file.title %>`; not commands in a text, such as
    /// `{{query …}}`, and not code.
    private static func hasPlaceholder(_ text: Substring) -> Bool {
        if text.contains("<%"), text.contains("%>"), !text.contains("`") { return true }
        var rest = text
        while let start = rest.range(of: "{{") {
            let inside = rest[start.upperBound...].prefix(80)
            rest = rest[start.upperBound...]
            guard let end = inside.range(of: "}}") else { continue }
            let words = inside[..<end.lowerBound].trimmed
            let name = words.prefix { $0.isLetter || $0 == "_" || $0 == "-" }
            let behind = words.dropFirst(name.count)
            if !name.isEmpty, behind.isEmpty || behind.first == ":", !behind.hasPrefix("::"),
                !text.contains("`")
            {
                return true
            }
        }
        return false
    }
}
