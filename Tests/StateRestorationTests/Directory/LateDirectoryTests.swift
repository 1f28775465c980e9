import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That a directory which cannot be had at the start costs nothing once it can.
@MainActor
final class LateDirectoryTests: XCTestCase {
    /// Spoils the calls of one process until it is told otherwise.
    private struct Fault {
        var code: POSIXErrorCode
        var calls: Set<FileSystem.Call>
    }

    private let fault = Shared<Fault?>(nil)

    private func program() -> Program {
        let program = Program()
        let fault = fault
        program.spoil = { files in
            files.asking { call, _ in
                if let fault = fault.value, fault.calls.contains(call) {
                    throw POSIXError(fault.code)
                }
            }
        }
        return program
    }

    /// A program that has been run and quit with two windows.
    private func programWithWindows() throws -> Program {
        let program = program()
        let session = try program.run()
        session.open("a")
        session.open("b")
        session.terminate()
        return program
    }

    func testFailureOfAnyFirstStepIsToldAndNothingIsLostWhenItIsOver() async throws {
        let steps: [Set<FileSystem.Call>] = [
            [.createDirectory], [.lock], [.createDirectory, .lock],
        ]
        for calls in steps {
            for code in [POSIXErrorCode.ENOSPC, .EROFS, .ENOLCK, .EMFILE, .EIO] {
                let place = "\(calls) fail with \(code)"
                let program = try programWithWindows()
                fault.value = Fault(code: code, calls: calls)
                let session = try program.run()
                XCTAssertNotNil(session.storageStatus.failureCode, place)
                let told = StorageStatusLog(session)
                XCTAssertEqual(session.drafts, ["a": "draft of a", "b": "draft of b"], place)
                session.scenes[0].type(" and more")
                session.open("c")
                session.close(session.scenes[2])
                let before = program.files.files
                await program.wait(session, .seconds(5))
                XCTAssertEqual(program.files.files, before, place)
                XCTAssertEqual(told.codes, [.cannotWrite], place)

                fault.value = nil
                await program.wait(session, .seconds(40))
                XCTAssertEqual(told.codes, [.cannotWrite, nil], place)
                XCTAssertNil(session.storageStatus.failureCode, place)
                // A kill, and a power cut, lose nothing from here on.
                program.endProcess()
                program.files.losePower()
                let next = try program.run()
                XCTAssertEqual(next.drafts, ["b": "draft of b and more", "c": "draft of c"], place)
                XCTAssertEqual(next.recentlyClosed.map(\.title), ["a"], place)
                XCTAssertTrue(next.report.isComplete, place)
                next.terminate()
            }
        }
    }

    func testWorkspacesAreKeptWhenTheDirectoryCanBeHadAtLast() async throws {
        for calls in [Set([FileSystem.Call.lock]), Set(FileSystem.Call.allCases)] {
            let program = program()
            let first = try program.run()
            for title in ["a", "b", "c"] { first.open(title) }
            for title in ["a", "b"] {
                let scenes = first.scenes.filter { $0.title == title }
                let saved = try XCTUnwrap(first.saveWorkspace(named: "Work \(title)", of: scenes))
                if title == "a" { first.leaveWorkspace(saved.id) }
            }
            SceneStorage(wrappedValue: 0, "page", in: first.application).wrappedValue = 1
            first.terminate()

            fault.value = Fault(code: .EIO, calls: calls)
            let session = try program.run()
            session.open("new")
            let isReadable = calls.count == 1
            XCTAssertEqual(session.workspaces.count, isReadable ? 2 : 0)
            session.saveWorkspace(named: "New", of: [session.scenes[0]])
            fault.value = nil
            await program.wait(session, .seconds(40))
            let names = Set(session.workspaces.map(\.name))
            XCTAssertEqual(names, ["Work a", "Work b", "New"], "\(calls.count)")
            await session.end()

            let next = try program.run()
            let open = next.workspaces.filter(\.isOpen).map(\.name)
            XCTAssertEqual(Set(open), ["Work b", "New"], "\(calls.count)")
            XCTAssertEqual(Set(next.scenes.map(\.title)), ["b", "c", "new"], "\(calls.count)")
            let work = try XCTUnwrap(next.workspaces.first { $0.name == "Work a" })
            let opened = await next.openWorkspace(work.id)
            XCTAssertEqual(opened?.scenes.map(\.title), ["a"], "\(calls.count)")
            let page = SceneStorage(wrappedValue: 0, "page", in: next.application)
            XCTAssertEqual(page.wrappedValue, 1)
            next.terminate()
        }
    }

