import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation

/// Every word that is shown of what a reader has noted of a book is found.
final class SearchWordingReaderTests: XCTestCase {
    private static func words(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init))
    }

    func testAllThatIsShownIsInTheIndex() throws {
        try onMainActor {
            let library = try Library.inMemory(environment: .patient)
            try library.importSeries(from: SourceTree.seriesFile)
            var book = try library.series().books[0]
            (book.isbn10, book.shelves, book.language, book.rating) = (nil, [], "pt-BR", 7)
            for status in ReadingStatus.allCases {
                for readings in [
                    [ReadingDates(startedOn: "2024-02-10")],
                    [
                        ReadingDates(startedOn: "2019-03", finishedOn: "2019-05-17"),
                        ReadingDates(finishedOn: "2021"),
                    ],
                ] {
                    book.readings = readings
                    let facts = SearchWording.Facts(
                        language: book.language,
                        status: status,
                        rating: book.rating,
                        readings: readings
                    )
                    let found = Self.words(
                        SearchWording.ofReader.indexed(facts).joined(separator: "\n")
                    )
                    let line = try XCTUnwrap(ReadersLine(book))
                    let shown = [line.text, line.spoken, ReadingText.name(of: status), "Rating"]
                    let missing = Self.words(shown.joined(separator: " ")).subtracting(found)
                    XCTAssertEqual(missing, [], "\(status)")
                }
            }
        }
    }

    func testTheWordsOfAnotherLanguageHaveAnotherName() throws {
        XCTAssertTrue(SearchWording.ofReader.name.contains("Portuguese (BR)"))
        XCTAssertTrue(SearchWording.ofReader.name.contains("December"))
        XCTAssertTrue(SearchWording.ofReader.name.contains("Finished"))
        // Another name at each start would have all books taken in once more.
        XCTAssertEqual(LanguageText.codes, LanguageText.codes.sorted())
    }
}
