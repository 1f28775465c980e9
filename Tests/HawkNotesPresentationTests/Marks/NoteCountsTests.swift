import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// The numbers of notes follow the library.
final class NoteCountsTests: XCTestCase {
    func testAPageThatLosesItsLastNoteIsAmongTheChanged() throws {
        try onMainActor {
            try withDesk { desk in
                let series = UUID()
                try desk.library.saveSeries(series, title: "Series")
                try desk.library.save(
                    Book(id: desk.book, seriesID: series, title: "Book", position: 0)
                )
                let subject = NoteSubject.book(desk.book)
                let counts = NoteCounts(desk.library).counts(of: series)
                var changes: [Set<NoteSubject>] = []
                let observation = counts.observe { changes.append($0) }
                let note = try desk.library.addNote("A note", on: subject)
                XCTAssertTrue(runMainQueue { counts[subject] == 1 })
                changes = []
                _ = try desk.library.deleteNote(note.id)
                XCTAssertTrue(runMainQueue { counts[subject] == 0 })
                XCTAssertEqual(changes, [[subject]])
                withExtendedLifetime(observation) {}
            }
        }
    }
}
