import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// A library that is exported as a folder, and imported again.
final class LibraryRoundTripTests: ExportedLibraryTestCase {
    func testEveryTableAndEveryFileComesBackWithoutADifference() async throws {
        for seed in seeds(few: 50, more: 200, all: 2_000) {
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

    private func makeBundledLibrary() throws -> (Library, seriesID: UUID) {
        let library = try makeLibrary()
        try library.importSeries(from: SourceTree.seriesFile)
        return (library, try XCTUnwrap(try library.allSeries().first).id)
    }

    func testADeletedBundledSeriesStaysDeleted() async throws {
        let folder = try TemporaryDirectory()
        let (library, id) = try makeBundledLibrary()
        try library.saveSeries(UUID(), title: "Sea")
        try library.delete(.series(id))
        try await export(library, to: folder.url)
        let source = try ImportSource(path: folder.url.path)
        let (other, _) = try makeBundledLibrary()
        let preview = try await imports(into: other).preview(source)
        XCTAssertEqual(preview.report.changed, [.series: 1])
        let outcome = try await run(source, into: other)
        XCTAssertEqual(outcome.report.changed, [.series: 1])
        XCTAssertEqual(outcome.report.problems, [])
        XCTAssertEqual(try other.allSeries().map(\.title), ["Sea"])
        assertSame(try LibraryTables.lines(other), try LibraryTables.lines(library), "deleted")
        let again = try await run(source, into: other)
        XCTAssertNil(again.batch)
        try other.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(try other.allSeries().map(\.id), [id])
    }

    func testABundledSeriesThatIsUsedHereStays() async throws {
        let folder = try TemporaryDirectory()
        let (library, id) = try makeBundledLibrary()
        try library.delete(.series(id))
        try await export(library, to: folder.url)
        let source = try ImportSource(path: folder.url.path)
        for use in 0..<5 {
            let (other, _) = try makeBundledLibrary()
            let series = try XCTUnwrap(try other.series(id))
            let (book, character) = (series.books[0], series.allCharacters[0])
            switch use {
            case 0: try other.addNote("A note", on: .book(book.id))
            case 1: try other.addNote("A note", on: .character(character.id))
            case 2: try other.setFavorite(character.id, true)
            case 3: try other.setReadUpTo(ReadingPosition(bookID: book.id), in: id)
            default:
                try other.save(Book(id: UUID(), seriesID: id, title: "Mine", position: 9))
            }
            let outcome = try await run(source, into: other)
            XCTAssertNil(outcome.batch)
            let problem = ImportProblem(.keptDetails, file: ExportManifest.indexName)
            XCTAssertEqual(outcome.report.problems, [problem], "use \(use)")
            XCTAssertEqual(try other.allSeries().map(\.id), [id], "use \(use)")
        }
    }

    // MARK: Names and pictures

    /// As after a merge: those with the same position are ordered by id.
    func testPartsWithTheSamePositionKeepTheirOrder() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let book = try makeBook(in: library)
        let series = try XCTUnwrap(try library.allSeries().first).id
        func id(_ number: UInt8) -> UUID {
            UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
        }
        // Added in the other order.
        for (number, name) in [(3, "Jaime"), (2, "Agatha"), (1, "Sigrid")] as [(UInt8, String)] {
            let character = HawkNotesModel.Character(
                id: id(number),
                seriesID: series,
                name: name,
                bookID: book,
                position: 0
            )
            try library.save(character)
        }
        for (number, title) in [(12, "Sand"), (11, "Wave")] as [(UInt8, String)] {
            try library.save(Book(id: id(number), seriesID: series, title: title, position: 0))
        }
        let before = try XCTUnwrap(try library.series(series))
        XCTAssertEqual(before.allCharacters.map(\.name), ["Sigrid", "Agatha", "Jaime"])
        try await export(library, to: folder.url)
        let empty = try makeLibrary()
        try await run(try ImportSource(path: folder.url.path), into: empty)
        let after = try XCTUnwrap(try empty.series(series))
        XCTAssertEqual(after.allCharacters, before.allCharacters)
        XCTAssertEqual(after.books, before.books)
    }

    func testNamesThatTheExportUsesItself() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let titles = [
            "Library.md", "library", "Pictures", ExportManifest.name, ".hawk-notes-export.part",
            ExportManifest.nameOfSources(1), "..", "/", "CON", "Characters",
        ]
        for title in titles {
            let id = UUID()
            try library.saveSeries(id, title: title)
            for name in [title, "Characters", "characters"] {
                try library.save(Book(id: UUID(), seriesID: id, title: name, position: 0))
            }
            let character = HawkNotesModel.Character(
                id: UUID(),
                seriesID: id,
                name: title,
                position: 0
            )
            try library.save(character)
        }
        try await export(library, to: folder.url)
        let empty = try makeLibrary()
        let outcome = try await run(try ImportSource(path: folder.url.path), into: empty)
        XCTAssertEqual(outcome.report.problems, [])
        assertSame(try LibraryTables.lines(empty), try LibraryTables.lines(library), "names")
    }

    func testAPictureOfSeveralBooksComesBackForEach() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let seriesID = UUID()
        try library.saveSeries(seriesID, title: "Sea")
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
        let picture = try library.addPicture(
            StoredPicture(data: Data(png), type: "image/png", width: 2, height: 3)
        )
        for position in 0..<2 {
            var book = Book(id: UUID(), seriesID: seriesID, title: "Sea", position: position)
            book.coverID = picture
            try library.save(book)
        }
        try await export(library, to: folder.url)
        let empty = try makeLibrary()
        try await run(try ImportSource(path: folder.url.path), into: empty)
        assertSame(try LibraryTables.lines(empty), try LibraryTables.lines(library), "pictures")
    }
}
