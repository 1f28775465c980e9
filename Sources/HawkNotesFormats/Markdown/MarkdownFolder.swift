import Foundation

/// A folder of Markdown files, or one of them: our own, as `MarkdownDocument` describes them, and those of
/// other programs, with or without front matter.
///
/// A file of another program becomes a note. Its book is what its front matter calls `book`, or else the
/// folder that it lies in. Links between the files stay as they were typed.
struct MarkdownFolder: ImportFormat {
    static let name = ImportFormatName.markdown

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        if sample.paths.isEmpty {
            if sample.text.hasPrefix("---\nhawk-notes:") { return .certain }
            return sample.hasExtension("md") || sample.hasExtension("markdown") ? .maybe : .no
        }
        return sample.paths.contains(where: Self.isMarkdown) ? .maybe : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        // A byte for each file, so that what others refer to comes first.
        var kinds: [Kind] = []
        try each(source, run, isTold: true) { file, _ in
            kinds.append(try kind(of: file, run))
        }
        let shelf = MarkdownShelf()
        for kind in [Kind.series, .book, .character, .note, .foreign] where kinds.contains(kind) {
            try each(source, run, isTold: false) { file, index in
                guard index < kinds.count, kinds[index] == kind,
                    let bytes = try run.bytes(file)
                else { return }
                var decoder = TextDecoder()
                var transcoder = UnicodeTranscoder()
                let text = decoder.text(transcoder.utf8(bytes) + transcoder.finish())
                decoder.tell(run, file: file.path)
                let reader = MarkdownReader(
                    run: run,
                    file: file,
                    folder: source.name,
                    shelf: shelf
                )
                try reader.read(FrontMatter(text), kind: kind)
            }
            // Each of the two may stand in any file.
            if kind == .character { try shelf.emitRelations(run) }
        }
        try readPictures(source, shelf.pictures, run)
    }

    private func readPictures(
        _ source: ImportSource,
        _ pictures: [String: SourceIdentity],
        _ run: ImportRun
    ) throws {
        guard !pictures.isEmpty, case .folder(let folder) = source.content else { return }
        try folder.visit(limits: run.limits) { entry in
            guard case .file(let file) = entry, let subject = pictures[file.path],
                let bytes = try run.bytes(file, limit: run.limits.pictureSize)
            else { return true }
            guard let kind = PictureKind(beginning: bytes) else {
                run.tell(.notAPicture, file: file.path)
                return true
            }
            try run.emit(
                .picture(
                    ImportedPicture(
                        identity: SourceIdentity(origin: "hawk-notes picture", key: subject.key),
                        subject: subject,
                        file: file.path,
                        kind: kind,
                        bytes: bytes
                    )
                )
            )
            return true
        }
    }

    enum Kind: UInt8 {
        case series, book, character, note
        /// Of another program.
        case foreign
    }

    private func each(
        _ source: ImportSource,
        _ run: ImportRun,
        isTold: Bool,
        _ body: (ImportFile, Int) throws -> Void
    ) throws {
        var index = 0
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
                    if Self.isMarkdown(file.path) { try visit(file) }
                case .problem(let problem):
                    if isTold { run.tell(problem.reason, file: problem.file, line: problem.line) }
                }
                return true
            }
        }
    }

    private static func isMarkdown(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasSuffix(".md") || path.hasSuffix(".markdown")
    }

    private func kind(of file: ImportFile, _ run: ImportRun) throws -> Kind {
        try run.checkCancelled()
        let head: [UInt8]
        do {
            head = try file.head(count: ByteStream.pieceSize)
        } catch ImportError.unreadable {
            // Told when it is read.
            return .foreign
        }
        let text = TextDecoder.text(ofBeginning: head)
        let matter = FrontMatter(text)
        let kind = FrontMatter.kind(ofBeginning: text)
        guard kind != nil || matter.text("hawk-notes") != nil else { return .foreign }
        switch kind ?? matter.text("kind") {
        case "series": return .series
        case "book": return .book
        case "character": return .character
        case "note": return .note
        default: return .foreign
        }
    }
}
