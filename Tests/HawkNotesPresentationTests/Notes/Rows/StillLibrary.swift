import Foundation
import GRDB
import Synchronization
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation

/// A library in memory around which nothing happens by itself: readings and what is to be done on
/// the main thread wait until the test lets them go, and the clock is set by hand.
final class StillLibrary: Sendable {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        var readings: [@Sendable () -> Void] = []
        var mainJobs: [@MainActor @Sendable () -> Void] = []
        var isHeld = false
        var readingCount = 0
    }

    private let state: HeldState
    let library: Library
    let subject = NoteSubject.book(UUID())

    /// Apart, because the library's environment must not keep the library.
    private final class HeldState: Sendable {
        let mutex = Mutex(State())
    }

    init() throws {
        let state = HeldState()
        self.state = state
        var environment = LibraryEnvironment(
            now: { state.mutex.withLock { $0.now } },
            makeID: { UUID() },
            onMain: { job in state.mutex.withLock { $0.mainJobs.append(job) } },
            reading: { job in
                let mustWait = state.mutex.withLock { state in
                    state.readingCount += 1
                    if state.isHeld { state.readings.append(job) }
                    return state.isHeld
                }
                if !mustWait { job() }
            },
            after: { _, _ in }
        )
        environment.readingPatience = 0
        library = try Library.inMemory(environment: environment)
    }

    /// Whether readings wait to be let go.
    var isHeld: Bool {
        get { state.mutex.withLock { $0.isHeld } }
        set { state.mutex.withLock { $0.isHeld = newValue } }
    }

    /// How often something was read for a list.
    var readingCount: Int { state.mutex.withLock { $0.readingCount } }

    /// The time of the notes that are added next.
    func setTime(_ milliseconds: Int) {
        let now = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        state.mutex.withLock { $0.now = now }
    }

    /// Adds a note as another window does.
    @discardableResult
    func add(_ text: String, id: UUID? = nil, at milliseconds: Int? = nil) throws -> Note {
        if let milliseconds { setTime(milliseconds) }
        return try library.addNote(text, on: subject, id: id)
    }

    /// Fills the page in one go, one note in each second; the texts are their numbers.
    func fill(_ count: Int, text: String = "'' || n") throws {
        _ = try library.write("fill the page") { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE number (n) AS
                        (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?)
                    INSERT INTO note (id, subjectKind, subjectID, text, createdAt, modifiedAt)
                        SELECT randomblob(16), ?, ?, \(text), n * 1000, n * 1000 FROM number
                    """,
                arguments: [count, subject.kind, subject.id]
            )
            return ((), [.noteAdded(UUID(), on: subject)])
        }
    }

    /// Writes what no part of the program does.
    ///
    /// - Parameter isTold: whether the library tells of a change on the page.
    func rewrite(_ sql: String, isTold: Bool) throws {
        _ = try library.write("rewrite the library") { db in
            try db.execute(sql: sql)
            return ((), isTold ? [.noteChanged(UUID(), on: subject)] : [])
        }
    }

    /// Does something later on the main thread, behind what waits there already.
    func enqueue(_ job: @escaping @MainActor @Sendable () -> Void) {
        state.mutex.withLock { $0.mainJobs.append(job) }
    }

    /// Lets the reading go that waits longest.
    func read() {
        let reading = state.mutex.withLock { state in
            state.readings.isEmpty ? nil : state.readings.removeFirst()
        }
        reading?()
    }

    /// Does the next thing that waits for the main thread; says whether there was one.
    @MainActor @discardableResult
    func runOnMain() -> Bool {
        let job = state.mutex.withLock { $0.mainJobs.isEmpty ? nil : $0.mainJobs.removeFirst() }
        job?()
        return job != nil
    }

    /// Lets everything go until nothing waits any more.
    @MainActor
    func settle() {
        let wasHeld = isHeld
        isHeld = false
        while state.mutex.withLock({ !$0.readings.isEmpty || !$0.mainJobs.isEmpty }) {
            read()
            runOnMain()
        }
        isHeld = wasHeld
    }
}

extension NoteRows {
    /// The texts of the rows that are known.
    var knownTexts: [String] { known.compactMap { item(at: $0)?.text } }
}

/// Runs a test's body with the rows of a page with so many notes, one in each second.
func withRows(
    of count: Int,
    starting start: NoteRows.Start = .atStart,
    isHeld: Bool = false,
    _ body: @MainActor (NoteRows, StillLibrary) throws -> Void
) throws {
    try MainActor.assumeIsolated {
        let still = try StillLibrary()
        if count > 0 { try still.fill(count) }
        still.settle()
        still.isHeld = isHeld
        let rows = NoteRows(on: still.subject, in: still.library, starting: start)
        rows.onError = { XCTFail("\($0)") }
        try body(rows, still)
        rows.close()
    }
}
