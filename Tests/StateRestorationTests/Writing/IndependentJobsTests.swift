import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That what keeps failing holds up nothing that does not build on it.
@MainActor
final class IndependentJobsTests: XCTestCase {
    /// Whatever is done to paths with this in them fails for the whole run.
    private func live(
        failing part: String,
        _ code: POSIXErrorCode = .EIO
    ) async throws -> (Program, RestorationSession) {
        let program = Program()
        for _ in 1...2 {
            let session = try program.run()
            if session.scenes.isEmpty { for title in ["a", "b", "c"] { session.open(title) } }
            session.close(session.open("closed"))
            session.terminate()
        }
        program.files.setFault { operation, _ in
            operation.path.contains(part) || operation.target?.contains(part) == true
                ? .fail(code) : nil
        }
        let session = try program.run()
        for scene in session.scenes { scene.type(" and more") }
        session.open("new")
        await program.wait(session, .seconds(20))
        if let scene = session.scenes.first(where: { $0.title == "b" }) { session.close(scene) }
        for scene in session.scenes { scene.type(", and the rest") }
        await program.wait(session, .seconds(20))
        return (program, session)
    }

    private static let rest = " and more, and the rest"

    func testFoldersThatFailHoldUpNeitherTextsNorTheEnd() async throws {
        for part in ["/previous-session", "/trash", "/quarantine", "/session.json"] {
            let (program, session) = try await live(failing: part)
            // Also a power cut in the middle of it costs nothing that was typed.
            let files = program.files.copy()
            files.losePower()
            XCTAssertEqual(
                try Program(files: files).run().drafts,
                [
                    "a": "draft of a" + Self.rest, "c": "draft of c" + Self.rest,
                    "new": "draft of new, and the rest",
                ],
                part
            )
            await session.end()
            program.files.setFault(nil)
            let next = try program.run()
            XCTAssertEqual(next.launchReason, .restore, part)
            XCTAssertEqual(next.drafts["a"], "draft of a" + Self.rest, part)
            XCTAssertEqual(next.drafts["new"], "draft of new, and the rest", part)
            XCTAssertNil(next.drafts["b"], part)
            let id = try XCTUnwrap(next.recentlyClosed.first { $0.title == "b" }?.id, part)
            let reopened = await next.reopen(id)
            XCTAssertEqual(reopened?.draft, "draft of b and more", part)
            next.terminate()
        }
    }

    func testWindowThatFailsHoldsUpNoOther() async throws {
        let program = Program()
        let first = try program.run()
        let bad = first.open("bad").id
        first.open("good")
        let closing = first.open("closing")
        first.terminate()
        program.files.setFault { operation, _ in
            operation.path.contains("windows/\(bad)") ? .fail(.EIO) : nil
        }
        let session = try program.run()
        for scene in session.scenes { scene.type(" and more") }
        await program.wait(session, .seconds(20))
        session.close(try XCTUnwrap(session.scenes.first { $0.id == closing.id }))
        await program.wait(session, .seconds(20))
        program.endProcess()
        program.files.losePower()
        program.files.setFault(nil)
        let next = try program.run()
        XCTAssertEqual(next.drafts, ["bad": "draft of bad", "good": "draft of good and more"])
        XCTAssertEqual(next.recentlyClosed.map(\.title), ["closing"])
        next.terminate()
    }

    func testClosingThatFailsIsNoCleanEndAndLosesNothingElse() async throws {
        let (program, session) = try await live(failing: "/closed")
        await session.end()
        program.files.setFault(nil)
        let next = try program.run()
        XCTAssertEqual(next.launchReason, .recover)
        XCTAssertEqual(next.drafts["a"], "draft of a" + Self.rest)
        XCTAssertEqual(next.drafts["b"], "draft of b and more")
        next.terminate()
    }

    func testManyChangesOfTheIndexLeaveOneJob() async throws {
        let program = Program()
        let session = try program.run()
        let scenes = ["a", "b"].map { session.open($0) }
        session.flush()
        program.files.setFault { operation, _ in
            operation.path.contains("session.json") ? .fail(.EIO) : nil
        }
        for number in 0..<200 {
            session.activate(scenes[number % 2])
            program.clock.advance(by: .milliseconds(60))
        }
        session.waitForWriter()
        program.files.setFault(nil)
        program.files.resetOperations()
        program.clock.advance(by: .seconds(60))
        session.waitForWriter()
        let writes = program.files.operations.filter {
            $0.kind == .create && $0.path.contains("session.json")
        }
        XCTAssertEqual(writes.count, 1)
        XCTAssertEqual(program.clock.waitingCount, 0)
    }
}
