import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// What the reader has not come to yet is in no file that is taken out, unless they want it.
final class ExportVeilTests: ExchangeTestCase {
    private let secret = "Quillifer"
    private let series = UUID()
    private let books = [UUID(), UUID()]
    private let known = UUID()
    private let hidden = UUID()

    private func makeVeiledLibrary() throws -> Library {
        let library = try makeLibrary()
        try library.saveSeries(series, title: "Series")
        for (number, id) in books.enumerated() {
            var book = Book(id: id, seriesID: series, title: "Book \(number)", position: number)
            book.overview = number == 0 ? "Of the first" : "\(secret) of the second"
            try library.save(book)
        }
        let chapters = [UUID(), UUID()]
        for (number, id) in chapters.enumerated() {
            try library.save(
                Chapter(id: id, bookID: books[0], name: "Chapter \(number)", position: number)
            )
        }
        for (id, book, name) in [(known, books[0], "Agatha"), (hidden, books[1], secret)] {
            try library.save(
                HawkNotesModel.Character(
                    id: id,
                    seriesID: series,
                    name: name,
                    synopsis: "About \(name)",
                    bookID: book,
                    position: 0,
                    aliases: ["Old \(name)"]
                )
            )
        }
        try library.save(
            Relation(id: UUID(), first: known, second: hidden, word: "\(secret) to")
        )
        let later = try library.addNote("\(secret) in a later chapter", on: .book(books[0]))
        try library.setPlace(NotePlace(chapterID: chapters[1]), of: later.id)
        try library.addNote("\(secret) on the second", on: .book(books[1]))
        try library.addNote("\(secret) on a character", on: .character(hidden))
        let link = Mention.link(to: hidden, name: secret)
        try library.addNote("A note that sees \(link)", on: .book(books[0]))
        try library.setReadUpTo(
            ReadingPosition(bookID: books[0], chapterID: chapters[0]),
            in: series
        )
        return library
    }

    /// What stands in the files below a folder, whatever they are.
    private func contents(of folder: URL) throws -> [String] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.allObjects as? [URL] ?? []).compactMap { url in
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                return url.lastPathComponent
            }
            let bytes = String(decoding: try Data(contentsOf: url), as: UTF8.self)
            return url.lastPathComponent + "\n" + bytes
        }
    }

    private func export(_ library: Library, _ veil: ExportVeil) async throws -> [String] {
        let folder = try TemporaryDirectory()
        let export = LibraryExport(of: library, veil: veil)
        let parts: [ExportedPart] = [
            .series(series), .book(books[0]), .book(books[1]), .character(known),
            .character(hidden), .notes(try library.notes(on: .book(books[0])).map(\.id)),
        ]
        for (number, part) in parts.enumerated() {
            let file = folder.url.appendingPathComponent("\(number).hawknotes")
            try await export.writeSeriesFile(of: part, to: file)
            _ = try await export.writeMarkdown(of: part, into: folder.url, name: "\(number)")
        }
        return try contents(of: folder.url)
    }

    func testNoFileHasAWordOfIt() async throws {
        let library = try makeVeiledLibrary()
        let files = try await export(library, .kept(except: [], name: "Somebody"))
        XCTAssertEqual(files.filter { $0.contains(secret) }, [])
        XCTAssertFalse(files.filter { $0.contains("A note that sees") }.isEmpty)
        XCTAssertFalse(files.filter { $0.contains("@Somebody") }.isEmpty)
        XCTAssertFalse(files.filter { $0.contains("Of the first") }.isEmpty)
    }

    func testWhoWantsItHasAllOfIt() async throws {
        let library = try makeVeiledLibrary()
        let lifted = try await export(library, .lifted)
        try library.setReadUpTo(nil, in: series)
        let open = try await export(library, .kept(except: [], name: "Somebody"))
        for words in ["to", "in a later chapter", "on the second", "on a character"] {
            let count = lifted.filter { $0.contains("\(secret) \(words)") }.count
            XCTAssertGreaterThan(count, 0, words)
            XCTAssertEqual(open.filter { $0.contains("\(secret) \(words)") }.count, count, words)
        }
    }
}
