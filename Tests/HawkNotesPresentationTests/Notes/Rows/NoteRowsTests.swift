import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

final class NoteRowsTests: XCTestCase {
    // MARK: Beginning

    func testTheFirstRowsAreThereBeforeTheCallReturns() throws {
        try withRows(of: 3) { rows, still in
            XCTAssertTrue(rows.isLoaded)
            XCTAssertEqual(rows.knownTexts, ["0", "1", "2"])
            XCTAssertEqual(still.readingCount, 1)
        }
        try withRows(of: 1000, starting: .atEnd) { rows, _ in
            XCTAssertEqual(rows.count, 1000)
            XCTAssertEqual(rows.known, 939..<1000)
            XCTAssertEqual(rows.item(at: 999)?.text, "999")
            XCTAssertNil(rows.item(at: 938))
            XCTAssertNil(rows.item(at: 1000))
        }
    }

    func testItBeginsAtANoteOrAtTheStartIfThatIsGone() throws {
        try onMainActor {
            let still = try StillLibrary()
            try still.fill(1000)
            let note = try still.library.notes(on: still.subject)[500]
            let rows = NoteRows(on: still.subject, in: still.library, starting: .around(note.id))
            XCTAssertEqual(rows.index(of: note.id), 500)
            XCTAssertEqual(rows.known, 440..<561)
            XCTAssertEqual(rows.item(at: 500)?.text, "500")
            let other = NoteRows(on: still.subject, in: still.library, starting: .around(UUID()))
            XCTAssertEqual(other.known, 0..<61)
        }
    }

    func testASlowDiskHoldsNobodyUp() throws {
        try withRows(of: 3, isHeld: true) { rows, still in
            var changes: [RowsChange] = []
            rows.onChange = { changes.append($0) }
            XCTAssertFalse(rows.isLoaded)
            let pending = PendingNote(
                id: UUID(),
                subject: still.subject,
                text: "pending",
                date: Date()
            )
            rows.pending = [pending]
            XCTAssertEqual(rows.knownTexts, ["pending"])
            still.settle()
            XCTAssertEqual(rows.knownTexts, ["0", "1", "2", "pending"])
            XCTAssertEqual(changes.map(\.inserted), [[0..<1], [0..<3]])
            XCTAssertEqual(still.readingCount, 1)
        }
    }

    func testAPageThatTurnsOutToBeEmptySaysSo() throws {
        try withRows(of: 0, isHeld: true) { rows, still in
            var changes: [RowsChange] = []
            rows.onChange = { changes.append($0) }
            still.settle()
            XCTAssertEqual(changes, [RowsChange()])
            XCTAssertTrue(rows.isLoaded)
            XCTAssertEqual(rows.count, 0)
        }
    }

    // MARK: Following

    func testWhatOtherWindowsWriteComesToItsRow() throws {
        try withRows(of: 3) { rows, still in
            var changes: [RowsChange] = []
            rows.onChange = { changes.append($0) }
            try still.add("1.5", at: 1500)
            try still.add("first", at: -5)
            try still.add("last", at: 9000)
            still.settle()
            XCTAssertEqual(rows.knownTexts, ["first", "0", "1", "1.5", "2", "last"])
            XCTAssertEqual(changes.map(\.inserted), [[0..<1, 3..<4, 5..<6]])
            XCTAssertEqual(still.readingCount, 2, "several writes are one reading")
            let id = try XCTUnwrap(rows.item(at: 2)?.id)
            try still.library.updateNote(id, text: "one")
            still.settle()
            try still.library.deleteNote(id)
            still.settle()
            XCTAssertEqual(changes.last?.removed, [2..<3])
            XCTAssertEqual(changes[1].changed, [2..<3])
            try still.library.addNote("elsewhere", on: .book(UUID()))
            still.settle()
            XCTAssertEqual(still.readingCount, 4, "another page's note is read for nobody")
        }
    }

    func testRowsKeepTheirNotesWhenOthersComeOrGoOutside() throws {
        try withRows(of: 1000) { rows, still in
            rows.need(500..<520)
            still.settle()
            let id = try XCTUnwrap(rows.item(at: 510)?.id)
            for number in 0..<7 { try still.add("early", at: -number) }
            for number in 0..<5 { try still.add("late", at: 9_000_000 + number) }
            still.settle()
            XCTAssertEqual(rows.count, 1012)
            XCTAssertEqual(rows.index(of: id), 517)
            XCTAssertEqual(rows.item(at: 517)?.text, "510")
        }
    }

    /// The library's own news come a moment before or after its answer, and nothing flickers.
    func testAnAnswerIsReadAtMostOnceAndHoldsUntilThen() throws {
        try withRows(of: 3) { rows, still in
            let note = PendingNote(id: UUID(), subject: still.subject, text: "p", date: Date())
            var shown: [[String]] = []
            rows.onChange = { _ in shown.append(rows.knownTexts) }
            rows.pending = [note]
            still.isHeld = true
            let saved = try still.add("p", id: note.id, at: 10_000)
            still.runOnMain()
            rows.didAdd(saved)
            rows.pending = []
            XCTAssertEqual(rows.item(at: 3)?.progress, .saved)
            still.settle()
            XCTAssertEqual(Set(shown), [["0", "1", "2", "p"]])
            XCTAssertEqual(still.readingCount, 2)
            // An answer that everybody knows of already.
            rows.didDelete(saved.id)
            XCTAssertEqual(rows.knownTexts, ["0", "1", "2", "p"])
        }
    }

