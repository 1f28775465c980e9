import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That wherever a crash, a power cut or a failing disk strikes, the next launch has the old or the
/// new state, whole; see `CrashExaminer` for what is tried at each operation and what must hold.
@MainActor
final class AnyCrashPointTests: XCTestCase {
    private func examine(
        _ name: String,
        configure: @escaping (inout RestorationSession.Configuration) -> Void = { _ in },
        isDamaged: Bool = false,
        after prepare: @escaping @MainActor (CrashRun) async throws -> Void,
        invariant: @escaping (InMemoryFileSystem) -> Bool = { _ in true },
        file: StaticString = #filePath,
        line: UInt = #line,
        steps: @escaping @MainActor (CrashRun) async throws -> Void
    ) async throws {
        let scenario = CrashScenario(
            name: name,
            configure: configure,
            isDamaged: isDamaged,
            invariant: invariant,
            prepare: prepare,
            steps: steps
        )
        try await scenario.examine(file: file, line: line)
    }

    private static func openTwoWindows(_ run: CrashRun) {
        run.open("a", "first")
        run.open("b", "second")
        run.settle()
    }

    private static func quitWithTwoWindows(_ run: CrashRun) {
        openTwoWindows(run)
        run.quit()
    }

    func testStopWhileOpeningLeavesTheOldState() async throws {
        try await examine("opening", after: Self.quitWithTwoWindows) { run in
            try run.launch()
            run.settle()
        }
    }

    func testStopDuringTheFirstSaveLeavesTheOldOrTheNewState() async throws {
        try await examine("first save", after: { _ in }) { run in
            run.open("a", "first")
            run.settle()
        }
    }

    func testStopWhileTypingLeavesTheOldOrTheNewState() async throws {
        try await examine("typing", after: Self.openTwoWindows) { run in
            for letter in ["x", "y", "z"] { try run.type(letter, in: "a") }
            run.tester.clock.advance(by: .milliseconds(800))
            run.session.waitForWriter()
            try run.type("!", in: "a")
            run.settle()
        }
    }

    func testStopWhileTypingInARestoredWindowLeavesTheOldOrTheNewState() async throws {
        try await examine("typing in a restored window", after: Self.quitWithTwoWindows) { run in
            try run.launch()
            for letter in ["x", "y"] { try run.type(letter, in: "a") }
            run.settle()
        }
    }

    /// The files of before the launch are gone on from, as those of long drafts are.
    func testStopWhileALaunchTimeFileIsGoneOnFromLeavesTheOldOrTheNewState() async throws {
        try await examine(
            "going on from a launch-time file",
            configure: { $0.smallestContinued = 0 },
            after: Self.quitWithTwoWindows
        ) { run in
            try run.launch()
            for letter in ["x", "y"] { try run.type(letter, in: "a") }
            run.tester.clock.advance(by: .milliseconds(800))
            run.session.waitForWriter()
            try run.type("z", in: "a")
            try run.type("x", in: "b")
            run.kill()
            try run.launch()
            for title in ["a", "b"] { try run.type("!", in: title) }
            try run.close("b")
            run.settle()
            try run.type("?", in: "a")
            run.quit()
        }
    }

