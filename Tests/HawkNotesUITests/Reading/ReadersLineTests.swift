import DisplayTestSupport
import HawkNotesModel
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// What the page of a book shows of what its reader says of it.
final class ReadersLineTests: DisplayTestCase {
    func testItSaysWhatIsKnown() throws {
        try withProgram { program in
            var book = program.series.books[0]
            let lines: [(String?, String?)] = [
                try Self.line(&book) { _ in },
                try Self.line(&book) { $0.readingStatus = .toRead },
                try Self.line(&book) { $0.rating = 7 },
                try Self.line(&book) { $0.readings = [ReadingDates(startedOn: "2024-02-10")] },
                try Self.line(&book) { $0.readingStatus = .reading },
                try Self.line(&book) { $0.readings = [ReadingDates(finishedOn: "2019-05")] },
                try Self.line(&book) {
                    $0.readingStatus = nil
                    $0.readings.append(ReadingDates(finishedOn: "2024-03-05"))
                    $0.shelves = ["sea", "salt"]
                },
            ]
            XCTAssertEqual(
                lines.map(\.0),
                [
                    nil, "To Read", "To Read · ★★★½", "To Read · ★★★½",
                    "Reading since February 10, 2024 · ★★★½", "Reading · ★★★½",
                    "Finished · March 5, 2024 · read 2 times · ★★★½ · sea, salt",
                ]
            )
            XCTAssertEqual(lines[2].1, "To Read · 3½ of 5 stars")
        }
    }

    @MainActor
    private static func line(
        _ book: inout Book,
        _ change: (inout Book) -> Void
    ) throws -> (String?, String?) {
        change(&book)
        let line = ReadersLine(book)
        return (line?.text, line?.spoken)
    }

    func testThePageShowsIt() throws {
        try withProgram { program in
            var book = program.series.books[0]
            book.readingStatus = .finished
            book.rating = 8
            try program.library.save(book)
            let page = program.openWindow().tabController.page
            XCTAssertTrue(MainLoop.run { page.root.shows("Finished · ★★★★") })
        }
    }

    @MainActor
    func testDatesMayBeMonthsOrYears() async {
        XCTAssertEqual(DateText.partial("2019", as: .monthFirst), "2019")
        XCTAssertEqual(DateText.partial("2019-05", as: .monthFirst), "May 2019")
        XCTAssertEqual(DateText.partial("2019-05-07", as: .monthFirst), "May 7, 2019")
        XCTAssertNil(DateText.partial("2019-13", as: .monthFirst))
    }
}
