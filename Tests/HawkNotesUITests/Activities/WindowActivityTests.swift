import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What a window is about, and what becomes of that.
final class WindowActivityTests: DisplayTestCase {
    func testItIsMadeOfThePageAndTheNoteWithTheFocus() throws {
        try withProgram { program in
            let window = program.openWindow()
            let book = program.series.books[1]
            window.select(.book(book.id))
            let activity = try XCTUnwrap(window.activity.make())
            XCTAssertEqual(activity.activityType, ActivityType.book)
            XCTAssertEqual(activity.title, book.title)
            XCTAssertEqual(activity.targetContentIdentifier, Place.book(book.id).link)
            XCTAssertTrue(activity.isEligibleForHandOff)
            XCTAssertEqual(try program.context.activities.place(of: activity), .book(book.id))
            let note = try program.library.addNote("One", on: .book(book.id))
            XCTAssertTrue(MainLoop.run { window.page.notes?.cards.isEmpty == false })
            let card = try XCTUnwrap(window.page.notes?.cards.first)
            XCTAssertTrue(card.root.grabFocus())
            XCTAssertEqual(
                window.activity.make()?.targetContentIdentifier,
                Place.note(note.id).link
            )
        }
    }

    func testASearchStaysOnThisMachine() throws {
        try withProgram { program in
            let window = program.openWindow()
            window.showSearch(for: "hawk")
            let activity = try XCTUnwrap(window.activity.make())
            XCTAssertFalse(activity.isEligibleForHandOff)
            XCTAssertEqual(try program.context.activities.place(of: activity), .search("hawk"))
        }
    }

    func testAPrivateWindowHasNone() throws {
        try withProgram { program in
            let scene = program.session.makeScene(isPrivate: true)
            let window = program.openWindow(scene)
            window.activityDidChange()
            MainLoop.drain()
            XCTAssertNil(window.activity.make())
            XCTAssertFalse(scene.storedKeys().contains("window/activity"))
        }
    }

    func testItIsKeptInTheStateOfTheWindow() throws {
        try withProgram { program in
            let window = program.openWindow()
            let book = program.series.books[2]
            window.select(.book(book.id))
            XCTAssertTrue(
                MainLoop.run {
                    guard case .string(let text) = window.scene.storedValue(at: "window/activity")
                    else { return false }
                    return (try? UserActivity(encodedString: text))?.title == book.title
                }
            )
        }
    }

    func testAWindowWhoseTabOnlyANewerVersionKnowsBeginsWithWhatItWasAbout() throws {
        try withProgram { program in
            let book = program.series.books[1]
            let activity = try program.context.activities.activity(for: .book(book.id))
            let scene = program.session.makeScene()
            SceneStorage(.selectedTab(.favorites), in: scene.root.window).wrappedValue =
                "timeline:x"
            SceneStorage(.activity, in: scene.root.window).wrappedValue = try activity.encodedString
            scene.beginWithActivityIfUnknown(in: program.context)
            XCTAssertEqual(program.openWindow(scene).place, .book(book.id))
        }
    }

    func testATabThatIsGoneIsNotReplacedByWhatTheWindowWasAbout() throws {
        try withProgram { program in
            let book = program.series.books[1]
            let activity = try program.context.activities.activity(for: .book(book.id))
            let scene = program.session.makeScene()
            let gone = UUID().uuidString.lowercased()
            SceneStorage(.selectedTab(.favorites), in: scene.root.window).wrappedValue = gone
            SceneStorage(.activity, in: scene.root.window).wrappedValue = try activity.encodedString
            scene.beginWithActivityIfUnknown(in: program.context)
            XCTAssertEqual(program.openWindow(scene).place, Place.tabs(in: program.series)[0])
        }
    }

    func testTheLastPagesAreListedOnceTheLastOneFirst() throws {
        try withProgram { program in
            let scene = program.session.makeScene()
            let places = (0..<12).map { _ in Place.character(UUID()) }
            let last = LastPlaces(in: scene.root)
            for place in places { last.note(place) }
            XCTAssertEqual(last.all, Array(places.reversed().prefix(LastPlaces.limit)))
            last.note(places[8])
            last.note(.shelf)
            last.note(.favorites)
            XCTAssertEqual(last.all.prefix(3), [places[8], places[11], places[10]])
            XCTAssertEqual(last.all.count, LastPlaces.limit)
            last.forget()
            XCTAssertEqual(last.all, [])
        }
    }
}
