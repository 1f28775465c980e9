import Foundation
import HawkNotesModel
import XCTest

@testable import HawkNotesPresentation

/// The rows of a page by place; its notes say in their texts where they belong.
final class NoteRowsByPlaceTests: XCTestCase {
    /// Runs a test's body with the rows of a page with notes at these pages of the book.
    private func withPlaces(
        _ pages: [Int?],
        order: NoteOrder = .byPlace,
        starting start: NoteRows.Start = .atStart,
        _ body: @MainActor (NoteRows, StillLibrary, [Note]) throws -> Void
    ) throws {
        try MainActor.assumeIsolated {
            let still = try StillLibrary()
            let notes = try pages.enumerated().map { index, page in
                still.setTime(index * 1000)
                return try still.library.addNote(
                    page.map { "p. \($0)" } ?? "none",
                    on: still.subject,
                    place: NotePlace(text: page.map { "p. \($0)" })
                )
            }
            still.settle()
            let rows = NoteRows(
                on: still.subject,
                in: still.library,
                starting: start,
                order: order
            )
            rows.onError = { XCTFail("\($0)") }
            try body(rows, still, notes)
            rows.close()
        }
    }

    private static func pending(_ page: Int, _ still: StillLibrary, id: UUID = UUID())
        -> PendingNote
    {
        PendingNote(
            id: id,
            subject: still.subject,
            text: "p. \(page)",
            date: Date(timeIntervalSince1970: 9000),
            place: NotePlace(text: "p. \(page)")
        )
    }

    func testAllRowsComeInTheOrderOfThePlaces() throws {
        let pages = (0..<400).map { _ in Int.random(in: 0..<500) as Int? } + [nil, nil, 7]
        try withPlaces(pages.shuffled(), starting: .atEnd) { rows, still, notes in
            let sorted = notes.enumerated().sorted {
                let (one, other) = ($0.element.place?.number, $1.element.place?.number)
                return one == other
                    ? $0.offset < $1.offset : (one ?? .infinity) < (other ?? .infinity)
            }
            XCTAssertEqual(rows.count, notes.count)
            XCTAssertTrue(rows.hasPlaces)
            XCTAssertEqual(rows.item(at: rows.count - 1)?.text, "none", "those without at the end")
            for start in stride(from: rows.count - 20, through: 0, by: -20) {
                rows.need(start..<start + 20)
                still.settle()
                for index in start..<start + 20 {
                    XCTAssertEqual(rows.item(at: index)?.id, sorted[index].element.id, "\(index)")
                }
            }
        }
    }

    func testAnotherOrderStaysWithTheNoteThatIsSeen() throws {
        let pages = (0..<1000).map { 5000 - $0 as Int? }
        try withPlaces(pages, order: .byDate, starting: .atEnd) { rows, still, notes in
            rows.need(900..<920)
            still.settle()
            var changes: [RowsChange] = []
            rows.onChange = { changes.append($0) }
            rows.setOrder(.byPlace, stayingWith: notes[900].id)
            XCTAssertEqual(rows.index(of: notes[900].id), 900, "as they were until they are read")
            still.settle()
            XCTAssertEqual(rows.index(of: notes[900].id), 99)
            XCTAssertEqual(rows.count, 1000)
            XCTAssertEqual(changes.count, 1)
            rows.setOrder(.byDate, stayingWith: nil)
            still.settle()
            XCTAssertEqual(rows.known.lowerBound, 0)
            XCTAssertEqual(rows.item(at: 0)?.id, notes[0].id)
        }
    }

    /// Whatever was on its way when the order was chosen.
    func testAnOrderIsTakenWhileSomethingElseIsBeingRead() throws {
        let pages = (0..<500).map { 5000 - $0 as Int? }
        try withPlaces(pages, order: .byDate) { rows, still, notes in
            still.isHeld = true
            rows.need(300..<320)
            var found: [Int?] = []
            rows.find(notes[250].id) { found.append($0) }
            rows.setOrder(.byPlace, stayingWith: notes[0].id)
            rows.setOrder(.byDate, stayingWith: notes[0].id)
            rows.setOrder(.byPlace, stayingWith: notes[0].id)
            still.settle()
            XCTAssertTrue(rows.isOrdered)
            XCTAssertEqual(found, [249], "who looks for a note is told")
            rows.need(0..<10)
            still.settle()
            XCTAssertEqual(rows.item(at: 0)?.id, notes[499].id)
        }
    }

    func testANoteOnItsWayStandsWhereItWillStand() throws {
        try withPlaces([3, 9, nil]) { rows, still, _ in
            var shown: [[String]] = []
            rows.onChange = { _ in shown.append(rows.knownTexts) }
            let new = Self.pending(5, still)
            rows.pending = [new]
            let expected = ["p. 3", "p. 5", "p. 9", "none"]
            XCTAssertEqual(rows.knownTexts, expected)
            let note = try still.library.addNote(
                new.text,
                on: still.subject,
                id: new.id,
                place: new.place
            )
            still.settle()
            rows.didAdd(note)
            rows.pending = []
            still.settle()
            XCTAssertEqual(rows.knownTexts, expected)
            XCTAssertEqual(shown.filter { $0 != expected }, [], "nothing is seen to move")
        }
    }

    func testANoteOnItsWayIsFoundFarFromWhatIsRead() throws {
        let pages = (0..<1000).map { $0 as Int? }
        try withPlaces(pages, starting: .atEnd) { rows, still, _ in
            let new = [
                Self.pending(400, still), Self.pending(401, still), Self.pending(2000, still),
            ]
            rows.pending = new
            XCTAssertEqual(rows.count, 1003)
            var found: [Int?] = []
            for note in new { rows.find(note.id) { found.append($0) } }
            still.settle()
            XCTAssertEqual(Set(found), [401, 403, 1002])
            XCTAssertEqual(rows.count, 1003)
        }
    }

    func testANoteThatGetsAnotherPlaceMoves() throws {
        try withPlaces([1, 2, 3]) { rows, still, notes in
            _ = try still.library.saveEdit(
                of: notes[0].id,
                text: notes[0].text,
                base: notes[0].text,
                place: NotePlaceEdit(from: notes[0].place, to: NotePlace(text: "p. 9")),
                on: still.subject,
                newID: UUID()
            )
            let changed = try XCTUnwrap(try still.library.note(notes[0].id))
            rows.didEdit(changed, base: notes[0].text)
            XCTAssertEqual(rows.item(at: 0)?.place?.text, "p. 9", "said before it is read")
            still.settle()
            XCTAssertEqual(rows.index(of: changed.id), 2)
            XCTAssertEqual(rows.known, 0..<3)
        }
    }

    func testRowsFollowWhatOthersDoToNotesThatComeBackAndGo() throws {
        try withPlaces([1, 2, 3, nil]) { rows, still, notes in
            rows.hidden = [notes[1].id]
            still.settle()
            XCTAssertEqual(rows.knownTexts, ["p. 1", "p. 3", "none"])
            try still.library.deleteNote(notes[1].id)
            still.settle()
            rows.hidden = []
            rows.returning = [notes[1].id: notes[1]]
            still.settle()
            XCTAssertEqual(rows.knownTexts, ["p. 1", "p. 2", "p. 3", "none"])
        }
    }
}
