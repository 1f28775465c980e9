import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// A library that is exported as a folder, and imported again.
final class LibraryRoundTripTests: ExchangeTestCase {
    private static let seeds = 0..<sample(few: 50, more: 200, all: 2_000)

    private func makeRandomLibrary(_ seed: Int) throws -> Library {
        let library = try makeLibrary()
        for part in 0..<2 {
            var random = RandomLibrary(seed: 10_000 * part + seed)
            try random.fill(library)
            if part == 1 { try random.addRest(to: library) }
        }
        return library
    }

    private func export(_ library: Library, to url: URL) async throws {
        _ = try await LibraryExport(of: library).writeLibrary(into: LibraryFolder(url))
    }

    func testEveryTableAndEveryFileComesBackWithoutADifference() async throws {
        for seed in Self.seeds {
            let folder = try TemporaryDirectory()
            let library = try makeRandomLibrary(seed)
            let (one, other) = (folder.url.appending("one"), folder.url.appending("other"))
            try await export(library, to: one)
            let empty = try makeLibrary()
            let outcome = try await run(try ImportSource(path: one.path), into: empty)
            XCTAssertEqual(outcome.report.problems, [], "seed \(seed)")
            assertSame(
                try LibraryTables.lines(empty),
                try LibraryTables.lines(library),
                "seed \(seed)"
            )
            XCTAssertTrue(try empty.check().isEmpty, "seed \(seed)")
            try await export(empty, to: other)
            assertSame(try files(other), try files(one), "seed \(seed)")
        }
    }

    func testLibraryThatHasEverythingStaysAsItIs() async throws {
        for seed in 0..<5 {
            let folder = try TemporaryDirectory()
            let library = try makeRandomLibrary(seed)
            let expected = try LibraryTables.lines(library)
            try await export(library, to: folder.url.appending("one"))
            let source = try ImportSource(path: folder.url.appending("one").path)
            let outcome = try await run(source, into: library)
            XCTAssertEqual(outcome.report.new, [:])
            XCTAssertEqual(outcome.report.changed, [:])
            XCTAssertEqual(outcome.report.problems, [])
            XCTAssertNil(outcome.batch)
            assertSame(try LibraryTables.lines(library), expected, "seed \(seed)")
        }
    }

    func testUndoOfAnImportLeavesAnEmptyLibrary() async throws {
        let folder = try TemporaryDirectory()
        try await export(try makeRandomLibrary(1), to: folder.url.appending("one"))
        let empty = try makeLibrary()
        let source = try ImportSource(path: folder.url.appending("one").path)
        let outcome = try await run(source, into: empty)
        let undone = try empty.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(undone.keptCount, 0)
        XCTAssertEqual(try empty.allSeries().map(\.title), [])
        XCTAssertEqual(try empty.favorites(), [])
        try empty.undo(undone.undo)
        XCTAssertFalse(try empty.allSeries().isEmpty)
    }

