import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That a session which no longer has its directory changes nothing in it, whatever is done to it.
@MainActor
final class DirectoryLossTests: XCTestCase {
    /// What the application says of its directory, and how often it was asked.
    private final class Lease: Sendable {
        let isHeld = Shared(true)
        let questions = Shared(0)
        let questionsOnMainThread = Shared(0)
        /// The question that is answered with no, for the first time.
        let last = Shared<Int?>(nil)
        /// What the disk had seen by then.
        let operationsAtLoss = Shared<[InMemoryFileSystem.Operation]?>(nil)

        func answer(_ files: InMemoryFileSystem) -> Bool {
            if Thread.isMainThread { questionsOnMainThread.value += 1 }
            defer { questions.value += 1 }
            if let last = last.value, questions.value >= last { isHeld.value = false }
            if !isHeld.value, operationsAtLoss.value == nil {
                operationsAtLoss.value = files.operations
            }
            return isHeld.value
        }
    }

    /// A program that asks for a lease.
    private func program(_ lease: Lease) -> Program {
        let program = Program()
        let files = program.files
        program.configuration.history = HistoryLimits()
        program.configuration.holdsDirectory = { lease.answer(files) }
        return program
    }

    /// Everything that a person and an application may do.
    private func doEverything(_ session: RestorationSession, _ program: Program) async {
        for scene in session.scenes { scene.type(" after the loss") }
        SceneStorage(wrappedValue: 0, "page", in: session.application).wrappedValue = 7
        session.open("new")
        await program.wait(session, .seconds(2))
        session.close(session.scenes[0])
        _ = await session.reopenMostRecentlyClosed()
        let saved = session.saveWorkspace(named: "late")
        if let saved { session.leaveWorkspace(saved.id) }
        for workspace in session.workspaces {
            _ = await session.openWorkspace(workspace.id, .beside)
            session.renameWorkspace(workspace.id, to: "renamed")
        }
        session.closeTogether(Array(session.scenes.prefix(1)))
        _ = await session.restoreWholePreviousSession()
        for state in (try? await session.history()) ?? [] {
            _ = await session.restoreFromHistory(state.id)
        }
        session.historyLimits = HistoryLimits()
        session.recentlyClosedLimit = 1
        _ = await session.forget(.everything)
        await program.wait(session, .seconds(7200))
        session.open("newest")
        session.flush()
        let isSaved = await session.save()
        XCTAssertFalse(isSaved)
        await program.wait(session, .seconds(60))
    }

    private func prepared(_ lease: Lease) async throws -> (Program, RestorationSession) {
        let program = program(lease)
        var session = try program.run()
        for title in ["a", "b", "c", "d"] { session.open(title) }
        session.close(session.scenes[3])
        let saved = session.saveWorkspace(named: "Work", of: [session.scenes[2]])
        session.leaveWorkspace(try XCTUnwrap(saved).id)
        session.terminate()
        session = try program.run()
        session.scenes[0].type(" before the loss")
        await program.wait(session, .seconds(2))
        return (program, session)
    }

    func testNothingIsWrittenAfterTheLossWhateverIsDone() async throws {
        for isBlocking in [false, true] {
            let lease = Lease()
            let (program, session) = try await prepared(lease)
            lease.isHeld.value = false
            let before = program.files.files
            program.files.resetOperations()
            await doEverything(session, program)
            if isBlocking { session.terminate() } else { await session.end() }
            XCTAssertEqual(program.files.files, before)
            XCTAssertEqual(program.files.operations, [])
            XCTAssertNotNil(before[RestorationTester.path("running.json")])
            XCTAssertTrue(session.hasTerminated)
            XCTAssertNil(session.leavingError)
        }
    }

