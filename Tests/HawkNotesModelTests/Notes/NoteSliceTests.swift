import Foundation
import GRDB
import LibraryTestSupport
import Synchronization
import XCTest

@testable import HawkNotesModel

final class NoteSliceTests: LibraryTestCase {
    private let subject = NoteSubject.book(TestSeries.bookOne)

    /// A page of so many notes among those of other pages, three in each millisecond.
    private func makeLibrary(
        _ count: Int,
        length: Int = 0,
        areHighlights: Bool = false
    ) throws -> Library {
        let library = try Library.inMemory()
        _ = try library.write("fill the pages") { db in
            for number in 0..<count {
                for subject in [subject, .character(TestSeries.bookOne), .book(uuid(99))] {
                    let text = "\(number)" + String(repeating: "-", count: length)
                    var record = NoteRecord(
                        id: UUID(),
                        subject: subject,
                        text: areHighlights ? "" : text,
                        createdAt: Date(milliseconds: 1_700_000_000_000 + Int64(number / 3))
                    )
                    if areHighlights { record.quote = Quote(text) }
                    try record.insert(db)
                }
            }
            return ((), [])
        }
        return library
    }

    /// Whether a slice is what the whole list has at its place.
    private func check(_ slice: NoteSlice, of notes: [Note], _ range: Range<Int>, _ name: String) {
        XCTAssertEqual(slice.start..<slice.end, range, name)
        XCTAssertEqual(slice.total, notes.count, name)
        guard slice.end <= notes.count else { return }
        XCTAssertEqual(slice.notes, Array(notes[slice.start..<slice.end]), name)
    }

    func testASliceKnowsItsPlaceAndTheNumberOfAllNotes() throws {
        let library = try makeLibrary(20)
        let notes = try library.notes(on: subject)
        for count in [0, 1, 4, 30] {
            for margin in [0, 1, 5, 40] where count + margin > 0 {
                func expected(_ index: Int) -> Range<Int> {
                    // Behind the last note there is nothing to ask for: then the last one it is.
                    let least = index < notes.count ? index : notes.count - 1
                    let start = index == notes.count ? least - margin : index - margin
                    return max(0, start)..<min(notes.count, index + count + margin)
                }
                for index in 0...notes.count {
                    let anchors: [NoteSliceRequest.Anchor] =
                        index < notes.count
                        ? [
                            .index(index), .position(notes[index].position),
                            .note(notes[index].id, otherwise: .first),
                        ]
                        : [
                            .index(index), .index(1000), .position(.last),
                            .note(UUID(), otherwise: .last),
                        ]
                    for anchor in anchors {
                        let request = NoteSliceRequest(from: anchor, count: count, margin: margin)
                        let slice = try library.notes(request, on: subject)
                        check(slice, of: notes, expected(index), "\(request)")
                        XCTAssertFalse(slice.isShortened)
                    }
                }
            }
        }
    }

    func testAnEmptyPageHasAnEmptySlice() throws {
        let library = try Library.inMemory()
        for anchor in [NoteSliceRequest.Anchor.index(0), .index(9), .position(.last)] {
            let request = NoteSliceRequest(from: anchor, count: 3, margin: 3)
            let slice = try library.notes(request, on: subject)
            XCTAssertEqual(slice.notes, [])
            XCTAssertEqual(slice.start..<slice.total, 0..<0)
        }
    }

    func testLongNotesAreReadOnlyWhenTheyAreAskedFor() throws {
        for areHighlights in [false, true] { try checkLongNotes(areHighlights: areHighlights) }
    }

    private func checkLongNotes(areHighlights: Bool) throws {
        let library = try makeLibrary(30, length: 100, areHighlights: areHighlights)
        let notes = try library.notes(on: subject)
        func slice(_ index: Int, _ count: Int, _ bytes: Int) throws -> NoteSlice {
            let anchor = NoteSliceRequest.Anchor.index(index)
            return try library.notes(
                NoteSliceRequest(from: anchor, count: count, margin: 5, byteLimit: bytes),
                on: subject
            )
        }
        for (bytes, range) in [(0, 10..<12), (250, 8..<12), (350, 7..<13), (10_000, 5..<17)] {
            let slice = try slice(10, 2, bytes)
            check(slice, of: notes, range, "\(bytes)")
            XCTAssertEqual(slice.isShortened, range != 5..<17)
        }
        check(try slice(30, 2, 0), of: notes, 29..<30, "one at least")
        check(try slice(29, 0, 0), of: notes, 28..<29, "one at least")
    }

