import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That whatever comes between the reading of another directory and the removal of its windows, each of them
/// is in one of the two directories, and none is open twice.
@MainActor
final class AdoptingTroubleTests: XCTestCase {
    private func adopt(_ session: RestorationSession) async throws -> [RestorationScene] {
        try await session.adoptWindows(of: Program.away)
    }

    private func windowsAway(_ program: Program) -> Set<String> {
        Set(program.filesAway.keys.filter { $0.hasPrefix("/away/windows/") })
    }

    private func temporaryFiles(_ program: Program) -> [String] {
        program.files.files.keys.filter { $0.hasSuffix(".new") }.sorted()
    }

    /// Has the body called on the main thread when the first window of the other directory is read.
    private func whenRead(_ program: Program, _ body: @escaping @MainActor @Sendable () -> Void) {
        let isDone = Shared(false)
        program.spoil = { files in
            files.asking { call, path in
                guard call == .read, path.hasPrefix("/away/windows/"), !isDone.value else { return }
                isDone.value = true
                DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
            }
        }
    }

    // MARK: - A session that can no longer write

    func testASessionThatEndsOrLosesItsDirectoryDuringTheReadingOpensNothing() async throws {
        for isEnd in [true, false] {
            let program = Program()
            try program.leaveAway("a", "b")
            let before = program.filesAway
            let box = Shared<RestorationSession?>(nil)
            whenRead(program) {
                if isEnd {
                    box.value?.terminate()
                } else {
                    box.value?.leaveDirectory(for: URL(fileURLWithPath: "/third"))
                }
            }
            let session = try program.run()
            box.value = session
            program.spoil = { $0 }
            await assertThrowsRestorationError(.cannotWrite) { _ = try await adopt(session) }
            XCTAssertEqual(session.titles, [], "end: \(isEnd)")
            XCTAssertEqual(program.filesAway, before, "end: \(isEnd)")
            if !isEnd { await session.end() }
            XCTAssertNil(program.files.kind("/third/windows"), "end: \(isEnd)")
            // It has been given back.
            let away = try program.runAway()
            XCTAssertEqual(away.titles, ["b", "a"], "end: \(isEnd)")
            away.terminate()
        }
    }

    /// The lease is gone at each of the questions in turn, and back at the next one: another machine may have
    /// written by then.
    func testALeaseThatWasGoneForAMomentIsNotAskedForAgain() async throws {
        var number = 0
        var isReached = true
        while isReached {
            let program = Program()
            try program.leaveAway("a", "b")
            let questions = Shared<Int?>(nil)
            let last = number
            program.configuration.holdsDirectory = {
                questions.change { count in
                    guard let index = count else { return true }
                    count = index + 1
                    return index != last
                }
            }
            let session = try program.run()
            await program.wait(session, .seconds(2))
            let before = program.filesAway
            questions.value = 0
            let adopted = (try? await adopt(session)) ?? []
            isReached = questions.value ?? 0 > number
            if isReached {
                let afterNo = program.files.files.filter { $0.key.hasPrefix("/state/") }
                session.scenes.forEach { $0.type(" and more") }
                await program.wait(session, .seconds(60))
                XCTAssertEqual(questions.value, number + 1)
                let now = program.files.files.filter { $0.key.hasPrefix("/state/") }
                XCTAssertEqual(now, afterNo, "question \(number)")
            }
            if windowsAway(program).isEmpty {
                // Then they are on the disk here.
                XCTAssertEqual(adopted.map(\.title), ["b", "a"], "question \(number)")
            } else {
                XCTAssertEqual(program.filesAway, before, "question \(number)")
            }
            program.endProcess()
            program.files.losePower()
            program.configuration.holdsDirectory = nil
            let next = try program.run()
            _ = try await adopt(next)
            XCTAssertEqual(next.scenes.map(\.draft).sorted(), ["draft of a", "draft of b"])
            next.terminate()
            number += 1
        }
        XCTAssertGreaterThan(number, 2)
    }

    // MARK: - A full disk

    /// Where the windows of the other directory are in two files each, they are written anew there before one
    /// of the two is removed.
    func testAFullDiskLeavesNoHalfFiles() async throws {
        var number = 0
        var isReached = true
        while isReached {
            let program = Program()
            program.configuration.smallestContinued = 0
            try program.leaveAway("a", "b")
            let away = try program.runAway()
            await program.wait(away, .seconds(2))
            for scene in away.scenes { scene.type(", typed on") }
            await program.wait(away, .milliseconds(100))
            program.endProcess()
            let session = try program.run()
            await program.wait(session, .seconds(2))
            let before = program.filesAway
            program.files.resetOperations()
            let index = number
            program.files.setFault { operation, position in
                guard position >= index, operation.byteCount > 0 else { return nil }
                return .cutOff(afterBytes: operation.byteCount / 2, .ENOSPC)
            }
            _ = try? await adopt(session)
            isReached = program.files.operations.dropFirst(number).contains { $0.byteCount > 0 }
            let added = Set(program.filesAway.keys).subtracting(before.keys)
            XCTAssertEqual(added.filter { $0.hasSuffix(".new") }, [], "from operation \(number) on")
            program.files.setFault(nil)
            _ = try await adopt(session)
            session.terminate()
            XCTAssertEqual(temporaryFiles(program), [], "from operation \(number) on")
            let next = try program.run()
            XCTAssertEqual(
                next.scenes.map(\.draft).sorted(),
                ["draft of a, typed on", "draft of b, typed on"],
                "from operation \(number) on"
            )
            next.terminate()
            number += 1
        }
        XCTAssertGreaterThan(number, 10)
    }

