import Foundation

/// Highlights and notes in a sidecar of KOReader, of all versions.
struct KOReaderAnnotations {
    let book: KOReaderBook

    /// Emits the notes in a table: `annotations`, or else the two lists of up to 2024.04. A book
    /// that has since been opened by the other of the two engines keeps its earlier notes under
    /// other names.
    func add(_ table: PlainValue) throws {
        let isList = table["annotations"] == .nothing && table["1"]["datetime"] != .nothing
        if isList {
            try addAnnotations(table)
        } else if case .table = table["annotations"] {
            try addAnnotations(table["annotations"])
        } else {
            try addOlder(table, ending: "")
        }
        for ending in ["_rolling", "_paging"] {
            try addAnnotations(table["annotations\(ending)"])
            try addOlder(table, ending: ending)
        }
    }

    private func addAnnotations(_ annotations: PlainValue) throws {
        for annotation in annotations.elements {
            var mark = mark(annotation)
            // Without a drawer it is a bookmark with generated text.
            if annotation["drawer"].text != nil { mark.quote = annotation["text"].text }
            mark.words = annotation["note"].text
            if annotation["note_format"].text == "html" {
                mark.words = mark.words.map { PlainText.ofMarkup($0) }
            }
            mark.updated = annotation["datetime_updated"].text.flatMap { ImportedDate(iso: $0) }
            try book.add(mark)
        }
    }

    /// - Parameter page: the page under which it is listed, if any.
    private func mark(_ value: PlainValue, page listed: String? = nil) -> KOReaderBook.Mark {
        let datetime = value["datetime"].text ?? ""
        let position = value["pos0"].label ?? value["page"].label ?? ""
        var mark = KOReaderBook.Mark(
            time: datetime,
            position: position.isEmpty ? listed ?? "" : position,
            formerKey: "\(datetime) \(position)"
        )
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

    private func addOlder(_ table: PlainValue, ending: String) throws {
        var words: [String: PlainValue] = [:]
        for bookmark in table["bookmarks\(ending)"].elements {
            guard let time = bookmark["datetime"].text else { continue }
            words[time] = bookmark
        }
        guard case .table(let pages) = table["highlight\(ending)"] else {
            return try addBookmarks(words, except: [])
        }
        var matched: Set<String> = []
        for (page, highlights) in pages.sorted(by: {
            (Int($0.key) ?? 0, $0.key) < (Int($1.key) ?? 0, $1.key)
        }) {
            for highlight in highlights.elements {
                var mark = mark(highlight, page: page)
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
        try addBookmarks(words, except: matched)
    }

    /// A bookmark without its highlight still has its text.
    private func addBookmarks(
        _ bookmarks: [String: PlainValue],
        except matched: Set<String>
    ) throws {
        for (time, bookmark) in bookmarks.sorted(by: { $0.key < $1.key }) {
            if matched.contains(time) { continue }
            var mark = mark(bookmark)
            if bookmark["highlighted"].isTrue { mark.quote = bookmark["notes"].text }
            mark.words = Self.words(bookmark, quote: mark.quote)
            try book.add(mark)
        }
    }

    /// The reader's own words; nil for generated text, such as "Page 12 … @ 2020-01-02 10:00:00".
    private static func words(_ bookmark: PlainValue, quote: String?) -> String? {
        guard let text = bookmark["text"].text, text != quote else { return nil }
        if let time = bookmark["datetime"].text, text.hasSuffix("@ \(time)") { return nil }
        return text
    }
}
