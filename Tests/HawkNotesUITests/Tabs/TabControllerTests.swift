import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration
import XCTest

@testable import HawkNotesUI

final class TabControllerTests: DisplayTestCase {
    @MainActor
    private static func scope(of tab: Place, in scene: RestorationScene) -> RestorationScope {
        scene.root.tab(tab)
    }

    @MainActor
    private static func store(_ path: String, for tab: Place, in scene: RestorationScene) {
        SceneStorage(wrappedValue: "", "path", in: scope(of: tab, in: scene)).wrappedValue = path
    }

    @MainActor
    private static func storedPath(of tab: Place, in scene: RestorationScene) -> RestorableValue? {
        scene.storedValue(at: scope(of: tab, in: scene).path(of: "path"))
    }

    func testPushingAndGoingBackMoveAlongThePath() throws {
        try withProgram { program in
            let window = program.openWindow()
            let controller = window.tabController
            let book = program.series.books[0]
            let (one, two) = (program.series.allCharacters[0], program.series.allCharacters[1])
            XCTAssertEqual(controller.place, .book(book.id))
            XCTAssertFalse(controller.canGoBack)
            window.push(.character(one.id))
            window.push(.character(two.id))
            XCTAssertEqual(controller.place, .character(two.id))
            XCTAssertEqual(window.window.title, two.name)
            XCTAssertEqual(
                Self.storedPath(of: .book(book.id), in: window.scene),
                .string(
                    NavigationPath<Place>([.book(book.id), .character(one.id), .character(two.id)])
                        .encoded
                )
            )
            window.goBack()
            XCTAssertEqual(window.window.title, one.name)
            window.goBack()
            XCTAssertEqual(window.window.title, book.title)
            XCTAssertFalse(controller.canGoBack)
            window.goBack()
            XCTAssertEqual(controller.place, .book(book.id), "there is nothing before the first")
        }
    }

    func testALevelThatOnlyANewerVersionKnowsIsShownAsSuchAndKept() throws {
        try withProgram { program in
            let tab = Place.tabs(in: program.series)[0]
            let stored = NavigationPath<Place>([
                tab, .newer(NewerPlace(kind: "zz", id: "of a newer version | :: %")),
            ]).encoded
            let scene = program.session.makeScene()
            Self.store(stored, for: tab, in: scene)
            let window = program.openWindow(scene)
            XCTAssertEqual(window.window.title, "From a Newer Version")
            XCTAssertEqual(Self.storedPath(of: tab, in: scene), .string(stored))
            let restored = try program.restart()[0]
            XCTAssertTrue(restored.tabController.page is NewerPage)
            XCTAssertEqual(Self.storedPath(of: tab, in: restored.scene), .string(stored))
            restored.goBack()
            XCTAssertEqual(restored.tabController.place, tab)
        }
    }

    func testAWebPageThatWasShownBeforeItWasALevelGetsOne() throws {
        try withProgram { program in
            let tab = Place.tabs(in: program.series)[0]
            guard case .book(let book) = tab else { return XCTFail("the first tab is a book") }
            let scene = program.session.makeScene()
            SceneStorage(wrappedValue: false, "amazonPage", in: scene.root.tab(tab).scope("book"))
                .wrappedValue = true
            let window = program.openWindow(scene)
            XCTAssertEqual(window.tabController.place, .webPage(book: book))
            let path = NavigationPath<Place>([tab, .webPage(book: book)]).encoded
            XCTAssertEqual(Self.storedPath(of: tab, in: scene), .string(path))
            window.goBack()
            let restored = try program.restart()[0]
            XCTAssertEqual(restored.tabController.place, tab, "it came back after it was left")
        }
    }

    func testPushingALevelThatThePathHasGoesBackToIt() throws {
        try withProgram { program in
            let window = program.openWindow()
            let controller = window.tabController
            let characters = program.series.allCharacters
            for character in characters.prefix(3) { window.push(.character(character.id)) }
            window.push(.character(characters[0].id))
            XCTAssertEqual(controller.place, .character(characters[0].id))
            window.push(.character(characters[0].id))
            XCTAssertEqual(controller.place, .character(characters[0].id))
            window.goBack()
            XCTAssertEqual(controller.place, controller.tab)
        }
    }

