import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class NoteWindowTests: LibraryTestCase {
    private let subject = NoteSubject.book(TestSeries.bookOne)

    /// A page of so many notes among those of other pages, three in each millisecond.
    private func makeLibrary(_ count: Int) throws -> Library {
        let library = try Library.inMemory()
        _ = try library.write("fill the pages") { db in
            for number in 0..<count {
                for subject in [subject, .character(TestSeries.bookOne), .book(uuid(99))] {
                    var record = NoteRecord(
                        id: UUID(),
                        subject: subject,
                        text: "\(number)",
                        createdAt: Date(milliseconds: 1_700_000_000_000 + Int64(number / 3))
                    )
                    try record.insert(db)
                }
            }
            return ((), [])
        }
        return library
    }

    private func numbers(_ window: NoteWindow) throws -> [Int] {
        try window.notes.map { note in
            XCTAssertEqual(note.subject, subject)
            return try XCTUnwrap(Int(note.text))
        }
    }

    func testWindowsFollowOneAnotherWithoutGapsInBothDirections() throws {
        let library = try makeLibrary(20)
        XCTAssertEqual(
            try library.notes(on: subject).map(\.text),
            (0..<20).map(String.init),
            "the list is in the order in which the test has written it"
        )
        for limit in [1, 2, 3, 7, 19, 20, 21, 100] {
            var forwards: [Int] = []
            var position = NotePosition.first
            while forwards.count <= 20 {
                let window = try library.notes(on: subject, after: position, limit: limit)
                XCTAssertEqual(window.hasEarlier, !forwards.isEmpty)
                forwards += try numbers(window)
                XCTAssertEqual(window.hasLater, forwards.count < 20)
                guard window.hasLater else { break }
                position = try XCTUnwrap(window.notes.last).position
            }
            XCTAssertEqual(forwards, Array(0..<20), "\(limit)")

            var backwards: [Int] = []
            position = .last
            while backwards.count <= 20 {
                let window = try library.notes(on: subject, before: position, limit: limit)
                XCTAssertEqual(window.hasLater, !backwards.isEmpty)
                backwards = try numbers(window) + backwards
                XCTAssertEqual(window.hasEarlier, backwards.count < 20)
                guard window.hasEarlier else { break }
                position = try XCTUnwrap(window.notes.first).position
            }
            XCTAssertEqual(backwards, Array(0..<20), "\(limit)")
        }
    }

    func testWindowAroundANoteIsFullWhereverTheNoteStands() throws {
        let library = try makeLibrary(20)
        let notes = try library.notes(on: subject)
        func window(_ number: Int, _ limit: Int) throws -> NoteWindow {
            try library.notes(on: subject, around: notes[number].position, limit: limit)
        }
        XCTAssertEqual(try numbers(window(10, 6)), Array(7..<13))
        XCTAssertEqual(try numbers(window(10, 5)), Array(8..<13))
        XCTAssertEqual(try numbers(window(10, 1)), [10])
        XCTAssertEqual(try numbers(window(0, 6)), Array(0..<6))
        XCTAssertEqual(try numbers(window(1, 6)), Array(0..<6))
        XCTAssertEqual(try numbers(window(19, 6)), Array(14..<20))
        XCTAssertEqual(try numbers(window(10, 100)), Array(0..<20))
        XCTAssertEqual(try numbers(window(10, 0)), [])
        for (number, limit) in [(0, 6), (3, 6), (10, 6), (17, 6), (19, 6), (10, 100)] {
            let window = try window(number, limit)
            XCTAssertEqual(window.hasEarlier, window.notes.first != notes.first, "\(number)")
            XCTAssertEqual(window.hasLater, window.notes.last != notes.last, "\(number)")
        }
        for end in [NotePosition.first, .last] {
            let whole = try library.notes(on: subject, around: end, limit: 20)
            XCTAssertEqual(try numbers(whole), Array(0..<20))
        }
    }

    func testPlaceOfADeletedNoteIsStillAPlace() throws {
        let library = try makeLibrary(20)
        let notes = try library.notes(on: subject)
        try library.deleteNote(notes[10].id)
        let place = notes[10].position
        XCTAssertEqual(
            try numbers(library.notes(on: subject, around: place, limit: 4)),
            [8, 9, 11, 12]
        )
        XCTAssertEqual(try numbers(library.notes(on: subject, after: place, limit: 2)), [11, 12])
        XCTAssertEqual(try library.noteCount(on: subject, before: place), 10)
    }

    func testPlaceIsTheNumberOfNotesBeforeIt() throws {
        let library = try makeLibrary(20)
        for (number, note) in try library.notes(on: subject).enumerated() {
            XCTAssertEqual(try library.noteCount(on: subject, before: note.position), number)
        }
        XCTAssertEqual(try library.noteCount(on: subject, before: .last), 20)
        XCTAssertEqual(try library.noteCount(on: .book(uuid(98)), before: .last), 0)
    }

    func testEmptyPageHasAnEmptyWindow() throws {
        let library = try Library.inMemory()
        let empty = NoteWindow(notes: [], hasEarlier: false, hasLater: false)
        XCTAssertEqual(try library.notes(on: subject, around: .last, limit: 9), empty)
        XCTAssertEqual(try library.notes(on: subject, after: .first, limit: 9), empty)
        XCTAssertEqual(try library.notes(on: subject, before: .last, limit: 9), empty)
    }

    /// A scan or a sort would grow with the page.
    func testEverySeekUsesTheIndexOfThePagesAndSortsNothing() throws {
        let library = try makeLibrary(3)
        let seeks = NoteSeek.allCases.map(\.statements) + [NoteSeek.counts]
        for statements in seeks {
            XCTAssertEqual(statements.count, 2)
            for (sql, terms) in zip(statements, ["createdAt=? AND sequence", "createdAt"]) {
                let plan = try library.read("explain") { db in
                    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                    let arguments = NoteSeek.arguments(subject, .first, limit: 1, statement)
                    return try Row.fetchAll(statement, arguments: arguments)
                        .map { try $0.decode(String.self, forColumn: "detail") }
                }
                XCTAssertEqual(plan.count, 1, "\(plan)")
                let step = try XCTUnwrap(plan.first)
                XCTAssertTrue(step.hasPrefix("SEARCH note USING "), step)
                let all = "noteBySubject (subjectKind=? AND subjectID=? AND \(terms)"
                XCTAssertTrue(step.contains("\(all)<?") || step.contains("\(all)>?"), step)
            }
        }
    }
}
