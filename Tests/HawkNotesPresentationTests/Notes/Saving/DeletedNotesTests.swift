import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Notes that are deleted and brought back, while the library refuses or another window is quicker.
final class DeletedNotesTests: XCTestCase {
    /// A window over the library of the desk.
    @MainActor
    private final class Window {
        let toasts = ToastQueue()
        let deleted: DeletedNotes
        private(set) var returned: [Note.ID] = []
        private var observation: ChangeObservation?

        init(_ desk: Desk) {
            deleted = DeletedNotes(
                in: desk.library,
                pendingNotes: desk.pending,
                messages: toasts
            )
            observation = deleted.observe { [unowned self] event in
                if case .returned(let note) = event { returned.append(note.id) }
            }
        }

        func expect(_ text: String?, line: UInt = #line) {
            _ = runMainQueue { toasts.current?.text == text }
            XCTAssertEqual(toasts.current?.text, text, line: line)
        }
    }

    @MainActor
    private static func notes(_ desk: Desk) throws -> [Note] {
        try ["a", "b", "c"].map { try desk.library.addNote($0, on: .book(desk.book)) }
    }

    func testAllThatWereDeletedInARowComeBackInTurn() throws {
        try onMainActor {
            try withDesk { desk in
                let notes = try Self.notes(desk)
                let window = Window(desk)
                for note in notes.prefix(2) { window.deleted.delete(note) }
                window.expect("2 notes deleted")
                XCTAssertEqual(window.deleted.hidden, Set(notes.prefix(2).map(\.id)))
                XCTAssertTrue(try runMainQueue { try desk.texts == ["c"] })
                window.toasts.performAction()
                XCTAssertEqual(window.deleted.hidden, [])
                XCTAssertTrue(runMainQueue { window.returned.count == 2 })
                XCTAssertEqual(window.returned, notes.prefix(2).map(\.id))
                XCTAssertEqual(try desk.texts, ["a", "b", "c"])
                XCTAssertEqual(window.deleted.returning, [:])
            }
        }
    }

    func testWhatCouldNotBeDeletedIsNotOffered() throws {
        try onMainActor {
            try withDesk { desk in
                let notes = try Self.notes(desk)
                let window = Window(desk)
                try desk.troubled.refuse("DELETE", "note", when: "OLD.text = 'b'")
                for note in notes.prefix(2) { window.deleted.delete(note) }
                window.expect("2 notes deleted")
                window.expect("Note deleted")
                XCTAssertEqual(window.deleted.hidden, [])
                window.toasts.performAction()
                window.expect("The note could not be deleted: the library cannot be written")
                XCTAssertTrue(runMainQueue { window.returned == [notes[0].id] })
                XCTAssertEqual(try desk.texts, ["a", "b", "c"])
            }
        }
    }

    func testWhatAnotherWindowHasDeletedIsThatOnesToBringBack() throws {
        try onMainActor {
            try withDesk { desk in
                let notes = try Self.notes(desk)
                let windows = [Window(desk), Window(desk)]
                for window in windows { window.deleted.delete(notes[0]) }
                for window in windows { window.expect("Note deleted") }
                windows[1].expect(nil)
                XCTAssertEqual(windows[1].deleted.hidden, [])
                windows[0].expect("Note deleted")
            }
        }
    }

    func testANoteThatCannotBeBroughtBackIsTold() throws {
        try onMainActor {
            try withDesk { desk in
                let notes = try Self.notes(desk)
                let window = Window(desk)
                window.deleted.delete(notes[0])
                XCTAssertTrue(try runMainQueue { try desk.texts == ["b", "c"] })
                try desk.troubled.refuse("INSERT", "note")
                window.toasts.performAction()
                XCTAssertEqual(window.deleted.returning.keys.first, notes[0].id)
                window.expect("The note could not be restored: the library cannot be written")
                XCTAssertEqual(window.deleted.returning, [:])
                XCTAssertEqual(window.returned, [])
            }
        }
    }
}
