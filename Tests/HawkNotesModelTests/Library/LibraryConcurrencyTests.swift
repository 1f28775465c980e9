import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class LibraryConcurrencyTests: LibraryTestCase {
    func testManyThreadsWriteAtOnceAndNothingIsLost() async throws {
        try await write(to: [try Library.open(at: databaseURL)])
    }

    /// Two connections, as two processes would have.
    func testTwoConnectionsWriteAtOnceAndNothingIsLost() async throws {
        try await write(
            to: [try Library.open(at: databaseURL), try Library.open(at: databaseURL)]
        )
    }

    /// Reads that are under way, and those that begin, while the library is closed.
    func testNoLogStaysBehindWhenTheLibraryIsClosedWhileItIsRead() throws {
        let subject = NoteSubject.book(TestSeries.bookOne)
        for round in 0..<40 {
            let library = try Library.open(at: databaseURL)
            try library.addNote("\(round)", on: subject)
            let readers = (0..<4).map { _ in
                let reader = Thread { while (try? library.notes(on: subject)) != nil {} }
                reader.start()
                return reader
            }
            try library.close()
            XCTAssertEqual(
                try FileManager.default.contentsOfDirectory(atPath: directory.path)
                    .filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") },
                [],
                "round \(round)"
            )
            while !readers.allSatisfy(\.isFinished) { sched_yield() }
        }
    }

    private func write(to libraries: [Library]) async throws {
        let subject = NoteSubject.book(TestSeries.bookOne)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                let library = libraries[worker % libraries.count]
                group.addTask {
                    for number in 0..<10 {
                        let note = try library.addNote("\(worker)/\(number)", on: subject)
                        try library.updateNote(note.id, text: note.text + " changed")
                        if number == 9 { try library.deleteNote(note.id) }
                        _ = try library.notes(on: subject)
                    }
                }
            }
            try await group.waitForAll()
        }
        let expected = (0..<8).flatMap { worker in
            (0..<9).map { "\(worker)/\($0) changed" }
        }
        for library in libraries {
            XCTAssertEqual(Set(try library.notes(on: subject).map(\.text)), Set(expected))
            XCTAssertEqual(try library.noteCounts(), [subject: 72])
        }
        for library in libraries {
            try library.close()
        }
    }
}