    func testStopAtTheLaunchAfterAKillGoesOnFromWhatIsSyncedAlone() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            Self.openTwoWindows(run)
            try run.type("not synced", in: "a")
            run.kill()
        }
        try await examine(
            "going on after a kill",
            configure: { $0.smallestContinued = 0 },
            after: prepare
        ) { run in
            try run.launch()
            run.session.waitForWriter()
            for letter in ["x", "y"] { try run.type(letter, in: "a") }
            try run.type("x", in: "b")
            run.settle()
        }
    }

    func testStopDuringACompactionLeavesTheOldOrTheNewState() async throws {
        try await examine("compaction", after: Self.openTwoWindows) { run in
            for letter in ["x", "y", "z", "."] {
                try run.setText(String(repeating: letter, count: 25_000), in: "a")
            }
            try run.type("!", in: "a")
            run.settle()
        }
    }

    func testStopWhileAWindowIsClosedLeavesItOpenOrClosed() async throws {
        try await examine("closing a window", after: Self.openTwoWindows) { run in
            try run.type(" draft", in: "a")
            try run.close("a")
            run.settle()
        }
    }

    func testStopWhileAWindowIsReopenedLeavesItClosedOrOpen() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            Self.openTwoWindows(run)
            try run.close("a")
        }
        try await examine("reopening a window", after: prepare) { run in
            let reopened = await run.session.reopenMostRecentlyClosed()
            XCTAssertNotNil(reopened)
            run.recordPicture()
            try run.type(" again", in: "a")
            run.settle()
        }
    }

    func testStopWhileTheLastWindowIsClosedLeavesTheOldOrTheNewState() async throws {
        try await examine("closing the last window", after: Self.openTwoWindows) { run in
            try run.close("a")
            try run.close("b")
            run.settle()
            run.quit()
        }
    }

    func testStopWhileQuittingLeavesTheOldOrTheNewState() async throws {
        try await examine("quitting", after: Self.openTwoWindows) { run in
            try run.type(" draft", in: "a")
            run.open("c", "third")
            run.quit()
        }
    }

    /// A kill that left a log that is not synced, and replacements without their names, one whole
    /// and one cut off.
    func testStopAtTheLaunchAfterAKillLeavesTheOldState() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            run.open("c", "third")
            Self.quitWithTwoWindows(run)
            try run.launch()
            try run.type("!", in: "a")
            run.settle()
            try run.type("!", in: "a")
            run.tester.files.setFault { operation, _ in
                operation.kind == .rename ? .fail(.EIO) : nil
            }
            try run.type("!", in: "c")
            run.session.waitForWriter()
            run.tester.files.setFault { operation, _ in
                operation.kind == .create ? .cutOff(afterBytes: 90, .EIO) : .fail(.EIO)
            }
            try run.type("!", in: "b")
            run.kill()
            run.tester.files.setFault(nil)
        }
        try await examine("launch after a kill", isDamaged: true, after: prepare) { run in
            try run.launch()
            try run.type("?", in: "b")
            run.settle()
        }
    }

    func testStopAfterARestoreThatDiedLeavesTheOldState() async throws {
        try await examine("restoring twice", after: Self.quitWithTwoWindows) { run in
            try run.launch { session in
                _ = session.scenesToRestore.first?.root
                session.makeScene().title = "too early"
            }
            run.kill()
            try run.launch()
            try run.type("!", in: "a")
            run.settle()
        }
    }

    func testStopWhileThePreviousSessionIsRestoredLeavesTheOldOrTheNewState() async throws {
        try await examine("previous session", after: Self.quitWithTwoWindows) { run in
            try run.launch()
            try run.type(" spoiled", in: "a")
            run.settle()
            _ = await run.session.restorePreviousSession()
            run.recordPicture()
            run.settle()
        }
    }

    func testStopDuringAFreshStartLeavesTheWindowsOpenOrClosed() async throws {
        let configure: (inout RestorationSession.Configuration) -> Void = {
            $0.restoresState = false
        }
        try await examine("fresh start", configure: configure, after: Self.quitWithTwoWindows) {
            run in
            try run.launch()
            run.open("fresh", "new")
            run.settle()
        }
    }

    func testStopWhileAFileIsSetAsideLeavesWhatStandsBeforeTheDamage() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            Self.openTwoWindows(run)
            let id = try run.window("a").id
            run.quit()
            let path = "\(RestorationTester.directory)/windows/\(id).state"
            var bytes = try XCTUnwrap(run.tester.files.files[path])
            // Of the last record, which is the draft.
            bytes[bytes.count - 5] ^= 1
            run.tester.files.setContents(path, bytes)
        }
        try await examine("quarantine", isDamaged: true, after: prepare) { run in
            try run.launch()
            run.settle()
        }
    }

    /// A directory that another version has written, with things in it that only that one knows.
    func testStopDuringAMigrationLeavesTheOldOrTheNewState() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            Self.quitWithTwoWindows(run)
            for (path, bytes) in run.tester.files.files where path.contains("/windows/") {
                run.tester.files.setContents(path, Self.rewrittenByAnotherVersion(bytes))
            }
        }
        try await examine(
            "migration",
            after: prepare,
            invariant: { files in
                let windows = files.files.filter { $0.key.contains("/windows/") }
                return windows.values.allSatisfy { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return text.isEmpty || text.contains(#""mood":"calm""#)
                }
            },
            steps: { run in
                try run.launch()
                try run.type(" and more", in: "a")
                run.settle()
                run.quit()
            }
        )
    }

    private static func rewrittenByAnotherVersion(_ bytes: [UInt8]) -> [UInt8] {
        var rewritten: [UInt8] = []
        var number = 0
        for line in bytes.split(separator: 0x0A) {
            guard case .record(var members) = line.withUnsafeBufferPointer(StateLine.read) else {
                continue
            }
            if number == 0 {
                members.removeAll { $0.key == "writer" || $0.key == "records" }
                members += [.init("writer", .string("tester 0")), .init("mood", .string("calm"))]
            }
            StateLine.append(members, to: &rewritten)
            number += 1
        }
        return rewritten
    }

    func testStopDuringTheCollectionOfClosedWindowsLeavesTheOthers() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            Self.openTwoWindows(run)
            run.open("c", "third")
            try run.close("a")
        }
        let configure: (inout RestorationSession.Configuration) -> Void = {
            $0.recentlyClosedLimit = 1
        }
        try await examine("collection", configure: configure, after: prepare) { run in
            try run.close("b")
            run.settle()
            run.quit()
            try run.launch()
            run.quit()
            try run.launch()
            run.settle()
        }
    }
}
