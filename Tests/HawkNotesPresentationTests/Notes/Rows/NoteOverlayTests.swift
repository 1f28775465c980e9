import Foundation
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation

/// What was asked of the library, over what it tells of.
final class NoteOverlayTests: XCTestCase {
    private let subject = NoteSubject.book(UUID())
    private var overlay = NoteOverlay()

    private func note(_ text: String, _ place: Int, id: UUID = UUID()) -> Note {
        let date = Date(milliseconds: Int64(place))
        return Note(
            id: id,
            subject: subject,
            text: text,
            createdAt: date,
            modifiedAt: date,
            sequence: Int64(place)
        )
    }

    private func edited(_ note: Note, _ text: String) -> Note {
        Note(
            id: note.id,
            subject: subject,
            text: text,
            createdAt: note.createdAt,
            modifiedAt: note.modifiedAt,
            sequence: note.sequence
        )
    }

    private func slice(_ notes: [Note], from start: Int = 0, of total: Int? = nil) -> NoteSlice {
        var slice = NoteSlice.unread
        slice.notes = notes
        slice.start = start
        slice.total = total ?? start + notes.count
        slice.revision = 1
        return slice
    }

    private func pending(_ text: String, id: UUID = UUID()) -> PendingNote {
        PendingNote(id: id, subject: subject, text: text, date: Date())
    }

    private func texts(_ slice: NoteSlice) -> [String] {
        overlay.rows(over: slice).items.map(\.text)
    }

    func testWhatIsPendingStandsAtTheEndUntilTheLibraryHasIt() {
        let notes = [note("a", 1), note("b", 2)]
        let saved = note("c", 3)
        overlay.pending = [pending("c", id: saved.id), pending("d")]
        XCTAssertEqual(texts(.unread), ["c", "d"])
        XCTAssertEqual(texts(slice(notes)), ["a", "b", "c", "d"])
        let rows = overlay.rows(over: slice(notes + [saved]))
        XCTAssertEqual(rows.items.map(\.text), ["a", "b", "c", "d"], "told before the answer")
        XCTAssertEqual(rows.items.map { $0.progress == .saved }, [true, true, true, false])
        overlay.pending.removeFirst()
        XCTAssertEqual(texts(slice(notes + [saved])), ["a", "b", "c", "d"])
    }

    func testWhatIsPendingCountsAndIsNotKnownBeforeTheLastNoteIs() {
        overlay.pending = [pending("p")]
        let rows = overlay.rows(over: slice([note("b", 2)], from: 1, of: 3))
        XCTAssertEqual(rows.count, 4)
        XCTAssertEqual(rows.known, 1..<2)
        // Saved, and that is known although the note itself is not.
        var known = slice([note("b", 2)], from: 1, of: 4)
        known.places[overlay.pending[0].id] = NotePosition(createdAt: 4, sequence: 4)
        XCTAssertEqual(overlay.rows(over: known).count, 4)
        XCTAssertEqual(overlay.savedIDs(in: known), overlay.pending.map(\.id))
    }

    func testAnAnswerIsShownUntilAReadingHasSeenIt() {
        let notes = [note("a", 1), note("b", 2), note("c", 3)]
        let told = slice(notes)
        overlay.didAdd(note("d", 4), at: 2)
        overlay.didEdit(edited(notes[0], "A"), base: "a", at: 3)
        overlay.didDelete(notes[1].id, at: 4)
        XCTAssertEqual(texts(told), ["A", "c", "d"])
        XCTAssertNil(overlay.note(notes[1].id, in: told))
        XCTAssertEqual(overlay.note(notes[0].id, in: told)?.text, "A")
        XCTAssertEqual(overlay.revision, 4)
        overlay.forgetAnswers(upTo: 3)
        XCTAssertEqual(texts(told), ["a", "c"], "the reading knew better about these")
        overlay.forgetAnswers(upTo: 4)
        XCTAssertEqual(texts(told), ["a", "b", "c"])
    }

    func testAnEditGoesBehindANewerOneThatTheLibraryTellsOf() {
        let newer = note("A, and more", 1)
        overlay.didEdit(edited(newer, "A"), base: "a", at: 2)
        overlay.didDelete(UUID(), at: 2)
        XCTAssertEqual(texts(slice([newer])), ["A, and more"])
        overlay.didAdd(edited(newer, "A"), at: 2)
        XCTAssertEqual(texts(slice([newer])), ["A, and more"])
    }

    func testOfSeveralAnswersTheLastCounts() {
        let notes = [note("a", 1), note("b", 2)]
        overlay.didEdit(edited(notes[0], "A"), base: "a", at: 2)
        overlay.didEdit(edited(notes[0], "AA"), base: "A", at: 3)
        XCTAssertEqual(texts(slice(notes)), ["AA", "b"])
        overlay.didDelete(notes[1].id, at: 4)
        overlay.didAdd(notes[1], at: 5)
        XCTAssertEqual(texts(slice(notes)), ["AA", "b"])
        let added = note("c", 3)
        overlay.didAdd(added, at: 6)
        overlay.didEdit(edited(added, "C"), base: "c", at: 7)
        XCTAssertEqual(texts(slice(notes)), ["AA", "b", "C"])
        overlay.didDelete(added.id, at: 8)
        XCTAssertEqual(texts(slice(notes)), ["AA", "b"])
    }

    func testANoteIsHiddenWhileItIsDeletedAndBackAtItsPlaceBeforeTheLibraryHasIt() {
        let notes = [note("a", 1), note("b", 2), note("c", 3)]
        overlay.hidden = [notes[1].id]
        XCTAssertEqual(texts(slice(notes)), ["a", "c"])
        XCTAssertEqual(overlay.rows(over: slice(notes)).count, 2)
        overlay.hidden = []
        overlay.returning = [notes[1].id: notes[1]]
        XCTAssertEqual(texts(slice([notes[0], notes[2]])), ["a", "b", "c"])
        XCTAssertEqual(texts(slice(notes)), ["a", "b", "c"])
        overlay.didAdd(notes[1], at: 2)
        overlay.returning = [:]
        XCTAssertEqual(texts(slice([notes[0], notes[2]])), ["a", "b", "c"])
    }

    func testWhatIsOutsideOfWhatWasReadCountsAtItsSideAndIsNotShown() {
        let read = [note("c", 30), note("d", 40)]
        var told = slice(read, from: 2, of: 6)
        overlay.didAdd(note("early", 5), at: 2)
        overlay.didAdd(note("late", 99), at: 2)
        overlay.didAdd(note("between", 35), at: 2)
        var rows = overlay.rows(over: told)
        XCTAssertEqual(rows.known, 3..<6)
        XCTAssertEqual(rows.items.map(\.text), ["c", "between", "d"])
        XCTAssertEqual(rows.count, 9)

        overlay = NoteOverlay()
        let gone = (0..<3).map { _ in UUID() }
        overlay.hidden = Set(gone)
        XCTAssertFalse(overlay.isPlaced(in: told))
        told.asked = overlay.ids
        told.places = [
            gone[0]: NotePosition(createdAt: 1, sequence: 1),
            gone[1]: NotePosition(createdAt: 50, sequence: 1),
        ]
        XCTAssertTrue(overlay.isPlaced(in: told))
        rows = overlay.rows(over: told)
        XCTAssertEqual(rows.known, 1..<3)
        XCTAssertEqual(rows.count, 4, "the third is of another page")
    }
}
