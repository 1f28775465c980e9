import Foundation

/// What KOReader keeps beside a book: `metadata.epub.lua` and the like, in a folder that ends in `.sdr`.
///
/// A single file, or any folder with such files in it: the books' own, `docsettings` or `hashdocsettings`. Up
/// to 2024.04 highlights and the words on them lay in two lists, matched by their time.
struct KOReaderSidecar: ImportFormat {
    static let name = ImportFormatName.koreaderSidecar

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        if sample.paths.contains(where: { Self.isSidecar($0.split(separator: "/").last ?? "") }) {
            return .certain
        }
        guard sample.paths.isEmpty, sample.text.contains("return {") else { return .no }
        let keys = ["[\"annotations\"]", "[\"bookmarks\"]", "[\"doc_props\"]", "[\"doc_pages\"]"]
        let isSidecar = Self.isSidecar(sample.name[...])
        if keys.contains(where: { sample.text.contains($0) }) || isSidecar { return .certain }
        return sample.hasExtension("lua") ? .maybe : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        var last = ""
        try run.eachFile(of: source) { file in
            if case .folder = source.content {
                guard Self.isSidecar(file.name[...]) else { return }
                // The copy from before the last change; it comes right after the file itself.
                if file.path == last + ".old" { return }
            }
            last = file.path
            guard let bytes = try run.bytes(file) else { return }
            do {
                try read(try LuaTable.parse(bytes, limits: run.limits), file, run)
            } catch let damage as ValueDamage {
                run.tell(damage.reason, file: file.path, line: damage.line)
            }
        }
    }

    private static func isSidecar(_ name: Substring) -> Bool {
        name.hasPrefix("metadata.") && (name.hasSuffix(".lua") || name.hasSuffix(".lua.old"))
    }

    private func read(_ table: PlainValue, _ file: ImportFile, _ run: ImportRun) throws {
        let properties = table["doc_props"]
        let folder = file.folder.split(separator: "/").last.map { String($0) }
        let fallback = folder.map { $0.hasSuffix(".sdr") ? String($0.dropLast(4)) : $0 }
        let book = try KOReaderBook(
            title: properties["title"].label ?? table["stats"]["title"].label ?? fallback,
            authors: properties["authors"].text ?? table["stats"]["authors"].text,
            series: properties["series"].text,
            number: properties["series_index"].number,
            run: run,
            file: file.path
        )
        guard let book else { return }
        if case .table = table["annotations"] {
            for annotation in table["annotations"].elements { try add(annotation, to: book) }
        } else {
            try addOlder(table, to: book)
        }
    }

    private func add(_ annotation: PlainValue, to book: KOReaderBook) throws {
        var mark = mark(annotation, of: book)
        // Without a drawer it is a bookmark, whose text the program has made.
        if annotation["drawer"].text != nil { mark.quote = annotation["text"].text }
        mark.words = annotation["note"].text
        mark.updated = annotation["datetime_updated"].text.flatMap { ImportedDate(iso: $0) }
        try book.add(mark)
    }

    private func mark(_ value: PlainValue, of book: KOReaderBook) -> KOReaderBook.Mark {
        let datetime = value["datetime"].text ?? ""
        let position = value["pos0"].label ?? value["page"].label ?? ""
        var mark = KOReaderBook.Mark(key: "\(datetime) \(position)")
        mark.color = value["color"].text
        mark.style = value["drawer"].text
        mark.place.chapter = book.run.title(value["chapter"].text)
        let page =
            value["pageref"].label ?? value["pageno"].label
            ?? value["page"].number.flatMap {
                PlainValue.number($0).label
            }
        mark.place.page = book.run.title(page)
        mark.created = ImportedDate(iso: datetime)
        if mark.created == nil, !datetime.isEmpty {
            book.run.tell(.unknownDate(datetime), file: book.file)
        }
        return mark
    }

    // MARK: - Up to 2024.04

    private func addOlder(_ table: PlainValue, to book: KOReaderBook) throws {
        var words: [String: PlainValue] = [:]
        for bookmark in table["bookmarks"].elements {
            guard let time = bookmark["datetime"].text else { continue }
            words[time] = bookmark
        }
        guard case .table(let pages) = table["highlight"] else {
            return try addBookmarks(words, except: [], to: book)
        }
        var matched: Set<String> = []
        for (page, highlights) in pages.sorted(by: {
            (Int($0.key) ?? 0, $0.key) < (Int($1.key) ?? 0, $1.key)
        }) {
            for highlight in highlights.elements {
                var mark = mark(highlight, of: book)
                mark.quote = highlight["text"].text
                mark.place.page = mark.place.page ?? page
                if let time = highlight["datetime"].text, let bookmark = words[time] {
                    matched.insert(time)
                    mark.words = Self.words(bookmark, quote: mark.quote)
                    mark.place.chapter =
                        mark.place.chapter ?? book.run.title(bookmark["chapter"].text)
                }
                try book.add(mark)
            }
        }
        try addBookmarks(words, except: matched, to: book)
    }

    /// What has lost its highlight still has its text.
    private func addBookmarks(
        _ bookmarks: [String: PlainValue],
        except matched: Set<String>,
        to book: KOReaderBook
    ) throws {
        for (time, bookmark) in bookmarks.sorted(by: { $0.key < $1.key }) {
            if matched.contains(time) { continue }
            var mark = mark(bookmark, of: book)
            if bookmark["highlighted"].isTrue { mark.quote = bookmark["notes"].text }
            mark.words = Self.words(bookmark, quote: mark.quote)
            try book.add(mark)
        }
    }

    /// The reader's own words; nil for what the program has written itself, such as
    /// "Page 12 … @ 2020-01-02 10:00:00".
    private static func words(_ bookmark: PlainValue, quote: String?) -> String? {
        guard let text = bookmark["text"].text, text != quote else { return nil }
        if let time = bookmark["datetime"].text, text.hasSuffix("@ \(time)") { return nil }
        return text
    }
}
