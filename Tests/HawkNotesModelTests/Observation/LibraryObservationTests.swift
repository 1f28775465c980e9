import Foundation
import LibraryTestSupport
import Synchronization
import XCTest

@testable import HawkNotesModel

final class LibraryObservationTests: XCTestCase {
    private let subject = NoteSubject.character(TestSeries.hawk)

    @MainActor
    private func observeTexts(
        _ library: Library,
        _ received: @escaping @MainActor ([String]) -> Void
    ) throws -> LibraryObservation {
        try library.observeNotes(on: subject) { error in
            XCTFail(error.message)
        } onChange: { notes in
            received(notes.map(\.text))
        }
    }

    @MainActor
    func testFirstValueIsThereBeforeTheCallReturnsAndBothSubscribersGetTheNext() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        try library.addNote("one", on: subject)
        environment.runMainQueue()

        var first: [[String]] = []
        var second: [[String]] = []
        let observations = [
            try observeTexts(library) { first.append($0) },
            try observeTexts(library) { second.append($0) },
        ]
        XCTAssertEqual(first, [["one"]])
        XCTAssertEqual(second, [["one"]])

        try library.addNote("two", on: subject)
        XCTAssertEqual(first.count, 1, "later values wait for the main queue")
        environment.runMainQueue()
        XCTAssertEqual(first, [["one"], ["one", "two"]])
        XCTAssertEqual(second, first)
        withExtendedLifetime(observations) {}
    }

    @MainActor
    func testEqualValuesAreNotRepeatedAndOtherSubjectsAreNoChange() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        var received: [[String]] = []
        let observation = try observeTexts(library) { received.append($0) }

        try library.addNote("elsewhere", on: .book(TestSeries.hawk))
        environment.runMainQueue()
        let note = try library.addNote("here and gone", on: subject)
        try library.deleteNote(note.id)
        environment.runMainQueue()
        XCTAssertEqual(received, [[]])

        // A subscriber that came after the write has its value already.
        try library.addNote("new", on: subject)
        var late: [[String]] = []
        let lateObservation = try observeTexts(library) { late.append($0) }
        environment.runMainQueue()
        XCTAssertEqual(late, [["new"]])
        XCTAssertEqual(received, [[], ["new"]])
        withExtendedLifetime((observation, lateObservation)) {}
    }

    @MainActor
    func testManyWritesLeadToOneRound() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        var received: [[String]] = []
        let observation = try observeTexts(library) { received.append($0) }
        for text in ["a", "b", "c"] {
            try library.addNote(text, on: subject)
        }
        XCTAssertEqual(environment.waitingJobs, 1)
        environment.runMainQueue()
        XCTAssertEqual(received, [[], ["a", "b", "c"]])

        try library.addNote("d", on: subject)
        environment.runMainQueue()
        XCTAssertEqual(received.last, ["a", "b", "c", "d"], "the next round comes too")
        withExtendedLifetime(observation) {}
    }

    @MainActor
    func testNothingComesAfterCancelOrAfterTheObservationIsGone() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        var cancelled = 0
        var released = 0
        let observation = try observeTexts(library) { _ in cancelled += 1 }
        var shortLived: LibraryObservation? = try observeTexts(library) { _ in released += 1 }
        XCTAssertNotNil(shortLived)

        try library.addNote("text", on: subject)
        observation.cancel()
        shortLived = nil
        environment.runMainQueue()
        XCTAssertEqual([cancelled, released], [1, 1])
    }

    @MainActor
    func testSubscriberMayCancelAnotherAndWriteWhileItIsTold() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        var told: [String] = []
        var second: LibraryObservation?
        let first = try observeTexts(library) { texts in
            told.append("first \(texts.count)")
            guard texts.count == 1 else { return }
            second?.cancel()
            do {
                try library.addNote("from the observer", on: self.subject)
            } catch {
                XCTFail("\(error)")
            }
        }
        second = try observeTexts(library) { told.append("second \($0.count)") }
        try library.addNote("text", on: subject)
        environment.runMainQueue()
        XCTAssertEqual(told, ["first 0", "second 0", "first 1", "first 2"])
        withExtendedLifetime(first) {}
    }

    @MainActor
    func testFavoritesAndCountsAreLiveInAllWindows() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        try library.importBundledSeries()
        let character = try XCTUnwrap(try library.series().allCharacters.first)
        var favorites: [[Set<UUID>]] = [[], []]
        var counts: [[NoteSubject: Int]] = []
        let fail: @MainActor (LibraryError) -> Void = { XCTFail($0.message) }
        let observations = [
            try library.observeFavorites(onError: fail) { favorites[0].append($0) },
            try library.observeFavorites(onError: fail) { favorites[1].append($0) },
            try library.observeNoteCounts(ofSeries: character.seriesID, onError: fail) {
                counts.append($0)
            },
        ]
        try library.toggleFavorite(character.id)
        let note = try library.addNote("text", on: .character(character.id))
        environment.runMainQueue()
        try library.updateNote(note.id, text: "other text")
        environment.runMainQueue()
        XCTAssertEqual(favorites[0], [[], [character.id]])
        XCTAssertEqual(favorites[1], favorites[0])
        XCTAssertEqual(counts, [[:], [.character(character.id): 1]])
        withExtendedLifetime(observations) {}
    }

    @MainActor
    func testFailedReadIsToldAndTheObservationGoesOn() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        var errors: [LibraryError] = []
        var values: [[Note]] = []
        let observation = try library.observeNotes(on: subject) {
            errors.append($0)
        } onChange: {
            values.append($0)
        }
        try library.addNote("text", on: subject)
        _ = try library.write("hide the notes") { db in
            let sql = "ALTER TABLE note RENAME TO hidden"
            return (try db.execute(sql: sql), [.noteChanged(uuid(1), on: self.subject)])
        }
        environment.runMainQueue()
        XCTAssertEqual(errors.map(\.code), [.other])
        XCTAssertEqual(values, [[]])

        _ = try library.write("show the notes") { db in
            let sql = "ALTER TABLE hidden RENAME TO note"
            return (try db.execute(sql: sql), [.noteChanged(uuid(1), on: self.subject)])
        }
        environment.runMainQueue()
        XCTAssertEqual(values.last?.map(\.text), ["text"])
        withExtendedLifetime(observation) {}
    }

    /// Ten windows that open show the same page.
    @MainActor
    func testWhoSubscribesToAValueThatIsCurrentShareOneReading() async throws {
        let environment = TestEnvironment()
        let readings = Mutex(0)
        var counting = environment.library
        counting.reading = { job in
            readings.withLock { $0 += 1 }
            job()
        }
        let library = try Library.inMemory(environment: counting)
        try library.addNote("one", on: subject)
        environment.runMainQueue()

        var received = [[[String]]](repeating: [], count: 10)
        var observations: [LibraryObservation] = []
        for window in received.indices {
            observations.append(try observeTexts(library) { received[window].append($0) })
        }
        XCTAssertEqual(readings.withLock { $0 }, 1)
        XCTAssertEqual(received, Array(repeating: [["one"]], count: 10))

        // What one of them has to read after a write is not read again for the others.
        try library.addNote("two", on: subject)
        observations.append(try observeTexts(library) { XCTAssertEqual($0, ["one", "two"]) })
        environment.runMainQueue()
        XCTAssertEqual(readings.withLock { $0 }, 2)
        XCTAssertEqual(received, Array(repeating: [["one"], ["one", "two"]], count: 10))

        // When nobody has watched for a while, the library is asked again.
        observations = []
        observations.append(try observeTexts(library) { _ in })
        XCTAssertEqual(readings.withLock { $0 }, 3)
    }

    /// An import that writes while somebody watches.
    @MainActor
    func testManyWritesDuringAReadingMakeOneMore() async throws {
        let environment = TestEnvironment()
        let gate = ReadingGate()
        let readings = Mutex(0)
        var held = environment.library.held(by: gate)
        let start = held.reading
        held.reading = { job in
            readings.withLock { $0 += 1 }
            start(job)
        }
        let library = try Library.inMemory(environment: held)
        try library.importBundledSeries()
        environment.runMainQueue()
        let series = try library.series()
        let book = NoteSubject.book(series.books[0].id)
        var counts: [Int] = []
        let observation = try library.observeNoteCounts(ofSeries: series.id) {
            XCTFail("\($0)")
        } onChange: {
            counts.append($0[book] ?? 0)
        }
        gate.letThrough()
        environment.runMainQueue()
        XCTAssertEqual(readings.withLock { $0 }, 1)
        for _ in 0..<100 {
            try library.addNote("text", on: book)
            environment.runMainQueue()
        }
        XCTAssertEqual(readings.withLock { $0 }, 2)
        gate.letThrough()
        environment.runMainQueue()
        gate.letThrough()
        environment.runMainQueue()
        XCTAssertEqual(readings.withLock { $0 }, 3)
        XCTAssertEqual(counts.last, 100)
        withExtendedLifetime(observation) {}
    }

    @MainActor
    func testWhoSubscribesWhileAReadingIsUnderWayShareItAndItsError() async throws {
        let environment = TestEnvironment()
        let gate = ReadingGate()
        let library = try Library.inMemory(environment: environment.library.held(by: gate))
        try library.addNote("one", on: subject)
        environment.runMainQueue()

        var received: [[String]] = []
        var observations: [LibraryObservation] = []
        for _ in 0..<3 {
            observations.append(try observeTexts(library) { received += [$0] })
        }
        XCTAssertEqual(gate.waitingCount, 1)
        gate.letThrough()
        environment.runMainQueue()
        XCTAssertEqual(received, [["one"], ["one"], ["one"]])

        _ = try library.write("hide the notes") { db in
            let sql = "ALTER TABLE note RENAME TO hidden"
            return (try db.execute(sql: sql), [.noteChanged(uuid(1), on: self.subject)])
        }
        var errors = 0
        for _ in 0..<2 {
            observations.append(
                try library.observeNotes(on: subject) { _ in
                    errors += 1
                } onChange: { _ in
                    XCTFail("there is nothing to tell")
                }
            )
        }
        XCTAssertEqual(gate.waitingCount, 1)
        observations[0...2].forEach { $0.cancel() }
        gate.letThrough()
        environment.runMainQueue()
        XCTAssertEqual(errors, 2)
    }

    @MainActor
    func testFirstValueThatTakesLongIsToldLaterAndHoldsNobodyUp() async throws {
        let environment = TestEnvironment()
        let gate = ReadingGate()
        let library = try Library.inMemory(environment: environment.library.held(by: gate))
        try library.addNote("one", on: subject)
        environment.runMainQueue()

        var received: [[String]] = []
        let observation = try observeTexts(library) { received.append($0) }
        XCTAssertEqual(received, [], "the call has waited")
        // What is written meanwhile is no reason to tell twice.
        try library.addNote("two", on: subject)
        environment.runMainQueue()
        gate.letThrough()
        environment.runMainQueue()
        XCTAssertEqual(received, [["one", "two"]])
        withExtendedLifetime(observation) {}
    }

    @MainActor
    func testFirstValueThatCannotBeReadIsAnErrorLaterAsWell() async throws {
        let environment = TestEnvironment()
        let gate = ReadingGate()
        let library = try Library.inMemory(environment: environment.library.held(by: gate))
        _ = try library.write("hide the notes") { db in
            (try db.renameTable("note", to: "hidden"), [])
        }
        var errors: [LibraryError] = []
        let observation = try library.observeNotes(on: subject) {
            errors.append($0)
        } onChange: { _ in
            XCTFail("there is nothing to tell")
        }
        gate.letThrough()
        environment.runMainQueue()
        XCTAssertEqual(errors.map(\.code), [.other])
        withExtendedLifetime(observation) {}
    }

    @MainActor
    func testLiveEnvironmentDeliversOnTheMainQueue() async throws {
        let library = try Library.inMemory()
        let (texts, continuation) = AsyncStream.makeStream(of: [String].self)
        let observation = try library.observeNotes(on: subject) {
            XCTFail($0.message)
        } onChange: { notes in
            XCTAssertTrue(Thread.isMainThread)
            continuation.yield(notes.map(\.text))
        }
        let subject = subject
        _ = try await Task.detached { try library.addNote("from elsewhere", on: subject) }.value
        // The first reading may be so late that the note is there already.
        var received = texts.makeAsyncIterator()
        var last = await received.next()
        if last == [] { last = await received.next() }
        XCTAssertEqual(last, ["from elsewhere"])
        withExtendedLifetime(observation) {}
    }
}
