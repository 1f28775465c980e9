import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestoration
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Why a link cannot be followed, in words; `PlaceTests` has what links mean.
final class LinkProblemTests: XCTestCase {
    private let book = UUID()

    private func problem(_ link: String) -> String? {
        do {
            _ = try Place(link: link)
            return nil
        } catch {
            return PlaceText.sentence(error, link: link)
        }
    }

    func testALinkOfAnotherKindIsNamedAndRefused() {
        for link in ["", "https://example.org", "hawk:book", "book/\(book)"] {
            XCTAssertEqual(problem(link), "“\(link)” is not a hawknotes:// link.")
        }
        XCTAssertEqual(problem("hawknotes://"), "“hawknotes://” leads nowhere.")
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

    func testAVeryLongLinkIsCutInTheMessage() throws {
        let message = try XCTUnwrap(problem(String(repeating: "x", count: 100_000)))
        XCTAssertLessThan(message.count, 200)
        XCTAssertTrue(message.contains("…"))
    }

    func testALinkThatOnlyANewerVersionKnowsIsNamed() throws {
        try withContext { context, _ in
            for link in ["hawknotes://book", "hawknotes://timeline/3", "hawknotes://search?q=a"] {
                XCTAssertThrowsError(try context.validated(Place(link: link))) {
                    XCTAssertEqual(
                        PlaceText.sentence($0, link: link),
                        "“\(link)” cannot be opened. "
                            + "This version of Hawk Notes cannot show it."
                    )
                }
            }
        }
    }
}

/// Runs a test's body with the bundled series and more characters, without a display.
private func withContext(
    adding characters: [Character] = [],
    _ body: @MainActor (AppContext, Library) throws -> Void
) throws {
    let library = try Library.inMemory(environment: .patient)
    try library.importSeries(from: SourceTree.seriesFile)
    let bundled = try library.series()
    let series = Series(
        id: bundled.id,
        origin: .bundled,
        title: bundled.title,
        books: bundled.books,
        characters: bundled.allCharacters + characters,
        relations: bundled.relations
    )
    try onMainActor {
        let context = AppContext(
            library: library,
            series: series,
            seriesDirectory: SourceTree.data,
            now: { Date() }
        )
        try body(context, library)
    }
}

final class ActivityCoderTests: XCTestCase {
    func testActivitiesComeBackFromTheirTextAsWhatTheyWere() throws {
        try withContext { context, _ in
            let coder = context.activities
            let series = context.series.first
            for character in series.allCharacters {
                let activity = try coder.activity(for: .character(character.id))
                XCTAssertEqual(activity.title, character.name)
                XCTAssertEqual(
                    activity.activityType,
                    "io.github.hawknotes.HawkNotes.characterDetail"
                )
                let arrived = try UserActivity(encodedString: try activity.encodedString)
                let target = Place.character(character.id)
                XCTAssertEqual(try coder.place(of: arrived), target)
                let link = try XCTUnwrap(arrived.targetContentIdentifier)
                XCTAssertEqual(try Place(link: link), target)
            }
            for book in series.books {
                let activity = try coder.activity(for: .book(book.id))
                XCTAssertEqual(activity.webpageURL, book.amazonURL)
                let arrived = try UserActivity(encodedString: try activity.encodedString)
                XCTAssertEqual(try coder.place(of: arrived), .book(book.id))
            }
            let favorites = UserActivity(activityType: ActivityType.favorites)
            XCTAssertEqual(try coder.place(of: favorites), .favorites)
            let id = UUID()
            for place in [
                Place.shelf, .series(id), .webPage(book: id), .note(id), .favorites,
                .favorites(of: id), .search("a b"),
                .newer(NewerPlace(kind: "z", id: "y")),
            ] {
                let activity = try coder.activity(for: place)
                let arrived = try UserActivity(encodedString: try activity.encodedString)
                XCTAssertEqual(try coder.place(of: arrived), place)
                XCTAssertTrue(ActivityType.all.contains(arrived.activityType))
            }
        }
    }

    func testEveryDeclaredTypeIsContinued() throws {
        try withContext { context, _ in
            let registry = context.activities.registry { _ in }
            XCTAssertEqual(registry.unhandledTypes, [])
            XCTAssertEqual(registry.undeclaredTypes, [])
        }
    }

    func testWhatIsNoActivityOfOursIsAnErrorThatSaysWhy() throws {
        try withContext { context, _ in
            let coder = context.activities
            let unknown = UserActivity(activityType: "org.example.other")
            XCTAssertThrowsError(try coder.place(of: unknown)) {
                XCTAssertTrue("\($0)".contains("org.example.other"), "\($0)")
            }
            let empty = UserActivity(activityType: ActivityType.character)
            XCTAssertThrowsError(try coder.place(of: empty)) {
                XCTAssertTrue("\($0)".contains("no payload"), "\($0)")
            }
            var wrong = UserActivity(activityType: ActivityType.character)
            try wrong.setTypedPayload(BookActivityPayload(book: UUID()))
            XCTAssertThrowsError(try coder.place(of: wrong)) {
                XCTAssertTrue("\($0)".contains("BookActivityPayload"), "\($0)")
            }
            for text in ["", "no activity", "eyJ9", String(repeating: "A", count: 1_000_000)] {
                XCTAssertThrowsError(try UserActivity(encodedString: text))
            }
        }
    }

    @MainActor
    private static func resolved(_ place: Place, _ context: AppContext) throws -> Place {
        var answer: Result<Place, any Error>?
        context.resolve(place) { answer = $0 }
        XCTAssertTrue(runMainQueue(until: { answer != nil }))
        return try XCTUnwrap(answer).get()
    }

    func testACharacterWithoutABookIsFoundUnderTheFavorites() throws {
        let series = UUID()
        let characters = [nil, UUID()].map {
            Character(id: UUID(), seriesID: series, name: "Name", bookID: $0, position: 0)
        }
        try withContext(adding: characters) { context, _ in
            for character in characters {
                let place = Place.character(character.id)
                XCTAssertEqual(context.tab(of: place), .favorites)
                XCTAssertEqual(try context.validated(place), place)
                let activity = try context.activities.activity(for: place)
                let arrived = try UserActivity(encodedString: try activity.encodedString)
                XCTAssertEqual(try context.activities.place(of: arrived), place)
            }
        }
    }

    func testPlacesThatAreGoneAreNamedAndNotesLeadToTheirSubject() throws {
        try withContext { context, library in
            let id = UUID()
            for place in [
                Place.book(id), .webPage(book: id), .character(id), .note(id), .series(id),
            ] {
                XCTAssertThrowsError(try Self.resolved(place, context)) {
                    XCTAssertTrue("\($0)".contains("\(id)"), "\($0)")
                }
            }
            let series = context.series.first
            let character = series.allCharacters[2]
            let note = try library.addNote("text", on: .character(character.id))
            let expected = Place.character(character.id)
            XCTAssertEqual(try Self.resolved(.note(note.id), context), expected)
            XCTAssertEqual(context.tab(of: expected), .book(try XCTUnwrap(character.bookID)))
            let onBook = try library.addNote("text", on: .book(series.books[1].id))
            XCTAssertEqual(
                try Self.resolved(.note(onBook.id), context),
                .book(series.books[1].id)
            )
            for place in [Place.shelf, .series(series.id)] {
                XCTAssertEqual(try Self.resolved(place, context), .book(series.books[0].id))
            }
        }
    }
}