    func testItIsToldOnceAndAskedNoMore() async throws {
        let lease = Lease()
        let (program, session) = try await prepared(lease)
        var losses = 0
        var codes: [RestorationError.Code?] = []
        let observations = [
            session.onDirectoryLoss { losses += 1 },
            session.onStorageStatusChange { codes.append($0.failureCode) },
        ]
        session.scenes[0].type(" and more")
        await program.wait(session, .seconds(2))
        XCTAssertEqual(losses, 0)
        lease.isHeld.value = false
        session.scenes[0].type(" too late")
        await program.wait(session, .seconds(2))
        XCTAssertEqual(losses, 1)
        XCTAssertEqual(session.storageStatus.failureCode, .alreadyInUse)
        let questions = lease.questions.value
        lease.isHeld.value = true
        await doEverything(session, program)
        var isTold = false
        let late = session.onDirectoryLoss { isTold = true }
        XCTAssertTrue(isTold)
        await session.end()
        await Program.serveMainQueue()
        XCTAssertEqual(losses, 1)
        XCTAssertEqual(codes, [.alreadyInUse])
        XCTAssertEqual(lease.questions.value, questions)
        withExtendedLifetime((observations, late)) {}
    }

    /// A machine that took the lease may give it back at once; what was written by then is not known here.
    func testANoStandsForThoseWhoAskAtTheSameTime() {
        for round in 0..<500 {
            let questions = Shared(0)
            // No at first, yes to whatever follows.
            let hold = DirectoryHold {
                questions.change { count in
                    defer { count += 1 }
                    return count > 0
                }
            }
            let losses = Shared(0)
            hold.onLoss { losses.change { $0 += 1 } }
            let answers = Shared<[Bool]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let answer = hold.ask()
                answers.change { $0.append(answer) }
            }
            XCTAssertEqual(answers.value, Array(repeating: false, count: 8), "round \(round)")
            XCTAssertEqual(questions.value, 1, "round \(round)")
            XCTAssertEqual(losses.value, 1, "round \(round)")
        }
    }

    func testItIsNeverAskedOnTheMainThread() async throws {
        let lease = Lease()
        let (program, session) = try await prepared(lease)
        session.scenes[0].type(" and more")
        session.flush()
        _ = await session.save()
        session.scenes[0].type(" and more")
        session.terminate()
        let last = try program.run { _ in }
        last.terminate()
        XCTAssertGreaterThan(lease.questions.value, 10)
        XCTAssertEqual(lease.questionsOnMainThread.value, 0)
    }

    func testNothingIsAskedWhileNothingIsWritten() async throws {
        let lease = Lease()
        let (program, session) = try await prepared(lease)
        let questions = lease.questions.value
        await program.wait(session, .seconds(7200))
        XCTAssertEqual(lease.questions.value, questions)
        for letter in "abcdefghij" {
            for _ in 0..<100 { session.scenes[0].type(String(letter)) }
            await program.wait(session, .milliseconds(60))
        }
        XCTAssertLessThanOrEqual(lease.questions.value - questions, 20)
        session.terminate()
    }

    func testWritingIsTheSameWithAndWithoutTheQuestion() async throws {
        var operations: [[InMemoryFileSystem.Operation]] = []
        for isAsked in [false, true] {
            let program = Program()
            if isAsked { program.configuration.holdsDirectory = { true } }
            let session = try program.run()
            await program.wait(session, .seconds(2))
            for title in ["a", "b"] {
                let scene = session.open(title)
                await program.wait(session, .seconds(2))
                scene.type(" and more")
                await program.wait(session, .seconds(2))
            }
            session.terminate()
            // Identifiers differ from run to run.
            operations.append(program.files.operations)
        }
        XCTAssertEqual(operations[0].map(\.kind), operations[1].map(\.kind))
    }

    func testWhatFailsIsNotTriedAgainAfterTheLoss() async throws {
        let lease = Lease()
        let (program, session) = try await prepared(lease)
        program.files.setFault { _, _ in .fail(.EIO) }
        session.scenes[0].type(" in vain")
        session.close(session.scenes[1])
        await program.wait(session, .seconds(2))
        XCTAssertEqual(session.storageStatus.failureCode, .cannotWrite)
        lease.isHeld.value = false
        program.files.setFault(nil)
        program.files.resetOperations()
        await program.wait(session, .seconds(120))
        session.flush()
        XCTAssertEqual(program.files.operations, [])
        await Program.serveMainQueue()
        XCTAssertEqual(session.storageStatus.failureCode, .alreadyInUse)
        await session.end()
        XCTAssertEqual(program.files.operations, [])
    }

    func testLossBeforeTheRestoreIsComplete() async throws {
        for isLostAtOpening in [true, false] {
            let lease = Lease()
            let (program, session) = try await prepared(lease)
            session.terminate()
            if isLostAtOpening { lease.isHeld.value = false }
            let before = program.files.files
            program.files.resetOperations()
            let next = try program.run { _ in }
            XCTAssertEqual(program.files.files == before, isLostAtOpening)
            lease.isHeld.value = false
            let atLoss = program.files.files
            XCTAssertEqual(next.scenesToRestore.count, 2)
            var losses = 0
            let observation = next.onDirectoryLoss { losses += 1 }
            if isLostAtOpening { RestorationTester.restoreAll(next) }
            await program.wait(next, .seconds(2))
            next.terminate()
            await Program.serveMainQueue()
            XCTAssertEqual(program.files.files, atLoss)
            XCTAssertEqual(losses, 1)
            withExtendedLifetime(observation) {}
        }
    }

    /// The loss is found at each of the questions in turn: at the launch, while the generations change;
    /// between the writing of a file and its rename; while closing, and at the end.
    func testNothingIsWrittenAfterTheLossWheneverItIsFound() async throws {
        var endings: [InMemoryFileSystem.Operation] = []
        var number = 0
        var isFound = true
        while isFound {
            let lease = Lease()
            let program = Program()
            let files = program.files
            var session = try program.run()
            for title in ["a", "b", "c"] { session.open(title) }
            session.terminate()
            program.configuration.holdsDirectory = { lease.answer(files) }
            program.files.resetOperations()
            lease.last.value = number
            session = try program.run()
            // One thing at a time, as what is under way elsewhere when the answer comes is not called back.
            await program.wait(session, .seconds(2))
            session.scenes[0].type(" before")
            await program.wait(session, .seconds(2))
            session.close(session.scenes[1])
            await program.wait(session, .seconds(2))
            session.scenes[0].type(" and after")
            await program.wait(session, .milliseconds(100))
            session.open("d")
            await session.end()
            isFound = lease.operationsAtLoss.value != nil
            if let atLoss = lease.operationsAtLoss.value {
                let later = files.operations.dropFirst(atLoss.count)
                // Keys are written beside the jobs, one of which may have been told a moment before.
                let afterwards = later.count == 1 ? [] : Array(later)
                XCTAssertEqual(afterwards, [], "question \(number)")
                endings += atLoss.suffix(1)
            }
            program.endProcess()
            program.configuration.holdsDirectory = nil
            let next = try program.run()
            let drafts = next.drafts.values.joined(separator: "|")
            XCTAssertTrue(drafts.contains("draft of a"), "question \(number)")
            XCTAssertTrue(drafts.contains("draft of c"), "question \(number)")
            let closed = next.recentlyClosed.map(\.title)
            XCTAssertTrue(drafts.contains("draft of b") || closed == ["b"], "question \(number)")
            XCTAssertTrue(next.report.isComplete, "question \(number)")
            next.terminate()
            number += 1
        }
        XCTAssertGreaterThan(number, 15)
        // A file had been written and synced, and did not get its name.
        XCTAssertTrue(endings.contains { $0.kind == .sync && $0.path.hasSuffix(".new") })
        // The last session was being kept.
        XCTAssertTrue(endings.contains { $0.path.contains("previous-session") })
    }
}
