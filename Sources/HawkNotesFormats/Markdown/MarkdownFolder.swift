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
        for kind in [Kind.series, .book, .character, .note, .foreign] where kinds.contains(kind) {
            try each(source, run, isTold: false) { file, index in
                guard index < kinds.count, kinds[index] == kind,
                    let bytes = try run.bytes(file)
                else { return }
                var decoder = TextDecoder()
                var transcoder = UnicodeTranscoder()
                let text = decoder.text(transcoder.utf8(bytes) + transcoder.finish())
                decoder.tell(run, file: file.path)
                let reader = MarkdownReader(run: run, file: file, folder: source.name)
                try reader.read(FrontMatter(text), kind: kind)
            }
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
        let matter = FrontMatter(TextDecoder.text(ofBeginning: head))
        guard matter.text("hawk-notes") != nil else { return .foreign }
        switch matter.text("kind") {
        case "series": return .series
        case "book": return .book
        case "character": return .character
        case "note": return .note
        default: return .foreign
        }
    }
}

/// Makes things of one file.
struct MarkdownReader {
    let run: ImportRun
    let file: ImportFile
    /// What was chosen.
    let folder: String

    /// - Throws: what the run throws.
    func read(_ matter: FrontMatter, kind: MarkdownFolder.Kind) throws {
        if !matter.isSound { run.tell(.damaged, file: file.path, line: 1) }
        guard kind != .foreign, let id = matter.text("id").flatMap({ UUID(uuidString: $0) }) else {
            if kind != .foreign { run.tell(unknown("id", matter), file: file.path) }
            return try readForeign(matter)
        }
        let body =
            matter.body.unicodeScalars.last == "\n" ? withoutLastLineFeed(matter.body) : matter.body
        let identity = MarkdownDocument.identity(id)
        switch kind {
        case .series:
            guard let title = title(matter.text("title")) else { return }
            var series = ImportedSeries(identity: identity, title: title)
            series.libraryID = id
            series.author = matter.text("author")
            series.overview = body.isEmpty ? nil : body
            try run.emit(.series(series))
        case .book:
            guard let title = title(matter.text("title")) else { return }
            var book = ImportedBook(identity: identity, title: title)
            book.libraryID = id
            fill(&book, matter)
            book.overview = body.isEmpty ? nil : body
            try run.emit(.book(book))
        case .character:
            guard let name = title(matter.text("name")) else { return }
            var character = ImportedCharacter(identity: identity, name: name)
            character.libraryID = id
            character.aliases = matter.list("aliases")
            character.tagline = matter.text("tagline")
            character.overview = body.isEmpty ? nil : body
            character.book = reference("book-id", matter)
            character.series = reference("series-id", matter)
            try run.emit(.character(character))
        case .note:
            try run.emit(.note(note(identity, id, matter, body)))
        case .foreign:
            break
        }
    }

    // MARK: - Our own

    private func fill(_ book: inout ImportedBook, _ matter: FrontMatter) {
        book.authors = matter.list("authors")
        book.series = reference("series-id", matter)
        book.number = matter.text("number").flatMap { Double($0) }.flatMap {
            $0.isFinite ? $0 : nil
        }
        book.year = matter.text("year").flatMap { Int($0) }.flatMap {
            (-10_000...10_000).contains($0) ? $0 : nil
        }
        book.tagline = matter.text("tagline")
        if let isbn = matter.text("isbn") {
            book.isbn = ISBN.checked(isbn)
            if book.isbn == nil { run.tell(unknown("isbn", matter), file: file.path) }
        }
        if let address = matter.text("web") {
            book.webAddress = WebAddress.checked(address)
            if book.webAddress == nil { run.tell(.refusedAddress(address), file: file.path) }
        }
    }

