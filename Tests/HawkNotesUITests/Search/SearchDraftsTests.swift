import DisplayTestSupport
import Foundation
import GTKBridge
import StateRestoration
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesUI

/// What is written and not sent is found, in whatever window it is.
final class SearchDraftsTests: SearchTestCase {
    @MainActor
    private static func write(_ text: String, in field: TextView) {
        field.buffer.apply(
            TextBuffer.Edit(offset: field.buffer.count, removed: "", inserted: text)
        )
    }

    @MainActor
    private static func write(_ text: String, in window: MainWindow) throws {
        write(text, in: try XCTUnwrap(window.page.notes?.composer.field))
    }

    @MainActor
    private static func drafts(_ page: SearchPage) -> [String] {
        page.drafts.hits.compactMap { hit in
            if case .draft(let draft) = hit.content { draft.text } else { nil }
        }
    }

    /// Opens the note for editing in a window that shows its page.
    @MainActor
    private static func edit(_ id: UUID, in window: MainWindow) throws -> TextView {
        window.page.notes?.showNote(id)
        wait("the note is not shown") {
            window.page.notes?.noteList.cards[id]?.root.containsFocus == true
        }
        let card = try XCTUnwrap(window.page.notes?.noteList.cards[id])
        card.beginEditing()
        return try XCTUnwrap(card.field)
    }

    func testADraftOfAnotherWindowIsFoundAndGoneTo() throws {
        try withProgram { program in
            let character = program.series.allCharacters[0]
            let first = program.openWindow()
            first.show(.character(character.id))
            try Self.write("A quiet owl", in: first)
            first.goBack()
            let second = program.openWindow()
            let page = try Self.search(second, for: "owl")
            XCTAssertEqual(Self.drafts(page), ["A quiet owl"])
            XCTAssertEqual(page.drafts.hits[0].title, character.name)
            XCTAssertTrue(page.drafts.heading.isVisible)
            XCTAssertTrue(page.root.shows("A quiet owl"))
            XCTAssertNil(page.status.message)
            Self.press("Down", on: page)
            XCTAssertEqual(page.selected?.id, page.drafts.hits[0].id)
            Self.press("Return", on: page)
            Self.wait("the draft is not gone to") { first.place == .character(character.id) }
            Self.wait("its field has no focus") {
                first.page.notes?.composer.field.containsFocus == true
            }
            XCTAssertTrue(second.search.isShown, "the search stays as it is")
        }
    }

    func testADraftOfItsOwnWindowIsGoneToOnItsTab() throws {
        try withProgram { program in
            let window = program.openWindow()
            let character = program.series.allCharacters[0]
            window.select(.favorites)
            window.push(.character(character.id))
            try Self.write("An owl", in: window)
            window.goBack()
            window.select(.book(program.series.books[1].id))
            let page = try Self.search(window, for: "owl")
            Self.press("Return", on: page)
            Self.wait("the draft is not gone to") {
                window.place == .character(character.id) && window.tab == .favorites
            }
            XCTAssertEqual(window.page.notes?.composer.field.buffer.text, "An owl")
        }
    }

    func testWhatAPrivateWindowHasIsFoundThereAlone() throws {
        try withProgram { program in
            let ordinary = program.openWindow()
            try Self.write("An ordinary owl", in: ordinary)
            let hidden = program.openWindow(program.session.makeScene(isPrivate: true))
            try Self.write("A private owl", in: hidden)
            let other = program.openWindow(program.session.makeScene(isPrivate: true))
            XCTAssertEqual(
                Self.drafts(try Self.search(ordinary, for: "owl")),
                ["An ordinary owl"]
            )
            XCTAssertEqual(Self.drafts(try Self.search(hidden, for: "owl")), ["A private owl"])
            XCTAssertEqual(Self.drafts(try Self.search(other, for: "owl")), [])
        }
    }

    func testAChangedNoteIsFoundAndGoneToWhereItIsEdited() throws {
        try withProgram { program in
            let texts = ["The first note"] + (0..<120).map { "Hawk \($0)" }
            let ids = try Self.add(texts, to: program)
            let window = program.openWindow()
            let field = try Self.edit(ids[0], in: window)
            do {
                let page = try Self.search(window, for: "first")
                XCTAssertEqual(Self.noteIDs(page), [ids[0]])
                XCTAssertEqual(Self.drafts(page), [], "nothing was changed yet")
                window.goBack()
            }
            Self.write(" with an owl", in: field)
            window.page.notes?.showNote(ids[120])
            Self.wait("it is not scrolled away") {
                window.page.notes?.noteList.cards[ids[120]]?.root.containsFocus == true
            }
            let page = try Self.search(window, for: "owl")
            XCTAssertEqual(Self.drafts(page), ["The first note with an owl"])
            Self.press("Return", on: page)
            Self.wait("the edit has no focus") {
                window.page.notes?.noteList.cards[ids[0]]?.field?.containsFocus == true
            }
            Self.wait("it is not in view") {
                guard let list = window.page.notes?.list.view,
                    let card = window.page.notes?.noteList.cards[ids[0]]?.root,
                    let frame = card.frame(in: list)
                else { return false }
                return frame.y >= 0 && frame.y + frame.height <= Double(list.size.height)
            }
        }
    }

    func testWhatIsWrittenElsewhereMeanwhileIsThereForWhoComesBack() throws {
        try withProgram { program in
            let other = program.openWindow()
            let window = program.openWindow()
            let page = try Self.search(window, for: "owl")
            XCTAssertEqual(page.status.message, .nothing(words: "owl", hasOthers: true))
            try Self.write("An owl", in: other)
            page.refresh()
            Self.wait("it is not found") { Self.drafts(page) == ["An owl"] }
            XCTAssertNil(page.status.message)
            other.page.notes?.composer.field.buffer.setTextWithoutUndo("")
            page.refresh()
            Self.wait("it is still found") { Self.drafts(page).isEmpty }
        }
    }

    func testASelectedDraftIsSelectedAfterAKill() throws {
        try withProgram { program in
            try Self.add(["An owl"], to: program)
            let window = program.openWindow()
            try Self.write("Another owl", in: window)
            let page = try Self.search(window, for: "owl")
            Self.press("Down", on: page)
            Self.press("Down", on: page)
            let selected = try XCTUnwrap(page.selected?.id)
            XCTAssertEqual(page.drafts.hits.map(\.id), [selected])
            let restored = try XCTUnwrap(try program.restart(after: .kill).first)
            let back = try XCTUnwrap(restored.search.page)
            Self.wait("the selection is gone") { back.selected?.id == selected }
        }
    }

    func testADraftOfAWindowThatIsStillToComeBackIsGoneTo() throws {
        try withProgram { program in
            let first = program.openWindow()
            try Self.write("An owl", in: first)
            _ = program.openWindow()
            try program.beginNextRun(after: .quit)
            try program.withManager { manager in
                manager.lateWindows.pause()
                manager.activate()
                let window = try XCTUnwrap(manager.windows.first)
                let page = try Self.search(window, for: "owl")
                XCTAssertEqual(manager.lateWindows.scenes.count, 1)
                XCTAssertEqual(Self.drafts(page), ["An owl"])
                Self.press("Return", on: page)
                Self.wait("the draft is not gone to") {
                    manager.windows.contains {
                        $0 !== window && $0.page.notes?.composer.field.containsFocus == true
                    }
                }
            }
        }
    }
}