    func testFilesThatCannotBeRemovedAreInTheReportAndTheirWindowsComeOnce() async throws {
        let program = Program()
        try program.leaveAway("a", "b")
        let session = try program.run()
        program.files.setFault { operation, _ in
            let isAway = operation.path.hasPrefix("/away/windows/")
            return operation.kind == .remove && isAway ? .fail(.EACCES) : nil
        }
        let adopted = try await adopt(session)
        XCTAssertEqual(adopted.map(\.title), ["b", "a"])
        XCTAssertEqual(windowsAway(program).count, 2)
        let entry = try XCTUnwrap(session.report.entries.last)
        XCTAssertEqual(entry.code, .unreadableFolder)
        XCTAssertEqual(entry.outcome, .note)
        XCTAssertTrue(entry.reason.contains("/away"), entry.reason)
        program.files.setFault(nil)
        let again = try await adopt(session)
        XCTAssertEqual(again.count, 0)
        XCTAssertEqual(session.titles, ["b", "a"])
        XCTAssertEqual(windowsAway(program), [])
        session.terminate()
    }

    // MARK: - Two at once

    func testTwoCallsAtOnceOpenEachWindowOnce() async throws {
        let program = Program()
        try program.leaveAway("a", "b")
        let session = try program.run()
        async let first = try? session.adoptWindows(of: Program.away)
        async let second = try? session.adoptWindows(of: Program.away)
        let titles = await [first ?? [], second ?? []].flatMap { $0 }.map(\.title)
        XCTAssertEqual(titles.sorted(), ["a", "b"])
        XCTAssertEqual(session.titles, ["b", "a"])
        XCTAssertEqual(windowsAway(program), [])
        session.terminate()
    }

    /// Each save finds that something has changed since it began.
    func testWindowsThatAreTypedInMeanwhileAreAdoptedAllTheSame() async throws {
        let program = Program()
        try program.leaveAway("a")
        let count = Shared(0)
        let box = Shared<RestorationSession?>(nil)
        program.spoil = { files in
            files.asking { call, path in
                guard call == .sync, path.hasPrefix("/state/windows/"), count.value < 2,
                    let session = box.value
                else { return }
                count.value += 1
                DispatchQueue.main.sync {
                    MainActor.assumeIsolated { session.scenes.last?.type("!") }
                }
            }
        }
        let session = try program.run()
        session.open("own")
        await program.wait(session, .milliseconds(100))
        box.value = session
        let adopted = try await adopt(session)
        XCTAssertEqual(adopted.map(\.title), ["a"])
        XCTAssertGreaterThan(count.value, 0)
        XCTAssertEqual(windowsAway(program), [])
        box.value = nil
        await session.end()
        let next = try program.run()
        XCTAssertEqual(next.drafts, ["own": "draft of own!!", "a": "draft of a"])
        next.terminate()
    }

    // MARK: - What is open here

    /// Nothing of a private window is ever written: it is no other place for what a window holds.
    func testAPrivateWindowThatHoldsTheSameKeepsNoWindowOut() async throws {
        let program = Program()
        let first = try program.run()
        first.open("a")
        first.terminate()
        for (path, bytes) in program.files.files {
            program.files.setContents("/away" + path.dropFirst("/state".count), bytes)
        }
        let away = try program.runAway()
        away.scenes[0].type(" away")
        let state = WindowState(title: "a", contents: away.scenes[0].contents)
        away.terminate()
        let session = try program.run()
        _ = session.makeScene(state: state, isPrivate: true)
        let adopted = try await adopt(session)
        XCTAssertEqual(adopted.map(\.draft), ["draft of a away"])
        session.terminate()
        let next = try program.run()
        XCTAssertEqual(next.scenes.map(\.draft).sorted(), ["draft of a", "draft of a away"])
        next.terminate()
    }

    /// Closing the last window is quitting, unless the application goes on after all.
    func testWindowsThatWereClosedToTheLastOneAreClosedOnesAfterwards() async throws {
        let program = Program()
        try program.leaveAway("a")
        let session = try program.run()
        session.open("x")
        session.open("y")
        for scene in session.scenes { session.close(scene) }
        XCTAssertEqual(session.recentlyClosed.map(\.title), [])
        _ = try await adopt(session)
        XCTAssertEqual(session.titles, ["a"])
        XCTAssertEqual(session.recentlyClosed.map(\.title), ["y", "x"])
        session.terminate()
        let next = try program.run()
        XCTAssertEqual(next.titles, ["a"])
        XCTAssertEqual(next.recentlyClosed.map(\.title), ["y", "x"])
        next.terminate()
    }
}
