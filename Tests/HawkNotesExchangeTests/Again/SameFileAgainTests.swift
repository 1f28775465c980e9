import Foundation
import HawkNotesFormats
import HawkNotesModel
import XCTest

@testable import HawkNotesExchange

/// A file is imported again as it was.
final class SameFileAgainTests: ImportedAgainTestCase {
    func testNothingIsNew() async throws {
        try await eachLibrary { kept, library, name in
            let fresh = try await run(kept.source(.first), into: makeLibrary(), as: kept.format)
            // All is there before the first time.
            let passages = try Passages(library, of: kept)
            XCTAssertEqual(passages.isEmpty, fresh.report.new[.note] == nil, name)
            let again = try await imports(into: library).preview(
                kept.source(.first),
                as: kept.format
            )
            for kind in [ImportedKind.note, .book] {
                XCTAssertEqual(
                    Self.count(kind, known: again.report),
                    (fresh.report.new[kind] ?? 0) + Self.count(kind, known: fresh.report),
                    "\(name): \(kind)"
                )
            }
            try await assertIsKnown(kept.source(.first), as: kept.format, to: library, name)
        }
    }

    func testADeletedNoteStaysDeleted() async throws {
        try await eachLibrary { kept, library, name in
            let notes = try Passages.notes(library, of: kept)
            guard let first = notes.first, let last = notes.last else { return }
            try library.deleteNotes([first.id, last.id])
            let left = try Passages(library)
            try await assertIsKnown(kept.source(.first), as: kept.format, to: library, name)
            XCTAssertEqual(try Passages(library), left, name)
        }
    }

    func testPassagesThatAnEarlierVersionDidNotReadComeOnce() async throws {
        try await eachLibrary(hasPassages: false) { kept, library, name in
            let fresh = try makeLibrary()
            try await run(kept.source(.first), into: fresh, as: kept.format)
            try await run(kept.source(.first), into: library, as: kept.format)
            XCTAssertEqual(try Passages(library, of: kept), try Passages(fresh), name)
            try await assertIsKnown(kept.source(.first), as: kept.format, to: library, name)
            for state in [KeptSource.State.grown, .edited] {
                try await run(kept.source(state), into: fresh, as: kept.format)
                try await run(kept.source(state), into: library, as: kept.format)
                XCTAssertEqual(try Passages(library, of: kept), try Passages(fresh), name)
            }
        }
    }
}
