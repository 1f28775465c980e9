import XCTest

@testable import HawkNotesPresentation

final class NoteExcerptTests: XCTestCase {
    func testAFoldedNoteHasAsManyLinesAsItMayAndNoneMore() {
        let fits = Array(repeating: "line", count: NoteExcerpt.foldedLines).joined(separator: "\n")
        XCTAssertEqual(NoteExcerpt(fits).text, fits)
        XCTAssertFalse(NoteExcerpt(fits).isCut)
        XCTAssertTrue(NoteExcerpt(fits + "\nmore").isCut)
        XCTAssertFalse(NoteExcerpt(fits + "\nmore", isUnfolded: true).isCut)
    }
}
