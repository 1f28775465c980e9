import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That wherever a crash, a power cut or a failing disk strikes, a workspace has the old or the new
/// state, whole, and no window is lost or in two places.
@MainActor
final class WorkspaceCrashTests: XCTestCase {
    private func examine(
        _ name: String,
        configure: @escaping (inout RestorationSession.Configuration) -> Void = { _ in },
        after prepare: @escaping @MainActor (CrashRun) async throws -> Void = { try setUp($0) },
        invariant: @escaping @MainActor (InMemoryFileSystem) -> Bool = { isInOrder($0) },
        file: StaticString = #filePath,
        line: UInt = #line,
        steps: @escaping @MainActor (CrashRun) async throws -> Void
    ) async throws {
        let scenario = CrashScenario(
            name: name,
            configure: configure,
            invariant: { files in MainActor.assumeIsolated { invariant(files) } },
            prepare: prepare,
            steps: steps
        )
        try await scenario.examine(file: file, line: line)
    }

    /// The windows “a” and “b” in the open workspace “Work”, and the window “c”.
    private static func setUp(_ run: CrashRun) throws {
        for title in ["a", "b", "c"] { run.open(title, "draft of \(title)") }
        run.session.saveWorkspace(named: "Work", of: try ["a", "b"].map { try run.window($0) })
        run.settle()
    }

    private static func setUpLeft(_ run: CrashRun) throws {
        try setUp(run)
        try run.leave("Work")
        run.settle()
    }

    /// Each window of a workspace is in one place, and all of them are open, or none is.
    private static func isInOrder(_ files: InMemoryFileSystem) -> Bool {
        do {
            let tester = try RestorationTester(files: files)
            tester.session.flush()
            let elsewhere = tester.names(in: "windows").union(tester.names(in: "closed"))
            return tester.session.workspaceList.allSatisfy { workspace in
                let files = tester.names(in: "workspaces/\(workspace.id)")
                    .filter { $0.hasSuffix(".state") }
                return files.isDisjoint(with: elsewhere)
                    && (files.isEmpty || tester.session.openScenes(of: workspace).isEmpty)
            }
        } catch {
            return false
        }
    }

