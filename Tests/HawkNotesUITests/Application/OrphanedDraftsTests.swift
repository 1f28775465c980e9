import DisplayTestSupport
import Foundation
import HawkNotesModel
import HawkNotesPresentation
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesUI

final class OrphanedDraftsTests: XCTestCase {
    func testOnlyDraftsWhosePageIsGoneAreOrphans() throws {
        let library = try Library.inMemory(environment: .patient)
        try library.importSeries(from: SourceTree.seriesFile)
        let series = try library.series()
        try onMainActor {
            let tester = try RestorationTester()
            let root = tester.session.makeScene().root
            let book = root.scope("tab:" + series.books[0].id.uuidString.lowercased())
            let goneBook = root.scope("tab:" + UUID().uuidString.lowercased())
            let known = series.allCharacters[0].id.uuidString.lowercased()
            let gone = "character:" + UUID().uuidString.lowercased()
            let scopes: [(RestorationScope, String)] = [
                (book.scope("book"), "on a book"),
                (book.scope("character:" + known), "on a character"),
                (book.scope(gone), "on a character that is gone"),
                (goneBook.scope("book"), "on a book that is gone"),
                (goneBook.scope("character:" + known), "in a tab that is gone"),
                (root.scope("tab:favorites").scope(gone), "under favorites, gone"),
            ]
            for (scope, text) in scopes {
                RestorableText("newNote", in: scope).setString(text)
                SceneStorage(wrappedValue: "", "newNoteSelection", in: scope).wrappedValue = "1,1"
            }
            let note = try library.addNote("a note", on: .book(series.books[0].id))
            let moved = try library.addNote("another note", on: .book(series.books[0].id))
            let saved = try library.addNote("saved before", on: .book(series.books[0].id))
            try library.moveNotes([moved.id, saved.id], to: .book(series.books[1].id))
            let edits = [
                (note.id, "an edit"), (UUID(), "an edit of a note that is gone"),
                (moved.id, "an edit of a note that was moved"), (saved.id, "saved before"),
            ]
            for (id, text) in edits {
                let scope = book.scope("book").scope("note:" + id.uuidString.lowercased())
                RestorableText("edit", in: scope).setString(text)
            }
            let context = AppContext(
                library: library,
                series: series,
                seriesDirectory: SourceTree.data,
                now: { Date() }
            )
            let scene = try XCTUnwrap(tester.session.scenes.first)
            var found: [String] = []
            var reasons: [String] = []
            OrphanedDrafts.find(
                in: scene,
                library: context.library,
                series: context.series
            ) { drafts in
                found += drafts.map(\.text)
                reasons += drafts.filter(\.isMoved).map(OrphanText.reason)
            }
            XCTAssertTrue(runMainQueue(until: { !found.isEmpty }))
            XCTAssertEqual(
                Set(found),
                [
                    "on a character that is gone", "on a book that is gone",
                    "in a tab that is gone", "under favorites, gone",
                    "an edit of a note that is gone", "an edit of a note that was moved",
                ]
            )
            XCTAssertEqual(found.count, 6)
            XCTAssertEqual(
                reasons,
                ["The note was moved to another page while you were changing it."]
            )

            try library.close()
            var unread: [String] = []
            OrphanedDrafts.find(
                in: scene,
                library: context.library,
                series: context.series
            ) { unread += $0.map(\.text) }
            var isAsked = false
            library.perform { _ in
            } completion: { _ in
                isAsked = true
            }
            XCTAssertTrue(runMainQueue(until: { isAsked }))
            XCTAssertEqual(
                unread,
                [],
                "a library that cannot be read is no reason to call anything deleted"
            )
        }
    }
}
