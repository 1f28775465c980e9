import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Nothing in the trash is lost by a clock that is wrong for a launch.
final class TrashExpiryTests: LibraryTestCase {
    private static let day: TimeInterval = 24 * 60 * 60
    private static let year = 365 * day
    private let environment = TestEnvironment()
    private let book = NoteSubject.book(uuid(11))

    private func open() throws -> Library {
        try Library.open(
            at: directory.appendingPathComponent("l.sqlite"),
            environment: environment.library
        )
    }

    /// A launch in which the library is looked after; it is open until `body` returns.
    private func launch<Value>(
        keeping period: TimeInterval? = Library.trashPeriod,
        _ body: (Library) throws -> Value
    ) async throws -> Value {
        let library = try open()
        defer { try? library.close() }
        await MainActor.run { library.lookAfter(keepingTrash: period) { _ in } }
        environment.pass(0)
        return try body(library)
    }

    private func titles(_ library: Library) throws -> [String] {
        try library.trash(limit: 99).map(\.title)
    }

    func testTimeIsTrustedForADayAfterTheLastDayOfUse() {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        func trusted(_ days: Double, _ seen: [Double]) -> Double {
            let date = TrashClock.trusted(
                start + days * Self.day,
                seen: seen.map { start + $0 * Self.day }
            )
            return date.timeIntervalSince(start) / Self.day
        }
        XCTAssertEqual(trusted(5, []), 5, "there is nothing to compare with")
        XCTAssertEqual(trusted(5, [5, 4, 0]), 5)
        XCTAssertEqual(trusted(60, [0, 3]), 4, "after a long absence")
        XCTAssertEqual(trusted(61, [0, 3, 60]), 61, "on the second day")
        XCTAssertEqual(trusted(10 * 365, [0, 3]), 4, "the clock is ahead")
        XCTAssertEqual(trusted(5, [4, 3650]), 5, "it was ahead once")
        XCTAssertEqual(trusted(-3650, [4]), -3650)
    }

