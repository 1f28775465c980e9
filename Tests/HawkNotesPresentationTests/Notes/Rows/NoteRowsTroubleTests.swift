import Foundation
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// A library that cannot be read, lists that are closed, very many notes and very long ones.
final class NoteRowsTroubleTests: XCTestCase {
    func testAnErrorIsToldOnceAndTheNextReasonTriesAgain() throws {
        try withRows(of: 1000) { rows, still in
            var errors = 0
            rows.onError = { _ in errors += 1 }
            try still.rename("note", to: "hidden")
            var found: [Int?] = []
            rows.find(UUID()) { found.append($0) }
            rows.need(500..<510)
            still.settle()
            rows.need(600..<610)
            still.settle()
            XCTAssertEqual(found, [nil])
            XCTAssertEqual(errors, 1)
            XCTAssertNotNil(rows.error)
            XCTAssertEqual(rows.known, 0..<61)
            try still.rename("hidden", to: "note")
            still.settle()
            XCTAssertNil(rows.error)
            XCTAssertTrue(rows.knows(600..<610))
        }
    }

    func testAPageThatCannotBeReadAtFirstSaysWhyAndIsReadLater() throws {
        try onMainActor {
            let still = try StillLibrary()
            try still.fill(3)
            try still.rename("note", to: "hidden")
            still.settle()
            let rows = NoteRows(on: still.subject, in: still.library)
            XCTAssertNotNil(rows.error)
            XCTAssertFalse(rows.isLoaded)
            try still.rename("hidden", to: "note", isTold: false)
            rows.need(0..<10)
            still.settle()
            XCTAssertEqual(rows.knownTexts, ["0", "1", "2"])
        }
    }

    /// As in a damaged library; the check of the library finds it.
    func testAMiscountedPageIsShownAndNobodyGoesRoundInCircles() throws {
        for count in [10, 1000, 5000] {
            try withRows(of: 1000) { rows, still in
                try still.rewrite("UPDATE noteCount SET count = \(count)", isTold: true)
                still.settle()
                for start in [0, 8, 500, 990, 3000, 4995, 0] {
                    rows.need(start..<start + 10)
                    rows.hidden = [rows.item(at: rows.known.lowerBound)?.id ?? UUID()]
                    still.settle()
                    XCTAssertFalse(rows.known.isEmpty)
                }
                XCTAssertLessThan(still.readingCount, 60)
                XCTAssertNotNil(rows.item(at: 0))
            }
        }
    }

    func testNothingIsToldAfterTheEnd() throws {
        try withRows(of: 1000) { rows, still in
            rows.onChange = { _ in XCTFail("a change was told") }
            still.isHeld = true
            rows.need(500..<510)
            rows.find(UUID()) { _ in XCTFail("a search was answered") }
            try still.add("new", at: 1)
            rows.close()
            still.settle()
            try still.add("newer", at: 2)
            still.settle()
            XCTAssertEqual(still.readingCount, 2)
        }
    }

    func testNobodyIsKeptByAReading() throws {
        try onMainActor {
            let still = try StillLibrary()
            still.isHeld = true
            var rows: NoteRows? = NoteRows(on: still.subject, in: still.library)
            rows?.find(UUID()) { _ in }
            weak let released = rows
            rows = nil
            XCTAssertNil(released)
            still.settle()
        }
    }

    func testOfAHundredThousandNotesAFewAreRead() throws {
        try withRows(of: 100_000, starting: .atEnd) { rows, still in
            XCTAssertEqual(rows.known, 99_939..<100_000)
            let middle = try still.library.notes(
                NoteSliceRequest(from: .index(50_000), count: 1, margin: 0),
                on: still.subject
            ).notes[0]
            rows.find(middle.id) { XCTAssertEqual($0, 50_000) }
            still.settle()
            XCTAssertEqual(rows.known, 49_940..<50_061)
            rows.need(20_000..<20_040)
            still.settle()
            XCTAssertEqual(rows.known, 19_940..<20_100)
            rows.need(99_990..<100_000)
            still.settle()
            try still.add("last", at: 1_000_000_000)
            still.settle()
            XCTAssertEqual(rows.known, 99_930..<100_001)
            XCTAssertEqual(still.readingCount, 5)
        }
    }

    func testLongNotesAroundWhatIsNeededAreNotKept() throws {
        try onMainActor {
            let still = try StillLibrary()
            try still.fill(100, text: "replace(hex(zeroblob(150000)), '00', '##')")
            still.settle()
            let rows = NoteRows(on: still.subject, in: still.library, starting: .atEnd)
            XCTAssertEqual(rows.known, 97..<100)
            rows.need(50..<60)
            still.settle()
            XCTAssertEqual(rows.known, 47..<60, "what is needed is read, however long it is")
            let count = still.readingCount
            rows.need(50..<60)
            still.settle()
            XCTAssertEqual(still.readingCount, count)
        }
    }
}

extension StillLibrary {
    /// Makes a table unreadable, or readable again.
    fileprivate func rename(_ table: String, to name: String, isTold: Bool = true) throws {
        try rewrite("ALTER TABLE \(table) RENAME TO \(name)", isTold: isTold)
    }
}
