import XCTest

@testable import HawkNotesFormats

final class BookTitleTests: XCTestCase {
    func testSeriesAndEditionInBrackets() {
        let edition = BookTitle(
            withAuthor: "The Long Way (The Roads Book 1) (German Edition) (Moreau, Lena)"
        )
        XCTAssertEqual(edition.title, "The Long Way (German Edition)")
        XCTAssertEqual(edition.series, "The Roads")
        XCTAssertEqual(edition.number, 1)
        XCTAssertEqual(edition.authors, ["Lena Moreau"])
        XCTAssertEqual(edition.plain, "The Long Way")
        // Neither is an author.
        XCTAssertEqual(BookTitle(withAuthor: "The Long Way (Kindle Edition)").authors, [])
        XCTAssertEqual(BookTitle(withAuthor: "The Long Way (The Roads, #2)").series, "The Roads")
    }

    func testSeveralBooksInOneHaveNoNumber() {
        let box = BookTitle("The Roads Boxed Set (The Roads, #1-3)")
        XCTAssertEqual(box.series, "The Roads")
        XCTAssertNil(box.number)
    }

    func testThePlainTitleHasNothingThatSellersAdd() {
        for (title, plain) in [
            ("The Long Way: A Novel", "The Long Way"), ("Das Licht - Roman", "Das Licht"),
            ("盐路（中文版）", "盐路"), ("The Long Way: Across the Salt", "The Long Way: Across the Salt"),
            ("A Novel", "A Novel"), ("(Kindle Edition)", "(Kindle Edition)"),
            ("The Long Way (Second Edition) (Kindle Edition)", "The Long Way"),
        ] {
            XCTAssertEqual(BookTitle(title).plain, plain)
        }
        XCTAssertEqual(BookTitle("The Long Way: Across the Salt").main, "The Long Way")
        XCTAssertNil(BookTitle("The Long Way: A Novel").main)
    }
}
