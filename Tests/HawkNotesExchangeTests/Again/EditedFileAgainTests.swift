import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
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

    func testWordsThatTheReaderHasChangedAsWellStayBesideThem() async throws {
        let kept = try XCTUnwrap(KeptSource.all.first { $0.folder == "kindle" })
        for maker in Maker.allCases {
            let (library, name) = (try await library(by: maker), maker.rawValue)
            let words = "Compare the toll scene."
            let note = try XCTUnwrap(try library.allNotes().first { $0.text == words }, name)
            let mine = try library.updateNote(note.id, text: "Compare no scene.")
            let edited = try await run(kept.source(.edited), into: library, as: kept.format)
            XCTAssertEqual(edited.report.both.map(\.beginning), [mine.text], name)
            XCTAssertEqual(try library.note(mine.id), mine, name)
            let theirs = "Compare the toll scene in chapter two."
            XCTAssertEqual(try library.allNotes().filter { $0.text == theirs }.count, 1, name)
            try await assertIsKnown(kept.source(.edited), as: kept.format, to: library, name)
            try library.close()
        }
    }
}
