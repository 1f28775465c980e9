import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// A page that is limited to the notes with a tag.
final class NotesByTagTests: LibraryTestCase {
    private let subject = NoteSubject.book(TestSeries.bookOne)

    private func makeLibrary() throws -> (Library, [Note]) {
        let library = try Library.inMemory()
        var tagged: [Note] = []
        for number in 0..<30 {
            let place = NotePlace(text: number % 4 == 0 ? nil : "p. \(90 - number)")
            let isTyped = number % 3 == 0
            let note = try library.addNote(
                "\(number)" + (isTyped ? " at #Séa" : ""),
                on: subject,
                place: place,
                tags: number % 5 == 0 ? ["sea", "lake"] : ["lake"]
            )
            if isTyped || number % 5 == 0 { tagged.append(note) }
            try library.addNote("elsewhere at #sea", on: .book(uuid(99)))
        }
        return (library, tagged)
    }

    func testASliceHasOnlyNotesWithTheTag() throws {
        let (library, tagged) = try makeLibrary()
        for order in [NoteOrder.byDate, .byPlace] {
            let ranking = order == .byDate ? NoteRanking.byDate : .byPlace([])
            let notes = tagged.sorted { ranking.position(of: $0) < ranking.position(of: $1) }
            for margin in [0, 3, 40] {
                for index in notes.indices {
                    let note = notes[index]
                    let anchors: [NoteSliceRequest.Anchor] = [
                        .index(index), .position(ranking.position(of: note)),
                        .note(note.id, otherwise: .first),
                    ]
                    for anchor in anchors {
                        let slice = try library.notes(
                            NoteSliceRequest(
                                from: anchor,
                                count: 2,
                                margin: margin,
                                order: order,
                                limit: NoteLimit(tag: "SEA")
                            ),
                            on: subject
                        )
                        let expected = max(0, index - margin)..<min(notes.count, index + 2 + margin)
                        XCTAssertEqual(slice.start..<slice.end, expected)
                        XCTAssertEqual(slice.notes, Array(notes[expected]))
                        XCTAssertEqual(slice.total, notes.count)
                        XCTAssertEqual(slice.limit?.tag, "SEA")
                    }
                }
            }
        }
    }

    func testPositionsAreThoseOfNotesWithTheTag() throws {
        let (library, tagged) = try makeLibrary()
        let other = try XCTUnwrap(library.notes(on: subject).first { !tagged.contains($0) })
        var request = NoteSliceRequest(
            from: .position(.last),
            count: 1,
            margin: 5,
            limit: NoteLimit(tag: "sea")
        )
        request.ids = [other.id, tagged[0].id]
        let slice = try library.notes(request, on: subject)
        XCTAssertEqual(slice.places, [tagged[0].id: tagged[0].position])
        XCTAssertEqual(slice.asked, request.ids)
        XCTAssertEqual(slice.others, [other.id])
        XCTAssertEqual(slice.notes, tagged.suffix(6))
        XCTAssertTrue(slice.hasPlaces)
        request.limit = NoteLimit(tag: "nothing")
        XCTAssertEqual(try library.notes(request, on: subject).total, 0)
    }

    func testHiddenNotesAreNotTold() throws {
        let library = try Library.inMemory()
        try library.importSeries(from: try write(TestSeries()))
        let page = NoteSubject.character(TestSeries.hawk)
        let chapter = Chapter(id: uuid(51), bookID: TestSeries.bookTwo, name: "Last", position: 0)
        try library.save(chapter)
        let early = try library.addNote("early at #Sea", on: page)
        let late = try library.addNote(
            "late at #SEA, #death",
            on: page,
            place: NotePlace(chapterID: chapter.id),
            tags: ["grave"]
        )
        let elsewhere = try library.addNote("#SÉA, #end", on: .book(TestSeries.bookTwo))
        let names = ["SÉA", "end", "grave", "death"]
        XCTAssertEqual(try library.tagNames(), names)
        try library.setReadUpTo(ReadingPosition(bookID: TestSeries.bookOne), in: uuid(1))

        func slice(_ tag: String, _ unveiled: Set<Veil.Exception> = []) throws -> NoteSlice {
            let request = NoteSliceRequest(
                from: .index(0),
                count: 5,
                margin: 5,
                ids: [late.id],
                limit: NoteLimit(tag: tag, unveiled: unveiled)
            )
            return try library.notes(request, on: page)
        }

        let hidden = try slice("sea")
        XCTAssertEqual(hidden.notes, [early])
        XCTAssertEqual(hidden.total, 1)
        XCTAssertEqual(hidden.others, [late.id], "it has not been deleted")
        XCTAssertEqual(try slice("death").total, 0)
        XCTAssertEqual(try library.tagNames(), ["Sea"], "as the newest note that is shown has it")
        XCTAssertEqual(try library.searchChoices(in: nil, unveiled: []).tags, ["Sea"])

        let shown: Set<Veil.Exception> = [.thing(late.id)]
        XCTAssertEqual(try slice("sea", shown).notes, [early, late])
        XCTAssertEqual(try slice("grave", shown).notes, [late])
        XCTAssertEqual(try library.tagNames(except: shown), ["grave", "SEA", "death"])
        let book: Set<Veil.Exception> = [.book(TestSeries.bookTwo)]
        XCTAssertEqual(try slice("sea", book).notes, [early, late])
        XCTAssertEqual(try library.searchChoices(in: nil, unveiled: book).tags, names)

        _ = try library.deleteNote(early.id)
        _ = try library.deleteNote(elsewhere.id)
        XCTAssertEqual(try library.tagNames(), [])
    }

    func testANoteWithoutTheTagStandsForItsNeighbor() throws {
        let (library, tagged) = try makeLibrary()
        let all = try library.notes(on: subject)
        let other = try XCTUnwrap(all.first { !tagged.contains($0) })
        let next = try XCTUnwrap(tagged.first { $0.position > other.position })
        let slice = try library.notes(
            NoteSliceRequest(
                from: .note(other.id, otherwise: .last),
                count: 1,
                margin: 0,
                limit: NoteLimit(tag: "sea")
            ),
            on: subject
        )
        XCTAssertEqual(slice.notes, [next])
    }
}