    private func note(
        _ identity: SourceIdentity,
        _ id: UUID,
        _ matter: FrontMatter,
        _ body: String
    ) -> ImportedNote {
        var note = ImportedNote(identity: identity, book: reference("book-id", matter), text: body)
        note.libraryID = id
        note.character = reference("character-id", matter)
        if matter.text("quote") == "true" {
            let (quote, text) = MarkdownDocument.quoteAndText(body)
            note.quote = quote
            note.text = text
        }
        let place = ImportedPlace(
            chapter: matter.text("chapter"),
            page: matter.text("page"),
            location: matter.text("location"),
            text: matter.text("place")
        )
        note.place = place.isEmpty ? nil : place
        note.created = date(matter.text("created"))
        note.updated = date(matter.text("updated"))
        note.tags = matter.list("tags")
        return note
    }

    private func reference(_ key: String, _ matter: FrontMatter) -> SourceIdentity? {
        guard let text = matter.text(key) else { return nil }
        guard let id = UUID(uuidString: text) else {
            run.tell(unknown(key, matter), file: file.path)
            return nil
        }
        return MarkdownDocument.identity(id)
    }

    private func unknown(_ key: String, _ matter: FrontMatter) -> ImportProblem.Reason {
        .unknownValue(field: key, value: matter.text(key) ?? "")
    }

    /// As it stands there: a name that was typed with two spaces has two.
    private func title(_ text: String?) -> String? {
        guard let text, !text.trimmed.isEmpty else {
            run.tell(.noTitle, file: file.path)
            return nil
        }
        return text.count > run.limits.titleLength ? run.title(text) : text
    }

    private func date(_ text: String?) -> ImportedDate? {
        guard let text else { return nil }
        if let date = ImportedDate(iso: text) { return date }
        run.tell(.unknownDate(text), file: file.path)
        return nil
    }

    private func withoutLastLineFeed(_ text: String) -> String {
        String(text.unicodeScalars.dropLast())
    }

    // MARK: - Of other programs

    private func readForeign(_ matter: FrontMatter) throws {
        let body = matter.body.replacingOccurrences(of: "\r\n", with: "\n").trimmed
        let name = file.name.split(separator: ".").dropLast().joined(separator: ".")
        let title = run.title(matter.text("title") ?? name)
        // Notes of ours have no title: it becomes their first line, if they do not begin with it.
        var text = body
        if let title, !body.contains(title) { text = body.isEmpty ? title : "\(title)\n\n\(body)" }
        guard !text.isEmpty else { return run.tell(.nothingInIt, file: file.path) }
        var note = ImportedNote(
            identity: SourceIdentity(origin: "markdown", digestOf: folder, file.path),
            book: try foreignBook(matter),
            text: text
        )
        note.wordsIdentity = SourceIdentity(origin: "markdown", digestOf: folder, file.path, text)
        note.created = date(matter.text("created", "date", "created_at"))
        note.updated = date(matter.text("updated", "modified", "updated_at"))
        note.tags = matter.list("tags").compactMap { run.title($0) }
        try run.emit(.note(note))
    }

    private func foreignBook(_ matter: FrontMatter) throws -> SourceIdentity? {
        let above = file.folder.split(separator: "/").last.map { String($0) }
        guard let title = run.title(matter.text("book") ?? above ?? folder) else { return nil }
        let identity = SourceIdentity(origin: "markdown", digestOf: "book", title)
        guard !run.knownBooks.contains(identity.key) else { return identity }
        guard run.knownBooks.count < run.limits.bookCount else { return nil }
        run.knownBooks.insert(identity.key)
        var book = ImportedBook(identity: identity, title: title)
        book.authors = matter.list("book-author").compactMap { run.title($0) }
        try run.emit(.book(book))
        return identity
    }
}

/// Addresses in the web.
enum WebAddress {
    /// The address, if it is `http` or `https` and has a server.
    static func checked(_ text: String) -> String? {
        let text = text.trimmed
        guard text.utf8.count <= 2_000, !text.contains(where: { $0.isWhitespace }),
            let url = URL(string: text), let host = url.host, !host.isEmpty
        else { return nil }
        return ["http", "https"].contains(url.scheme?.lowercased() ?? "") ? text : nil
    }
}
