import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import HawkNotesUI

/// Runs a test's body with a program whose library reads nothing until the gate is opened.
private func withSlowProgram(_ body: @MainActor (TestProgram, ReadingGate) throws -> Void) throws {
    let gate = ReadingGate()
    let library = try Library.inMemory(environment: .held(by: gate))
    try MainActor.assumeIsolated {
        let program = try TestProgram(library: library)
        defer { program.finish() }
        try body(program, gate)
    }
}

/// A page whose notes are not read yet: it can be used, and says nothing that is not so.
final class SlowReadingTests: DisplayTestCase {
    /// What a page without notes says.
    private static let emptiness = "No notes yet"

    func testPageIsThereBeforeItsNotesAndDoesNotCallItselfEmpty() throws {
        try withSlowProgram { program, gate in
            let book = program.series.books[0].id
            try program.library.addNote("read late", on: .book(book))
            let page = try NotesPage(program.openWindow(presented: true))
            XCTAssertNotNil(page.section.emptyState.label(Self.emptiness))
            XCTAssertEqual(page.texts, [])
            XCTAssertFalse(page.section.emptyState.shows(Self.emptiness))
            page.composer.field.buffer.text = "typed meanwhile"

            gate.open()
            XCTAssertTrue(MainLoop.run { page.texts == ["read late"] })
            XCTAssertEqual(page.composer.field.buffer.text, "typed meanwhile")
            XCTAssertFalse(page.section.emptyState.shows(Self.emptiness))
        }
    }

    func testEmptyPageSaysSoOnceThatIsKnown() throws {
        try withSlowProgram { program, gate in
            let page = try NotesPage(program.openWindow(presented: true))
            XCTAssertFalse(page.section.emptyState.shows(Self.emptiness))
            gate.open()
            XCTAssertTrue(MainLoop.run { page.section.emptyState.shows(Self.emptiness) })
        }
    }

    func testNoteThatIsSavedMeanwhileIsThereOnce() throws {
        try withSlowProgram { program, gate in
            let book = program.series.books[0].id
            let page = try NotesPage(program.openWindow(presented: true))
            page.save("saved before anything was read")
            XCTAssertEqual(page.texts, ["saved before anything was read"])
            XCTAssertTrue(
                MainLoop.run { (try? program.library.notes(on: .book(book)).count) == 1 }
            )
            gate.open()
            XCTAssertTrue(MainLoop.run { page.isAllSaved })
            XCTAssertEqual(page.texts, ["saved before anything was read"])
        }
    }

    func testARowThatComesLateTakesTheFocusFromNobodyWhoSearches() throws {
        for isSearching in [false, true] {
            try withSlowProgram { program, gate in
                let book = program.series.books[0].id
                let note = try program.library.addNote("read late", on: .book(book))
                let window = program.openWindow(presented: true)
                let page = try NotesPage(window)
                // As it is when a window comes back.
                window.page.grabFocus("note:" + note.id.uuidString.lowercased())
                if isSearching { window.showSearch() }
                gate.open()
                XCTAssertTrue(MainLoop.run { page.texts == ["read late"] || isSearching })
                if isSearching {
                    XCTAssertTrue(MainLoop.run { page.section.cards.count == 1 })
                    XCTAssertTrue(try XCTUnwrap(window.search.page).field.containsFocus)
                } else {
                    let card = try XCTUnwrap(page.section.cards.first)
                    XCTAssertTrue(MainLoop.run { card.root.containsFocus })
                }
            }
        }
    }
}