    func testQuittingTriesOnceMore() async throws {
        for isAsynchronous in [false, true] {
            let program = try programWithWindows()
            fault.value = Fault(code: .EIO, calls: [.lock])
            let session = try program.run()
            session.scenes[0].type(" and more")
            fault.value = nil
            if isAsynchronous { await session.end() } else { session.terminate() }
            let next = try program.run()
            XCTAssertEqual(next.launchReason, .restore)
            XCTAssertEqual(next.drafts, ["a": "draft of a", "b": "draft of b and more"])
            next.terminate()
        }
    }

    func testFlushTriesOnceMore() async throws {
        let program = try programWithWindows()
        fault.value = Fault(code: .EIO, calls: [.createDirectory])
        let session = try program.run()
        session.scenes[0].type(" and more")
        fault.value = nil
        session.flush()
        program.endProcess()
        program.files.losePower()
        XCTAssertEqual(try program.run().drafts["b"], "draft of b and more")
    }

    func testDirectoryThatCouldNotEvenBeReadKeepsItsWindowsForTheNextLaunch() async throws {
        for code in [POSIXErrorCode.EIO, .EMFILE, .EACCES] {
            let program = try programWithWindows()
            let closing = try program.run()
            closing.close(closing.open("closed"))
            closing.terminate()
            fault.value = Fault(code: code, calls: Set(FileSystem.Call.allCases))
            let session = try program.run()
            XCTAssertEqual(session.scenes.count, 0)
            session.open("new")
            fault.value = nil
            await program.wait(session, .seconds(40))
            let kept = session.report.entries.filter { $0.code == .foundLater }
            XCTAssertEqual(Set(kept.map(\.subject)), ["a", "b"], "\(code)")
            XCTAssertEqual(session.recentlyClosed.map(\.title), ["closed"], "\(code)")
            XCTAssertTrue(session.hasPreviousSession)
            await session.end()
            let next = try program.run()
            XCTAssertEqual(
                next.drafts,
                ["new": "draft of new", "a": "draft of a", "b": "draft of b"],
                "\(code)"
            )
            XCTAssertEqual(next.scenes.map(\.title), ["new", "b", "a"], "\(code)")
            XCTAssertEqual(next.recentlyClosed.map(\.title), ["closed"], "\(code)")
            XCTAssertTrue(next.report.isComplete, "\(code)")
            next.terminate()
        }
    }

    func testDirectoryThatAnotherProcessTakesMeanwhileIsLeftToIt() async throws {
        let program = try programWithWindows()
        fault.value = Fault(code: .ENOLCK, calls: [.lock])
        let session = try program.run()
        let told = StorageStatusLog(session)
        session.scenes[0].type(" here")
        // The other process has no such trouble; it writes, and goes on.
        let other = Program(files: program.files)
        let otherSession = try other.run()
        otherSession.scenes[0].type(" there")
        otherSession.flush()
        fault.value = nil
        let before = program.files.files
        await program.wait(session, .seconds(120))
        XCTAssertEqual(told.codes, [.cannotWrite, .alreadyInUse])
        XCTAssertEqual(program.files.files, before)
        otherSession.terminate()

        await program.wait(session, .seconds(60))
        XCTAssertEqual(told.codes, [.cannotWrite, .alreadyInUse, nil])
        XCTAssertTrue(session.report.codes().contains(.foundLater))
        let copies = await session.restoreWholePreviousSession()
        XCTAssertEqual(Set(copies.map(\.draft)), ["draft of a", "draft of b there"])
        for copy in copies { session.close(copy) }
        await session.end()
        XCTAssertEqual(
            try program.run().drafts,
            ["a": "draft of a", "b": "draft of b here"]
        )
    }

