import Foundation
import HawkNotesFormats

/// The shelf as other programs write it.
extension RandomShelf {
    private func time(_ minute: Int) -> (day: Int, hour: Int, minute: Int) {
        (1 + minute / 1_440 % 28, minute / 60 % 24, minute % 60)
    }

    private func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// `2025-01-09 06:30:00`
    private func stamp(_ minute: Int) -> String {
        let time = time(minute)
        return "2025-01-\(pair(time.day)) \(pair(time.hour)):\(pair(time.minute)):00"
    }

    // MARK: - Kindle

    /// Everything is added at the end, and nothing is ever taken away.
    var clippings: ImportSource {
        let text = log.map { event in
            let book = books[event.book]
            let kind = event.isHighlight ? "Highlight" : "Note"
            let place = event.start == event.end ? "\(event.end)" : "\(event.start)-\(event.end)"
            let time = time(event.minute)
            let clock = "\(time.hour):\(pair(time.minute)):00"
            return """
                \(book.title) (\(book.author))
                - Your \(kind) on page \(event.end / 10) | location \(place) \
                | Added on \(time.day) January 2025 \(clock)

                \(event.text)
                ==========

                """
        }
        return ImportSource(name: "My Clippings.txt", bytes: Array(text.joined().utf8))
    }

    /// The kind, location and text of each entry in a notebook of the first book.
    private var entries: [(isHighlight: Bool, location: Int, text: String)] {
        books[0].passages.flatMap { passage in
            let quote = passage.quote.map { (true, passage.start, $0) }
            let words = passage.words.map { (false, passage.start + 1, $0) }
            return [quote, words].compactMap(\.self)
        }
    }

    /// What an app sends; it has no dates.
    var notebook: ImportSource {
        let entries = entries.map { entry in
            let kind =
                entry.isHighlight ? "Highlight(<span class=\"highlight_blue\">Blue</span>)" : "Note"
            return """
                <div class="noteHeading">\(kind) - One > Page \(entry.location / 10) &middot; \
                Location \(entry.location)</div>
                <div class="noteText">\(entry.text)</div>

                """
        }
        let text = """
            <!DOCTYPE html><html><head><meta charset="UTF-8"></head><body>
            <div class="bookTitle">\(books[0].title)</div>
            <div class="authors">\(books[0].author)</div><hr>
            \(entries.joined())</body></html>
            """
        return ImportSource(name: "Notebook.html", bytes: Array(text.utf8))
    }

    /// What a reader sends.
    var notebookTable: ImportSource {
        let rows = entries.map { entry in
            let kind = entry.isHighlight ? "Highlight (Yellow)" : "Note"
            let text = entry.text.replacing("\"", with: "\"\"")
            return "\"\(kind)\",\"Location \(entry.location)\",\"\",\"\(text)\""
        }
        let head = [
            "\"Your Kindle Notes For:\",,,", "\"\(books[0].title)\",,,",
            "\"by \(books[0].author)\",,,", "\"---\",,,",
            "\"Annotation Type\",\"Location\",\"Starred?\",\"Annotation\"",
        ]
        let text = (head + rows).joined(separator: "\r\n")
        return ImportSource(name: "notebook.csv", bytes: Array(text.utf8))
    }

    // MARK: - KOReader

    /// What its exporter writes: places of pages move with the size of the letters.
    ///
    /// - Parameter pageSize: how much of a book is on a page.
    func koreaderJSON(pageSize: Int) throws -> ImportSource {
        let documents: [[String: Any]] = books.map { book in
            let entries: [[String: Any]] = book.passages.map { passage in
                var entry: [String: Any] = [
                    "sort": "highlight", "time": 1_736_000_000 + 60 * passage.minute,
                    "page": passage.start / pageSize, "chapter": passage.chapter,
                    "pn_xp": "/body/DocFragment[2]/body/p[\(passage.start)]/text().0",
                ]
                if let quote = passage.quote {
                    entry["text"] = quote
                    entry["drawer"] = "lighten"
                }
                if let words = passage.words { entry["note"] = words }
                return entry
            }
            return [
                "title": book.title, "author": book.author, "entries": entries,
                "number_of_pages": 9_000 / pageSize, "version": "json/1.0.0",
            ]
        }
        let all: [String: Any] = ["created_on": 1_741_000_000, "documents": documents]
        let data = try JSONSerialization.data(withJSONObject: all, options: .sortedKeys)
        return ImportSource(name: "all-books.json", bytes: Array(data))
    }