    /// Also by its index, and by the list of its files.
    func testFolderIsChosenByItsFiles() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeRandomLibrary(2)
        try await export(library, to: folder.url)
        for name in [ExportManifest.indexName, ExportManifest.name] {
            let source = try ImportSource(path: folder.url.appending(name).path)
            let empty = try makeLibrary()
            try await run(source, into: empty)
            assertSame(try LibraryTables.lines(empty), try LibraryTables.lines(library), name)
        }
    }

    func testPagesWithVeryManyNotesAreSeveralFiles() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let book = try makeBook(in: library)
        let text = String(repeating: "Salt and sand. ", count: 7_000)
        for number in 0..<30 { try library.addNote("\(number) \(text)", on: .book(book)) }
        try await export(library, to: folder.url)
        let names = try FileManager.default
            .contentsOfDirectory(atPath: folder.url.appending("Sea").path).sorted()
        XCTAssertEqual(
            names,
            ["Sea.md", "The Salt Road (2).md", "The Salt Road (3).md", "The Salt Road.md"]
        )
        let empty = try makeLibrary()
        let source = try ImportSource(path: folder.url.path)
        let outcome = try await run(source, into: empty)
        XCTAssertEqual(outcome.report.problems, [])
        assertSame(try LibraryTables.lines(empty), try LibraryTables.lines(library), "pages")
    }

    // MARK: A bundled series

    /// What the reader changed of it comes to a library that has the series already.
    func testChangesOfABundledSeriesComeBack() async throws {
        let folder = try TemporaryDirectory()
        let (library, other) = (try makeLibrary(), try makeLibrary())
        for library in [library, other] { try library.importSeries(from: SourceTree.seriesFile) }
        let before = try LibraryTables.lines(other)
        let id = try XCTUnwrap(try library.allSeries().first).id
        let series = try XCTUnwrap(try library.series(id))
        var book = series.books[0]
        book.tagline = "Mine"
        book.rating = 7
        book.shelves = ["Summer"]
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
        book.coverID = try library.addPicture(
            StoredPicture(data: Data(png), type: "image/png", width: 2, height: 3)
        )
        try library.save(book)
        var character = series.allCharacters[0]
        character.name += " the Hawk"
        character.aliases = ["Aga"]
        try library.save(character)
        try library.setFavorite(character.id, true)
        try library.setReadUpTo(ReadingPosition(bookID: book.id), in: id)
        try library.addNote("A note", on: .character(character.id))
        let gone = series.allCharacters[2].id
        try library.delete(.character(gone))
        try await export(library, to: folder.url)
        let outcome = try await run(try ImportSource(path: folder.url.path), into: other)
        XCTAssertEqual(outcome.report.problems, [])
        assertSame(try LibraryTables.lines(other), try LibraryTables.lines(library), "bundled")
        let again = try await run(try ImportSource(path: folder.url.path), into: other)
        XCTAssertNil(again.batch)
        XCTAssertEqual(again.report.problems, [])
        try other.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(
            try other.series(id)?.allCharacters.map(\.id),
            series.allCharacters.map(\.id)
        )
        let lines = try LibraryTables.lines(other).filter { !$0.hasPrefix("picture") }
        assertSame(lines, before, "undone")
    }

    // MARK: Edited pages

    private func makeBook(in library: Library) throws -> UUID {
        let (seriesID, bookID) = (UUID(), UUID())
        try library.saveSeries(seriesID, title: "Sea")
        try library.save(
            Book(id: bookID, seriesID: seriesID, title: "The Salt Road", position: 0)
        )
        return bookID
    }

    private func change(_ id: UUID, to text: String, in library: Library) throws {
        clock.advance(by: 60)
        let note = try XCTUnwrap(try library.note(id))
        _ = try library.saveEdit(
            of: id,
            text: text,
            base: note.text,
            on: note.subject,
            newID: UUID()
        )
    }

    private func edit(_ url: URL, _ old: String, _ new: String) throws {
        let text = try String(contentsOf: url, encoding: .utf8)
        XCTAssertTrue(text.contains(old), text)
        try text.replacing(old, with: new).write(to: url, atomically: true, encoding: .utf8)
    }

    func testEditedNoteIsTakenUnlessItChangedHereToo() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let book = try makeBook(in: library)
        let one = try library.addNote("The gate is closed", on: .book(book)).id
        let other = try library.addNote("Petra waits", on: .book(book)).id
        // Earlier versions don't make a note contested.
        try change(other, to: "Petra waits there", in: library)
        try await export(library, to: folder.url)
        try change(one, to: "The gate was closed", in: library)
        let page = folder.url.appending("Sea/The Salt Road.md")
        try edit(page, "The gate is closed", "The gate is open")
        try edit(page, "Petra waits there", "Petra waits at the gate")
        let source = try ImportSource(path: folder.url.path)
        let outcome = try await run(source, into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 2])
        XCTAssertEqual(
            Set(try library.notes(on: .book(book)).map(\.text)),
            ["The gate was closed", "The gate is open", "Petra waits at the gate"]
        )
        let again = try await run(source, into: library)
        XCTAssertNil(again.batch)
        XCTAssertEqual(again.report.changed, [:])
        try library.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(
            Set(try library.notes(on: .book(book)).map(\.text)),
            ["The gate was closed", "Petra waits there"]
        )
        let empty = try makeLibrary()
        try await run(source, into: empty)
        XCTAssertEqual(
            Set(try empty.notes(on: .book(book)).map(\.text)),
            ["The gate is open", "Petra waits at the gate"]
        )
    }

    /// One line for each page, as long as it differs from the library.
    func testChangedDetailsOfAPageAreNamed() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let id = try makeBook(in: library)
        let book = try XCTUnwrap(
            try library.allSeries().compactMap { try library.series($0.id) }
                .flatMap(\.books).first
        )
        let one = Chapter(id: UUID(), bookID: id, name: "Act One", position: 0)
        let character = HawkNotesModel.Character(
            id: UUID(),
            seriesID: book.seriesID,
            name: "Agatha",
            position: 0
        )
        try library.save(one)
        try library.save(character)
        try await export(library, to: folder.url)
        let source = try ImportSource(path: folder.url.path)
        let same = try await run(source, into: library)
        XCTAssertEqual(same.report.problems, [])
        let page = folder.url.appending("Sea/The Salt Road.md")
        try edit(page, "title: \"The Salt Road\"", "title: \"The Salt Way\"")
        try edit(page, "chapters: [\"Act One\"]", "chapters: [\"Act 1\"]")
        try edit(
            folder.url.appending("Sea/Characters/Agatha.md"),
            "name: ",
            "tagline: \"A hawk\"\nname: "
        )
        try edit(folder.url.appending("Sea/Sea.md"), "title: ", "author: \"Noor Vale\"\ntitle: ")
        let changed = try await run(source, into: library)
        XCTAssertEqual(
            Set(changed.report.problems),
            Set(
                ["Sea/The Salt Road.md", "Sea/Characters/Agatha.md", "Sea/Sea.md"].map {
                    ImportProblem(.keptDetails, file: $0)
                }
            )
        )
        XCTAssertEqual(changed.report.problems.count, 3)
        XCTAssertNil(changed.batch)
        // With the values of the page nothing is left out.
        var other = book
        other.title = "The Salt Way"
        try library.save(other)
        var chapter = one
        chapter.name = "Act 1"
        try library.save(chapter)
        let again = try await run(source, into: library)
        XCTAssertEqual(again.report.problems.count, 2)
    }

    func testWhatIsNotReadIsNamed() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let book = try makeBook(in: library)
        let note = try library.addNote("The gate is closed", on: .book(book))
        try library.addNote("Petra waits", on: .book(book))
        try await export(library, to: folder.url)
        let page = folder.url.appending("Sea/The Salt Road.md")
        try edit(page, "## Notes", "## Notes\n\nA line beside the notes")
        try edit(page, "\"id\":\"\(note.id)\"", "\"id\":\"?\"")
        try FileManager.default.removeItem(at: folder.url.appending("Sea/Sea.md"))
        let list = folder.url.appending(ExportManifest.name)
        let digest = String(repeating: "0", count: 64)
        try edit(list, "Library.md\n", "Library.md\n\(digest)  ../../passwd\n")
        let empty = try makeLibrary()
        let outcome = try await run(try ImportSource(path: folder.url.path), into: empty)
        let file = "Sea/The Salt Road.md"
        XCTAssertEqual(
            Set(outcome.report.problems),
            [
                ImportProblem(.missingFile("Sea/Sea.md"), file: ExportManifest.name),
                ImportProblem(.unsafePath("../../passwd"), file: ExportManifest.name),
                ImportProblem(.leftOut(.besideNotes, count: 1, example: file), file: file),
                ImportProblem(.damaged, file: file),
            ]
        )
        XCTAssertEqual(
            Set(try empty.allNotes().map(\.text)),
            ["The gate is closed", "Petra waits"]
        )
    }

    // MARK: Comparing

    private func files(_ folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map { path in
            let data = FileManager.default.contents(atPath: folder.appending(path).path)
            return "\(path) \(data.map { LibraryFolder.digest(of: $0) } ?? "folder")"
        }
    }

    private func assertSame(_ found: [String], _ expected: [String], _ place: String) {
        guard found != expected else { return }
        let difference = found.difference(from: expected)
        XCTFail("\(place): \(difference.prefix(4))")
    }
}

extension URL {
    fileprivate func appending(_ path: String) -> URL { appendingPathComponent(path) }
}
