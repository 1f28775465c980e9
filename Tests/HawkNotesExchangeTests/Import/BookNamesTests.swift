import Foundation
import HawkNotesFormats
import HawkNotesModel
import XCTest

@testable import HawkNotesExchange

/// One book under several names, and several books under one.
final class BookNamesTests: ExchangeTestCase {
    private static let columns =
        "Book Id,Title,Author,Additional Authors,ISBN13,Original Publication Year,My Review"

    private func table(_ rows: String...) -> ImportSource {
        Self.source("books.csv", ([Self.columns] + rows).joined(separator: "\n") + "\n")
    }

    private func clippings(_ titles: String...) -> ImportSource {
        let text = titles.map { title in
            """
            \(title)
            - Your Highlight on page 12 | location 170-172 | Added on Monday, 3 March 2025 20:00:00

            Words of \(title)
            ==========

            """
        }
        return Self.source("My Clippings.txt", text.joined())
    }

    private func books(in library: Library) throws -> [Book] {
        try library.allSeries().compactMap { try library.series($0.id) }.flatMap(\.books)
    }

    /// How many books there are when the one comes first, and when the other does.
    private func counts(
        _ row: String,
        _ title: String
    ) async throws -> [Int] {
        var counts: [Int] = []
        for isTableFirst in [true, false] {
            let library = try makeLibrary()
            if isTableFirst { try await run(table(row), into: library, as: .goodreads) }
            try await run(clippings(title), into: library, as: .kindleClippings)
            if !isTableFirst { try await run(table(row), into: library, as: .goodreads) }
            let count = try books(in: library).count
            counts.append(count)
            // Whatever has been joined, the same again adds nothing.
            try await run(table(row), into: library, as: .goodreads)
            try await run(clippings(title), into: library, as: .kindleClippings)
            XCTAssertEqual(try books(in: library).count, count)
        }
        return counts
    }

    func testTheSameBookUnderTwoNames() async throws {
        for (row, title) in [
            (
                #"1,"The Long Way (The Roads, #1)",Lena Moreau,,,2019,"#,
                "The Long Way: A Novel (The Roads Book 1) (Moreau, Lena)"
            ),
            ("1,Das Licht,Petra Holm,,,2020,", "Das Licht (German Edition) (Holm, Petra)"),
            (
                #"1,"Das Licht (Die Lampen, #2)",Petra Holm,,,2020,"#,
                "Das Licht (Die Lampen Book 2) (German Edition) (Holm, Petra)"
            ),
            ("1,The Long Way,Lena Moreau,,,2019,", "The Long Way: Across the Salt (Moreau, Lena)"),
            ("1,The Long Way: Across the Salt,Lena Moreau,,,2019,", "The Long Way (Moreau, Lena)"),
            ("1,The Long Way,Lena Moreau,,,2019,", "THE LONG WAY! (Moreau, Lena)"),
            ("1,The Long Way,Lena Moreau,,,2019,", "The Long Way (Unknown)"),
            ("1,The Long Way,Unknown,,,2019,", "The Long Way (Moreau, Lena)"),
        ] {
            let found = try await counts(row, title)
            XCTAssertEqual(found, [1, 1], title)
        }
    }

    func testTwoBooksUnderOneName() async throws {
        for (row, title) in [
            ("1,The Long Way,Ada Quill,,,2019,", "The Long Way (Moreau, Lena)"),
            ("1,The Long Way,Ada Quill,,,2019,", "The Long Way: A Novel (Moreau, Lena)"),
            (
                #"1,"The Long Way (The Roads, #1)",Lena Moreau,,,2019,"#,
                "The Long Way (The Roads Book 2) (Moreau, Lena)"
            ),
            (
                "1,The Long Way: There,Lena Moreau,,,2019,",
                "The Long Way: And Back (Moreau, Lena)"
            ),
            ("1,The Long Way: There,Lena Moreau,,,2019,", "The Long Way (Unknown)"),
            (
                "1,\"The Long Way, Vol. 1\",Lena Moreau,,,2019,",
                "The Long Way, Vol. 2 (Moreau, Lena)"
            ),
        ] {
            let found = try await counts(row, title)
            XCTAssertEqual(found, [2, 2], title)
        }
    }

