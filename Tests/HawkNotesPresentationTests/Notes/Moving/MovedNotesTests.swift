import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Notes that are moved to other pages and back, over a library in which they may be elsewhere by then.
final class MovedNotesTests: XCTestCase {
    @MainActor
    private final class Desk {
        let troubled: TroubledLibrary
        var library: Library { troubled.library }
        let toasts = ToastQueue()
        let moved: MovedNotes
        let series: Series
        let notes: [Note]
        var source: NoteSubject { .book(series.books[0].id) }
        var third: NoteSubject { .book(series.books[1].id) }
        var character: Character { series.allCharacters[0] }
        var target: NoteSubject { .character(character.id) }
        /// The notes that are back, in turn.
        private(set) var returned: [Note.ID] = []

        init(_ troubled: TroubledLibrary) throws {
            self.troubled = troubled
            let library = troubled.library
            let series = try library.series()
            self.series = series
            notes = try (0..<3).map {
                try library.addNote("note \($0)", on: .book(series.books[0].id))
            }
            moved = MovedNotes(
                in: library,
                pendingNotes: PendingNotes(library: library, now: { Date() }) { _, _ in },
                mentions: SeriesMentions(library, series: LoadedSeries(library, first: series)),
                messages: toasts
            )
            moved.onReturn = { [unowned self] in returned.append($0) }
        }

        func move(_ indices: Int..., to subject: NoteSubject? = nil) {
            moved.move(indices.map { notes[$0].id }, from: source, to: subject ?? target)
        }

        func expect(_ text: String?, line: UInt = #line) {
            _ = runMainQueue { toasts.current?.text == text }
            XCTAssertEqual(toasts.current?.text, text, line: line)
        }

        func expect(_ here: Int, _ there: Int, line: UInt = #line) {
            let counts = {
                [
                    (try? self.library.noteCount(on: self.source)),
                    (try? self.library.noteCount(on: self.target)),
                ]
            }
            _ = runMainQueue { counts() == [here, there] }
            XCTAssertEqual(counts(), [here, there], line: line)
        }
    }

    private func withDesk(_ body: @MainActor (Desk) throws -> Void) throws {
        try onMainActor {
            let troubled = try TroubledLibrary()
            defer { troubled.close() }
            try body(Desk(troubled))
        }
    }

    func testThoseThatAreElsewhereByNowArePassedOver() throws {
        try withDesk { desk in
            try desk.library.deleteNote(desk.notes[0].id)
            try desk.library.moveNotes([desk.notes[1].id], to: desk.third)
            desk.move(0, 1, 2)
            desk.expect(0, 1)
            desk.expect(
                "Note moved to “\(desk.character.name)” · "
                    + "2 notes were deleted or moved elsewhere"
            )
            // Nor does Undo touch what was moved on.
            try desk.library.moveNotes([desk.notes[2].id], to: desk.third)
            XCTAssertTrue(desk.toasts.performAction())
            desk.expect("One note was deleted or moved elsewhere")
            desk.expect(0, 0)
            XCTAssertEqual(desk.returned, [])
            XCTAssertFalse(desk.toasts.performAction(), "there is nothing to take back")
            desk.toasts.hide()

            desk.move(0)
            desk.expect("One note was deleted or moved elsewhere")
            XCTAssertFalse(desk.toasts.performAction())
        }
    }

    func testMovesToSeveralPagesAreTakenBackTogether() throws {
        try withDesk { desk in
            desk.move(0)
            desk.expect("Note moved to “\(desk.character.name)”")
            desk.move(1, to: desk.third)
            desk.expect("2 notes moved")
            XCTAssertTrue(desk.toasts.performAction())
            desk.expect(3, 0)
            XCTAssertTrue(runMainQueue { !desk.returned.isEmpty })
            XCTAssertEqual(desk.returned, [desk.notes[1].id], "the last one is shown")
        }
    }

    func testNothingGoesToAPageThatIsGone() throws {
        try withDesk { desk in
            try desk.library.delete(.character(desk.character.id))
            desk.move(0)
            desk.expect("Nothing was moved: that page no longer exists")
            desk.expect(3, 0)
        }
    }

    func testWhatCannotBeMovedOrMovedBackIsTold() throws {
        try withDesk { desk in
            try desk.troubled.refuse("UPDATE", "note")
            desk.move(0)
            desk.expect("The notes could not be moved: the library cannot be written")
            try desk.troubled.refuseNothing()
            desk.move(0)
            desk.expect("Note moved to “\(desk.character.name)”")
            try desk.troubled.refuse("UPDATE", "note")
            desk.toasts.performAction()
            desk.expect("The notes could not be moved back: the library cannot be written")
            desk.expect(2, 1)
        }
    }
}
