import DisplayTestSupport
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI
@testable import Phrases

/// What the page of a book shows of what its reader says of it.
final class ReadersLineTests: DisplayTestCase {
    func testItSaysWhatIsKnown() throws {
        try withProgram { program in
            var book = program.series.books[0]
            (book.isbn10, book.language) = (nil, nil)
            let lines: [(String?, String?)] = [
                try Self.line(&book) { $0.readingStatus = .toRead },
                try Self.line(&book) { $0.rating = 7 },
                try Self.line(&book) { $0.readings = [ReadingDates(startedOn: "2024-02-10")] },
                try Self.line(&book) { $0.readings = [ReadingDates(finishedOn: "2019-05")] },
                try Self.line(&book) {
                    $0.readings.append(ReadingDates(finishedOn: "2024-03-05"))
                    $0.shelves = ["sea", "salt"]
                },
                try Self.line(&book) {
                    $0.readings = []
                    $0.language = "pt-BR"
                    $0.isbn10 = "9780306406157"
                },
            ]
            XCTAssertEqual(
                lines.map(\.0),
                [
                    nil, "★★★½", "Started February 10, 2024 · ★★★½", "Read May 2019 · ★★★½",
                    "Read March 5, 2024 · read 2 times · ★★★½ · sea, salt",
                    "★★★½ · sea, salt · Portuguese (BR) · ISBN\u{a0}9780306406157",
                ]
            )
            XCTAssertEqual(lines[1].1, "3½ of 5 stars")
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

    func testThePageShowsItAndTheStatusOnce() throws {
        try withProgram { program in
            var book = program.series.books[0]
            (book.isbn10, book.language) = (nil, nil)
            book.readingStatus = .finished
            book.rating = 8
            try program.library.save(book)
            let page = program.openWindow().tabController.page
            XCTAssertTrue(MainLoop.run { page.root.shows("★★★★") })
            XCTAssertEqual(page.root.texts.filter { $0.contains("Finished") }, ["Finished"])
        }
    }

    @MainActor
    func testDatesMayBeMonthsOrYears() async {
        XCTAssertEqual(DateText.partial("2019", as: .monthFirst), "2019")
        XCTAssertEqual(DateText.partial("2019-05", as: .monthFirst), "May 2019")
        XCTAssertEqual(DateText.partial("2019-05-07", as: .monthFirst), "May 7, 2019")
        XCTAssertNil(DateText.partial("2019-13", as: .monthFirst))
    }

    /// What a field shows of a date is read again as the same date.
    @MainActor
    func testDatesInFiguresAreReadAgain() async {
        for (format, day, month) in [
            ("%m/%d/%Y", "05/17/2019", "05/2019"), ("%d.%m.%Y", "17.05.2019", "05.2019"),
            ("%-d-%-m-%Y", "17-05-2019", "05-2019"), ("%Y/%m/%d", "2019/05/17", "2019/05"),
            ("%m.%d.%Y", "2019-05-17", "2019-05"), ("", "2019-05-17", "2019-05"),
        ] {
            let formats = LocaleFormats(date: format, time: "%T", twelveHours: "")
            let dates = SearchDates(monthComesFirst: formats.dateOrder == .monthFirst)
            for (iso, figures) in [("2019-05-17", day), ("2019-05", month), ("2019", "2019")] {
                XCTAssertEqual(DateText.figures(iso, as: formats), figures, format)
                XCTAssertEqual(dates.iso(figures), iso, format)
            }
            XCTAssertEqual(DateText.figures("no date", as: formats), "no date")
        }
    }

    @MainActor
    func testALanguageThatHasNoNameIsItsCode() async {
        XCTAssertEqual(LanguageText.name(of: "de"), "German")
        XCTAssertEqual(LanguageText.name(of: "tlh"), "tlh")
        let choices = LanguageText.choices(including: "tlh")
        XCTAssertTrue(choices.contains { $0.id == "tlh" })
        let titles = choices.map { $0.title.lowercased() }
        XCTAssertEqual(titles, titles.sorted())
        XCTAssertEqual(LanguageText.choices(including: nil).count, choices.count - 1)
    }
}
