import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// A wall clock that jumps by years, forth and back, between runs and within one.
@MainActor
final class ClockJumpTests: XCTestCase {
    private static let year: TimeInterval = 365 * 24 * 3600

    /// By how much the wall clock is wrong.
    private let error = Shared<TimeInterval>(0)
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()

    private func open() throws -> RestorationSession {
        var environment = RestorationEnvironment.inMemory(files: files, clock: clock)
        let (now, error) = (environment.clock.now, error)
        environment.clock.now = { now().addingTimeInterval(error.value) }
        var configuration = RestorationSession.Configuration(
            directory: URL(fileURLWithPath: RestorationTester.directory),
            writer: "test"
        )
        configuration.recentlyClosedLimit = 3
        let session = try RestorationSession.open(configuration, environment: environment)
        RestorationTester.restoreAll(session)
        return session
    }

    func testWindowsClosedInOneGoComeBackWhateverTheClockSays() async throws {
        for jump in [20, -20] {
            let session = try open()
            for title in ["a", "b", "c"] { session.open(title) }
            for scene in session.scenes {
                clock.advance(by: .seconds(1))
                error.value += Double(jump) * Self.year
                session.close(scene)
            }
            session.terminate()
            let next = try open()
            XCTAssertEqual(next.scenes.map(\.title), ["c", "b", "a"], "\(jump)")
            for scene in next.scenes {
                clock.advance(by: .seconds(60))
                next.close(scene)
            }
            next.terminate()
            let last = try open()
            for scene in last.scenes { last.close(scene) }
            last.open("stays")
            last.terminate()
            try removeAll()
        }
    }

    func testWindowClosedHoursBeforeIsNotPartOfTheEndWhateverTheClockSays() async throws {
        let session = try open()
        for title in ["a", "b"] { session.open(title) }
        session.close(session.scenes[0])
        clock.advance(by: .seconds(3 * 3600))
        error.value -= 3 * 3600
        session.close(session.scenes[0])
        session.terminate()
        let next = try open()
        XCTAssertEqual(next.scenes.map(\.title), ["a"])
        XCTAssertEqual(next.recentlyClosed.map(\.title), ["b"])
        next.terminate()
    }

    func testNewestClosedWindowStaysTheNewestAndIsNotThrownAway() async throws {
        error.value = 30 * Self.year
        let first = try open()
        first.open("stays")
        for title in ["1", "2", "3"] {
            clock.advance(by: .seconds(60))
            first.close(first.open(title))
        }
        first.terminate()
        // The clock is right again.
        error.value = 0
        let second = try open()
        clock.advance(by: .seconds(60))
        second.close(second.open("4"))
        XCTAssertEqual(second.recentlyClosed.map(\.title), ["4", "3", "2"])
        second.terminate()
        for _ in 1...3 {
            let next = try open()
            XCTAssertEqual(next.recentlyClosed.map(\.title), ["4", "3", "2"])
            next.terminate()
        }
        let last = try open()
        let reopened = await last.reopenMostRecentlyClosed()
        XCTAssertEqual(reopened?.draft, "draft of 4")
        last.terminate()
    }

    func testRetriesAndDelaysGoOnWhateverTheClockSays() async throws {
        for jump in [50, -50] {
            error.value = 0
            let session = try open()
            let scene = session.open("a")
            files.setFault { _, _ in .fail(.EIO) }
            scene.type(" and more")
            clock.advance(by: .milliseconds(100))
            error.value = Double(jump) * Self.year
            files.setFault(nil)
            clock.advance(by: .seconds(60))
            session.waitForWriter()
            let written = files.files.values.contains {
                String(decoding: $0, as: UTF8.self).contains("and more")
            }
            XCTAssertTrue(written, "\(jump)")
            session.terminate()
            try removeAll()
        }
    }

    /// Begins anew, with an empty disk.
    private func removeAll() throws {
        for name in try files.fileSystem.names(RestorationTester.directory) {
            files.setContents(RestorationTester.path(name), nil)
        }
    }
}
