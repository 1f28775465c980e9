import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Windows that search a library with some notes.
class SearchTestCase: DisplayTestCase {
    @MainActor
    static func wait(_ what: String, line: UInt = #line, until condition: @MainActor () -> Bool) {
        XCTAssertTrue(MainLoop.run(until: condition), what, line: line)
    }

    /// Adds notes on the first book, and returns their ids.
    @MainActor
    @discardableResult
    static func add(_ texts: [String], to program: TestProgram) throws -> [UUID] {
        let book = program.series.books[0].id
        return try texts.map { try program.library.addNote($0, on: .book(book)).id }
    }

    /// A window with the search open.
    @MainActor
    static func search(
        _ window: MainWindow,
        for text: String = "",
        line: UInt = #line
    ) throws -> SearchPage {
        window.window.activateAction("win.search")
        let page = try XCTUnwrap(window.search.page, line: line)
        wait("the field has no focus", line: line) { page.field.containsFocus }
        wait("it is not laid out", line: line) { page.list.rows.anchor != nil }
        if !text.isEmpty { try find(text, on: page, line: line) }
        return page
    }

    /// Searches for something, and waits for the whole answer.
    @MainActor
    static func find(_ text: String, on page: SearchPage, line: UInt = #line) throws {
        page.field.text = text
        wait("nothing is found", line: line) {
            page.finder.isSettled && page.finder.results.isComplete && !page.finder.isBlank
        }
        wait("it is not laid out", line: line) {
            let groups = [page.parts, page.notesFound, page.trash]
            return groups.allSatisfy { $0.hits.isEmpty || !$0.rows.isEmpty }
        }
        MainLoop.drain()
    }

    /// Presses a key in the field.
    @MainActor
    static func press(
        _ key: String,
        _ modifiers: Modifiers = [],
        on page: SearchPage,
        line: UInt = #line
    ) {
        XCTAssertTrue(page.handle(Key(key), modifiers, focus: page.field), line: line)
    }

    @MainActor
    static func noteIDs(_ page: SearchPage) -> [UUID] {
        page.notesFound.hits.compactMap { hit in
            if case .note(let note) = hit.content { note.id } else { nil }
        }
    }

    static func note(_ id: UUID) -> SearchHit.ID { .note(id) }
}
