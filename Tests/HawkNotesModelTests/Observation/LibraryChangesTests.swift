import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class LibraryChangesTests: LibraryTestCase {
    private let subject = NoteSubject.character(TestSeries.hawk)
    private let other = NoteSubject.book(TestSeries.bookOne)

    @MainActor
    func testEachWriteIsToldWithItsIDInTheOrderOfTheWrites() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        var told: [[LibraryChange]] = []
        let observation = library.observeChanges { told.append($0) }

        let note = try library.addNote("text", on: subject, id: uuid(41))
        try library.addNote("text", on: subject, id: uuid(41))
        try library.updateNote(note.id, text: "other")
        try library.updateNote(note.id, text: "other")
        XCTAssertEqual(told, [], "not before the main queue runs")
        environment.runMainQueue()
        XCTAssertEqual(
            told,
            [[.noteAdded(uuid(41), on: subject), .noteChanged(uuid(41), on: subject)]],
            "what changes nothing is not told"
        )

        told = []
        let deleted = try library.deleteNote(note.id)
        try library.restoreNote(deleted)
        try library.restoreNote(deleted)
        try library.setFavorite(TestSeries.hawk, true)
        try library.setFavorite(TestSeries.hawk, true)
        try library.toggleFavorite(TestSeries.hawk)
        try library.importSeries(from: try write(TestSeries()))
        environment.runMainQueue()
        XCTAssertEqual(
            told,
            [
                [
                    .noteRemoved(uuid(41), on: subject), .noteAdded(uuid(41), on: subject),
                    .favoriteAdded(TestSeries.hawk), .favoriteRemoved(TestSeries.hawk),
                    .seriesAdded(uuid(1)),
                ]
            ]
        )
        withExtendedLifetime(observation) {}
    }

    @MainActor
    func testSavedEditIsAChangeOrANoteOfItsOwn() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        try library.addNote("base", on: subject, id: uuid(41))
        environment.runMainQueue()
        var told: [LibraryChange] = []
        let observation = library.observeChanges { told += $0 }
        func save(_ text: String, base: String, newID: UUID) throws {
            for _ in 0..<2 {
                _ = try library.saveEdit(
                    of: uuid(41),
                    text: text,
                    base: base,
                    on: subject,
                    newID: newID
                )
            }
        }
        try save("mine", base: "base", newID: uuid(42))
        try save("theirs", base: "base", newID: uuid(43))
        environment.runMainQueue()
        XCTAssertEqual(
            told,
            [.noteChanged(uuid(41), on: subject), .noteAdded(uuid(43), on: subject)]
        )
        withExtendedLifetime(observation) {}
    }

    @MainActor
    func testListIsToldOfItsOwnPageOnlyAndOfNothingAfterItIsGone() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        var told: [[LibraryChange]] = []
        var observation: LibraryObservation? = library.observeChanges(on: subject) {
            told.append($0)
        }
        XCTAssertNotNil(observation)
        try library.addNote("elsewhere", on: other)
        environment.runMainQueue()
        XCTAssertEqual(told, [])
        try library.addNote("here", on: subject, id: uuid(41))
        try library.addNote("elsewhere", on: other)
        environment.runMainQueue()
        XCTAssertEqual(told, [[.noteAdded(uuid(41), on: subject)]])

        observation = nil
        try library.addNote("here", on: subject)
        environment.runMainQueue()
        XCTAssertEqual(told.count, 1)
    }
}