    func testARestoredPathMakesItsDeepestPageOnly() throws {
        try withProgram { program in
            let scene = program.session.makeScene()
            let tab = Place.tabs(in: program.series)[0]
            let characters = program.series.allCharacters
            let path = NavigationPath<Place>([
                tab, .character(characters[0].id), .character(characters[1].id),
            ])
            Self.store(path.encoded, for: tab, in: scene)
            let window = program.openWindow(scene)
            XCTAssertEqual(window.tabController.madeLevels, [.character(characters[1].id)])
            XCTAssertEqual(window.window.title, characters[1].name)
            window.goBack()
            XCTAssertEqual(window.window.title, characters[0].name)
            XCTAssertEqual(window.tabController.madeLevels, [.character(characters[0].id)])
            window.goBack()
            XCTAssertEqual(window.tabController.madeLevels, [tab])
            XCTAssertFalse(window.tabController.canGoBack)
        }
    }

    func testAPathEndsBeforeTheFirstLevelThatIsGone() throws {
        try withProgram { program in
            let scene = program.session.makeScene()
            let tab = Place.tabs(in: program.series)[0]
            let known = program.series.allCharacters[0]
            let path = NavigationPath<Place>([
                tab, .character(known.id), .character(UUID()), .character(known.id),
            ])
            Self.store(path.encoded, for: tab, in: scene)
            let window = program.openWindow(scene)
            XCTAssertEqual(window.tabController.place, .character(known.id))
            XCTAssertEqual(window.tabController.droppedSegments.count, 2)
            XCTAssertEqual(
                Self.storedPath(of: tab, in: scene),
                .string(path.encoded),
                "what is stored stays until somebody goes elsewhere"
            )
        }
    }

    func testNonsenseForAPathShowsTheTabsFirstPage() throws {
        try withProgram { program in
            let tab = Place.tabs(in: program.series)[0]
            let character = program.series.allCharacters[0].id
            let paths = [
                "nonsense", "::::", "b|", "|x",
                NavigationPath<Place>([.character(character)]).encoded,
                NavigationPath<Place>([.favorites, .character(character)]).encoded,
            ]
            for path in paths {
                let scene = program.session.makeScene()
                Self.store(path, for: tab, in: scene)
                let window = program.openWindow(scene)
                XCTAssertEqual(window.tabController.place, tab, path)
                XCTAssertFalse(window.tabController.canGoBack, path)
            }
        }
    }

    func testEachTabHasAPathOfItsOwn() throws {
        try withProgram { program in
            let window = program.openWindow()
            let characters = program.series.allCharacters
            let tabs = Place.tabs(in: program.series)
            for (tab, character) in zip(tabs, characters) {
                window.select(tab)
                window.push(.character(character.id))
            }
            let restored = try program.restart()[0]
            XCTAssertEqual(restored.tab, tabs[3])
            for (tab, character) in zip(tabs, characters) {
                restored.select(tab)
                XCTAssertEqual(restored.tabController.place, .character(character.id))
                restored.goBack()
                XCTAssertEqual(restored.tabController.place, tab)
            }
        }
    }

    func testTheAmazonPageIsKeptPerBookAndLeftWhenSomethingIsPushed() throws {
        try withProgram { program in
            let window = program.openWindow()
            let books = program.series.books
            window.setWebPageShown(true, for: books[0])
            XCTAssertTrue(window.tabController.showsWebPage)
            XCTAssertTrue(window.tabController.canGoBack)
            window.select(.book(books[1].id))
            XCTAssertFalse(window.tabController.showsWebPage)

            let restored = try program.restart()[0]
            XCTAssertFalse(restored.tabController.showsWebPage)
            restored.select(.book(books[0].id))
            XCTAssertTrue(restored.tabController.showsWebPage)
            restored.push(.character(program.series.allCharacters[0].id))
            restored.goBack()
            XCTAssertFalse(restored.tabController.showsWebPage)

            restored.setWebPageShown(true, for: books[0])
            restored.goBack()
            XCTAssertFalse(restored.tabController.showsWebPage)
            let again = try program.restart()[0]
            XCTAssertFalse(again.tabController.showsWebPage)
        }
    }

    func testShowingATargetSelectsItsTab() throws {
        try withProgram { program in
            let window = program.openWindow()
            let character = try XCTUnwrap(program.series.allCharacters.last)
            let target = Place.character(character.id)
            let book = Place.book(try XCTUnwrap(character.bookID))
            XCTAssertFalse(window.isShowing(target))
            window.show(target, animated: false)
            XCTAssertTrue(window.isShowing(target))
            XCTAssertEqual(window.tab, book)
            window.goBack()
            XCTAssertTrue(window.isShowing(book))
            window.show(.favorites)
            XCTAssertTrue(window.isShowing(.favorites))
            XCTAssertFalse(window.isShowing(book))
        }
    }
}
