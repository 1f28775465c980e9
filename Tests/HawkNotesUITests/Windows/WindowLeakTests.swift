import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

final class WindowLeakTests: DisplayTestCase {
    /// Opens a window, has something done in it, closes it, and looks at what is left.
    @MainActor
    private static func expectNothingLeft(
        _ program: TestProgram,
        width: Int? = nil,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @MainActor (MainWindow) throws -> Void
    ) rethrows {
        let watch = LeakWatch()
        try use(program, width, watch, body)
        watch.assertGone(file: file, line: line)
    }

    /// A function of its own, so that nothing here holds on to the window.
    @MainActor
    private static func use(
        _ program: TestProgram,
        _ width: Int?,
        _ watch: LeakWatch,
        _ body: @MainActor (MainWindow) throws -> Void
    ) rethrows {
        let window = program.openWindow(width: width, presented: true)
        watch.watch(window)
        try body(window)
        MainLoop.drain()
        watch.watch(window)
        XCTAssertEqual(watch.count(of: MainWindow.self), 1)
        XCTAssertGreaterThan(watch.count(of: TabController.self), 0)
        program.close(window)
    }

    func testAWindowOnEachTab() throws {
        try withProgram { program in
            for tab in Place.tabs(in: program.series) {
                Self.expectNothingLeft(program) { $0.select(tab) }
            }
        }
    }

    func testAWindowThatHasShownAllTabs() throws {
        try withProgram { program in
            Self.expectNothingLeft(program) { window in
                for tab in Place.tabs(in: program.series) { window.select(tab) }
            }
        }
    }

    func testAWindowOnTheShelfAndOneThatHasLeftIt() throws {
        try withProgram { program in
            for leaves in [false, true] {
                Self.expectNothingLeft(program) { window in
                    _ = window.tabController
                    window.showShelf()
                    XCTAssertTrue(
                        MainLoop.run { window.shelf.page?.boards.items.isEmpty == false }
                    )
                    if leaves { window.goBack() }
                }
            }
        }
    }

    func testAWindowThatSearchesAndOneThatHasLeftTheSearch() throws {
        try withProgram { program in
            try program.library.addNote("An owl", on: .book(program.series.books[0].id))
            for leaves in [false, true] {
                Self.expectNothingLeft(program) { window in
                    _ = window.tabController
                    window.showSearch(for: "owl")
                    XCTAssertTrue(
                        MainLoop.run { window.search.page?.notesFound.rows.isEmpty == false }
                    )
                    if leaves { window.goBack() }
                }
            }
        }
    }

    func testAWindowWithAPictureOverIt() throws {
        try withProgram { program in
            program.makeDialog = { [unowned program] _, scope in
                PictureDialog(in: scope, context: program.context)
            }
            let book = program.series.books[0]
            for isDismissed in [false, true] {
                Self.expectNothingLeft(program) { window in
                    window.showPicture(.cover(ofBook: book.id))
                    MainLoop.drain()
                    if isDismissed { window.dialogs.dialog(.picture)?.dismiss() }
                }
            }
        }
    }

    func testAWindowOnACharacterPage() throws {
        try withProgram { program in
            let character = program.series.allCharacters[1]
            Self.expectNothingLeft(program) { window in
                window.show(.character(character.id))
            }
        }
    }

    func testAWindowThatShowsTheAmazonPage() throws {
        try withProgram { program in
            let book = program.series.books[0]
            Self.expectNothingLeft(program) { $0.setWebPageShown(true, for: book) }
            Self.expectNothingLeft(program) { window in
                window.setWebPageShown(true, for: book)
                MainLoop.drain()
                window.setWebPageShown(false, for: book)
            }
        }
    }

    func testAWindowWithNotesAndAnOpenEditor() throws {
        try withProgram { program in
            let book = program.series.books[0]
            for number in 1...3 { try program.library.addNote("\(number)", on: .book(book.id)) }
            try Self.expectNothingLeft(program) { window in
                let notes = try XCTUnwrap(window.tabController.page.notes)
                notes.cards[1].beginEditing()
            }
        }
    }

    func testPagesThatWereLeftGoBeforeTheirWindow() throws {
        try withProgram { program in
            let window = program.openWindow(presented: true)
            for animates in [false, true] {
                Style.animates = animates
                let watch = LeakWatch()
                Self.pushAndPop(window, program.series.allCharacters[1], watch)
                watch.assertGone()
            }
        }
    }

    @MainActor
    private static func pushAndPop(
        _ window: MainWindow,
        _ character: Character,
        _ watch: LeakWatch
    ) {
        window.push(.character(character.id))
        // From the page's parts: the page itself leads to the window.
        if let notes = window.tabController.page.notes { watch.watch(notes.composer) }
        watch.watch(window.tabController.page.root)
        MainLoop.drain()
        window.goBack()
    }

    func testAWindowAfterItWasMadeNarrowAndWide() throws {
        try withProgram { program in
            Self.expectNothingLeft(program, width: 980) { window in
                for width in [400, 800, 980] { program.resize(window, width: width) }
            }
        }
    }

    func testAWindowWithAToastAndABanner() throws {
        try withProgram { program in
            Self.expectNothingLeft(program) { window in
                window.show(Toast(text: "Text", action: .init(title: "Undo", perform: {})))
                window.banner.show(
                    .init(text: "Text", action: .init(title: "OK", perform: {}))
                )
            }
        }
    }

    func testAWindowThatIsClosedInTheMiddleOfAMovement() throws {
        try withProgram { program in
            Style.animates = true
            let character = program.series.allCharacters[1]
            Self.expectNothingLeft(program) { window in
                window.push(.character(character.id))
                window.goBack()
                window.select(.favorites)
                window.show(Toast(text: "Text"))
            }
        }
    }

    func testAWindowWhoseMainMenuIsOpen() throws {
        try withProgram { program in
            Self.expectNothingLeft(program) { window in
                window.chrome.openMenu()
                MainLoop.drain()
            }
        }
    }

    func testRowsThatWereReplacedGoBeforeTheirWindow() throws {
        try withProgram { program in
            let window = program.openWindow(presented: true)
            let watch = LeakWatch()
            let character = program.series.characters(in: program.series.books[0].id)[0]
            if let row = window.tabController.page.root.all("character-row").first {
                watch.watch(row)
            }
            try program.library.setFavorite(character.id, true)
            watch.assertGone()
        }
    }
}