    func testStopWhileSaving() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            for title in ["a", "b"] { run.open(title, "draft of \(title)") }
            run.settle()
        }
        try await examine("saving a workspace", after: prepare) { run in
            run.session.saveWorkspace(named: "Work")
            run.recordPicture()
            run.settle()
            let place = try XCTUnwrap(run.session.workspaceList.indices.first)
            run.session.renameWorkspace(run.session.workspaceList[place].id, to: "Study")
            run.recordPicture()
            run.settle()
        }
    }

    func testStopWhileLeaving() async throws {
        try await examine("leaving a workspace") { run in
            try run.type(" and more", in: "a")
            try run.leave("Work")
            run.settle()
        }
    }

    func testStopWhileLeavingRestoredWindows() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            try Self.setUp(run)
            run.quit()
        }
        try await examine("leaving a restored workspace", after: prepare) { run in
            try run.launch()
            try run.leave("Work")
            run.settle()
            run.quit()
        }
    }

    func testStopWhileOpeningBeside() async throws {
        try await examine("opening a workspace", after: { try Self.setUpLeft($0) }) { run in
            try await run.openWorkspace("Work", .beside)
            try run.type(" again", in: "a")
            run.settle()
        }
    }

    /// Beside the workspace “Work”, which was left, the window “e” in the workspace “Fun”, and “c” and “d”.
    private static func setUpToReplace(_ run: CrashRun) throws {
        try setUpLeft(run)
        run.open("d", "draft of d")
        run.open("e", "draft of e")
        run.session.saveWorkspace(named: "Fun", of: [try run.window("e")])
        run.settle()
    }

    /// The windows are those of before, or those of the workspace: never some of both.
    private static func isReplacedOrNot(_ files: InMemoryFileSystem) -> Bool {
        do {
            let tester = try RestorationTester(files: files.copy())
            return [["a", "b"], ["c", "d", "e"]].contains(tester.titles.sorted())
                && isInOrder(files)
        } catch {
            return false
        }
    }

    func testStopWhileTheWindowsAreReplaced() async throws {
        try await examine(
            "replacing the windows",
            after: { try Self.setUpToReplace($0) },
            invariant: { Self.isReplacedOrNot($0) }
        ) { run in
            try await run.openWorkspace("Work", .instead)
            run.settle()
        }
    }

    /// The index of the workspace cannot be written: what is typed is on the disk all the same.
    func testWhatIsTypedWhileTheIndexCannotBeWrittenIsNotLost() async throws {
        for ending in [RestorationTester.Ending.kill, .powerCut] {
            let run = try CrashRun { _ in }
            try Self.setUpLeft(run)
            run.tester.files.setFault { operation, _ in
                operation.path.contains("workspace.json") ? .fail(.EIO) : nil
            }
            try await run.openWorkspace("Work", .instead)
            try run.type(" and more", in: "a")
            try run.tester.restartAndRestore(after: ending)
            run.tester.files.setFault(nil)
            let tester = run.tester
            XCTAssertEqual(tester.titles.sorted(), ["a", "b", "c"], "\(ending)")
            XCTAssertEqual(tester.drafts["a"], "draft of a and more", "\(ending)")
            XCTAssertEqual(tester.session.workspaces.map(\.isOpen), [true])
            XCTAssertEqual(tester.session.report.complaints, [])
            tester.clock.advance(by: .seconds(60))
            try tester.restartAndRestore(after: .kill)
            XCTAssertEqual(tester.drafts["a"], "draft of a and more", "\(ending)")
            XCTAssertEqual(tester.session.workspaces.map(\.isOpen), [true])
        }
    }

    func testStopWhileOpeningInstead() async throws {
        try await examine("opening instead", after: { try Self.setUpToReplace($0) }) { run in
            try await run.openWorkspace("Work", .instead)
            run.settle()
            try run.type(" again", in: "a")
            run.settle()
        }
    }

    func testStopWhileUpdating() async throws {
        try await examine("updating a workspace") { run in
            run.open("d", "draft of d")
            let workspace = try XCTUnwrap(run.session.workspaces.first)
            XCTAssertTrue(run.session.updateWorkspace(workspace.id))
            run.recordPicture()
            run.settle()
        }
    }

    func testStopWhileRemovingAnOpenOne() async throws {
        try await examine("removing an open workspace") { run in
            let workspace = try XCTUnwrap(run.session.workspaces.first)
            run.session.removeWorkspace(workspace.id)
            run.recordPicture()
            run.settle()
        }
    }

    func testStopWhileRemovingAClosedOne() async throws {
        try await examine("removing a workspace", after: { try Self.setUpLeft($0) }) { run in
            let workspace = try XCTUnwrap(run.session.workspaces.first)
            run.session.removeWorkspace(workspace.id)
            run.recordPicture()
            run.settle()
        }
    }

    func testStopWhileRemovingOneThatMayBeRestored() async throws {
        try await examine("removing for a while", after: { try Self.setUpLeft($0) }) { run in
            let workspace = try XCTUnwrap(run.session.workspaces.first)
            run.session.removeWorkspace(workspace.id, mayBeRestored: true)
            run.recordPicture()
            run.settle()
            run.session.removeWorkspace(workspace.id)
            run.recordPicture()
            run.settle()
        }
    }

    func testStopWhileRestoringOne() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            try Self.setUpLeft(run)
            let workspace = try XCTUnwrap(run.session.workspaces.first)
            run.session.removeWorkspace(workspace.id, mayBeRestored: true)
            run.settle()
        }
        try await examine("restoring a workspace", after: prepare) { run in
            let place = try XCTUnwrap(run.session.workspaceList.indices.first)
            XCTAssertTrue(run.session.restoreWorkspace(run.session.workspaceList[place].id))
            run.recordPicture()
            run.settle()
        }
    }

    func testStopAtAFreshStart() async throws {
        let prepare: @MainActor (CrashRun) throws -> Void = { run in
            try Self.setUp(run)
            run.quit()
        }
        try await examine(
            "a fresh start with a workspace",
            configure: { $0.restoresState = false },
            after: prepare
        ) { run in
            try run.launch()
            run.settle()
        }
    }

    func testStopWhileGoingToAndFro() async throws {
        try await examine("going to and fro") { run in
            try run.leave("Work")
            try await run.openWorkspace("Work", .instead)
            try run.type("!", in: "b")
            try run.leave("Work")
            run.settle()
        }
    }
}

extension CrashRun {
    private func workspace(_ name: String) throws -> WorkspaceIdentifier {
        try XCTUnwrap(session.workspaces.first { $0.name == name }).id
    }

    func leave(_ name: String) throws {
        session.leaveWorkspace(try workspace(name))
        recordPicture()
        tester.clock.advance(by: .milliseconds(50))
        session.waitForWriter()
        recordPicture()
    }

    func openWorkspace(_ name: String, _ mode: WorkspaceOpeningMode) async throws {
        let opened = await session.openWorkspace(try workspace(name), mode)
        XCTAssertNotNil(opened)
        recordPicture()
        tester.clock.advance(by: .milliseconds(50))
        session.waitForWriter()
        recordPicture()
    }
}
