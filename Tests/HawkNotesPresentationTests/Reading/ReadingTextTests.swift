import HawkNotesModel
import XCTest

@testable import HawkNotesPresentation

/// What is said of when a book was read.
final class ReadingTextTests: XCTestCase {
    private func dates(_ readings: ReadingDates...) -> [String] { ReadingText.dates(readings) }

    func testTheLatestReadingIsSaidAndHowOftenThereWasOne() {
        let first = ReadingDates(startedOn: "1998", finishedOn: "1999")
        let second = ReadingDates(finishedOn: "2004")
        XCTAssertEqual(dates(first), ["Read 1999"])
        XCTAssertEqual(dates(second, first), ["Read 2004", "read 2 times"])
    }

    func testABookThatIsNotFinishedWasBegun() {
        XCTAssertEqual(dates(ReadingDates(startedOn: "2004")), ["Started 2004"])
        XCTAssertEqual(dates(ReadingDates()), [])
    }
}
