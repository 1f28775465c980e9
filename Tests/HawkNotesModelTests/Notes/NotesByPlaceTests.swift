import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Pages by place, against a plain sort of the whole page.
final class NotesByPlaceTests: LibraryTestCase {
    private static let gone = [uuid(91), uuid(92)]
    private var random = SystemRandomNumberGenerator()

    /// A series with chapters in both books, whose order by id is not that by place.
    private func makeLibrary() throws -> (Library, chapters: [UUID]) {
        let library = try Library.inMemory()
        try library.importSeries(from: try write(TestSeries()))
        let chapters = [55, 51, 54, 52, 53].map { uuid($0) }
        for (index, id) in chapters.enumerated() {
            let book = index < 3 ? TestSeries.bookOne : TestSeries.bookTwo
            try library.save(
                Chapter(id: id, bookID: book, name: "\(index)", position: index % 3)
            )
        }
        return (library, chapters)
    }

    private func randomPlace(_ chapters: [UUID], _ share: Double) -> NotePlace? {
        guard Double.random(in: 0..<1, using: &random) < share else { return nil }
        let chapter = Bool.random() ? (chapters + Self.gone).randomElement(using: &random) : nil
        let texts = ["p. 3", "p. 20", "p. 3,5", "12 %", "at the end", nil]
        let text = texts.randomElement(using: &random) ?? nil
        return NotePlace(chapterID: chapter, text: text).normalized
    }

    /// Notes of several pages, of which some have the same date.
    private func fill(
        _ library: Library,
        _ subject: NoteSubject,
        _ count: Int,
        _ chapters: [UUID],
        share: Double
    ) throws {
        try library.write("fill the pages") { db in
            for number in 0..<count {
                for subject in [subject, .book(uuid(99))] {
                    var record = NoteRecord(
                        id: UUID(),
                        subject: subject,
                        text: "\(number)",
                        createdAt: Date(milliseconds: Int64.random(in: 0...5, using: &random))
                    )
                    record.place = randomPlace(chapters, share)
                    try record.insert(db)
                }
            }
            return ((), [])
        }
    }

    /// As the specification says it, without any index.
    private func sorted(_ notes: [Note], _ chapters: [UUID]) -> [Note] {
        func key(_ note: Note) -> (Int, String, Double) {
            guard let place = note.place else { return (3, "", 0) }
            let number = place.number ?? -1
            guard let id = place.chapterID else { return (2, "", number) }
            guard let rank = chapters.firstIndex(of: id) else { return (1, "\(id)", number) }
            return (0, "\(rank)", number)
        }
        return notes.enumerated().sorted {
            let (one, other) = (key($0.element), key($1.element))
            return one == other ? $0.offset < $1.offset : one < other
        }.map(\.element)
    }

    private func check(_ slice: NoteSlice, of notes: [Note], _ range: Range<Int>, _ name: String) {
        XCTAssertEqual(slice.start..<slice.end, range, name)
        XCTAssertEqual(slice.total, notes.count, name)
        guard slice.end <= notes.count else { return }
        XCTAssertEqual(slice.notes, Array(notes[slice.start..<slice.end]), name)
    }

    func testTheFirstNumberOfAPlaceCounts() {
        let numbers: [(text: String, number: Double?)] = [
            ("p. 87", 87), ("87", 87), ("12,5 %", 12.5), ("Location 100-101", 100),
            ("3.25.1", 3.25),
            ("end of chapter 7.", 7), ("7,", 7), ("1234567890123", 123_456_789_012),
            ("0.12345678", 0.123456), ("é 4", 4), ("", nil), ("the end", nil), ("٣", nil),
        ]
        for (text, number) in numbers {
            XCTAssertEqual(NotePlace(text: text).number, number, text)
        }
        XCTAssertNil(NotePlace(chapterID: UUID()).number)
    }

