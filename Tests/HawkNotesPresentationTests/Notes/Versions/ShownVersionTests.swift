import XCTest

@testable import HawkNotesPresentation

/// Of a version that is not looked at only what differs is shown, of a long one not all.
final class ShownVersionTests: XCTestCase {
    private func brief(_ text: String, previous: String) -> [WordDifference.Part] {
        ShownVersion(text, previous: previous).brief
    }

    func testWhatIsFarFromADifferenceIsLeftOut() {
        let long = String(repeating: "word ", count: 100)
        let twelve = String(repeating: "word ", count: 12)
        XCTAssertEqual(
            brief(long + "old " + long + "end", previous: long + "new " + long + "ending"),
            [
                .common("…" + twelve), .removed("new"), .inserted("old"),
                .common(" " + twelve.dropLast() + "…" + twelve),
                .removed("ending"), .inserted("end"),
            ]
        )
        XCTAssertEqual(
            brief("short old", previous: "short new"),
            [.common("short "), .removed("new"), .inserted("old")]
        )
    }

    func testTheOldestVersionHasNothingButItsOwnWords() {
        let oldest = ShownVersion("one bird", previous: nil)
        XCTAssertEqual(oldest.whole, [.common("one bird")])
        XCTAssertEqual(oldest.brief, [.common("one bird")])
    }

    func testALongTextIsCutAndSaysSo() {
        let text = String(repeating: "é", count: NoteExcerpt.unfoldedLimit + 1)
        let cut = ShownVersion(text, previous: nil)
        XCTAssertTrue(cut.isCut)
        XCTAssertEqual(cut.text.count, NoteExcerpt.unfoldedLimit + 1)
        XCTAssertTrue(cut.text.hasSuffix("é…"))
        XCTAssertLessThan(cut.brief.map(\.text).joined().count, 1100)
        let whole = ShownVersion(String(text.dropLast()), previous: nil)
        XCTAssertFalse(whole.isCut)
        XCTAssertFalse(whole.text.hasSuffix("…"))
    }
}
