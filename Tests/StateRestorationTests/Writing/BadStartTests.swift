import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That whichever operation of a run fails for a while, and with whatever error: what was typed is
/// there after a clean end.
@MainActor
final class BadStartTests: XCTestCase {
    private static let codes: [POSIXErrorCode] = [
        .EIO, .ENOSPC, .EROFS, .EMFILE, .ENOLCK, .EACCES,
    ]

    /// How long it fails, from the operation on.
    private enum Length: CaseIterable {
        case once, aMoment, seconds

        var duration: Duration {
            switch self {
            case .once: .zero
            case .aMoment: .milliseconds(1)
            case .seconds: .seconds(3)
            }
        }
    }

    func testWhateverFailsForAWhileEverythingTypedIsThereAfterACleanEnd() async throws {
        for (number, code) in Self.codes.enumerated() {
            let lengths = Length.allCases
            // In a sample, each error and each length of time at least once.
            for length in isExhaustive ? lengths : [lengths[number % lengths.count]] {
                var index = 0
                while try await survive(code, length, from: index) { index += 1 }
                XCTAssertGreaterThan(index, 80)
            }
        }
    }

    /// Runs the program with a failure from one operation on.
    ///
    /// - Returns: Whether there was such an operation.
    private func survive(
        _ code: POSIXErrorCode,
        _ length: Length,
        from index: Int
    ) async throws -> Bool {
        let program = Program()
        for round in 1...2 {
            let session = try program.run()
            if round == 1 {
                session.open("a")
                session.open("b")
            }
            session.scenes[0].type(" in run \(round)")
            session.terminate()
        }
        let before = try program.run { _ in }.drafts
        program.endProcess()
        program.files.setContents(RestorationTester.path("running.json"), nil)

        let count = Shared(0)
        let since = Shared<Duration?>(nil)
        let clock = program.clock
        program.spoil = { files in
            files.asking { _, _ in
                let number = count.change { count in
                    count += 1
                    return count - 1
                }
                if number == index { since.value = clock.clock.uptime() }
                guard let start = since.value else { return }
                let isOver =
                    length == .once
                    ? number > index : clock.clock.uptime() - start > length.duration
                if !isOver { throw POSIXError(code) }
            }
        }
        let session = try program.run()
        let expected = try await work(session, program)
        let wasReached = since.value != nil
        // The last attempts of all that failed; then quitting, in good times but for a failure that
        // only begins here.
        await program.wait(session, .seconds(64))
        await program.wait(session, .seconds(64))
        await session.end()
        let hasReachedEnd = since.value != nil
        if hasReachedEnd, !wasReached, length != .once { return true }

        program.spoil = { $0 }
        let place = "\(code) from operation \(index) on, \(length)"
        let next = try program.run()
        var found = next.drafts
        for closed in next.recentlyClosed {
            found[closed.title] = await next.reopen(closed.id)?.draft
        }
        XCTAssertEqual(found, before.merging(expected) { $1 }, place)
        if length != .once || wasReached {
            XCTAssertEqual(next.launchReason, .restore, place)
        }
        return hasReachedEnd
    }

    /// Types in every window, opens some, closes some.
    ///
    /// - Returns: What was typed.
    private func work(
        _ session: RestorationSession,
        _ program: Program
    ) async throws -> [String: String] {
        session.open("c")
        session.open("d")
        var expected: [String: String] = [:]
        for scene in session.scenes { scene.type(" typed at once") }
        await program.wait(session, .milliseconds(200))
        for scene in session.scenes {
            scene.type(" and later")
            expected[scene.title] = scene.draft
        }
        if let scene = session.scenes.first(where: { $0.title == "c" }) { session.close(scene) }
        await program.wait(session, .seconds(5))
        for scene in session.scenes {
            scene.type(" and in the end")
            expected[scene.title] = scene.draft
        }
        if let scene = session.scenes.first(where: { $0.title == "a" }) { session.close(scene) }
        return expected
    }
}