    func testAPendingNoteIsConfirmedOnceTheLibraryHasItWhereverThatIs() throws {
        try withRows(of: 1000) { rows, still in
            let note = PendingNote(id: UUID(), subject: still.subject, text: "p", date: Date())
            var saved: [UUID] = []
            rows.onSaved = { saved += $0 }
            rows.pending = [note]
            XCTAssertEqual(rows.count, 1001)
            XCTAssertEqual(rows.known, 0..<61)
            try still.add("p", id: note.id, at: 9_000_000)
            still.settle()
            XCTAssertEqual(saved, [note.id])
            XCTAssertEqual(rows.count, 1001)
            rows.pending = []
            XCTAssertEqual(rows.count, 1001)
        }
    }

    func testWhatIsChangedWhileItIsToldOfIsToldNext() throws {
        try withRows(of: 3) { rows, still in
            var counts: [Int] = []
            rows.onChange = { change in
                counts.append(rows.count)
                guard counts.count == 1 else { return }
                rows.hidden = [rows.item(at: 0)?.id ?? UUID()]
                XCTAssertEqual(rows.count, 4, "not before this has been taken in")
            }
            try still.add("last", at: 9000)
            still.settle()
            XCTAssertEqual(counts, [4, 3])
        }
    }

    // MARK: Wishes

    func testRowsThatAreNeededAreReadWithSomeAroundThem() throws {
        try withRows(of: 1000) { rows, still in
            var changes: [RowsChange] = []
            rows.onChange = { changes.append($0) }
            rows.need(500..<520)
            still.settle()
            XCTAssertEqual(rows.known, 440..<580)
            XCTAssertEqual(rows.item(at: 500)?.text, "500")
            XCTAssertEqual(changes.count, 1)
            XCTAssertEqual(changes.last?.changed, [0..<61, 440..<580])
            let count = still.readingCount
            for start in 460..<540 { rows.need(start..<start + 20) }
            still.settle()
            XCTAssertEqual(still.readingCount, count, "what is known is not read")
            rows.need(550..<570)
            still.settle()
            XCTAssertEqual(rows.known, 490..<630, "before the end comes into sight")
            rows.need(990..<2000)
            still.settle()
            XCTAssertEqual(rows.known, 930..<1000)
            rows.need(0..<1000)
            still.settle()
            XCTAssertEqual(rows.known, 0..<140, "no more than may be asked for")
        }
    }

    func testOfSeveralWishesTheNewestIsAnswered() throws {
        try withRows(of: 1000) { rows, still in
            var known: [Range<Int>] = []
            rows.onChange = { _ in known.append(rows.known) }
            still.isHeld = true
            for start in [200, 300, 900, 400, 600] { rows.need(start..<start + 10) }
            still.settle()
            XCTAssertEqual(known, [540..<670])
            XCTAssertEqual(still.readingCount, 3)
            still.isHeld = true
            rows.need(10..<20)
            rows.need(600..<610)
            still.settle()
            XCTAssertEqual(rows.known, 540..<670, "what is seen stays")
        }
    }

    // MARK: Finding

    func testANoteIsFoundWhereverItIs() throws {
        try withRows(of: 1000) { rows, still in
            let notes = try still.library.notes(on: still.subject)
            var found: [Int?] = []
            for number in [30, 500, 999] {
                rows.find(notes[number].id) { index in
                    found.append(index)
                    XCTAssertEqual(index.flatMap { rows.item(at: $0)?.text }, "\(number)")
                }
            }
            XCTAssertEqual(found, [30], "at once when it is known")
            still.settle()
            XCTAssertEqual(found, [30, 500, 999])
            let known = rows.known
            rows.find(UUID()) { found.append($0) }
            still.settle()
            XCTAssertEqual(found, [30, 500, 999, nil])
            XCTAssertEqual(rows.known, known)
            rows.hidden = [notes[2].id]
            rows.find(notes[2].id) { found.append($0) }
            XCTAssertEqual(found.count, 5)
            XCTAssertEqual(found.last, .some(nil))
        }
    }

    func testWhatIsPendingOrComesBackIsFound() throws {
        try withRows(of: 1000) { rows, still in
            let note = try still.library.notes(on: still.subject)[500]
            try still.library.deleteNote(note.id)
            let pending = PendingNote(
                id: UUID(),
                subject: still.subject,
                text: "p",
                date: Date()
            )
            rows.pending = [pending]
            rows.returning = [note.id: note]
            still.settle()
            var found: [Int?] = []
            rows.find(note.id) { found.append($0) }
            still.settle()
            rows.find(pending.id) { found.append($0) }
            still.settle()
            XCTAssertEqual(found, [500, 1000])
        }
    }

    func testAFoundNoteIsNotLeftForAnOlderWish() throws {
        try withRows(of: 1000) { rows, still in
            let note = try still.library.notes(on: still.subject)[500]
            still.isHeld = true
            try still.add("last", at: 9_000_000)
            still.runOnMain()
            rows.need(800..<820)
            var index: Int?
            rows.find(note.id) { index = $0 }
            still.settle()
            XCTAssertEqual(index, 500)
            XCTAssertEqual(rows.index(of: note.id), 500)
            still.isHeld = true
            rows.find(try still.library.notes(on: still.subject)[100].id) { _ in
                rows.need(700..<710)
            }
            still.settle()
            XCTAssertTrue(rows.knows(700..<710), "a newer one is")
        }
    }
}
