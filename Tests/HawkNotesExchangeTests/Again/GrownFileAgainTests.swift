import Foundation
import HawkNotesFormats
import HawkNotesModel
import XCTest

@testable import HawkNotesExchange

/// A file has more in it when it is imported again.
final class GrownFileAgainTests: ImportedAgainTestCase {
    func testOnlyWhatIsNewComes() async throws {
        try await eachLibrary { kept, library, name in
            let before = try Passages(library, of: kept)
            let grown = try await run(kept.source(.grown), into: library, as: kept.format)
            for kind in [ImportedKind.note, .book] {
                XCTAssertEqual(grown.report.new[kind], kept.growth[kind], "\(name): \(kind)")
            }
            let after = try Passages(library, of: kept)
            let fresh = try makeLibrary()
            try await run(kept.source(.first), into: fresh, as: kept.format)
            let first = try Passages(fresh)
            try await run(kept.source(.grown), into: fresh, as: kept.format)
            let whole = try Passages(fresh)
            XCTAssertEqual(after.added(to: before), whole.added(to: first), name)
            try await assertIsKnown(kept.source(.grown), as: kept.format, to: library, name)
            // An older copy of the file is found.
            try await assertIsKnown(kept.source(.first), as: kept.format, to: library, name)
        }
    }
}
