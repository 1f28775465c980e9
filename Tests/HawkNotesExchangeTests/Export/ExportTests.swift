import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// What is taken out, and how it is written.
final class ExportTests: ExchangeTestCase {
    private func makeFilledLibrary() throws -> (Library, Series) {
        let library = try makeLibrary()
        let seriesID = UUID()
        try library.saveSeries(seriesID, title: "The Locked Tomb", author: "Tamsyn Muir")
        let books = ["Gideon", "Harrow"].enumerated().map { position, title in
            Book(id: UUID(), seriesID: seriesID, title: title, position: position)
        }
        for book in books { try library.save(book) }
        try library.save(Chapter(id: UUID(), bookID: books[0].id, name: "Act One", position: 0))
        for (position, name) in ["Gideon", "Harrow", "Ortus"].enumerated() {
            try library.save(
                Character(
                    id: UUID(),
                    seriesID: seriesID,
                    name: name,
                    bookID: books[0].id,
                    position: position
                )
            )
        }
        let series = try XCTUnwrap(try library.series(seriesID))
        let (one, other) = (series.allCharacters[0].id, series.allCharacters[1].id)
        try library.save(Relation(id: UUID(), first: one, second: other, word: "rival of"))
        try library.addNote("About the book", on: .book(books[0].id))
        try library.addNote("About the other", on: .book(books[1].id))
        try library.addNote("About her", on: .character(one))
        return (library, try XCTUnwrap(try library.series(seriesID)))
    }

    private func imported(_ part: ExportedPart, of library: Library) async throws -> Library {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("part.hawknotes")
        try await LibraryExport(of: library).writeSeriesFile(of: part, to: url)
        let result = try makeLibrary()
        try await run(try ImportSource(path: url.path), into: result)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        XCTAssertEqual(names, ["part.hawknotes"], "nothing is left beside it")

        let markdown = try await LibraryExport(of: library)
            .writeMarkdown(of: part, into: folder.url, name: "part")
        let other = try makeLibrary()
        try await run(try ImportSource(path: markdown.path), into: other)
        XCTAssertEqual(
            try LibraryDescription.lines(other),
            try LibraryDescription.lines(result)
        )
        return result
    }

    func testABookComesWithItsCharactersAndNotes() async throws {
        let (library, series) = try makeFilledLibrary()
        let part = try await imported(.book(series.books[0].id), of: library)
        let found = try XCTUnwrap(try part.series(series.id))
        XCTAssertEqual(found.title, "The Locked Tomb")
        XCTAssertEqual(found.books.map(\.id), [series.books[0].id])
        XCTAssertEqual(found.chapters.map(\.name), ["Act One"])
        XCTAssertEqual(found.allCharacters.count, 3)
        XCTAssertEqual(found.relations.map(\.word), ["rival of"])
        XCTAssertEqual(try part.allNotes().map(\.text), ["About the book", "About her"])
    }

    func testRelationsBetweenSeriesComeBackWithBothOfThem() async throws {
        let (library, series) = try makeFilledLibrary()
        let other = UUID()
        _ = try library.changeSeries { changes in
            var ortus = series.allCharacters[2]
            ortus.bookID = series.books[1].id
            try changes.save(ortus)
            let relation = Relation(
                id: UUID(),
                first: ortus.id,
                second: series.allCharacters[0].id,
                word: "teacher of"
            )
            try changes.save(relation)
            try changes.moveBook(series.books[1].id, to: .newSeries(other, title: "Apart"))
        }
        let before = try XCTUnwrap(try library.series(other)).outerRelations
        XCTAssertEqual(before.map(\.word), ["teacher of"])

        let found = try await imported(.everything, of: library)
        for id in [series.id, other] {
            let series = try XCTUnwrap(try found.series(id))
            XCTAssertEqual(series.outerRelations, before)
            XCTAssertEqual(series.neighbors.count, 1)
        }
        let part = try await imported(.series(series.id), of: library)
        XCTAssertEqual(try part.series(series.id)?.outerRelations, [])
    }

    func testACharacterComesWithItsNotesAndNobodyElse() async throws {
        let (library, series) = try makeFilledLibrary()
        let part = try await imported(.character(series.allCharacters[0].id), of: library)
        let found = try XCTUnwrap(try part.series(series.id))
        XCTAssertEqual(found.allCharacters.map(\.name), ["Gideon"])
        XCTAssertEqual(try part.allNotes().map(\.text), ["About her"])
    }