    func testWindowThatAnotherProcessClosedMeanwhileGoesOnHere() async throws {
        let program = try programWithWindows()
        fault.value = Fault(code: .ENOLCK, calls: [.lock])
        let session = try program.run()
        let other = try Program(files: program.files).run()
        let closed = try XCTUnwrap(other.scenes.first { $0.title == "b" })
        closed.type(" there")
        other.close(closed)
        other.terminate()
        fault.value = nil
        await program.wait(session, .seconds(60))
        XCTAssertEqual(session.recentlyClosed.map(\.title), [])
        await session.end()
        let next = try program.run()
        XCTAssertEqual(next.drafts, ["a": "draft of a", "b": "draft of b"])
        XCTAssertTrue(
            program.files.files.contains { path, bytes in
                path.contains("/quarantine/")
                    && String(decoding: bytes, as: UTF8.self).contains("there")
            }
        )
    }

    func testDirectoryInUseAtTheStartStillThrows() async throws {
        let program = try programWithWindows()
        let session = try program.run()
        XCTAssertThrowsError(try program.run()) {
            XCTAssertEqual(($0 as? RestorationError)?.code, .alreadyInUse)
        }
        withExtendedLifetime(session) {}
    }

    func testNothingIsWrittenBeforeTheRestoreIsCompleteHoweverLateTheDirectoryComes() async throws {
        let program = try programWithWindows()
        fault.value = Fault(code: .EIO, calls: [.lock])
        let session = try program.run { _ in }
        fault.value = nil
        let before = program.files.files
        await program.wait(session, .seconds(40))
        let marker = RestorationTester.path("running.json")
        XCTAssertEqual(program.files.files.filter { $0.key != marker }, before)
        RestorationTester.restoreAll(session)
        session.scenes[0].type(" and more")
        session.terminate()
        XCTAssertEqual(try program.run().drafts["b"], "draft of b and more")
    }

    func testRetriesSlowDownWhileNothingIsTyped() async throws {
        let program = try programWithWindows()
        let attempts = Shared(0)
        program.spoil = { files in
            files.asking { call, _ in
                guard call == .lock else { return }
                attempts.change { $0 += 1 }
                throw POSIXError(.EIO)
            }
        }
        let session = try program.run()
        for _ in 0..<3600 {
            program.clock.advance(by: .seconds(1))
            session.waitForWriter()
        }
        XCTAssertTrue((100...140).contains(attempts.value), "\(attempts.value) in an hour")
        withExtendedLifetime(session) {}
    }

    func testSavingSaysWhetherEverythingIsOnTheDiskAndTheSessionGoesOn() async throws {
        let program = program()
        let session = try program.run()
        let scene = session.open("a")
        var isSaved = await session.save()
        XCTAssertTrue(isSaved)
        fault.value = Fault(code: .ENOSPC, calls: [.append, .create, .sync])
        scene.type(" and more")
        isSaved = await session.save()
        XCTAssertFalse(isSaved)
        XCTAssertNotNil(session.storageStatus.failureCode)
        scene.type(" and the rest")
        fault.value = nil
        isSaved = await session.save()
        XCTAssertTrue(isSaved)
        // As after a power cut: it was not only written.
        program.endProcess()
        program.files.losePower()
        let next = try program.run()
        XCTAssertEqual(next.drafts["a"], "draft of a and more and the rest")
        next.terminate()
    }
}
