import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// Several sources of one book, and what the reader makes of what was imported.
final class JoiningTests: ExchangeTestCase {
    private static let goodreads = #"""
        Book Id,Title,Author,Additional Authors,ISBN,ISBN13,Original Publication Year
        1,"Gideon the Ninth (The Locked Tomb, #1)",Tamsyn Muir,,"=""1250313198""",,2019
        2,"Harrow the Ninth (The Locked Tomb, #2)",Tamsyn Muir,,,,2020

        """#

    private static func clipping(_ title: String, _ text: String, _ day: Int = 1) -> String {
        """
        \(title)
        - Your Highlight on page 12 | location 100-101 | Added on \(day) December 2024 14:46:33

        \(text)
        ==========

        """
    }

    private func fixture(_ path: String) throws -> ImportSource {
        try ImportSource(
            path: SourceTree.root
                .appendingPathComponent("Tests/HawkNotesFormatsTests/Fixtures/\(path)").path
        )
    }

    func testATableBringsTheSeriesInTheOrderOfItsNumbers() async throws {
        let library = try makeLibrary()
        let lines = Self.goodreads.split(separator: "\n").map(String.init)
        let turned = [lines[0], lines[2], lines[1]].joined(separator: "\n") + "\n"
        try await run(Self.source("goodreads.csv", turned), into: library, as: .goodreads)
        let summary = try XCTUnwrap(try library.allSeries().first)
        let series = try XCTUnwrap(try library.series(summary.id))
        XCTAssertEqual(series.title, "The Locked Tomb")
        XCTAssertEqual(series.books.map(\.title), ["Gideon the Ninth", "Harrow the Ninth"])
        XCTAssertEqual(series.books.map(\.number), ["1", "2"])
        XCTAssertEqual(series.books.map(\.position), [0, 1])
        XCTAssertEqual(series.books[0].published, PublicationDate(year: 2019))
    }

    func testHighlightsJoinTheBookOfATable() async throws {
        let library = try makeLibrary()
        try await run(Self.source("goodreads.csv", Self.goodreads), into: library, as: .goodreads)
        let clippings = Self.clipping("GIDEON THE NINTH (Muir, Tamsyn)", "One flesh, one end.")
        let outcome = try await run(
            Self.source("My Clippings.txt", clippings),
            into: library,
            as: .kindleClippings
        )
        XCTAssertEqual(outcome.report.joined, [.book: 1])
        XCTAssertEqual(try library.allSeries().count, 1)
        // The other way round: the table is read again, and after the clippings.
        let other = try makeLibrary()
        try await run(
            Self.source("My Clippings.txt", clippings),
            into: other,
            as: .kindleClippings
        )
        let table = try await run(
            Self.source("goodreads.csv", Self.goodreads),
            into: other,
            as: .goodreads
        )
        XCTAssertEqual(table.report.joined[.book], 1)
        XCTAssertEqual(table.report.new[.book], 1)
    }

    func testTheSameTitleByAnotherAuthorIsAnotherBook() async throws {
        let library = try makeLibrary()
        for author in ["Muir, Tamsyn", "Somebody, Else"] {
            let text = Self.clipping("Gideon the Ninth (\(author))", "Words by \(author)")
            try await run(Self.source("c.txt", text), into: library, as: .kindleClippings)
        }
        XCTAssertEqual(try library.allSeries().count, 2)
    }

    func testABookOfACalibreFolderComesWithItsCover() async throws {
        let library = try makeLibrary()
        let source = try fixture("calibre-folder/library")
        let outcome = try await run(source, into: library, as: .calibreLibrary)
        XCTAssertGreaterThan(outcome.report.new[.picture] ?? 0, 0)
        let books = try library.allSeries().compactMap { try library.series($0.id)?.books }
            .joined()
        let covers = try books.compactMap(\.coverID).compactMap { try library.picture($0) }
        XCTAssertEqual(covers.count, outcome.report.new[.picture])
        let again = try await run(source, into: library, as: .calibreLibrary)
        XCTAssertNil(again.batch)
    }

    func testChaptersOfAnEPUBGoToTheReadersBookThatHasNone() async throws {
        let source = try fixture("epub/epub-3.epub")
        let first = try makeLibrary()
        let outcome = try await run(source, into: first)
        let count = try XCTUnwrap(outcome.report.new[.chapter])
        let made = try first.series()

        let library = try makeLibrary()
        let seriesID = UUID()
        try library.saveSeries(seriesID, title: "Mine")
        let book = Book(
            id: UUID(),
            seriesID: seriesID,
            title: "Called otherwise",
            isbn10: made.books[0].isbn10,
            position: 0
        )
        let own = made.books[0].isbn10 == nil ? made.books[0].title : book.title
        var mine = book
        mine.title = own
        try library.save(mine)
        try await run(source, into: library)
        XCTAssertEqual(try library.series(seriesID)?.chapters.count, count)

        // One that has chapters keeps its own.
        let other = try makeLibrary()
        try other.saveSeries(seriesID, title: "Mine")
        try other.save(mine)
        try other.save(Chapter(id: UUID(), bookID: mine.id, name: "My own", position: 0))
        try await run(source, into: other)
        XCTAssertEqual(try other.series(seriesID)?.chapters.map(\.name), ["My own"])
    }

    func testWikilinksBecomeMentionsWhereANameOrAliasMatches() async throws {
        let library = try makeLibrary()
        let seriesID = UUID()
        try library.saveSeries(seriesID, title: "Gideon the Ninth")
        try library.save(
            Book(id: UUID(), seriesID: seriesID, title: "Gideon the Ninth", position: 0)
        )
        let character = Character(
            id: UUID(),
            seriesID: seriesID,
            name: "Harrowhark Nonagesimus",
            position: 0,
            aliases: ["Harrow"]
        )
        try library.save(character)
        let text = """
            ---
            book: Gideon the Ninth
            tags: [bones]
            ---
            Who is [[harrow|she]]? And [[Nobody]], [[people/Harrowhark Nonagesimus#Life]]; [[ [[Harrow]].
            """
        try await run(Self.source("note.md", text), into: library)
        let note = try XCTUnwrap(try library.allNotes().first)
        let mentions = Mention.all(in: note.text)
        XCTAssertEqual(mentions.map(\.characterID), [character.id, character.id, character.id])
        XCTAssertEqual(mentions.map(\.name), ["she", "Harrowhark Nonagesimus", "Harrow"])
        XCTAssertTrue(note.text.contains("[[Nobody]]"))
        XCTAssertEqual(note.tags, ["bones"])
        XCTAssertFalse(note.text.contains("bones"))
        XCTAssertEqual(try library.mentionCount(of: character.id), 1)
    }

    func testWordsThatCameLaterThanTheHighlightAreItsNote() async throws {
        let library = try makeLibrary()
        func source(_ words: String) -> ImportSource {
            Self.source(
                "book.json",
                """
                {"title": "Gideon the Ninth", "author": "Tamsyn Muir", "created_on": 1, "entries": [{
                "page": 12, "time": 1735570000, "text": "One flesh", "drawer": "lighten",
                "color": "yellow" \(words)}]}
                """
            )
        }
        try await run(source(""), into: library, as: .koreaderJSON)
        XCTAssertEqual(
            try library.allNotes().map(\.quote),
            [Quote("One flesh", color: "yellow", style: "lighten")]
        )
        for _ in 1...2 {
            try await run(source(", \"note\": \"Oh\""), into: library, as: .koreaderJSON)
        }
        XCTAssertEqual(try library.allNotes().map(\.text), ["Oh"])
        XCTAssertEqual(try library.allNotes().map(\.quote?.text), ["One flesh"])
    }

    // MARK: - Afterwards

    private func importTwo(into library: Library) async throws -> ImportBatch {
        let text =
            Self.clipping("Gideon the Ninth (Muir, Tamsyn)", "First")
            + Self.clipping("Die Wand (Haushofer, Marlen)", "Second", 2)
        let outcome = try await run(
            Self.source("c.txt", text),
            into: library,
            as: .kindleClippings
        )
        return try XCTUnwrap(outcome.batch)
    }

    func testTakingAnImportBackKeepsWhatTheReaderHasChangedSince() async throws {
        let library = try makeLibrary()
        let batch = try await importTwo(into: library)
        let note = try XCTUnwrap(try library.allNotes().first { $0.quote?.text == "First" })
        clock.advance(by: 60)
        try library.updateNote(note.id, text: "My own words")
        let undo = try library.undoImport(batch.id).undo
        XCTAssertEqual(try library.allNotes().map(\.text), ["My own words"])
        let left = try library.allSeries().compactMap { try library.series($0.id) }
        XCTAssertEqual(left.flatMap(\.books).map(\.title), ["Gideon the Ninth"])
        XCTAssertTrue(try library.check().isEmpty)

        // What stayed is known, and what went comes again.
        let again = try await importTwo(into: library)
        XCTAssertEqual(again.itemCount, 3)
        XCTAssertEqual(try library.allNotes().count, 2)
        try library.undoImport(again.id)
        try library.undo(undo)
        XCTAssertEqual(try library.allNotes().count, 2)
        XCTAssertEqual(try library.allSeries().count, 2)
    }

    func testTakingAnImportBackKeepsWhatTheReaderHasPutThere() async throws {
        let library = try makeLibrary()
        let batch = try await importTwo(into: library)
        let series = try library.allSeries().compactMap { try library.series($0.id) }
        try library.addNote("mine", on: .book(series[0].books[0].id))
        var book = series[1].books[0]
        book.overview = "What I think of it"
        try library.save(book)
        try library.undoImport(batch.id)
        XCTAssertEqual(try library.allNotes().map(\.text), ["mine"])
        XCTAssertEqual(try library.allSeries().map(\.title), series.map(\.title))
    }

    func testWhatTheReaderHasDeletedStaysDeletedUntilSomethingNewBelongsToIt() async throws {
        let library = try makeLibrary()
        _ = try await importTwo(into: library)
        let series = try library.allSeries().map(\.id)
        try library.delete(.series(series[0]))
        let text = Self.clipping("Gideon the Ninth (Muir, Tamsyn)", "First")
        let source = Self.source("c.txt", text)
        let again = try await run(source, into: library, as: .kindleClippings)
        XCTAssertNil(again.batch)
        XCTAssertEqual(again.report.deleted, [.book: 1, .note: 1])
        XCTAssertEqual(try library.allSeries().count, 1)

        let more = text + Self.clipping("Gideon the Ninth (Muir, Tamsyn)", "Third", 3)
        let outcome = try await run(
            Self.source("c.txt", more),
            into: library,
            as: .kindleClippings
        )
        XCTAssertEqual(outcome.report.new, [.book: 1, .note: 1])
        XCTAssertEqual(try library.allSeries().count, 2)
        let shown = try library.allSeries().compactMap { try library.series($0.id) }
            .flatMap(\.books).flatMap { try library.notes(on: .book($0.id)) }
        XCTAssertEqual(Set(shown.map(\.quote?.text)), ["Second", "Third"])
    }

    func testNothingIsReadWhileOthersCannotSave() async throws {
        let folder = try TemporaryDirectory()
        let place = folder.url.appendingPathComponent("library")
        let original = SourceTree.root
            .appendingPathComponent("Tests/HawkNotesFormatsTests/Fixtures/calibre-folder/library")
        try FileManager.default.copyItem(at: original, to: place)
        let library = try makeLibrary()
        let outcome = try await imports(into: library).run(
            try ImportSource(path: place.path),
            as: .calibreLibrary
        ) { progress in
            // Of a folder nobody knows how much it is: this is the transaction.
            if progress.fraction != nil { try? FileManager.default.removeItem(at: place) }
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: place.path))
        let other = try makeLibrary()
        let untouched = try await imports(into: other)
            .run(try ImportSource(path: original.path), as: .calibreLibrary)
        XCTAssertEqual(outcome.report, untouched.report)
    }

    func testWhatIsTooMuchToBeKeptIsReadOnceMore() async throws {
        var reports: [LibraryImportReport] = []
        for limit in [0, 5_000, 48 << 20] {
            var imports = imports(into: try makeLibrary())
            imports.bufferLimit = limit
            let source = try fixture("calibre-folder/library")
            reports.append(try await imports.run(source, as: .calibreLibrary).report)
        }
        XCTAssertEqual(Set(reports).count, 1)
        XCTAssertGreaterThan(reports[0].new[.picture] ?? 0, 0)
    }

    func testACancelledImportLeavesNothing() async throws {
        let library = try makeLibrary()
        let text = (1...2_000).map { Self.clipping("A book (Author)", "Highlight \($0)") }.joined()
        let (imports, source) = (imports(into: library), Self.source("c.txt", text))
        let (progress, progressed) = AsyncStream.makeStream(of: LibraryImportProgress.self)
        let task = Task.detached {
            try await imports.run(source, as: .kindleClippings) { progressed.yield($0) }
        }
        // In the middle of it.
        for await _ in progress { break }
        task.cancel()
        do {
            _ = try await task.value
            XCTFail("it went on")
        } catch is CancellationError {
        }
        XCTAssertEqual(try library.allSeries(), [])
        XCTAssertEqual(try library.importBatches(), [])
    }
}
