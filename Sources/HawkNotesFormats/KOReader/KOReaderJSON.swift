import Foundation

/// A JSON export of KOReader: one book, or `documents` with several.
///
/// ```
/// {"title": "…", "author": "…", "entries": [
///   {"page": 12, "time": 1735570000, "text": "…", "note": "…", "chapter": "…",
///    "drawer": "lighten"}
/// ], "created_on": 1735580000, "version": "json/1.0.0"}
/// ```
///
/// Keys come in any order, usually with the entries before the title. So the file is read twice:
/// for the titles, and for the entries.
struct KOReaderJSON: ImportFormat {
    static let name = ImportFormatName.koreaderJSON

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        guard sample.text.first(where: { !$0.isWhitespace }) == "{" else { return .no }
        let keys = ["\"entries\"", "\"documents\"", "\"created_on\"", "\"number_of_pages\""]
        let found = keys.filter { sample.text.contains($0) }
        if found.count > 1 { return .certain }
        return !found.isEmpty || sample.hasExtension("json") ? .maybe : .no
    }

    func read(_ source: ImportSource, into run: ImportRun) throws {
        guard let file = run.onlyFile(of: source) else { return }
        var headings: [Heading] = []
        try each(file, run, isTold: false) { json, heading in
            guard headings.count < run.limits.bookCount else {
                try json.skip()
                return
            }
            headings.append(try self.heading(&json, heading))
        }
        var index = 0
        try each(file, run, isTold: true) { json, _ in
            guard index < headings.count else {
                if index == headings.count {
                    run.tell(.tooMany(limit: run.limits.bookCount), file: file.path)
                }
                index += 1
                try json.skip()
                return
            }
            let heading = headings[index]
            index += 1
            guard try json.kind() == UInt8(ascii: "{") else {
                run.tell(.damaged, file: file.path, line: json.line)
                return try json.skip()
            }
            // A truncated file may lack the title, which usually follows the entries.
            let name = heading.title ?? Self.withoutEnding(heading.file ?? file.name)
            let book = try KOReaderBook(
                KOReaderBook.Description(
                    title: name,
                    authors: heading.author,
                    original: KOReaderBook.Name(title: name, authors: heading.author)
                ),
                run: run,
                file: file.path
            )
            try read(&json, book)
        }
    }

    private static func withoutEnding(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    private struct Heading {
        var title: String?
        var author: String?
        var file: String?
    }

    /// Calls `body` with each book of the file; it must read or skip the book.
    private func each(
        _ file: ImportFile,
        _ run: ImportRun,
        isTold: Bool,
        _ body: (inout JSONStream, Int) throws -> Void
    ) throws {
        guard let stream = try run.stream(file, isTold: isTold) else { return }
        var json = JSONStream(stream, limits: run.limits)
        do {
            if try hasDocuments(file, run) {
                try json.object { json, key in
                    guard key == "documents", try json.kind() == UInt8(ascii: "[") else {
                        return try json.skip()
                    }
                    var index = 0
                    try json.array { json in
                        try body(&json, index)
                        index += 1
                    }
                }
            } else {
                try body(&json, 0)
            }
        } catch let damage as ValueDamage {
            if isTold { run.tell(damage.reason, file: file.path, line: damage.line) }
        }
        if isTold { json.decoder.tell(run, file: file.path) }
    }

    private func hasDocuments(_ file: ImportFile, _ run: ImportRun) throws -> Bool {
        guard let stream = try run.stream(file, isTold: false) else { return false }
        var json = JSONStream(stream, limits: run.limits)
        var result = false
        do {
            try json.object { json, key in
                if key == "documents" {
                    result = true
                    throw Found()
                }
                if key == "entries" { throw Found() }
                try json.skip()
            }
        } catch is Found {
        } catch is ValueDamage {
            // Reported when the book is read.
        }
        return result
    }

    private struct Found: Error {}

    private func heading(_ json: inout JSONStream, _ index: Int) throws -> Heading {
        var heading = Heading()
        guard try json.kind() == UInt8(ascii: "{") else {
            try json.skip()
            return heading
        }
        do {
            try json.object { json, key in
                switch key {
                case "title": heading.title = try json.value().label
                case "author": heading.author = try json.value().text
                case "file":
                    heading.file = try json.value().text?.split(separator: "/").last.map {
                        String($0)
                    }
                default: try json.skip()
                }
            }
        } catch is ValueDamage {
            // The text after the damage is not read in the second pass either.
        }
        return heading
    }

    private func read(_ json: inout JSONStream, _ book: KOReaderBook?) throws {
        try json.object { json, key in
            guard key == "entries", let book, try json.kind() == UInt8(ascii: "[") else {
                return try json.skip()
            }
            try json.array { json in
                let line = json.line
                try add(try json.value(), line: line, to: book)
            }
        }
    }

    private func add(_ entry: PlainValue, line: Int, to book: KOReaderBook) throws {
        // Older versions group the entries of a page in a nested list.
        if case .list(let entries) = entry {
            for entry in entries { try add(entry, line: line, to: book) }
            return
        }
        let time = entry["time"]
        let (page, position) = (entry["page"].label ?? "", entry["pn_xp"].label ?? "")
        var mark = KOReaderBook.Mark(
            time: time.label ?? "",
            // Page numbers change with the font size.
            position: position.isEmpty ? page : position,
            formerKey: "\(time.label ?? "") \(page) \(position)"
        )
        mark.quote = entry["text"].text
        mark.words = entry["note"].text
        mark.color = entry["color"].text
        mark.style = entry["drawer"].text
        mark.place.chapter = book.run.title(entry["chapter"].text)
        mark.place.page = book.run.title(entry["page"].label)
        if let seconds = time.number, (0..<253_402_300_800).contains(seconds) {
            mark.created = .instant(Date(timeIntervalSince1970: seconds))
        } else if let text = time.label {
            book.run.tell(.unknownDate(text), file: book.file, line: line)
        }
        try book.add(mark, line: line)
    }
}
