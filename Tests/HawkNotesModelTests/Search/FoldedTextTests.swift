import HawkNotesModel
import XCTest

final class FoldedTextTests: XCTestCase {
    func testNeitherCaseNorAccentsNorWidthCount() {
        for name in ["Éowyn", "éowyn", "E\u{301}OWYN", "ＥＯＷＹＮ"] {
            XCTAssertEqual(name.folded, "eowyn", name)
        }
        XCTAssertEqual("Straße".folded, "STRASSE".folded)
        XCTAssertEqual("Title".prefix(3).folded, "tit")
    }
}
