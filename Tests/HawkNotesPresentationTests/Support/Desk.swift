import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// The notes of a window over a library, with timers that run when the test says so.
@MainActor
final class Desk {
    let troubled: TroubledLibrary
    let library: Library
    let tester: RestorationTester
    private(set) var pending: PendingNotes
    private(set) var timers: [(seconds: Double, body: @MainActor () -> Void)] = []
    let book = UUID()
    var time = Date(timeIntervalSince1970: 1_000_000)

    init() throws {
        troubled = try TroubledLibrary()
        library = troubled.library
        tester = try RestorationTester()
        pending = PendingNotes(library: troubled.library, now: { Date() }, after: { _, _ in })
        start()
    }

    /// Begins a run: what the one before had in memory is gone.
    func start() {
        timers = []
        pending = PendingNotes(library: library, now: { [unowned self] in time }) {
            [unowned self] in timers.append(($0, $1))
        }
    }

    /// The pauses before the next attempts that were asked for, in seconds.
    func runTimers() -> [Double] {
        let due = timers
        timers = []
        for timer in due { timer.body() }
        return due.map(\.seconds)
    }

    func page(_ scene: RestorationScene, tab: String = "tab:a") -> RestorationScope {
        scene.root.scope(tab).scope("book")
    }

    @discardableResult
    func save(_ text: String, in page: RestorationScope) -> UUID {
        let id = UUID()
        time += 1
        pending.save(text, as: id, on: .book(book), in: page)
        return id
    }

    var texts: [String] { get throws { try library.notes(on: .book(book)).map(\.text) } }

    /// Waits until the library has these notes, and nothing is pending on the page.
    func expect(
        _ texts: [String],
        nothingIn page: RestorationScope,
        line: UInt = #line
    ) throws {
        XCTAssertTrue(runMainQueue { pending.notes(in: page).isEmpty }, line: line)
        XCTAssertEqual(try self.texts, texts, line: line)
        XCTAssertEqual(Self.kept(page.scene), [], line: line)
    }

    /// Whether a text stands in any file of the windows' state.
    func isOnDisk(_ text: String) -> Bool {
        tester.files.files.values.contains {
            String(decoding: $0, as: UTF8.self).contains(text)
        }
    }

    /// The keys of pending notes in a window's state.
    static func kept(_ scene: RestorationScene?) -> [String] {
        scene?.storedKeys().filter { $0.contains("pending:") } ?? []
    }
}

@MainActor
func withDesk(_ body: @MainActor (Desk) throws -> Void) throws {
    let desk = try Desk()
    defer { desk.troubled.close() }
    try body(desk)
    XCTAssertEqual(desk.tester.programmingErrors.messages, [])
}
