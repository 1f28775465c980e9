import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// Notes that no identity leads to are found by their place and time, where that is sure.
final class FoundByPlaceTests: ExchangeTestCase {
    private struct Clipping {
        var text: String
        var location = "100-101"
        var minute = 10
        var day = "Friday, March 3, 2023"

        var lines: String {
            """
            Ebb (Vale, Noor)
            - Your Highlight on Location \(location) | Added on \(day) 10:\(minute):05 PM

            \(text)
            ==========

            """
        }
    }

    private static func file(_ clippings: Clipping...) -> ImportSource {
        source("My Clippings.txt", clippings.map(\.lines).joined())
    }

    private func texts(_ library: Library) throws -> [String] {
        try library.allNotes().compactMap(\.quote?.text).sorted()
    }

    func testOneIsFound() async throws {
        let library = try makeLibrary()
        let far = Clipping(text: "Far out.", location: "300-301", minute: 30)
        try await run(Self.file(Clipping(text: "The sea was out."), far), into: library)
        let ids = try library.allNotes().map(\.id)
        let source = Self.file(Clipping(text: "Now the sea was out again."), far)
        let outcome = try await run(source, into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 1])
        XCTAssertEqual(outcome.report.known[.note], 1)
        XCTAssertEqual(outcome.report.new, [:])
        XCTAssertEqual(try texts(library), ["Far out.", "Now the sea was out again."])
        XCTAssertEqual(try library.allNotes().map(\.id), ids)
        let again = try await run(source, into: library)
        XCTAssertNil(again.batch)
    }

    func testOneInTheTrashIsFoundAndStaysThere() async throws {
        let library = try makeLibrary()
        try await run(Self.file(Clipping(text: "The sea was out.")), into: library)
        try library.deleteNote(try library.allNotes()[0].id)
        let outcome = try await run(Self.file(Clipping(text: "A sea.")), into: library)
        XCTAssertEqual(outcome.report.deleted, [.note: 1])
        XCTAssertEqual(try library.allNotes(), [])
    }

    func testOneThatWasMovedIsFoundByItsTimeAndWords() async throws {
        let library = try makeLibrary()
        let far = Clipping(text: "Far out.", location: "300-301")
        try await run(Self.file(Clipping(text: "The sea was out."), far), into: library)
        let ids = try library.allNotes().map(\.id)
        let moved = Clipping(text: "Then the sea was out.", location: "98-101")
        let first = try await run(Self.file(moved, far), into: library)
        XCTAssertEqual(first.report.new[.note], 1, "Other words say another thing.")
        let longer = Clipping(text: "At dusk. Then the sea was out.", location: "97-101")
        let source = Self.file(longer, far)
        let outcome = try await run(source, into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 1])
        XCTAssertEqual(outcome.report.new, [:])
        XCTAssertTrue(try Set(library.allNotes().map(\.id)).isSuperset(of: ids))
        let again = try await run(source, into: library)
        XCTAssertNil(again.batch)
    }

    func testOneAtThePlaceIsNearerThanOneThatQuotesTheSame() async throws {
        let library = try makeLibrary()
        try await run(
            Self.file(
                Clipping(text: "The sea."),
                Clipping(text: "The", location: "300-301")
            ),
            into: library
        )
        let outcome = try await run(Self.file(Clipping(text: "The sea was")), into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 1])
        XCTAssertEqual(try texts(library), ["The", "The sea was"])
    }

    func testAnotherPlaceOrTimeIsAnother() async throws {
        let library = try makeLibrary()
        try await run(Self.file(Clipping(text: "The sea was out.")), into: library)
        let outcome = try await run(
            Self.file(
                Clipping(text: "Elsewhere.", location: "200-201"),
                Clipping(text: "At another time.", minute: 50)
            ),
            into: library
        )
        XCTAssertEqual(outcome.report.new[.note], 2)
        XCTAssertEqual(try texts(library).count, 3)
    }

    func testOneThatHasAnItemOfItsOwnIsNotTaken() async throws {
        let library = try makeLibrary()
        let own = Clipping(text: "The sea was out.")
        try await run(Self.file(own), into: library)
        let outcome = try await run(Self.file(Clipping(text: "And still."), own), into: library)
        XCTAssertEqual(outcome.report.new, [.note: 1])
        XCTAssertEqual(outcome.report.changed, [:])
        XCTAssertEqual(try texts(library), ["And still.", "The sea was out."])
    }

    func testWhatMayBeOneOfTwoIsNeither() async throws {
        let two = [Clipping(text: "The sea was out."), Clipping(text: "We waited.")]
        let one = Clipping(text: "Another.")
        let library = try makeLibrary()
        try await run(Self.file(two[0], two[1]), into: library)
        let outcome = try await run(Self.file(one), into: library)
        XCTAssertEqual(outcome.report.new, [.note: 1])
        XCTAssertEqual(try texts(library).count, 3)

        let other = try makeLibrary()
        try await run(Self.file(one), into: other)
        let both = try await run(Self.file(two[0], two[1]), into: other)
        XCTAssertEqual(both.report.new, [.note: 2])
        XCTAssertEqual(try texts(other).count, 3)
    }

    func testANoteOfTheReadersIsNotTaken() async throws {
        let library = try makeLibrary()
        try await run(Self.file(Clipping(text: "The sea was out.", minute: 50)), into: library)
        let imported = try library.allNotes()[0]
        // The clock stands at 8:00:00.
        clock.advance(by: 14 * 3_600 + 10 * 60 + 5)
        let mine = try library.addNote(
            "Mine.",
            on: imported.subject,
            place: imported.place,
            quote: Quote("A sea")
        )
        let clipping = Clipping(text: "The sea.", day: "Friday, January 15, 2027")
        let outcome = try await run(Self.file(clipping), into: library)
        let added = try XCTUnwrap(try library.allNotes().first { $0.quote?.text == "The sea." })
        XCTAssertEqual(added.createdAt, mine.createdAt)
        XCTAssertEqual(outcome.report.new, [.note: 1])
        XCTAssertEqual(try library.note(mine.id), mine)
    }

    func testAHighlightThatWasMadeLongerTakesItsNoteAlong() async throws {
        func words(_ text: String) -> String {
            """
            Ebb (Vale, Noor)
            - Your Note on Location 102 | Added on Friday, March 3, 2023 10:20:05 PM

            \(text)
            ==========

            """
        }
        let library = try makeLibrary()
        let short = Clipping(text: "The sea was", location: "100-102")
        try await run(
            Self.source("My Clippings.txt", short.lines + words("Mine.")),
            into: library
        )
        let before = try library.allNotes()
        XCTAssertEqual(before.count, 1)
        let long = Clipping(text: "The sea was out.", location: "100-102", minute: 40)
        let outcome = try await run(
            Self.source("My Clippings.txt", short.lines + words("Mine.") + long.lines),
            into: library
        )
        XCTAssertEqual(outcome.report.changed, [.note: 1])
        XCTAssertEqual(try library.allNotes().map(\.id), before.map(\.id))
        XCTAssertEqual(try texts(library), ["The sea was out."])
        XCTAssertEqual(try library.allNotes().map(\.text), ["Mine."])
    }
}
