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
                                tag: "SEA"
                            ),
                            on: subject
                        )
                        let expected = max(0, index - margin)..<min(notes.count, index + 2 + margin)
                        XCTAssertEqual(slice.start..<slice.end, expected)
                        XCTAssertEqual(slice.notes, Array(notes[expected]))
                        XCTAssertEqual(slice.total, notes.count)
                        XCTAssertEqual(slice.tag, "SEA")
                    }
                }
            }
        }
    }

    func testPositionsAreThoseOfNotesWithTheTag() throws {
        let (library, tagged) = try makeLibrary()
        let other = try XCTUnwrap(library.notes(on: subject).first { !tagged.contains($0) })
        var request = NoteSliceRequest(from: .position(.last), count: 1, margin: 5, tag: "sea")
        request.ids = [other.id, tagged[0].id]
        let slice = try library.notes(request, on: subject)
        XCTAssertEqual(slice.places, [tagged[0].id: tagged[0].position])
        XCTAssertEqual(slice.asked, request.ids)
        XCTAssertEqual(slice.untagged, [other.id])
        XCTAssertEqual(slice.notes, tagged.suffix(6))
        XCTAssertTrue(slice.hasPlaces)
        request.tag = "nothing"
        XCTAssertEqual(try library.notes(request, on: subject).total, 0)
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
                tag: "sea"
            ),
            on: subject
        )
        XCTAssertEqual(slice.notes, [next])
    }
}
