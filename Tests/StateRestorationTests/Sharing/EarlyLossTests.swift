import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That a state directory which is lost before there are windows costs none of those that are made later.
@MainActor
final class EarlyLossTests: XCTestCase {
    private enum Moment: CaseIterable { case beforeOpening, beforeTheRestore, beforeTheFirstWindow }

    /// Begins a run without windows that loses its directory at this moment.
    private func run(
        _ program: Program,
        losing moment: Moment,
        _ lose: () throws -> Void
    ) async throws -> RestorationSession {
        if moment == .beforeOpening { try lose() }
        let session = try program.run { _ in }
        if moment == .beforeTheRestore { try lose() }
        RestorationTester.restoreAll(session)
        await program.wait(session, .seconds(2))
        if moment == .beforeTheFirstWindow { try lose() }
        return session
    }

    func testALossBeforeTheFirstWindowIsToldToALaterObserver() async throws {
        for moment in Moment.allCases {
            let program = Program()
            let isHeld = Shared(true)
            program.configuration.holdsDirectory = { isHeld.value }
            var atLoss: [String: [UInt8]] = [:]
            let session = try await run(program, losing: moment) {
                isHeld.value = false
                atLoss = program.files.files
            }
            if moment == .beforeTheFirstWindow {
                session.open("a")
                await program.wait(session, .seconds(2))
            }
            var losses = 0
            let observation = session.onDirectoryLoss { [unowned session] in
                losses += 1
                session.leaveDirectory(for: Program.away)
            }
            XCTAssertEqual(losses, 1, "\(moment)")
            if moment != .beforeTheFirstWindow { session.open("a") }
            session.scenes[0].type(" and more")
            await program.wait(session, .seconds(2))
            XCTAssertEqual(losses, 1, "\(moment)")
            XCTAssertEqual(session.storageStatus.failureCode, .alreadyInUse, "\(moment)")
            await session.end()
            XCTAssertNil(session.leavingError, "\(moment)")
            let left = program.files.files.filter { $0.key.hasPrefix("/state") }
            if moment == .beforeTheRestore {
                // The marker of the launch was there.
                XCTAssertEqual(Set(left.keys), Set(atLoss.keys), "\(moment)")
            }
            XCTAssertEqual(left, atLoss, "\(moment)")
            let next = try program.runAway()
            XCTAssertEqual(next.drafts, ["a": "draft of a and more"], "\(moment)")
            next.terminate()
            withExtendedLifetime(observation) {}
        }
    }

    private enum Fate: CaseIterable { case movedAway, replacedByAnEmptyOne, replacedByAUsedOne }

    /// What another program does to the directory.
    private func spoil(_ files: InMemoryFileSystem, _ fate: Fate) throws {
        let path = RestorationTester.directory
        try files.fileSystem.rename(path, path + "-away")
        switch fate {
        case .movedAway: break
        case .replacedByAnEmptyOne: try files.fileSystem.createDirectory(path)
        case .replacedByAUsedOne:
            let other = Program(files: files)
            let session = try other.run()
            session.open("other")
            session.terminate()
        }
    }

    func testTheFirstWindowsGetAFolderInThePlaceOfALostOne() async throws {
        for fate in Fate.allCases {
            for moment in Moment.allCases where moment != .beforeOpening {
                for isKilled in [true, false] {
                    let place = "\(fate) \(moment), killed: \(isKilled)"
                    let program = Program()
                    let session = try await run(program, losing: moment) {
                        try spoil(program.files, fate)
                    }
                    var told: [RestorationReport.Entry.Code] = []
                    let observation = session.onSetAside { told.append($0.code) }
                    session.open("a")
                    await program.wait(session, .seconds(2))
                    let codes = session.report.codes().filter { $0 == .setAside }
                    XCTAssertEqual(codes, [.setAside], place)
                    // The restore itself begins to write, and notices it.
                    XCTAssertEqual(told, moment == .beforeTheRestore ? [] : codes, place)
                    XCTAssertThrowsError(try Program(files: program.files).run(), place) { error in
                        XCTAssertEqual((error as? RestorationError)?.code, .alreadyInUse, place)
                    }
                    session.scenes[0].type(" and more")
                    await program.wait(session, .seconds(2))
                    if !isKilled { session.terminate() }
                    XCTAssertNil(session.storageStatus.failureCode, place)
                    program.endProcess()
                    if isKilled { program.files.losePower() }
                    let next = try program.run()
                    XCTAssertEqual(next.drafts["a"], "draft of a and more", place)
                    if fate == .replacedByAUsedOne {
                        XCTAssertEqual(next.drafts["other"], "draft of other", place)
                    }
                    XCTAssertEqual(next.launchReason, isKilled ? .recover : .restore, place)
                    next.terminate()
                    withExtendedLifetime(observation) {}
                }
            }
        }
    }

    func testTheFirstWindowWaitsForAFolderThatAnotherProcessHas() async throws {
        let program = Program()
        let session = try program.run()
        await program.wait(session, .seconds(2))
        let path = RestorationTester.directory
        try program.files.fileSystem.rename(path, path + "-away")
        let other = Program(files: program.files)
        let otherSession = try other.run()
        session.open("a")
        await program.wait(session, .seconds(2))
        XCTAssertEqual(session.storageStatus.failureCode, .alreadyInUse)
        XCTAssertFalse(program.files.files.keys.contains { $0.hasPrefix(path + "/windows/") })
        otherSession.terminate()
        other.endProcess()
        await program.wait(session, .seconds(60))
        XCTAssertNil(session.storageStatus.failureCode)
        program.endProcess()
        program.files.losePower()
        let next = try program.run()
        XCTAssertEqual(next.drafts, ["a": "draft of a"])
        next.terminate()
    }
}
