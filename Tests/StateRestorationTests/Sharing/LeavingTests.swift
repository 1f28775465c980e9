import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That the windows of a session which has given up its directory are in another one at its end.
@MainActor
final class LeavingTests: XCTestCase {
    /// A session with windows of which one is private, that has lost its directory.
    private func lost(_ program: Program, _ titles: [String]) async throws -> RestorationSession {
        let session = try program.run()
        for title in titles { session.openRich(title) }
        SceneStorage(wrappedValue: 0, "page", in: session.application).wrappedValue = 7
        await program.wait(session, .seconds(2))
        session.leaveDirectory(for: Program.away)
        return session
    }

    func testEverythingIsInTheOtherDirectoryAtTheEnd() async throws {
        for isBlocking in [true, false] {
            let program = Program()
            let session = try await lost(program, ["a", "b", "ç"])
            XCTAssertEqual(session.storageStatus.failureCode, .alreadyInUse)
            let before = program.files.files
            session.openRich("after")
            for scene in session.scenes { scene.type(" after the loss \u{1F9E1}") }
            session.activate(session.scenes[2])
            let secret = session.makeScene(isPrivate: true)
            secret.title = "secret"
            RestorableText("draft", in: secret.root).setString("secret text")
            await program.wait(session, .seconds(2))
            session.flush()
            XCTAssertEqual(program.files.files, before)
            let titles = session.titles.filter { $0 != "secret" }
            let ids = session.scenes.filter { !$0.isPrivate }.map(\.id)
            let contents = session.contentsByTitle
            if isBlocking { session.terminate() } else { await session.end() }
            XCTAssertNil(session.leavingError)
            XCTAssertTrue(session.report.isComplete)
            // The shared directory is as it was, and nothing is left half done.
            XCTAssertEqual(program.files.files.filter { $0.key.hasPrefix("/state") }, before)
            XCTAssertFalse(program.filesAway.keys.contains { $0.hasSuffix(".new") })
            for bytes in program.filesAway.values {
                XCTAssertFalse(String(decoding: bytes, as: UTF8.self).contains("secret"))
            }
            program.endProcess()
            // The end is the last word: all of it is on the disk.
            program.files.losePower()
            let next = try program.runAway()
            XCTAssertEqual(next.launchReason, .restore)
            XCTAssertEqual(next.titles, titles)
            XCTAssertEqual(next.scenes.map(\.id), ids)
            XCTAssertEqual(next.activeScene?.title, titles.first)
            for title in titles { assertSame(next.contentsByTitle[title], contents[title], title) }
            let page = SceneStorage(wrappedValue: 0, "page", in: next.application)
            XCTAssertEqual(page.wrappedValue, 7)
            XCTAssertTrue(next.report.isComplete)
            next.terminate()
        }
    }

    func testWhatIsInTheOtherDirectoryStaysAndComesBehind() async throws {
        let program = Program()
        let away = try program.runAway()
        away.open("old")
        away.open("older")
        let closed = away.open("closed")
        away.close(closed)
        SceneStorage(wrappedValue: 0, "page", in: away.application).wrappedValue = 1
        away.terminate()
        let session = try await lost(program, ["a", "b"])
        // The other directory has a window of the same identifier.
        let id = session.scenes[0].id
        let old = try XCTUnwrap(program.filesAway.keys.first { $0.contains("/windows/") })
        let taken = "/away/windows/\(id).state"
        program.files.setContents(taken, program.files.files[old])
        program.files.setContents("/away/windows/letter.txt", Array("mine".utf8))
        program.files.setContents("/away/windows/\(session.scenes[1].id).state.9.new", [1, 2])
        let before = program.filesAway
        session.scenes[0].type(" after")
        await session.end()
        XCTAssertNil(session.leavingError)
        for (path, bytes) in before where path != "/away/session.json" {
            XCTAssertEqual(program.filesAway[path], bytes, path)
        }
        program.files.setContents(taken, nil)
        let next = try program.runAway()
        XCTAssertEqual(next.titles, ["b", "a", "older", "old"])
        XCTAssertFalse(next.scenes.map(\.id).contains(id))
        XCTAssertEqual(next.activeScene?.title, "b")
        XCTAssertEqual(next.recentlyClosed.map(\.title), ["closed"])
        assertSame(next.contentsByTitle["b"], session.contentsByTitle["b"])
        let page = SceneStorage(wrappedValue: 0, "page", in: next.application)
        XCTAssertEqual(page.wrappedValue, 1)
        next.terminate()
    }

    func testQuittingByClosingTheLastWindowLeavesThem() async throws {
        let program = Program()
        let session = try await lost(program, ["a", "b"])
        for scene in session.scenes { scene.type(" after") }
        let contents = session.contentsByTitle
        for scene in session.scenes { session.close(scene) }
        await session.end()
        let next = try program.runAway()
        XCTAssertEqual(next.titles, ["b", "a"])
        for title in ["a", "b"] { assertSame(next.contentsByTitle[title], contents[title]) }
        next.terminate()
    }

    func testWindowThatWasClosedAfterTheLossIsAmongTheClosedOnesThere() async throws {
        let program = Program()
        let session = try await lost(program, ["a", "b"])
        session.scenes[1].type(" after")
        let contents = session.scenes[1].contents
        session.close(session.scenes[1])
        await session.end()
        let next = try program.runAway()
        XCTAssertEqual(next.titles, ["b"])
        XCTAssertEqual(next.recentlyClosed.map(\.title), ["a"])
        let reopened = await next.reopenMostRecentlyClosed()
        assertSame(reopened?.contents, contents)
        next.terminate()
    }