    func testTwoSubtitlesInOneSourceAreTwoBooks() async throws {
        let library = try makeLibrary()
        let source = table(
            "1,The Long Way,Lena Moreau,,,2019,",
            "2,The Long Way: And Back,Lena Moreau,,,2021,"
        )
        try await run(source, into: library, as: .goodreads)
        XCTAssertEqual(try books(in: library).count, 2)
        // A book without a subtitle is one of several.
        let other = try makeLibrary()
        try await run(table("1,The Long Way,Lena Moreau,,,2019,"), into: other, as: .goodreads)
        try await run(
            clippings("The Long Way: There (Moreau, Lena)", "The Long Way: Back (Moreau, Lena)"),
            into: other,
            as: .kindleClippings
        )
        XCTAssertEqual(try books(in: other).count, 2)
    }

    // MARK: - Twice in one source

    func testTwoEditionsInOneTableAreOneBookAndNoneWasKnown() async throws {
        let library = try makeLibrary()
        let source = table(
            "1,The Long Way,Lena Moreau,,,2019,",
            #"2,The Long Way,Lena Moreau,,"=""9780306406157""",2019,Better on paper."#,
            "3,The Reed,Lena Moreau,,,2021,"
        )
        let outcome = try await run(source, into: library, as: .goodreads)
        XCTAssertEqual(outcome.report.new, [.book: 2, .note: 1])
        XCTAssertEqual(outcome.report.repeated, [.book: 1])
        XCTAssertEqual(outcome.report.knownCount, 0)
        let book = try XCTUnwrap(try books(in: library).first { $0.title == "The Long Way" })
        XCTAssertEqual(book.isbn10, "9780306406157")
        XCTAssertEqual(try library.notes(on: .book(book.id)).map(\.text), ["Better on paper."])
        let preview = try await imports(into: try makeLibrary()).preview(source, as: .goodreads)
        XCTAssertEqual(preview.knownBooks, [])
        XCTAssertEqual(outcome.newBooks.map(\.title), ["The Long Way", "The Reed"])
        XCTAssertEqual(outcome.newBooks.map(\.authors), [["Lena Moreau"], ["Lena Moreau"]])

        // Read again, two books are known, and not three.
        let again = try await run(source, into: library, as: .goodreads)
        XCTAssertNil(again.batch)
        XCTAssertEqual(again.report.known, [.book: 2, .note: 1])
        XCTAssertEqual(again.report.repeated, [.book: 1])
        let known = try await imports(into: library).preview(source, as: .goodreads).knownBooks
        XCTAssertEqual(known.map(\.title), ["The Long Way", "The Reed"])
    }

    func testANoteThatStandsTwiceInOneFileIsOne() async throws {
        let library = try makeLibrary()
        let table = """
            Highlight,Book Title,Book Author,Location,Highlighted at
            One,A Book,An Author,12,2024-12-30
            One,A Book,An Author,12,2024-12-30

            """
        let source = Self.source("highlights.csv", table)
        let outcome = try await run(source, into: library, as: .readwise)
        XCTAssertEqual(outcome.report.new[.note], 1)
        XCTAssertEqual(outcome.report.repeated, [.note: 1])
        XCTAssertEqual(outcome.report.knownCount, 0)
    }

    func testAReportOfAnEarlierVersionIsRead() throws {
        let text = """
            {"deleted":[],"joined":["book",1],"known":["note",2],"new":["book",3],\
            "problemCount":1,"problems":[{"line":3,"reason":{"shorterCopy":{}}}]}
            """
        let report = try JSONDecoder().decode(LibraryImportReport.self, from: Data(text.utf8))
        XCTAssertEqual(report.known, [.note: 2])
        XCTAssertEqual(report.repeated, [:])
        XCTAssertEqual(report.problems.map(\.reason), [.shorterCopy])
    }
}