    func testAClockThatIsYearsAheadForALaunchTakesNothing() async throws {
        for ahead in [1, 10, 1000].map({ $0 * Self.year }) {
            try await checkClock(ahead: ahead)
            try FileManager.default.removeItem(at: directory)
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true
            )
        }
    }

    private func checkClock(ahead: TimeInterval) async throws {
        let note = try await launch { library in
            let note = try library.addNote("first", on: book)
            try library.updateNote(note.id, text: "second")
            try library.deleteNote(note.id)
            return note
        }
        environment.advance(by: Self.day)
        _ = try await launch { _ in }
        environment.advance(by: ahead)
        try await launch { library in
            XCTAssertEqual(try titles(library), ["second"], "\(ahead)")
            try library.deleteNote(try library.addNote("of that launch", on: book).id)
        }
        environment.advance(by: -ahead + Self.day)
        try await launch { library in
            XCTAssertEqual(Set(try titles(library)), ["second", "of that launch"], "\(ahead)")
            XCTAssertEqual(try library.earlierVersions(of: note.id).map(\.text), ["first"])
        }
    }

    func testWhatIsDeletedWhileTheClockIsYearsBehindIsKeptForItsTime() async throws {
        let note = try await launch { library in
            let note = try library.addNote("first", on: book)
            for number in 2...3 {
                try library.saveSeries(uuid(number), title: "Mine \(number)")
            }
            return note
        }
        environment.advance(by: -10 * Self.year)
        try await launch { library in
            try library.updateNote(note.id, text: "second")
            try library.deleteNotes([note.id])
            try library.delete(.series(uuid(2)))
            _ = try library.changeSeries { try $0.delete(.series(uuid(3))) }
            let batch = try library.importBatch(format: "test", name: "file") { importer in
                try importer.add(SeriesDetails(id: UUID(), title: "Imported", author: nil))
                return nil
            }
            try library.undoImport(try XCTUnwrap(batch).id)
        }
        environment.advance(by: 10 * Self.year + Self.day)
        try await launch(keeping: 7 * Self.day) { library in
            XCTAssertEqual(
                Set(try titles(library)),
                ["second", "Mine 2", "Mine 3", "Imported"]
            )
            XCTAssertEqual(try library.earlierVersions(of: note.id).map(\.text), ["first"])
        }
    }

    func testItsTimeIsOverAfterDaysOfUseAndNeverIfItIsKeptForEver() async throws {
        try await launch { library in
            try library.deleteNote(try library.addNote("gone", on: book).id)
        }
        for _ in 0..<4 {
            environment.advance(by: 7 * Self.day)
            try await launch { XCTAssertEqual(try titles($0), ["gone"]) }
        }
        environment.advance(by: 7 * Self.day)
        try await launch(keeping: nil) { XCTAssertEqual(try titles($0), ["gone"]) }
        environment.advance(by: Self.day)
        try await launch(keeping: 90 * Self.day) { XCTAssertEqual(try titles($0), ["gone"]) }
        environment.advance(by: Self.day)
        try await launch { XCTAssertEqual(try titles($0), []) }
    }

    func testItIsLookedOnceADayWhileTheProgramRuns() async throws {
        let (library, environment) = (try open(), environment)
        try library.deleteNote(try library.addNote("gone", on: book).id)
        await MainActor.run {
            library.lookAfter { _ in }
            library.expireDaily { 7 * Self.day }
        }
        environment.pass(0)
        for day in 1...8 {
            XCTAssertEqual(try titles(library), ["gone"], "day \(day)")
            // Set ahead by years on a day, it says no more than that a day has passed.
            if day == 3 { environment.advance(by: 10 * Self.year) }
            environment.pass(Self.day)
            await MainActor.run { environment.runMainQueue() }
            library.waitForWork()
            await MainActor.run { environment.runMainQueue() }
            if day == 3 { environment.advance(by: -10 * Self.year) }
        }
        XCTAssertEqual(try titles(library), [])
        try library.close()
        environment.pass(Self.day)
        await MainActor.run { environment.runMainQueue() }
        XCTAssertEqual(environment.laterJobCount, 0, "it ends with the library")
    }

    func testVeryManyNotesComeBackAtOnce() throws {
        let library = try Library.inMemory(environment: environment.library)
        let count = isExhaustive ? 100_000 : 20_000
        try library.write("fill") { db in
            for number in 0..<count {
                var record = NoteRecord(
                    id: UUID(),
                    subject: book,
                    text: "note number \(number)",
                    createdAt: Date(timeIntervalSince1970: Double(number))
                )
                try record.insert(db)
            }
            return ((), [])
        }
        let notes = try library.noteCount(on: book)
        XCTAssertEqual(notes, count)
        try library.deleteNotes(try library.allNotes().map(\.id))
        XCTAssertEqual(try library.trashEntries().count, count)
        XCTAssertEqual(try library.trashCount().notes, count)
        let items = try library.trash(limit: count)
        let before = try Self.memory()
        let undo = try library.restore(items)
        let needed = try Self.memory() - before
        XCTAssertLessThan(needed, 100 << 20, "\(needed >> 20) MB")
        XCTAssertEqual(try library.noteCount(on: book), count)
        XCTAssertEqual(try library.trashEntries(), [])
        try library.undo(undo)
        XCTAssertEqual(try library.noteCount(on: book), 0)
        XCTAssertEqual(try library.emptyTrash().notes, count)
    }

    /// What the process holds in memory, in bytes.
    private static func memory() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try XCTUnwrap(Int(text.split(separator: " ")[1])) * 4096
    }

    func testWhatANoteQuotesIsToldBesideItsWords() throws {
        let library = try Library.inMemory(environment: environment.library)
        try library.importSeries(from: try write(TestSeries()))
        let book = NoteSubject.book(try XCTUnwrap(try library.series().books.first).id)
        let long = String(repeating: "y", count: 5000)
        let ids = try [
            ("said of it", Quote("of the book", color: "yellow", style: "underline")),
            ("", Quote(long)), ("no quotation", nil),
        ].map { try library.addNote($0, on: book, quote: $1).id }
        try library.deleteNotes(ids)
        let found = Dictionary(
            uniqueKeysWithValues: try library.trashDetails(of: try library.trashEntries())
                .map { ($0.item.id, $0) }
        )
        let details = try ids.map { try XCTUnwrap(found[$0]) }
        XCTAssertEqual(
            details[0].quote,
            Quote("of the book", color: "yellow", style: "underline")
        )
        XCTAssertEqual(details[0].item.title, "said of it")
        XCTAssertEqual(details[1].quote?.text.count, TrashDetails.beginningLength)
        XCTAssertEqual(details[1].item.title, details[1].quote?.text)
        XCTAssertNil(details[2].quote)
        XCTAssertEqual(details.map(\.hasWords), [true, false, true])
    }

    func testWhatHangsOnSomethingIsTold() throws {
        let library = try Library.inMemory(environment: environment.library)
        try library.importSeries(from: try write(TestSeries()))
        let series = try library.series()
        let first = try XCTUnwrap(series.books.first)
        let characters = series.allCharacters.filter { $0.bookID == first.id }
        try library.addNote("on the book", on: .book(first.id))
        for character in characters {
            try library.addNote("on a character", on: .character(character.id))
        }
        let note = try library.addNote(String(repeating: "x", count: 5000), on: .book(first.id))
        try library.deleteNote(note.id)
        environment.advance(by: 1)
        try library.delete(.book(first.id))
        let entries = try library.trashEntries()
        XCTAssertEqual(entries.map(\.kind), [.book, .note])
        let details = try library.trashDetails(of: entries)
        XCTAssertEqual(details[0].item.title, first.title)
        XCTAssertEqual(details[0].surroundings, [series.title])
        XCTAssertEqual(details[0].characters, characters.count)
        XCTAssertEqual(details[0].notes, characters.count + 1)
        XCTAssertEqual(details[1].surroundings, [first.title, series.title])
        XCTAssertEqual(details[1].item.title.count, TrashDetails.beginningLength)
        XCTAssertEqual(details[1].notes, 0)
        XCTAssertNil(details[1].quote)
        XCTAssertNil(details[0].quote)

        try library.restore(.book(first.id))
        try library.delete(.series(series.id))
        let whole = try XCTUnwrap(try library.trashDetails(of: try library.trashEntries()).first)
        XCTAssertEqual(whole.item.kind, .series)
        XCTAssertEqual(whole.surroundings, [])
        XCTAssertEqual(whole.books, series.books.count)
        XCTAssertEqual(whole.characters, series.allCharacters.count)
        XCTAssertEqual(try library.trashDetails(of: entries).map(\.item.kind), [.note])
        XCTAssertEqual(try library.trashSummary().count.series, 1)
        XCTAssertNil(try library.trashSummary().copiesUntil)
    }
}
