import Foundation
import XCTest

@testable import HawkNotesFormats

final class KindleClippingsTests: XCTestCase {
    func testEveryLanguageAndShape() throws {
        try checkFixtures(in: "kindle", as: .kindleClippings)
    }

    func testItIsRecognisedByWhatItSays() throws {
        let importer = Importer(library: Reading.library)
        for name in try Fixtures.names(in: "kindle")
        where name != "nothing.txt" && name != "odd.txt" {
            let bytes = try Fixtures.bytes("kindle/\(name)")
            let source = ImportSource(name: "a.txt", bytes: bytes)
            XCTAssertEqual(try importer.formats(for: source), [.kindleClippings], name)
        }
        XCTAssertEqual(
            try importer.formats(for: ImportSource(name: "My Clippings.txt", bytes: [])),
            [.kindleClippings]
        )
    }

    func testAnotherCopyOfTheFileWithMoreInItHasTheSameIdentities() throws {
        let bytes = try Fixtures.bytes("kindle/german.txt")
        let more = bytes + (try Fixtures.bytes("kindle/french.txt"))
        let few = try Reading(ImportSource(name: "1", bytes: bytes), as: .kindleClippings)
        let many = try Reading(ImportSource(name: "2", bytes: more), as: .kindleClippings)
        XCTAssertTrue(
            Set(many.items.map { $0.identity }).isSuperset(of: few.items.map { $0.identity })
        )
    }

    func testAHighlightKeepsItsIdentityWhenItsNoteComesLater() throws {
        let text = String(decoding: try Fixtures.bytes("kindle/german.txt"), as: UTF8.self)
        let end = try XCTUnwrap(text.range(of: "==========\r\n")).upperBound
        let first = try Reading(
            ImportSource(name: "1", bytes: Array(text[..<end].utf8)),
            as: .kindleClippings
        )
        let both = try Reading(
            ImportSource(name: "2", bytes: Array(text.utf8)),
            as: .kindleClippings
        )
        XCTAssertEqual(first.notes.first?.identity, both.notes.first?.identity)
        XCTAssertNil(first.notes.first?.wordsIdentity)
        XCTAssertNotNil(both.notes.first?.wordsIdentity)
    }

    func testALocationThatIsCutShortIsMadeWhole() {
        XCTAssertEqual(ClippingLine("- Highlight Loc. 1998-2003").location?.text, "1998-2003")
        XCTAssertEqual(ClippingLine("- Highlight Loc. 563-64").location?.text, "563-564")
        XCTAssertEqual(ClippingLine("- Highlight Loc. 563-2").location?.text, "563")
        XCTAssertEqual(
            ClippingLine("- Highlight Loc. 99999999999999999999999-1").location?.text,
            "999999999"
        )
    }

    func testAccentsMayBeCharactersOfTheirOwn() {
        let written = "- Seu destaque na p\u{E1}gina 12 | posi\u{E7}\u{E3}o 170-172"
        for text in [written, written.decomposedStringWithCanonicalMapping] {
            let line = ClippingLine(text)
            XCTAssertEqual(line.page, "12")
            XCTAssertEqual(line.location?.text, "170-172")
        }
    }

    func testADateIsToldAsTheDeviceHasWrittenIt() {
        let line = ClippingLine("- Your Highlight on page 1 | Added on Some Day")
        XCTAssertEqual(line.date, .unknown)
        XCTAssertEqual(line.dateText, "Added on Some Day")
    }

    func testAPlaceThatStandsLastIsNoDate() {
        let line = ClippingLine("- Your Highlight on page 12 | location 170-172")
        XCTAssertNil(line.dateText)
        XCTAssertEqual(line.location?.text, "170-172")
    }
}
