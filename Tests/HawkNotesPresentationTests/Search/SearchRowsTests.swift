import Foundation
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation

/// Results as rows, with the days above them.
final class SearchRowsTests: XCTestCase {
    /// Noon, so that the day is the same in every zone but a few.
    private static let noon = Date(timeIntervalSince1970: 1_700_049_600)

    private static func hit(_ days: Int, isUndated: Bool = false) -> SearchHit {
        var note = Note(
            id: UUID(),
            subject: .book(UUID()),
            text: "Note",
            createdAt: noon - Double(days) * 86_400,
            modifiedAt: noon,
            sequence: 1
        )
        note.isUndated = isUndated
        return SearchHit(.note(note), title: "Book", seriesID: UUID(), seriesTitle: "Series")
    }

    @MainActor
    func testEachDayHasAHeadingAboveItsFirstNote() async {
        let hits = [0, 0, 1, 400].map { Self.hit($0) } + [Self.hit(500, isUndated: true)]
        let rows = SearchRows(hits, isByDay: true)
        XCTAssertEqual(rows.rows.count, 9)
        XCTAssertEqual(rows.runs, [1..<3, 4..<5, 6..<7, 8..<9])
        XCTAssertEqual(hits.indices.map(rows.row(ofHit:)), [1, 2, 4, 6, 8])
        XCTAssertEqual(
            [0, 3, 7].map { rows.heading(at: $0, now: Self.noon) },
            ["Today", "Yesterday", "No date"]
        )
        let results = (0..<9).filter { rows.hit(at: $0) != nil }
        XCTAssertEqual(results, [1, 2, 4, 6, 8])
        XCTAssertEqual(results.filter(rows.isFirst), [1, 4, 6, 8])
        XCTAssertEqual(results.filter(rows.isLast), [2, 4, 6, 8])
        for row in 0..<9 { XCTAssertEqual(rows.row(of: rows.rows[row].element), row) }
    }

    /// Imported notes without a date may stand between others of one day.
    @MainActor
    func testADayThatComesTwiceHasTwoHeadings() async {
        let rows = SearchRows(
            [Self.hit(0), Self.hit(0, isUndated: true), Self.hit(0)],
            isByDay: true
        )
        XCTAssertEqual(rows.rows.count, 6)
        XCTAssertEqual(Set(rows.rows).count, 6)
    }

    @MainActor
    func testWithWordsThereAreNoHeadings() async {
        let rows = SearchRows([Self.hit(0), Self.hit(1)])
        XCTAssertEqual(rows.runs, [0..<2])
        XCTAssertEqual(SearchRows().runs, [])
    }
}
