import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// Where the keys go when a page opens, and where the Tab key leads.
final class FocusTests: DisplayTestCase {
    /// Presses Tab, as far as GTK's own way through a window goes.
    @MainActor
    private static func tab(in window: MainWindow) {
        gtk_widget_child_focus(window.window.widget, GTK_DIR_TAB_FORWARD)
    }

    func testABookOpensWithTheFocusOnItsCharacters() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            let page = try XCTUnwrap(window.tabController.page as? BookPage)
            XCTAssertTrue(
                MainLoop.run { page.characters.elements.first?.widget.isFocused == true }
            )
            XCTAssertEqual(page.characters.list?.rows.offset, 0, "nothing is scrolled")
        }
    }

    func testInOneColumnTheListHasTheFocusAndNothingIsScrolled() throws {
        try withProgram { program in
            let window = program.openWindow(width: 400, height: 500)
            let page = try XCTUnwrap(window.tabController.page as? BookPage)
            XCTAssertTrue(
                MainLoop.run { page.characters.elements.first?.widget.isFocused == true }
            )
            MainLoop.drain()
            XCTAssertEqual(page.characters.list?.rows.offset, 0)
        }
    }

    func testAWindowThatGetsAnotherWidthAtOnceHasTheFocusOnTheListAndIsAtItsBeginning() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 500)
            let page = try XCTUnwrap(window.tabController.page as? BookPage)
            @MainActor func isFocused() -> Bool {
                page.characters.elements.first?.widget.isFocused == true
            }
            XCTAssertTrue(MainLoop.run { isFocused() })
            for width in [500, 1000] {
                program.resize(window, width: width)
                XCTAssertTrue(MainLoop.run { isFocused() }, "\(width)")
                MainLoop.drain()
                XCTAssertEqual(page.characters.list?.rows.offset, 0, "\(width)")
            }
        }
    }

    func testAPageThatIsLeftForAnotherHandsTheFocusToItsList() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            let series = program.series
            let character = try XCTUnwrap(series.allCharacters.first)
            try program.library.addNote("one", on: .character(character.id))
            try program.library.addNote("two", on: .character(character.id))
            window.push(.character(character.id))
            let section = try XCTUnwrap(window.tabController.page.notes)
            XCTAssertTrue(
                MainLoop.run {
                    section.list.focusedElement != nil || section.list.view.isFocused
                }
            )
            window.select(.favorites(of: nil))
            let favorites = try XCTUnwrap(window.tabController.page as? FavoritesPage)
            XCTAssertTrue(MainLoop.run { favorites.list.focusedElement != nil })
        }
    }

    func testAWindowThatComesBackKeepsItsOwnFocus() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            let field = try XCTUnwrap(window.tabController.page.notes).composer.field
            XCTAssertTrue(MainLoop.run { window.window.focus is Widget })
            MainLoop.drain()
            field.grabFocus()
            let restored = try XCTUnwrap(try program.restart().first)
            let newField = try XCTUnwrap(restored.tabController.page.notes).composer.field
            XCTAssertTrue(MainLoop.run { newField.isFocused })
            MainLoop.drain()
            XCTAssertTrue(newField.isFocused)
        }
    }

    func testAllTabsAreOneStopAndArrowsLeadFromOneToTheNext() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            let switcher = try XCTUnwrap(window.chrome.switcher)
            let tabs = switcher.items.map(\.tab)
            XCTAssertTrue(MainLoop.run { switcher.isInSight(tabs[0]) })
            let button = try XCTUnwrap(switcher.button(of: tabs[0]))
            XCTAssertTrue(button.grabFocus())
            for other in tabs.dropFirst() {
                XCTAssertEqual(switcher.button(of: other)?.isFocusable, false)
            }
            XCTAssertTrue(switcher.handle(Key("Right"), []))
            XCTAssertEqual(window.tab, tabs[1])
            XCTAssertEqual(switcher.button(of: tabs[1])?.isFocused, true)
            XCTAssertTrue(switcher.handle(Key("End"), []))
            XCTAssertEqual(window.tab, tabs.last)
            XCTAssertFalse(switcher.handle(Key("Right"), []), "leads out of the tabs")
            XCTAssertTrue(switcher.handle(Key("Home"), []))
            XCTAssertEqual(switcher.button(of: tabs[0])?.isFocused, true)
            Self.tab(in: window)
            for tab in tabs { XCTAssertEqual(switcher.button(of: tab)?.containsFocus, false) }
        }
    }

    func testTabsThatAreMadeAnewKeepTheFocusAndTakeItFromNothingElse() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            let series = program.series
            let old = try XCTUnwrap(window.chrome.switcher)
            XCTAssertTrue(MainLoop.run { old.isInSight(window.tab) })
            let add = try XCTUnwrap(old.trailing)
            XCTAssertTrue(add.grabFocus())
            try program.library.changeSeries {
                try $0.save(Book(id: UUID(), seriesID: series.id, title: "Another", position: 9))
            }
            XCTAssertTrue(MainLoop.run { window.chrome.switcher !== old })
            let switcher = try XCTUnwrap(window.chrome.switcher)
            XCTAssertEqual(switcher.button(of: window.tab)?.isFocused, true)
            let page = try XCTUnwrap(window.tabController.page as? BookPage)
            let field = try XCTUnwrap(page.notes).composer.field
            field.grabFocus()
            // GTK looks for a new place of the focus with the next frame.
            MainLoop.drain()
            XCTAssertTrue(field.isFocused)
        }
    }

    func testEnterOfTheKeypadAndEscapeEndAnEdit() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            let book = NoteSubject.book(program.series.books[0].id)
            try program.library.addNote("one", on: book)
            let section = try XCTUnwrap(window.tabController.page.notes)
            XCTAssertTrue(MainLoop.run { section.cards.count == 1 })
            let card = try XCTUnwrap(section.cards.first)
            for (key, held) in [("Escape", Modifiers()), ("KP_Enter", .control)] {
                card.beginEditing()
                XCTAssertTrue(card.editor?.handle(Key(key), held) ?? false)
                XCTAssertFalse(card.isEditing, key)
            }
        }
    }
}
