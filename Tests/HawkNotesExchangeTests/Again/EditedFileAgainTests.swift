import Foundation
import HawkNotesFormats
import HawkNotesModel
import XCTest

@testable import HawkNotesExchange

/// What a file says has changed when it is imported again: words were added, a passage was made longer,
/// another begins elsewhere.
final class EditedFileAgainTests: ImportedAgainTestCase {
    func testEverythingIsThereOnceAsItReadsNow() async throws {
        try await eachLibrary { kept, library, name in
            if kept.wasKnownByContent {
                try await run(kept.source(.first), into: library, as: kept.format)
            }
            let edited = try await run(kept.source(.edited), into: library, as: kept.format)
            XCTAssertNil(edited.report.new[.book], name)
            XCTAssertEqual(edited.report.new[.note], kept.editedGrowth, name)
            XCTAssertEqual(edited.report.bothCount, 0, name)
            let fresh = try makeLibrary()
            try await run(kept.source(.edited), into: fresh, as: kept.format)
            XCTAssertEqual(try Passages(library, of: kept), try Passages(fresh), name)
            try await assertIsKnown(kept.source(.edited), as: kept.format, to: library, name)
        }
    }
}
