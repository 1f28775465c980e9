import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import HawkNotesUI

/// Characters as rows of the list that makes only what is seen.
final class CharacterListTests: DisplayTestCase {
    /// Gives the first book so many more characters.
    @MainActor
    private static func addCharacters(_ count: Int, to program: TestProgram) throws -> [Character] {
        let book = program.series.books[0]
        let added = (0..<count).map { number in
            Character(
                id: UUID(),
                seriesID: book.seriesID,
                name: "Person \(number)",
                bookID: book.id,
                position: 1000 + number
            )
        }
        _ = try program.library.changeSeries { for character in added { try $0.save(character) } }
        XCTAssertTrue(
            MainLoop.run { program.context.series.character(added[count - 1].id) != nil }
        )
        return added
    }

    @MainActor
    private static func page(of window: MainWindow) throws -> BookPage {
        try XCTUnwrap(window.tabController.page as? BookPage)
    }

    /// Opens the tab of the favourites in a window.
    @MainActor
    private static func openFavorites(_ program: TestProgram) throws -> FavoritesPage {
        let window = program.openWindow(width: 1000, height: 700)
        window.select(.favorites(of: program.series.id), animated: false)
        let page = try XCTUnwrap(window.tabController.page as? FavoritesPage)
        XCTAssertTrue(MainLoop.run { page.list.rows.anchor != nil })
        MainLoop.drain()
        return page
    }

    /// The name of the character whose row has the focus.
    @MainActor
    private static func focused(_ list: PartList, in series: Series) -> String? {
        list.focusedElement.flatMap { id in
            series.allCharacters.first { $0.id.uuidString.lowercased() == id }?.name
        }
    }

    func testOnlyCharactersThatAreSeenHaveRows() throws {
        try withProgram { program in
            let added = try Self.addCharacters(600, to: program)
            let window = program.openWindow(width: 1000, height: 700)
            let characters = try Self.page(of: window).characters
            XCTAssertTrue(MainLoop.run { !characters.elements.isEmpty })
            MainLoop.drain()
            XCTAssertLessThan(characters.elements.count, 40)
            let list = try XCTUnwrap(characters.list)
            list.focus(added[599].id.uuidString)
            MainLoop.drain()
            let last = try XCTUnwrap(characters.elements.last)
            XCTAssertEqual(last.id, added[599].id.uuidString.lowercased())
            XCTAssertTrue(last.widget.containsFocus)
            XCTAssertLessThan(characters.elements.count, 40)
            // In one column they are rows of the list of notes.
            program.resize(window, width: 500)
            XCTAssertTrue(
                MainLoop.run {
                    characters.list === window.tabController.page.notes?.list
                        && characters.list?.focusedElement == last.id
                }
            )
            XCTAssertLessThan(characters.elements.count, 40)
            program.resize(window, width: 1000)
            XCTAssertTrue(MainLoop.run { characters.list?.focusedElement == last.id })
        }
    }

    func testTheLeftColumnIsScrolledToTheSameCharacterAfterAKill() throws {
        try withProgram { program in
            let added = try Self.addCharacters(500, to: program)
            let window = program.openWindow(width: 1000, height: 700)
            let list = try XCTUnwrap(try Self.page(of: window).characters.list)
            let id = added[250].id.uuidString
            // The restorer leaves the first frames to itself.
            XCTAssertTrue(MainLoop.run { list.rows.anchor != nil && !list.rows.ignoresFocus })
            let row = try XCTUnwrap(list.row(of: id))
            list.rows.scroll(to: RowArrangement.Anchor(index: row, top: -7))
            let key = window.scene.root.tab(window.tab).scope("book").path(of: "scroll")
            XCTAssertTrue(
                MainLoop.run {
                    guard case .string(let kept) = window.scene.storedValue(at: key) else {
                        return false
                    }
                    return kept.contains(id.lowercased())
                }
            )
            let restored = try XCTUnwrap(try program.restart().first)
            let newList = try XCTUnwrap(try Self.page(of: restored).characters.list)
            XCTAssertTrue(
                MainLoop.run { newList.row(of: id).map { newList.rows.top(of: $0) } != nil }
            )
            MainLoop.drain()
            let anchor = try XCTUnwrap(newList.rows.anchor)
            XCTAssertEqual(anchor.index, newList.row(of: id))
            XCTAssertEqual(anchor.top, -7)
        }
    }

