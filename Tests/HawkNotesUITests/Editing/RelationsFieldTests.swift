import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The related characters in the editor of a character.
final class RelationsFieldTests: EditorTestCase {
    func testTheFieldOfARelationThatIsAddedHasTheFocusAndIsInSight() throws {
        try Self.withWindow { program, window in
            let all = program.series.allCharacters
            window.edit(.character(all[0].id))
            let editor = try Self.editor(window)
            let field = try XCTUnwrap(editor.fields.compactMap { $0 as? RelationsField }.first)
            let view = try XCTUnwrap(ScrollView(around: field.root))
            for _ in 0..<3 {
                let add = try XCTUnwrap(field.focusable.last).widget
                let count = field.focusable.count
                add.grabFocus()
                add.press()
                var rows: [Widget] = []
                XCTAssertTrue(
                    MainLoop.run {
                        rows = add.all(ofType: "GtkListBoxRow").filter(\.isMapped)
                        return !rows.isEmpty
                    }
                )
                rows[0].activate()
                XCTAssertTrue(MainLoop.run { field.focusable.count == count + 1 })
                let entry = field.focusable[count - 1].widget
                XCTAssertTrue(MainLoop.run { entry.containsFocus && view.shows(entry) })
                XCTAssertTrue(
                    MainLoop.run { add.all(ofType: "GtkListBoxRow").allSatisfy { !$0.isMapped } }
                )
                editor.root.waitUntilDrawn()
                XCTAssertTrue(entry.containsFocus)
                XCTAssertTrue(view.shows(entry), "in sight")
            }
        }
    }

    func testARelationToACharacterOfAnotherSeriesIsListed() throws {
        try Self.withWindow { program, window in
            let series = program.series
            let relation = try XCTUnwrap(
                series.relations.first { relation in
                    series.character(relation.first)?.bookID == series.books[0].id
                        && series.character(relation.second)?.bookID != series.books[0].id
                }
            )
            let other = try XCTUnwrap(series.character(relation.second))
            _ = try program.library.changeSeries {
                try $0.moveBook(
                    try XCTUnwrap(other.bookID),
                    to: .newSeries(UUID(), title: "Apart")
                )
            }
            XCTAssertTrue(MainLoop.run { program.series.neighbors.contains { $0.id == other.id } })
            window.edit(.character(relation.first))
            let editor = try Self.editor(window)
            XCTAssertTrue(MainLoop.run { editor.root.shows(other.name) })
            XCTAssertTrue(
                RelationLine.lines(editor.texts[.relations]).contains { $0.id == relation.id }
            )
        }
    }
}