    func testSlicesAtEveryOffsetOfRandomPagesAreThoseOfAPlainSort() throws {
        for subject in [NoteSubject.book(TestSeries.bookOne), .character(TestSeries.rider)] {
            for share in [0, 0.3, 0.9, 1] {
                let (library, chapters) = try makeLibrary()
                try fill(library, subject, 25, chapters, share: share)
                let notes = sorted(try library.notes(on: subject), chapters)
                for (count, margin) in [(0, 1), (1, 0), (4, 3), (30, 30)] {
                    for index in 0...notes.count {
                        // Behind the last note there is nothing to ask for: then the last one it is.
                        let least = index < notes.count ? index : notes.count - 1
                        let start = max(0, (index < notes.count ? index : least) - margin)
                        let range = start..<min(notes.count, index + count + margin)
                        var anchors: [NoteSliceRequest.Anchor] = [.index(index)]
                        if index < notes.count {
                            let id = notes[index].id
                            let ranking = try library.notes(
                                NoteSliceRequest(
                                    from: .index(0),
                                    count: 1,
                                    margin: 0,
                                    order: .byPlace
                                ),
                                on: subject
                            ).ranking
                            anchors += [
                                .note(id, otherwise: .first),
                                .position(ranking.position(of: notes[index])),
                                .note(UUID(), otherwise: ranking.position(of: notes[index])),
                            ]
                        } else {
                            anchors += [.index(999), .position(.last)]
                        }
                        for anchor in anchors {
                            let request = NoteSliceRequest(
                                from: anchor,
                                count: count,
                                margin: margin,
                                ids: [notes[0].id],
                                order: .byPlace
                            )
                            let slice = try library.notes(request, on: subject)
                            check(slice, of: notes, range, "\(share) \(request)")
                            XCTAssertEqual(slice.hasPlaces, share > 0)
                            XCTAssertEqual(
                                slice.places,
                                [notes[0].id: slice.ranking.position(of: notes[0])]
                            )
                        }
                    }
                }
            }
        }
    }

    func testPositionsAreInTheOrderOfThePage() throws {
        let (library, chapters) = try makeLibrary()
        let subject = NoteSubject.book(TestSeries.bookOne)
        try fill(library, subject, 60, chapters, share: 0.8)
        let request = NoteSliceRequest(from: .index(0), count: 99, margin: 0, order: .byPlace)
        let slice = try library.notes(request, on: subject)
        let positions = slice.notes.map(slice.ranking.position(of:))
        XCTAssertEqual(positions, positions.shuffled().sorted())
        for position in positions { XCTAssert(.first < position && position < .last) }
    }

    func testANewNoteComesBehindThoseOfTheSamePlace() throws {
        let (library, chapters) = try makeLibrary()
        let subject = NoteSubject.book(TestSeries.bookOne)
        let place = NotePlace(chapterID: chapters[1], text: "p. 7")
        let note = try library.addNote("one", on: subject, place: place)
        try library.addNote("later", on: subject, place: NotePlace(chapterID: chapters[2]))
        let request = NoteSliceRequest(from: .index(0), count: 9, margin: 0, order: .byPlace)
        let slice = try library.notes(request, on: subject)
        let new = slice.ranking.position(of: place, addedAt: note.createdAt)
        XCTAssert(slice.ranking.position(of: slice.notes[0]) < new)
        XCTAssert(new < slice.ranking.position(of: slice.notes[1]))
        XCTAssertEqual(
            NoteRanking.byDate.position(of: place, addedAt: note.createdAt).createdAt,
            note.position.createdAt
        )
    }