    func testAHeartTakesARowAwayAndLeavesFocusAndPlace() throws {
        try withProgram { program in
            let all = program.series.allCharacters
            for character in all.prefix(4) {
                try program.library.setFavorite(character.id, true)
            }
            let page = try Self.openFavorites(program)
            XCTAssertTrue(MainLoop.run { page.favorites.rowCount == 4 })
            MainLoop.drain()
            page.list.focus(all[1].id.uuidString)
            XCTAssertEqual(Self.focused(page.list, in: program.series), all[1].name)
            let top = page.list.rows.offset
            try program.library.setFavorite(all[1].id, false)
            XCTAssertTrue(MainLoop.run { page.favorites.rowCount == 3 })
            XCTAssertEqual(Self.focused(page.list, in: program.series), all[2].name, "the next")
            for index in [3, 2] { try program.library.setFavorite(all[index].id, false) }
            XCTAssertTrue(MainLoop.run { page.favorites.rowCount == 1 })
            XCTAssertEqual(
                Self.focused(page.list, in: program.series),
                all[0].name,
                "the one before"
            )
            try program.library.setFavorite(all[0].id, false)
            XCTAssertTrue(MainLoop.run { page.favorites.rowCount == 0 })
            XCTAssertNotNil(Self.focused(page.list, in: program.series), "one of the others")
            XCTAssertEqual(page.list.rows.offset, top)
        }
    }

    func testARowThatChangesKeepsTheFocusAndOthersTheirWidgets() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            let characters = try Self.page(of: window).characters
            XCTAssertTrue(MainLoop.run { characters.elements.count > 1 })
            let before = characters.elements
            let list = try XCTUnwrap(characters.list)
            list.focus(before[0].id)
            try program.library.setFavorite(try XCTUnwrap(UUID(uuidString: before[0].id)), true)
            XCTAssertTrue(MainLoop.run { characters.items[0].isFavorite })
            XCTAssertEqual(list.focusedElement, before[0].id)
            XCTAssertTrue(characters.elements[1].widget.isSame(as: before[1].widget))
            XCTAssertFalse(characters.elements[0].widget.isSame(as: before[0].widget))
        }
    }

    /// A move that is made while the library is still read after the one before.
    func testQuickMovesCountFromTheOrderThatIsSeen() throws {
        try withProgram { program in
            let book = program.series.books[0]
            let window = program.openWindow(width: 1000, height: 700)
            let characters = try Self.page(of: window).characters
            let list = try XCTUnwrap(characters.list)
            XCTAssertTrue(MainLoop.run { characters.elements.count > 3 })
            let before = characters.items.map(\.id)
            let first = before[0]
            list.focus(first.canonicalString)
            @MainActor func move(_ key: String) {
                let character = characters.items.first { $0.id == first }?.character
                XCTAssertEqual(character.map { characters.handle(Key(key), .alt, $0) }, true)
            }
            var keys = ["Down", "Up", "Down"][...]
            let observation = program.library.observeChanges { _ in
                guard let key = keys.popFirst() else { return }
                // What is read after the last move is about to arrive: this move is not in it.
                program.library.waitForWork()
                move(key)
            }
            defer { _ = observation }
            move("Down")
            var seen: [[UUID]] = []
            let expected = [before[1], before[2], first] + before.dropFirst(3)
            XCTAssertTrue(
                MainLoop.run {
                    let order = characters.items.map(\.id)
                    if seen.last != order { seen.append(order) }
                    XCTAssertEqual(list.focusedElement, first.canonicalString)
                    return keys.isEmpty
                        && program.series.characters(in: book.id).map(\.id) == expected
                }
            )
            MainLoop.drain()
            XCTAssertEqual(characters.items.map(\.id), expected)
            let one = [before[1], first] + before.dropFirst(2)
            XCTAssertEqual(seen, [one, expected, one, expected])
        }
    }

    func testAMoveThatTheLibraryRefusesIsTakenBack() throws {
        try withTroubledProgram { program, troubled in
            let window = program.openWindow(width: 1000, height: 700)
            let characters = try Self.page(of: window).characters
            XCTAssertTrue(MainLoop.run { characters.elements.count > 2 })
            let before = characters.items.map(\.id)
            try troubled.refuse("UPDATE", "character")
            XCTAssertTrue(characters.handle(Key("Down"), .alt, characters.items[0].character))
            XCTAssertEqual(characters.items[1].id, before[0])
            XCTAssertTrue(MainLoop.run { window.shownToast != nil })
            XCTAssertTrue(MainLoop.run { characters.items.map(\.id) == before })
        }
    }

    func testAnActivatedRowShowsItsCharacter() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            let characters = try Self.page(of: window).characters
            XCTAssertTrue(MainLoop.run { characters.elements.count > 1 })
            let row = characters.elements[1]
            row.widget.activate()
            XCTAssertEqual(
                window.tabController.page.character?.id.uuidString.lowercased(),
                row.id
            )
        }
    }

    func testWhatIsShownOfACharacterThatIsDraggedIsSmall() throws {
        try withProgram { program in
            var character = try XCTUnwrap(program.series.allCharacters.first)
            character.name = "A name that is longer than anybody would like to write"
            let card = DragCard.make(character, images: program.context.images)
            XCTAssertTrue(card.shows(character.name))
            let margins = 2 * 12
            XCTAssertLessThanOrEqual(card.naturalWidth, 240 + margins)
            XCTAssertGreaterThan(card.naturalWidth, 48 + margins)
        }
    }
}
