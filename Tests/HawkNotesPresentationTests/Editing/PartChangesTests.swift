import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Series, books and characters that are deleted, moved and saved, and how that is taken back.
final class PartChangesTests: XCTestCase {
    @MainActor
    private final class Desk {
        let troubled: TroubledLibrary
        let toasts = ToastQueue()
        let parts: PartChanges
        let books: [Book]
        /// What was taken back, by what was done.
        private(set) var undone: [String] = []

        init(_ troubled: TroubledLibrary) throws {
            self.troubled = troubled
            books = try troubled.library.series().books
            parts = PartChanges(
                in: troubled.library,
                pendingNotes: PendingNotes(library: troubled.library, now: { Date() }) { _, _ in },
                messages: toasts
            )
        }

        var ids: [Book.ID]? { try? troubled.library.series().books.map(\.id) }

        func delete(_ index: Int) {
            let book = books[index]
            parts.perform(.deletion, name: book.title) { [weak self] in
                self?.undone.append(book.title)
            } _: {
                try $0.delete(.book(book.id))
            }
        }

        func moveLastToFront() {
            let (last, first) = (books[books.count - 1].id, books[0].id)
            parts.perform(.order, name: "") { try $0.move(.book(last), before: first) }
        }

        func expect(_ text: String?, line: UInt = #line) {
            _ = runMainQueue { toasts.current?.text == text }
            XCTAssertEqual(toasts.current?.text, text, line: line)
        }
    }

    private func withDesk(_ body: @MainActor (Desk) throws -> Void) throws {
        try onMainActor {
            let troubled = try TroubledLibrary()
            defer { troubled.close() }
            try body(Desk(troubled))
        }
    }

    func testDeletionsInARowAreTakenBackTogether() throws {
        try withDesk { desk in
            desk.delete(1)
            desk.expect("“\(desk.books[1].title)” deleted")
            desk.delete(2)
            desk.expect("2 items deleted")
            XCTAssertEqual(desk.ids?.count, desk.books.count - 2)
            desk.toasts.performAction()
            XCTAssertTrue(runMainQueue { !desk.undone.isEmpty })
            XCTAssertEqual(desk.ids, desk.books.map(\.id))
            XCTAssertEqual(desk.undone, [desk.books[2].title], "the last place is come back to")
        }
    }

    func testAnUndoTakesBackWhatItsToastTellsOf() throws {
        try withDesk { desk in
            desk.delete(1)
            desk.expect("“\(desk.books[1].title)” deleted")
            desk.parts.offer("“Earthsea” saved", try desk.troubled.library.deleteNotes([]))
            desk.moveLastToFront()
            XCTAssertTrue(runMainQueue { desk.ids?.first == desk.books.last?.id })
            desk.toasts.performAction()
            XCTAssertTrue(runMainQueue { desk.ids?.contains(desk.books[1].id) == true })
            XCTAssertEqual(desk.ids?.first, desk.books.last?.id, "the order is another offer")
            desk.expect("“Earthsea” saved")
            desk.toasts.hide()
            desk.expect("Order changed")
            desk.toasts.performAction()
            XCTAssertTrue(runMainQueue { desk.ids?.first == desk.books.first?.id })
        }
    }

    func testOnlyWhatWasSavedLastIsOffered() throws {
        try withDesk { desk in
            let library = desk.troubled.library
            let undos = try ["First", "Second"].map { title in
                var book = desk.books[0]
                book.title = title
                return try library.save(book)
            }
            desk.parts.offer("“First” saved", undos[0])
            desk.parts.offer("“Second” saved", undos[1])
            desk.expect("“Second” saved")
            desk.toasts.performAction()
            XCTAssertTrue(
                runMainQueue { (try? library.series().book(desk.books[0].id)?.title) == "First" }
            )
            XCTAssertNil(desk.toasts.current)
        }
    }

    func testWhatCannotBeDoneIsToldUnlessAnotherWindowWasQuicker() throws {
        try withDesk { desk in
            let library = desk.troubled.library
            try library.delete(.book(desk.books[1].id))
            desk.delete(1)
            try desk.troubled.refuse("UPDATE", "book")
            desk.delete(2)
            desk.expect("This could not be saved: the library cannot be written")
            desk.toasts.hide()
            XCTAssertNil(desk.toasts.current, "the first one is just gone")
            try desk.troubled.refuseNothing()

            desk.delete(2)
            desk.expect("“\(desk.books[2].title)” deleted")
            try desk.troubled.refuse("UPDATE", "book")
            desk.toasts.performAction()
            desk.expect("This could not be saved: the library cannot be written")
            XCTAssertEqual(desk.undone, [])
        }
    }
}
