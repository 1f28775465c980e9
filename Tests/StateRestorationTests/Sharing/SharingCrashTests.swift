import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That wherever a kill, a power cut or a failing disk strikes while windows go from one directory to another,
/// each text is in one of the two at least, and none comes back twice.
@MainActor
final class SharingCrashTests: XCTestCase {
    /// The drafts of all windows once those that were left have been adopted, sorted.
    private func draftsAfterAdopting(
        _ files: InMemoryFileSystem,
        _ place: String
    ) async throws -> [String] {
        let program = Program(files: files)
        let session = try program.run()
        _ = try await session.adoptWindows(of: Program.away)
        let drafts = session.scenes.map(\.draft).sorted()
        // A file that was never synced, and of which a power cut has left nothing, stays.
        let names = program.filesAway.keys.filter {
            $0.hasPrefix("/away/windows/") && $0.hasSuffix(".state")
        }
        XCTAssertEqual(names, [], place)
        session.terminate()
        return drafts
    }

    // MARK: - Leaving

    private func left(_ program: Program) async throws -> RestorationSession {
        try program.leaveAway("old")
        let session = try program.run()
        for title in ["a", "b"] { session.open(title) }
        await program.wait(session, .seconds(2))
        session.leaveDirectory(for: Program.away)
        session.scenes[0].type(", typed on")
        return session
    }

    func testStopAtAnyOperationOfLeaving() async throws {
        let program = Program()
        let session = try await left(program)
        let recording = CrashRecording(program.files)
        await session.end()
        recording.finish()
        var isTyped = false
        for stop in recording.stops() {
            let place = stop.place
            var drafts = try await draftsAfterAdopting(stop.makeFiles(), place)
            // What had been written of a file when the process was killed comes back as well.
            if stop.way.isWithin { drafts.removeAll { !$0.hasPrefix("draft of ") } }
            // What was written before the loss is in the shared directory, and the rest comes beside it.
            let rest = drafts.filter { $0 != "draft of b, typed on" }
            XCTAssertEqual(rest, ["draft of a", "draft of b", "draft of old"], place)
            XCTAssertLessThanOrEqual(drafts.count, 4, place)
            isTyped = drafts.count == 4
        }
        // The last of them is a power cut after the end.
        XCTAssertTrue(isTyped)
        XCTAssertGreaterThan(recording.operationCount, 14)
    }

    // MARK: - Adopting

    private func prepared(_ program: Program, _ configure: (RestorationSession) -> Void = { _ in })
        throws -> RestorationSession
    {
        try program.leaveAway("a", "b", "same")
        let session = try program.run()
        session.open("own")
        session.terminate()
        // A window that differs from that of the same identifier, and one that does not.
        let away = program.filesAway.filter { $0.key.hasPrefix("/away/windows/") }
        let texts = away.mapValues { String(decoding: $0, as: UTF8.self) }
        for (path, text) in texts where !text.contains("draft of a") {
            let name = "/state/windows" + path.dropFirst("/away/windows".count)
            program.files.setContents(name, away[path])
        }
        let changed = try program.run()
        changed.scenes.filter { $0.title == "b" }.forEach { $0.type(", typed on") }
        changed.terminate()
        return try program.run()
    }

    private let all = [
        "draft of a", "draft of b", "draft of b, typed on", "draft of own", "draft of same",
    ]

    func testStopAtAnyOperationOfAdopting() async throws {
        let program = Program()
        let session = try prepared(program)
        await program.wait(session, .seconds(2))
        let recording = CrashRecording(program.files)
        let adopted = try await session.adoptWindows(of: Program.away)
        XCTAssertEqual(adopted.map(\.title), ["b", "a"])
        XCTAssertEqual(session.scenes.map(\.draft).sorted(), all)
        recording.finish()
        for stop in recording.stops() {
            var drafts = try await draftsAfterAdopting(stop.makeFiles(), stop.place)
            if stop.way.isWithin { drafts.removeAll { !all.contains($0) } }
            XCTAssertEqual(drafts, all, stop.place)
        }
        XCTAssertGreaterThan(recording.operationCount, 19)
    }

    /// The windows there are in two files each, or in one that has no name yet.
    func testStopAtAnyOperationOfAdoptingWindowsOfSeveralFiles() async throws {
        let program = Program()
        program.configuration.smallestContinued = 0
        try program.leaveAway("a", "b")
        let away = try program.runAway()
        await program.wait(away, .seconds(2))
        for scene in away.scenes { scene.type(", typed on") }
        await program.wait(away, .milliseconds(100))
        program.endProcess()
        XCTAssertTrue(program.filesAway.keys.contains { $0.hasSuffix(".new") })
        let expected = ["draft of a, typed on", "draft of b, typed on"]
        program.files.losePower(.keepingEverything)
        let session = try program.run()
        await program.wait(session, .seconds(2))
        let recording = CrashRecording(program.files)
        _ = try await session.adoptWindows(of: Program.away)
        recording.finish()
        for stop in recording.stops() {
            var drafts = try await draftsAfterAdopting(stop.makeFiles(), stop.place)
            if stop.way.isWithin { drafts.removeAll { !expected.contains($0) } }
            XCTAssertEqual(drafts, expected, stop.place)
        }
    }

    func testFailureOfAnyOperationOfAdopting() async throws {
        for (code, length) in [(POSIXErrorCode.ENOSPC, 1), (.EIO, 1), (.EIO, 6)] {
            var number = 0
            var isReached = true
            while isReached {
                let place = "\(length) × \(code) from operation \(number) on"
                let program = Program()
                let session = try prepared(program)
                await program.wait(session, .seconds(2))
                program.files.resetOperations()
                program.files.failOperations(number..<number + length, code)
                do {
                    let adopted = try await session.adoptWindows(of: Program.away)
                    XCTAssertEqual(adopted.map(\.title), ["b", "a"], place)
                } catch let error as RestorationError {
                    XCTAssertEqual(error.code, .cannotWrite, place)
                }
                isReached = program.files.operations.count > number
                program.files.setFault(nil)
                // A power cut at once, after what else was under way, or a clean end.
                for isWaiting in [false, true] {
                    if isWaiting { session.terminate() }
                    let files = program.files.copy()
                    files.losePower()
                    let drafts = try await draftsAfterAdopting(files, place)
                    XCTAssertEqual(drafts, all, place)
                }
                number += isExhaustive ? 1 : length
            }
            XCTAssertGreaterThan(number, 15)
        }
    }
}