    func testPlacesOfOtherNotesAreToldWhereThePageHasThem() throws {
        let library = try makeLibrary(20)
        let notes = try library.notes(on: subject)
        let other = try library.notes(on: .book(uuid(99)))[0]
        let ids = [notes[0].id, notes[19].id, other.id, UUID()]
        let slice = try library.notes(
            NoteSliceRequest(from: .index(9), count: 1, margin: 1, ids: Set(ids)),
            on: subject
        )
        XCTAssertEqual(slice.asked, Set(ids))
        XCTAssertEqual(slice.places, [ids[0]: notes[0].position, ids[1]: notes[19].position])
    }

    /// What was read goes before what was counted.
    func testAMiscountedPageIsStillRead() throws {
        for (wrong, sql) in [(0, "DELETE FROM noteCount"), (5, ""), (500, "")] {
            let library = try makeLibrary(20)
            _ = try library.write("miscount") { db in
                let sql = sql.isEmpty ? "UPDATE noteCount SET count = \(wrong)" : sql
                return (try db.execute(sql: sql), [])
            }
            for index in [-3, 0, 4, 10, 19, 20, 100, 499, 600] {
                for (count, margin) in [(1, 2), (30, 30)] {
                    let slice = try library.notes(
                        NoteSliceRequest(from: .index(index), count: count, margin: margin),
                        on: subject
                    )
                    XCTAssertFalse(slice.notes.isEmpty)
                    XCTAssertGreaterThanOrEqual(slice.start, 0)
                    XCTAssertGreaterThanOrEqual(slice.total, slice.end)
                    if slice.notes.count == 20 {
                        XCTAssertEqual([slice.start, slice.total], [0, 20])
                    }
                }
            }
        }
    }

    @MainActor
    func testASliceIsReadOffTheMainThreadAndWaitedForOnlyIfItIsWanted() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        try library.addNote("one", on: subject)
        environment.runMainQueue()
        let request = NoteSliceRequest(from: .index(0), count: 9, margin: 0)
        var texts: [[String]] = []
        let take: @MainActor @Sendable (Result<NoteSlice, LibraryError>) -> Void = { result in
            switch result {
            case .success(let slice):
                texts.append(slice.notes.map(\.text))
                XCTAssertEqual(slice.revision, library.revision)
            case .failure(let error): XCTFail("\(error)")
            }
        }
        library.readNotes(request, on: subject, completion: take)
        XCTAssertEqual(texts, [], "not during the call")
        environment.runMainQueue()
        XCTAssertEqual(texts, [["one"]])
        library.readNotes(request, on: subject, waits: true, completion: take)
        XCTAssertEqual(texts, [["one"], ["one"]])
        environment.runMainQueue()
        XCTAssertEqual(texts.count, 2, "once")
    }

    @MainActor
    func testOneNoteIsReadWhereverItIs() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        let note = try library.addNote("one", on: .book(uuid(99)))
        var found: [Note?] = []
        let take: @MainActor @Sendable (Result<Note?, LibraryError>) -> Void = { result in
            if case .success(let note) = result { found.append(note) }
        }
        library.readNote(note.id, waits: true, completion: take)
        XCTAssertEqual(found, [note])
        library.readNote(uuid(1), completion: take)
        XCTAssertEqual(found.count, 1)
        environment.runMainQueue()
        XCTAssertEqual(found, [note, nil])
    }

    @MainActor
    func testASlowDiskIsNotWaitedForLong() async throws {
        let readings = Mutex<[@Sendable () -> Void]>([])
        let environment = TestEnvironment()
        var slow = environment.library
        slow.reading = { job in readings.withLock { $0.append(job) } }
        slow.readingPatience = 0
        let library = try Library.inMemory(environment: slow)
        var count = 0
        library.readNotes(
            NoteSliceRequest(from: .index(0), count: 1, margin: 0),
            on: subject,
            waits: true
        ) { _ in
            count += 1
        }
        XCTAssertEqual(count, 0)
        for reading in readings.withLock({ $0 }) { reading() }
        environment.runMainQueue()
        XCTAssertEqual(count, 1)
    }

    /// A sort, or a look at each note, would grow with the page.
    func testAPlaceByNumberIsFoundInTheIndexAlone() throws {
        let library = try makeLibrary(3)
        for order in ["ASC", "DESC"] {
            let plan = try library.read("explain") { db in
                try Row.fetchAll(
                    db,
                    sql: "EXPLAIN QUERY PLAN " + NoteSeek.place(order),
                    arguments: ["book", subject.id, 1]
                ).map { try $0.decode(String.self, forColumn: "detail") }
            }
            XCTAssertEqual(
                plan,
                [
                    "SEARCH note USING COVERING INDEX noteBySubject (subjectKind=? AND subjectID=?)"
                ]
            )
        }
    }
}