    /// A position is kept while somebody arranges the chapters.
    func testAPositionStaysWithItsChapter() throws {
        let (library, chapters) = try makeLibrary()
        let subject = NoteSubject.book(TestSeries.bookOne)
        for (index, chapter) in chapters.enumerated() {
            try library.addNote(
                "\(index)",
                on: subject,
                place: NotePlace(chapterID: chapter, text: "1")
            )
        }
        func slice(_ anchor: NoteSliceRequest.Anchor, _ count: Int = 1) throws -> NoteSlice {
            let request = NoteSliceRequest(
                from: anchor,
                count: count,
                margin: 0,
                order: .byPlace
            )
            return try library.notes(request, on: subject)
        }
        let before = try slice(.index(0), 9)
        let position = before.ranking.position(of: before.notes[1])
        _ = try library.changeSeries {
            try $0.arrange(chapters: [chapters[2], chapters[1], chapters[0]])
        }
        XCTAssertEqual(try slice(.index(0), 9).notes.map(\.text), ["2", "1", "0", "3", "4"])
        XCTAssertEqual(try slice(.position(position)).notes.map(\.text), ["1"])
    }

    func testLongNotesAreReadOnlyWhenTheyAreAskedFor() throws {
        let (library, chapters) = try makeLibrary()
        let subject = NoteSubject.book(TestSeries.bookOne)
        for index in 0..<20 {
            let place = index < 15 ? NotePlace(chapterID: chapters[index / 5]) : nil
            try library.addNote(String(repeating: "x", count: 100), on: subject, place: place)
        }
        for (bytes, range) in [(0, 10..<12), (250, 8..<12), (350, 7..<13), (10_000, 5..<17)] {
            let request = NoteSliceRequest(
                from: .index(10),
                count: 2,
                margin: 5,
                byteLimit: bytes,
                order: .byPlace
            )
            let slice = try library.notes(request, on: subject)
            XCTAssertEqual(slice.start..<slice.end, range)
            XCTAssertEqual(slice.isShortened, range != 5..<17)
        }
    }

    /// What was read goes before what was counted.
    func testAMiscountedPageIsStillRead() throws {
        for count in [0, 5, 500] {
            let (library, chapters) = try makeLibrary()
            let subject = NoteSubject.book(TestSeries.bookOne)
            for _ in 0..<6 {
                try library.addNote("x", on: subject, place: NotePlace(chapterID: chapters[0]))
                try library.addNote("x", on: subject)
            }
            try library.write("miscount") { db in
                (try db.setNoteCounts(to: count), [])
            }
            for index in [-3, 0, 4, 6, 11, 12, 100, 600] {
                let request = NoteSliceRequest(
                    from: .index(index),
                    count: 1,
                    margin: 2,
                    order: .byPlace
                )
                let slice = try library.notes(request, on: subject)
                XCTAssertFalse(slice.notes.isEmpty, "\(count) \(index)")
                XCTAssertGreaterThanOrEqual(slice.start, 0)
                XCTAssertGreaterThanOrEqual(slice.total, slice.end)
            }
        }
    }

    /// A sort would grow with the page.
    func testNothingIsSortedAndTheIndexesAreUsed() throws {
        let (library, chapters) = try makeLibrary()
        let groups: [NoteGroup] = [
            NoteGroup(rank: 0, chapterID: chapters[0]), .withoutChapter, .unplaced,
        ]
        var statements = [NotesByPlace.chapterCounts]
        for group in groups {
            statements.append(NotesByPlace.countBefore(in: group))
            for isReversed in [true, false] {
                statements.append(NotesByPlace.reading(group, isReversed: isReversed))
            }
        }
        for sql in statements {
            let plan = try library.read("explain") { db in
                let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                var arguments: StatementArguments = [:]
                let values: [(String, (any DatabaseValueConvertible)?)] = [
                    ("kind", "book"), ("id", uuid(1)), ("chapter", uuid(2)), ("number", 1.0),
                    ("createdAt", 1), ("sequence", 1), ("limit", 1), ("offset", 1),
                ]
                for (name, value) in values where sql.contains(":\(name)") {
                    arguments += [name: value]
                }
                return try Row.fetchAll(statement, arguments: arguments)
                    .map { try $0.decode(String.self, forColumn: "detail") }
            }
            XCTAssertEqual(plan.count, 1, "\(plan) of \(sql)")
            XCTAssert(plan[0].hasPrefix("SEARCH main.note USING"), "\(plan) of \(sql)")
        }
    }
}
