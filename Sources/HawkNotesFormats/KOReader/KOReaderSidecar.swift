import Foundation

/// KOReader's metadata file beside a book: `metadata.epub.lua` and the like, in a folder that ends
/// in `.sdr`.
///
/// A single file, or any folder that contains such files: the books' own folder, `docsettings` or
/// `hashdocsettings`. The reader's corrections of the metadata are in a file beside it. Up to
/// 2024.04, highlights and the notes on them were in two lists, matched by their time.
struct KOReaderSidecar: ImportFormat {
    static let name = ImportFormatName.koreaderSidecar

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        if sample.paths.contains(where: { SidecarFile(path: $0) != nil }) { return .certain }
        guard sample.paths.isEmpty, sample.text.contains("return {") else { return .no }
        let keys = ["[\"annotations\"]", "[\"bookmarks\"]", "[\"doc_props\"]", "[\"doc_pages\"]"]
        let isSidecar = SidecarFile(path: sample.name) != nil
        if keys.contains(where: { sample.text.contains($0) }) || isSidecar { return .certain }
        return sample.hasExtension("lua") ? .maybe : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        if case .file(let file) = source.content {
            guard let table = try table(of: file, run) else { return }
            _ = try read(table, corrections: table, file, run)
            return
        }
        var shelf = SidecarShelf()
        try run.eachFile(of: source) { shelf.add($0) }
        var books: [String: KOReaderBook] = [:]
        for sidecar in shelf.sidecars {
            let corrections = try shelf.corrections(of: sidecar).flatMap { try table(of: $0, run) }
            // The backup is tried if the sidecar could not be read.
            for file in [sidecar.primary, sidecar.backup].compactMap(\.self) {
                guard let table = try table(of: file, run) else { continue }
                let book = try read(table, corrections: corrections ?? .nothing, file, run)
                if let book { books[Self.bookFile(table, file)] = book }
                break
            }
        }
        for file in shelf.handOffs {
            guard let table = try table(of: file, run) else { continue }
            guard let book = books[Self.bookFile(table, file)] else {
                _ = try read(table, corrections: .nothing, file, run)
                continue
            }
            try KOReaderAnnotations(book: book).add(table)
        }
    }

    /// Returns nil if it cannot be read, which is reported.
    private func table(of file: ImportFile, _ run: ImportRun) throws -> PlainValue? {
        guard let bytes = try run.bytes(file) else { return nil }
        do {
            return try LuaTable.parse(bytes, limits: run.limits)
        } catch let damage as ValueDamage {
            run.tell(damage.reason, file: file.path, line: damage.line)
            return nil
        }
    }

    /// The name of the book's file, without its folder.
    private static func bookFile(_ table: PlainValue, _ file: ImportFile) -> String {
        let path = table["doc_path"].text ?? SidecarFile(path: file.path)?.bookFile ?? ""
        return path.split(separator: "/").last.map(String.init) ?? ""
    }

    // MARK: - One book

    private func read(
        _ table: PlainValue,
        corrections: PlainValue,
        _ file: ImportFile,
        _ run: ImportRun
    ) throws -> KOReaderBook? {
        let description = description(table, corrections["custom_props"], file, run)
        guard let book = try KOReaderBook(description, run: run, file: file.path) else {
            return nil
        }
        tellWhatHasNoPlace(table, corrections["custom_props"], file, run)
        let summary = table["summary"]
        if let review = summary["note"].text {
            let written = summary["modified"].text.flatMap { ImportedDate(iso: $0) }
            try book.addReview(review, written: written)
        }
        try KOReaderAnnotations(book: book).add(table)
        return book
    }

    private func description(
        _ table: PlainValue,
        _ custom: PlainValue,
        _ file: ImportFile,
        _ run: ImportRun
    ) -> KOReaderBook.Description {
        let (own, stats) = (table["doc_props"], table["stats"])
        let sidecar = SidecarFile(path: file.path)
        let named = (table["doc_path"].text ?? sidecar?.bookFile)
            .flatMap { KOReaderFileName(path: $0) }
        let folder = file.folder.split(separator: "/").last.map { String($0) }
        let folderTitle = folder.map { $0.hasSuffix(".sdr") ? String($0.dropLast(4)) : $0 }
        let title = own["title"].label ?? stats["title"].label.flatMap(Self.known)
        let authors = own["authors"].text ?? stats["authors"].text
        let original = KOReaderBook.Name(
            title: title ?? named?.title ?? folderTitle,
            authors: authors ?? (title == nil ? named?.author : nil)
        )
        var description = KOReaderBook.Description(
            title: custom["title"].label ?? original.title,
            authors: custom["authors"].text ?? original.authors,
            original: original
        )
        description.former = KOReaderBook.Name(
            title: own["title"].label ?? stats["title"].label ?? folderTitle,
            authors: authors
        )
        if custom["series"].text != nil {
            setSeries(custom, of: &description)
        } else if own["series"].text != nil {
            setSeries(own, of: &description)
        } else if title == nil {
            (description.series, description.number) = (named?.series, named?.number)
        }
        description.language =
            custom["language"].text ?? own["language"].text ?? stats["language"].text
        description.overview = custom["description"].text ?? own["description"].text
        description.isbn =
            (own["identifiers"].text ?? "")
            .split { $0.isWhitespace || $0 == ";" || $0 == "," }
            .lazy.filter { $0.lowercased().contains("isbn") }
            .compactMap { ISBN.checked(String($0.lowercased().replacing("isbn", with: ""))) }
            .first
        description.stars = table["summary"]["rating"].number
        description.status = status(table, file, run)
        return description
    }

    private static func known(_ text: String) -> String? {
        AuthorNames.isNobody(text) ? nil : text
    }

    /// Before 2023 the number followed the name: `The Tide Books #2.0`.
    private func setSeries(_ properties: PlainValue, of description: inout KOReaderBook.Description)
    {
        description.series = properties["series"].text
        description.number = properties["series_index"].number
        if description.number == nil, let text = description.series,
            let (name, number) = BookTitle.seriesAndNumber(text)
        {
            (description.series, description.number) = (name, number)
        }
    }

    private func status(
        _ table: PlainValue,
        _ file: ImportFile,
        _ run: ImportRun
    ) -> ImportedReadingStatus? {
        guard let text = table["summary"]["status"].text else { return nil }
        switch text {
        case "reading": return .reading
        case "complete": return .finished
        case "abandoned": return .stopped
        case "new", "tbr": return .toRead
        default:
            run.tell(.unknownValue(field: "status", value: text), file: file.path)
            return nil
        }
    }

    private func tellWhatHasNoPlace(
        _ table: PlainValue,
        _ custom: PlainValue,
        _ file: ImportFile,
        _ run: ImportRun
    ) {
        func leaveOut(_ name: String, _ text: String?) {
            guard let text, let example = run.title(text) else { return }
            run.leaveOut(.key(name), example: example, file: file.path)
        }
        leaveOut("Keywords", custom["keywords"].text ?? table["doc_props"]["keywords"].text)
        if table["summary"]["status"].text != "complete",
            let read = table["percent_finished"].number, (0.005...1).contains(read)
        {
            leaveOut("Progress", "\(Int((read * 100).rounded())) %")
        }
        let contents = table["handmade_toc"].elements
        leaveOut("Custom contents", contents.lazy.compactMap { $0["title"].text }.first)
    }
}
