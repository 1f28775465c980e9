import Foundation
import XCTest

@testable import HawkNotesFormats

final class MarkdownRoundTripTests: XCTestCase {
    func testWhatIsWrittenIsReadWithoutADifference() throws {
        for seed in 0..<1_000 {
            var random = RandomItems(seed: seed)
            let items = random.library()
            var files: [String: [UInt8]] = [:]
            for (index, item) in items.enumerated() {
                let text = try XCTUnwrap(Self.text(of: item))
                files["\(index).md"] = Array(text.utf8)
            }
            let reading = try Reading(ImportSource(name: "out", files: files), as: .markdown)
            XCTAssertEqual(reading.report.problems, [], "seed \(seed)")
            XCTAssertEqual(reading.items.count, items.count, "seed \(seed)")
            for (found, expected) in zip(reading.items, items) where found != expected {
                var (one, other) = ("", "")
                dump(found, to: &one)
                dump(expected, to: &other)
                let difference = zip(one.split(separator: "\n"), other.split(separator: "\n"))
                    .filter { $0 != $1 }.map {
                        "\($0.debugDescription) is not \($1.debugDescription)"
                    }
                return XCTFail("seed \(seed): \(difference)")
            }
        }
    }

    private static func text(of item: ImportedItem) -> String? {
        var surroundings = MarkdownDocument.Surroundings()
        surroundings.link = "hawknotes://x/1"
        return MarkdownDocument.text(of: item, surroundings)
    }

    func testAPersonCanReadWhatTheReaderSaysOfABook() throws {
        var book = RandomItems.book(web: nil)
        let id = try XCTUnwrap(UUID(uuidString: "5B0F6A1E-0000-4000-8000-000000000002"))
        book.libraryID = id
        book.language = "pt-BR"
        book.status = .stopped
        book.rating = 7
        book.readings = [
            ImportedReading(startedOn: "2019-05", finishedOn: "2019-06-02"),
            ImportedReading(finishedOn: "2021"),
        ]
        book.shelves = ["sea", "to lend"]
        XCTAssertEqual(
            MarkdownDocument.text(of: .book(book)),
            """
            ---
            hawk-notes: 1
            kind: "book"
            id: "5B0F6A1E-0000-4000-8000-000000000002"
            title: "A book"
            language: "pt-BR"
            status: "stopped"
            rating: "3.5"
            readings: ["2019-05/2019-06-02", "/2021"]
            shelves: ["sea", "to lend"]
            ---



            """
        )
    }

    func testWhatAnEditorHasMadeOfItIsToldWhereItIsNoValue() throws {
        let reading = try readMarkdown([
            "book.md": """
            ---
            hawk-notes: 1
            kind: "book"
            id: "5B0F6A1E-0000-4000-8000-000000000002"
            title: "The Salt Road"
            status: "half"
            rating: "4.75"
            readings: ["2019-13/", "2019-05-17/", "/", "yesterday"]
            ---

            """
        ])
        let book = try XCTUnwrap(reading.books.first)
        XCTAssertNil(book.status)
        XCTAssertEqual(book.rating, 10)
        XCTAssertEqual(book.readings, [ImportedReading(startedOn: "2019-05-17")])
        XCTAssertEqual(
            reading.reasons,
            [
                .unknownValue(field: "status", value: "half"),
                .unknownValue(field: "readings", value: "2019-13/"),
                .unknownValue(field: "readings", value: "/"),
                .unknownValue(field: "readings", value: "yesterday"),
                .leftOut(.quarterStars, count: 1, example: "4.75"),
            ]
        )
    }

    func testAPersonCanReadIt() throws {
        var note = ImportedNote(
            identity: SourceIdentity(origin: "hawk-notes", key: "1"),
            text: "Two\nlines"
        )
        let id = try XCTUnwrap(UUID(uuidString: "5B0F6A1E-0000-4000-8000-000000000001"))
        note.libraryID = id
        note.quote = "Quoted\n\nwords"
        note.place = ImportedPlace(page: "12")
        note.created = .instant(Date(timeIntervalSince1970: 1_735_566_393.25))
        XCTAssertEqual(
            MarkdownDocument.text(of: .note(note)),
            """
            ---
            hawk-notes: 1
            kind: "note"
            id: "5B0F6A1E-0000-4000-8000-000000000001"
            page: "12"
            created: "2024-12-30T13:46:33.250Z"
            quote: "true"
            ---

            > Quoted
            >
            > words

            Two
            lines

            """
        )
    }
}