    func testWhatAnObserverDecidesAtABlockingEndIsDone() async throws {
        let program = Program()
        let isHeld = Shared(true)
        program.configuration.holdsDirectory = { isHeld.value }
        let session = try program.run()
        session.openRich("a")
        await program.wait(session, .seconds(2))
        let observation = session.onDirectoryLoss { [unowned session] in
            session.leaveDirectory(for: Program.away)
        }
        session.scenes[0].type(" after")
        isHeld.value = false
        session.terminate()
        let next = try program.runAway()
        XCTAssertEqual(next.titles, ["a"])
        next.terminate()
        withExtendedLifetime(observation) {}
    }

    func testEndAfterATerminationThatCameMeanwhileWritesOnce() async throws {
        let program = Program()
        let session = try await lost(program, ["a"])
        async let end: Void = session.end()
        await Program.serveMainQueue()
        session.terminate()
        await end
        let next = try program.runAway()
        XCTAssertEqual(next.titles, ["a"])
        next.terminate()
    }

    /// The end that blocks comes while the other one is writing: the display is lost while quitting.
    func testTwoEndsAtOnceWriteEachWindowOnce() async throws {
        let program = Program()
        let (isWriting, isTerminating) = (Shared(false), Shared(false))
        program.spoil = { files in
            files.asking { call, path in
                guard call == .create, path.hasPrefix("/away/windows/") else { return }
                isWriting.value = true
                // Whether `terminate()` has got as far as waiting by then makes no difference.
                while !isTerminating.value { sched_yield() }
            }
        }
        let session = try await lost(program, ["a", "b"])
        let contents = session.contentsByTitle
        let ids = session.scenes.map(\.id)
        let end = Task { await session.end() }
        while !isWriting.value { await Program.serveMainQueue() }
        isTerminating.value = true
        session.terminate()
        await end.value
        XCTAssertNil(session.leavingError)
        XCTAssertTrue(session.report.isComplete)
        program.spoil = { $0 }
        let next = try program.runAway()
        XCTAssertEqual(next.titles, ["b", "a"])
        XCTAssertEqual(next.scenes.map(\.id), ids)
        for title in ["a", "b"] { assertSame(next.contentsByTitle[title], contents[title]) }
        next.terminate()
    }

    func testNothingIsWrittenBeforeTheRestoreIsComplete() async throws {
        let program = Program()
        let first = try program.run()
        first.open("a")
        first.terminate()
        let before = program.files.files
        let session = try program.run { _ in }
        session.leaveDirectory(for: Program.away)
        await session.end()
        XCTAssertEqual(program.filesAway, [:])
        XCTAssertEqual(
            program.files.files.filter { !$0.key.contains("running") },
            before.filter { !$0.key.contains("running") }
        )
    }

    func testOtherDirectoryThatCannotBeHad() async throws {
        for isLocked in [true, false] {
            let program = Program()
            let holder = isLocked ? try program.runAway() : nil
            if !isLocked { program.files.setContents("/away", Array("a letter".utf8)) }
            let session = try await lost(program, ["a", "b"])
            let before = program.files.files
            await session.end()
            XCTAssertTrue(session.hasTerminated)
            XCTAssertEqual(session.leavingError?.code, isLocked ? .alreadyInUse : .cannotWrite)
            let entries = session.report.entries.filter { $0.outcome == .notRestored }
            XCTAssertEqual(Set(entries.map(\.subject)), ["a", "b", "application.state"])
            XCTAssertTrue(entries.allSatisfy { $0.reason.contains("/away") })
            XCTAssertEqual(program.files.files, before)
            holder?.terminate()
        }
    }

    /// A disk that is full, or fails, at each operation: every window is there, or the report names it.
    func testFailureOfAnyOperationCostsNoOtherWindow() async throws {
        for code in [POSIXErrorCode.ENOSPC, .EIO] {
            var number = 0
            var isReached = true
            while isReached {
                let place = "\(code) at operation \(number)"
                let program = Program()
                try program.leaveAway("old")
                let session = try await lost(program, ["a", "b"])
                let contents = session.contentsByTitle
                program.files.resetOperations()
                let index = number
                program.files.setFault { operation, position in
                    guard position == index else { return nil }
                    return code == .ENOSPC && operation.byteCount > 0
                        ? .cutOff(afterBytes: operation.byteCount / 2, code) : .fail(code)
                }
                await session.end()
                isReached = program.files.operations.count > number
                program.files.setFault(nil)
                let named = Set(
                    session.report.entries.filter { $0.outcome == .notRestored }.map(\.subject)
                )
                XCTAssertEqual(named.isEmpty, session.leavingError == nil, place)
                let operation = program.files.operations.dropFirst(number).first
                let isOfWindow = operation?.path.contains(".state") == true
                switch operation?.kind {
                case .create, .sync,
                    .rename where isOfWindow:
                    let unfinished = program.filesAway.keys.filter { $0.hasSuffix(".new") }
                    XCTAssertEqual(unfinished, [], place)
                default: break
                }
                XCTAssertLessThanOrEqual(named.count, named.contains("b") ? 3 : 1, place)
                program.endProcess()
                program.files.losePower()
                let next = try program.runAway()
                for title in ["a", "b"] where !named.contains(title) {
                    assertSame(next.contentsByTitle[title], contents[title], place)
                }
                XCTAssertEqual(next.drafts["old"], "draft of old", place)
                XCTAssertEqual(Set(next.titles).count, next.titles.count, place)
                next.terminate()
                number += 1
            }
            XCTAssertGreaterThan(number, 15)
        }
    }
}
