import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation

@MainActor
final class MergeTextTests: XCTestCase {
    private let sentence = "Notes that earlier versions deleted permanently may be restored."

    func testAPreviewSaysWhatMayBeRestoredByMistake() async throws {
        let library = try Library.inMemory(environment: .patient)
        let merge = LibraryMerge(of: try Library.inMemory().store.writer, name: "other")
        let preview = try merge.preview(into: library)
        for mayRestoreDeleted in [true, false] {
            let other = MergePreview(
                contents: preview.contents,
                isCopy: true,
                report: preview.report,
                mayRestoreDeleted: mayRestoreDeleted,
                restorableCount: 0,
                pairs: [],
                contentCount: 0
            )
            let lines = MergeText.preview(other, "other").components(separatedBy: "\n")
            XCTAssertEqual(lines.first, "“other” is a copy of your library.")
            XCTAssertEqual(lines.contains(sentence), mayRestoreDeleted)
        }
    }
}
