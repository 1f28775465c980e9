import Foundation
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation

/// The way back to the results, as windows keep it.
final class SearchTrailTests: XCTestCase {
    @MainActor
    func testItIsReadAsItWasWritten() async throws {
        let book = Place.book(UUID())
        let trail = SearchTrail(
            origin: .favorites,
            linkOrigin: nil,
            isOnShelf: true,
            before: .init(book, [book]),
            opened: .init(book, [book, .character(UUID())])
        )
        XCTAssertEqual(SearchTrail(stored: trail.stored), trail)
        XCTAssertEqual(trail.before.places, [book])
        XCTAssertNil(SearchTrail(stored: ""))
        XCTAssertNil(SearchTrail(stored: "{}"))
    }

    /// Stored by a version that was released.
    @MainActor
    func testTheFormatStays() async throws {
        let id = "11111111-1111-1111-1111-111111111111"
        let stored = """
            {"origin":"hawknotes://book/\(id)","isOnShelf":false,\
            "before":{"tab":"hawknotes://book/\(id)","path":["hawknotes://book/\(id)"]},\
            "opened":{"tab":"hawknotes://book/\(id)","path":["hawknotes://book/\(id)",\
            "hawknotes://character/\(id)"]}}
            """
        let trail = try XCTUnwrap(SearchTrail(stored: stored))
        let uuid = try XCTUnwrap(UUID(uuidString: id))
        XCTAssertEqual(trail.opened.places, [.book(uuid), .character(uuid)])
        XCTAssertNil(trail.linkOrigin)
    }
}
