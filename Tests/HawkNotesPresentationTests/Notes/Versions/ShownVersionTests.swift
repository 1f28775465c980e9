import XCTest

@testable import HawkNotesPresentation

/// Of a version that is not looked at only what differs is shown, of a long one not all.
final class ShownVersionTests: XCTestCase {
    private func brief(_ text: String, next: String) -> [WordDifference.Part] {
        ShownVersion(text, next: next).brief
    }

    func testWhatIsFarFromADifferenceIsLeftOut() {
        let long = String(repeating: "word ", count: 100)
        let twelve = String(repeating: "word ", count: 12)
        XCTAssertEqual(
            brief(long + "old " + long + "end", next: long + "new " + long + "ending"),
            [
                .common("…" + twelve), .removed("new"), .inserted("old"),
                .common(" " + twelve.dropLast() + "…" + twelve),
                .removed("ending"), .inserted("end"),
            ]
        )
        XCTAssertEqual(
            brief("short old", next: "short new"),
            [.common("short "), .removed("new"), .inserted("old")]
        )
    }

    func testALongTextIsCutAndSaysSo() {
        let text = String(repeating: "é", count: NoteExcerpt.unfoldedLimit + 1)
        let cut = ShownVersion(text, next: nil)
        XCTAssertTrue(cut.isCut)
        XCTAssertEqual(cut.text.count, NoteExcerpt.unfoldedLimit + 1)
        XCTAssertTrue(cut.text.hasSuffix("é…"))
        XCTAssertLessThan(cut.brief.map(\.text).joined().count, 1100)
        let whole = ShownVersion(String(text.dropLast()), next: nil)
        XCTAssertFalse(whole.isCut)
        XCTAssertFalse(whole.text.hasSuffix("…"))
    }
}