    func testASelectionOfNotesComesWithWhatTheyAreAbout() async throws {
        let (library, series) = try makeFilledLibrary()
        let notes = try library.allNotes()
        let part = try await imported(.notes([notes[1].id, notes[2].id]), of: library)
        XCTAssertEqual(
            Set(try part.allNotes().map(\.text)),
            ["About the other", "About her"]
        )
        let found = try XCTUnwrap(try part.series(series.id))
        XCTAssertEqual(found.books.count, 2)
        XCTAssertEqual(found.allCharacters.map(\.name), ["Gideon"])
    }

    func testANoteAloneIsOneFileThatMakesWhatItNames() async throws {
        let (library, series) = try makeFilledLibrary()
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("note.md")
        let note = try library.notes(on: .character(series.allCharacters[0].id))[0]
        try await LibraryExport(of: library).writeMarkdown(ofNote: note.id, to: url)
        let text = try String(contentsOf: url, encoding: .utf8)
        XCTAssertTrue(text.contains("link: \"hawknotes://note/"), text)
        XCTAssertTrue(text.hasSuffix("---\n\nAbout her\n"), text)

        let other = try makeLibrary()
        let source = try ImportSource(path: url.path)
        let outcome = try await run(source, into: other)
        XCTAssertEqual(outcome.report.problems, [])
        XCTAssertEqual(try other.allNotes().map(\.id), [note.id])
        XCTAssertEqual(try other.allNotes()[0].subject, note.subject)
        XCTAssertEqual(try other.series(series.id)?.title, "The Locked Tomb")
        XCTAssertEqual(
            try other.series(series.id)?.allCharacters.map(\.name),
            ["Gideon"]
        )
        let back = try await run(source, into: library)
        XCTAssertNil(back.batch)
    }

    func testANoteThatIsHandedOnHasAFolderOfItsOwnUntilNobodyReadsIt() async throws {
        let (library, series) = try makeFilledLibrary()
        let folder = try TemporaryDirectory()
        let note = try library.notes(on: .character(series.allCharacters[0].id))[0]
        let export = LibraryExport(of: library)
        let first = LibraryExport.placeToHandOn("note.md", in: folder.url)
        let second = LibraryExport.placeToHandOn("note.md", in: folder.url)
        XCTAssertNotEqual(first, second)
        try await export.handOn(note: note.id, at: first)
        try await export.handOn(note: note.id, at: second)
        let texts = try [first, second].map { try String(contentsOf: $0, encoding: .utf8) }
        XCTAssertTrue(texts[0].hasSuffix("---\n\nAbout her\n"), texts[0])
        XCTAssertEqual(texts[0], texts[1])
        let third = LibraryExport.placeToHandOn("note.md", in: folder.url)
        try await export.handOn(note: note.id, at: third, now: Date(timeIntervalSinceNow: 100_000))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        XCTAssertEqual(names, [third.deletingLastPathComponent().lastPathComponent])
    }

    func testMarkdownIsSortedForPeople() async throws {
        let (library, series) = try makeFilledLibrary()
        let folder = try TemporaryDirectory()
        let name = "What/ever: \u{1}.."
        let export = LibraryExport(of: library)
        let part = ExportedPart.series(series.id)
        let url = try await export.writeMarkdown(of: part, into: folder.url, name: name)
        XCTAssertEqual(url.lastPathComponent, "What ever")
        XCTAssertEqual(
            try FileManager.default.subpathsOfDirectory(atPath: url.path)
                .filter { $0.hasSuffix(".md") }.sorted(),
            [
                "Gideon/Gideon 2.md",
                "Gideon/Gideon 2/000001 2027-01-15 About her.md",
                "Gideon/Gideon.md",
                "Gideon/Harrow.md",
                "Gideon/Notes/000001 2027-01-15 About the book.md",
                "Gideon/Ortus.md",
                "Harrow/Harrow.md",
                "Harrow/Notes/000001 2027-01-15 About the other.md",
                "The Locked Tomb.md",
            ]
        )
        let again = try await export.writeMarkdown(of: part, into: folder.url, name: name)
        XCTAssertEqual(again.lastPathComponent, "What ever 2")
    }

    func testWhatIsThereStaysWhenTheWritingFails() async throws {
        let (library, _) = try makeFilledLibrary()
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("part.hawknotes")
        try Data("before".utf8).write(to: url)
        let export = LibraryExport(of: library)
        do {
            try await export.writeSeriesFile(of: .book(UUID()), to: url)
            XCTFail("there is no such book")
        } catch LibraryExportError.notThere {
        }
        do {
            _ = try await export.writeMarkdown(of: .notes([]), into: folder.url, name: "x")
            XCTFail("there is nothing")
        } catch LibraryExportError.notThere {
        }
        XCTAssertEqual(try Data(contentsOf: url), Data("before".utf8))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        XCTAssertEqual(names, ["part.hawknotes"])
    }
}