    /// The files beside the books, which say when a passage was made and no longer where it began then.
    func sidecars(pageSize: Int) -> ImportSource {
        var files: [String: [UInt8]] = [:]
        for book in books {
            let annotations = book.passages.enumerated().map { index, passage in
                """
                [\(index + 1)] = { ["datetime"] = "\(stamp(passage.minute))",
                    ["chapter"] = "\(passage.chapter)", ["pageno"] = \(passage.start / pageSize),
                    ["page"] = "/body/p[\(passage.start)]", ["pos0"] = "/body/p[\(passage.start)]",
                    \(passage.quote == nil ? "" : "[\"drawer\"] = \"lighten\",")
                    ["text"] = "\(passage.quote ?? "in \(passage.chapter)")",
                    \(passage.words.map { "[\"note\"] = \"\($0)\"," } ?? "")
                },
                """
            }
            let text = """
                return { ["annotations"] = { \(annotations.joined(separator: "\n")) },
                    ["doc_props"] = { ["title"] = "\(book.title)", ["authors"] = "\(book.author)", },
                }
                """
            files["books/\(book.title).sdr/metadata.epub.lua"] = Array(text.utf8)
        }
        return ImportSource(name: "device", files: files)
    }

    // MARK: - Kobo

    /// What a version of the device writes; a later one writes a color as well.
    func kobo(_ version: TestKobo.Version) -> TestKobo {
        var kobo = TestKobo(version: version)
        for (number, book) in books.enumerated() {
            let id = "file:///mnt/onboard/\(book.title).epub"
            let chapters = Array(Set(book.passages.map(\.chapter))).sorted()
            kobo.books.append(
                TestKobo.Book(id: id, title: book.title, author: book.author, chapters: chapters)
            )
            for passage in book.passages {
                kobo.marks.append(
                    TestKobo.Mark(
                        id: "\(number)-\(passage.number)",
                        book: id,
                        chapter: chapters.firstIndex(of: passage.chapter) ?? 0,
                        text: passage.quote,
                        words: passage.words,
                        type: passage.words == nil ? "highlight" : "note",
                        created: stamp(passage.minute).replacing(" ", with: "T") + ".000",
                        progress: Double(passage.start) / 1_000
                    )
                )
            }
        }
        return kobo
    }

    // MARK: - Readwise

    /// - Parameter isReversed: it puts the newest books first, and the order of their rows is not told.
    func readwise(isReversed: Bool) -> ImportSource {
        var rows = books.flatMap { book in
            book.passages.map { passage in
                [
                    passage.quote ?? "", book.title, book.author, "", passage.words ?? "",
                    "yellow", "", "location", "\(passage.start)", "\(stamp(passage.minute))+00:00",
                    "",
                ]
                .map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
            }
        }
        if isReversed { rows.reverse() }
        let head =
            "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,"
            + "Location,Highlighted at,Document tags"
        let text = ([head] + rows).joined(separator: "\n") + "\n"
        return ImportSource(name: "readwise-data.csv", bytes: Array(text.utf8))
    }

    // MARK: - Markdown

    /// A vault with a file for each book, as plugins of two programs write them in turn.
    ///
    /// - Parameters:
    ///   - folder: where the files lie in it.
    ///   - name: what it is called.
    func vault(folder: String = "Books", as name: String = "Vault") -> ImportSource {
        var files = ["app.json".inSettings: Array("{}".utf8)]
        for (index, book) in books.enumerated() {
            let text = index % 2 == 0 ? kindlePlugin(book) : readwisePlugin(book)
            files["\(folder)/\(book.title).md"] = Array(text.utf8)
        }
        return ImportSource(name: name, files: files)
    }

    private func kindlePlugin(_ book: Book) -> String {
        let passages = book.passages.map { passage in
            let place = "[\(passage.start)](kindle://book?action=open&location=\(passage.start))"
            return "\(passage.quote ?? "") — location: \(place) ^ref-\(passage.number)\n\n"
                + (passage.words.map { "\($0)\n\n" } ?? "") + "---\n"
        }
        return """
            ---
            kindle-sync:
              bookId: '4711'
              title: \(book.title)
              author: \(book.author)
              highlightsCount: \(book.passages.count)
            ---
            # \(book.title)
            ## Highlights
            \(passages.joined())
            """
    }

    private func readwisePlugin(_ book: Book) -> String {
        let passages = book.passages.map { passage in
            let link = "https://readwise.io/open/\(passage.number)"
            return "- \(passage.quote ?? "") ([Location \(passage.start)](\(link)))\n"
                + (passage.words.map { "    - Note: \($0)\n" } ?? "")
        }
        return """
            # \(book.title)

            ## Metadata
            - Author: [[\(book.author)]]
            - Category: #books

            ## Highlights
            \(passages.joined())
            """
    }
}

extension String {
    /// The path of a file in the folder by which a vault is told.
    fileprivate var inSettings: String { ".obsidian/\(self)" }
}
