import Foundation
import HawkNotesModel
import XCTest

@testable import HawkNotesPresentation

final class ConflictTextTests: XCTestCase {
    private func copy(_ name: String, _ finding: ConflictCopy.Finding) -> ConflictCopy {
        ConflictCopy(url: URL(fileURLWithPath: "/folder/" + name), finding: finding)
    }

    private func sentence(_ copies: ConflictCopy...) -> String? {
        ConflictText.chief(of: copies).map { ConflictText.sentence(copies, chief: $0) }
    }

    func testTheOneWithTheMostNotesIsSpokenOf() {
        XCTAssertEqual(
            sentence(copy("a", .damaged), copy("b", .notes(1)), copy("c", .notes(0))),
            "Another program left a copy of your library with 1 note that is not in yours."
        )
        XCTAssertEqual(
            sentence(copy("a", .notes(3)), copy("b", .notes(12))),
            "Another program left copies of your library, one of them with 12 notes that are not in"
                + " yours."
        )
    }

    func testWhatCouldNotBeReadIsNamed() {
        XCTAssertEqual(
            sentence(copy("a", .notes(0)), copy("b.sqlite", .damaged)),
            "Another program left a copy of your library, “b.sqlite”, that cannot be read."
        )
        XCTAssertEqual(
            sentence(copy("b.sqlite", .newerVersion)),
            "Another program left a copy of your library, “b.sqlite”, that was written by a newer"
                + " version of Hawk Notes."
        )
        XCTAssertEqual(
            sentence(copy("b.sqlite", .tooLarge)),
            "Another program left a copy of your library, “b.sqlite”, that is too large to read."
        )
    }

    func testNothingIsSaidOfCopiesThatHaveNothing() {
        XCTAssertNil(sentence())
        XCTAssertNil(sentence(copy("a", .notes(0))))
    }
}
