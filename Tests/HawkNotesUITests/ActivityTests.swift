import DisplayTestSupport
import Foundation
import HawkNotesModel
import StateRestoration
import XCTest

@testable import HawkNotesUI

final class DeepLinkTests: XCTestCase {
    private let book = UUID()
    private let other = UUID()

    private func problem(_ address: String) -> String? {
        do {
            _ = try DeepLink.target(of: address)
            return nil
        } catch {
            return error.description
        }
    }

    func testEveryTargetComesBackFromItsAddress() throws {
        let targets: [Target] = [
            .book(book), .character(other, book: book), .note(other), .favorites,
        ]
        for target in targets {
            let address = DeepLink.address(of: target)
            XCTAssertEqual(try DeepLink.target(of: address), target, address)
        }
    }

    func testAddressesAreWrittenAsTheSpecificationSays() {
        let (first, second) = (book.uuidString.lowercased(), other.uuidString.lowercased())
        XCTAssertEqual(DeepLink.address(of: .book(book)), "hawknotes://book/\(first)")
        XCTAssertEqual(
            DeepLink.address(of: .character(other, book: book)),
            "hawknotes://book/\(first)/character/\(second)"
        )
        XCTAssertEqual(DeepLink.address(of: .note(other)), "hawknotes://note/\(second)")
        XCTAssertEqual(DeepLink.address(of: .favorites), "hawknotes://favorites")
    }

    func testUpperCaseAndASlashAtTheEndAreFine() throws {
        let address = "HawkNotes://book/\(book.uuidString.uppercased())/"
        XCTAssertEqual(try DeepLink.target(of: address), .book(book))
        let shouted = "HAWKNOTES://BOOK/\(book.uuidString)?from=mail#top"
        XCTAssertEqual(try DeepLink.target(of: shouted), .book(book))
    }

    func testAnAddressOfAnotherKindIsNamedAndRefused() {
        for address in ["", "https://example.org", "hawk:book", "book/\(book)"] {
            XCTAssertEqual(problem(address), "“\(address)” is not a hawknotes:// link.")
        }
    }

    func testAnAddressOfNothingKnownIsNamedAndRefused() {
        let addresses = [
            "hawknotes://", "hawknotes://book", "hawknotes://series/\(book)",
            "hawknotes://book/\(book)/note/\(other)", "hawknotes://book/\(book)/character",
            "hawknotes://favorites/\(book)", "hawknotes://note/\(other)/\(book)",
        ]
        for address in addresses {
            XCTAssertEqual(
                problem(address),
                "“\(address)” names neither a book, a character nor a note."
            )
        }
    }

    func testWhatIsNoUUIDIsNamed() {
        XCTAssertEqual(
            problem("hawknotes://book/12"),
            "“12” in “hawknotes://book/12” is not a UUID."
        )
        XCTAssertEqual(
            problem("hawknotes://book/\(book)/character/x"),
            "“x” in “hawknotes://book/\(book)/character/x” is not a UUID."
        )
        XCTAssertEqual(
            problem("hawknotes://note/%2e%2e"),
            "“%2e%2e” in “hawknotes://note/%2e%2e” is not a UUID."
        )
    }

    func testAVeryLongAddressIsCutInTheMessage() throws {
        let message = try XCTUnwrap(problem(String(repeating: "x", count: 100_000)))
        XCTAssertLessThan(message.count, 200)
        XCTAssertTrue(message.contains("…"))
    }
}

final class ActivityCoderTests: XCTestCase {
    private func series() throws -> Series {
        let library = try Library.inMemory(environment: .patient)
        try library.importSeries(from: SourceTree.seriesFile)
        return try library.series()
    }

    func testActivitiesComeBackFromTheirTextAsWhatTheyWere() throws {
        let series = try series()
        try onMainActor {
            let coder = ActivityCoder(series: series)
            for character in series.allCharacters {
                let activity = try coder.activity(for: character)
                XCTAssertEqual(activity.title, character.name)
                XCTAssertEqual(
                    activity.activityType,
                    "io.github.hawknotes.HawkNotes.characterDetail"
                )
                let arrived = try UserActivity(encodedString: try activity.encodedString)
                let target = Target.character(character.id, book: character.bookID)
                XCTAssertEqual(try coder.target(of: arrived), target)
                let link = try XCTUnwrap(arrived.targetContentIdentifier)
                XCTAssertEqual(try DeepLink.target(of: link), target)
            }
            for book in series.books {
                let activity = try coder.activity(for: book)
                XCTAssertEqual(activity.webpageURL, book.amazonURL)
                let arrived = try UserActivity(encodedString: try activity.encodedString)
                XCTAssertEqual(try coder.target(of: arrived), .book(book.id))
            }
            let favorites = UserActivity(activityType: ActivityType.favorites)
            XCTAssertEqual(try coder.target(of: favorites), .favorites)
        }
    }

    func testWhatIsNoActivityOfOursIsAnErrorThatSaysWhy() throws {
        let series = try series()
        try onMainActor {
            let coder = ActivityCoder(series: series)
            let unknown = UserActivity(activityType: "org.example.other")
            XCTAssertThrowsError(try coder.target(of: unknown)) {
                XCTAssertTrue("\($0)".contains("org.example.other"), "\($0)")
            }
            let empty = UserActivity(activityType: ActivityType.character)
            XCTAssertThrowsError(try coder.target(of: empty)) {
                XCTAssertTrue("\($0)".contains("no payload"), "\($0)")
            }
            var wrong = UserActivity(activityType: ActivityType.character)
            try wrong.setTypedPayload(BookActivityPayload(book: UUID()))
            XCTAssertThrowsError(try coder.target(of: wrong)) {
                XCTAssertTrue("\($0)".contains("BookActivityPayload"), "\($0)")
            }
            for text in ["", "no activity", "eyJ9", String(repeating: "A", count: 1_000_000)] {
                XCTAssertThrowsError(try UserActivity(encodedString: text))
            }
        }
    }

    @MainActor
    private static func resolved(_ target: Target, _ context: AppContext) throws -> Target {
        var answer: Result<Target, any Error>?
        context.resolve(target) { answer = $0 }
        XCTAssertTrue(runMainQueue(until: { answer != nil }))
        return try XCTUnwrap(answer).get()
    }

    func testTargetsThatAreGoneAreNamedAndNotesLeadToTheirSubject() throws {
        let library = try Library.inMemory(environment: .patient)
        try library.importSeries(from: SourceTree.seriesFile)
        let series = try library.series()
        try onMainActor {
            let context = AppContext(
                library: library,
                series: series,
                seriesDirectory: SourceTree.data,
                now: { Date() }
            )
            let id = UUID()
            for target in [Target.book(id), .character(id, book: id), .note(id)] {
                XCTAssertThrowsError(try Self.resolved(target, context)) {
                    XCTAssertTrue("\($0)".contains("\(id)"), "\($0)")
                }
            }
            let character = series.allCharacters[2]
            let note = try library.addNote("text", on: .character(character.id))
            let expected = Target.character(character.id, book: character.bookID)
            XCTAssertEqual(try Self.resolved(.note(note.id), context), expected)
            XCTAssertEqual(
                try context.validated(.character(character.id, book: id)),
                expected,
                "the book that an address names is not trusted"
            )
        }
    }
}
