import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That whatever the user does with windows and workspaces, the next launch finds the same.
@MainActor
final class WorkspaceLifeTests: XCTestCase {
    private static let seeds: Range<UInt64> = 0..<40
    private static let steps = 50

    /// What must be the same after a launch: windows with what is in them, and where they are.
    private struct Life: Equatable {
        var windows: [SceneIdentifier: SessionPicture.Window]
        var workspaces: [Workspace]
        var closed: [SceneIdentifier]

        @MainActor
        init(_ tester: RestorationTester) {
            windows = SessionPicture(tester.session, on: tester.files).windows
            workspaces = tester.session.workspaces
            closed = tester.session.recentlyClosed.map(\.id)
        }
    }

    func testEveryLaunchFindsWhatTheLastRunLeft() async throws {
        var launches = 0
        for seed in Self.seeds {
            var random = SeededRandomNumberGenerator(seed: seed)
            let tester = try RestorationTester { $0.recentlyClosedLimit = 4 }
            tester.open("first")
            for step in 0..<Self.steps {
                await act(in: tester, &random)
                tester.clock.advance(by: .seconds([1, 5, 30].randomElement(using: &random) ?? 1))
                guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
                tester.session.flush()
                let before = Life(tester)
                let endings: [RestorationTester.Ending] = [.quit, .kill, .killAtOnce, .powerCut]
                try tester.restartAndRestore(after: endings.randomElement(using: &random) ?? .quit)
                let after = Life(tester)
                XCTAssertEqual(after.windows, before.windows, "seed \(seed), step \(step)")
                XCTAssertEqual(after.workspaces, before.workspaces, "seed \(seed), step \(step)")
                XCTAssertEqual(after.closed, before.closed, "seed \(seed), step \(step)")
                XCTAssertEqual(tester.session.report.complaints, [], "seed \(seed), step \(step)")
                assertEachInOnePlace(tester, "seed \(seed), step \(step)")
                if after != before { return }
                launches += 1
            }
        }
        XCTAssertGreaterThan(launches, 100)
    }

    private func assertEachInOnePlace(_ tester: RestorationTester, _ message: String) {
        tester.session.flush()
        var places: [String: [String]] = [:]
        let folders = ["windows"] + tester.session.workspaceList.map { "workspaces/\($0.id)" }
        for folder in folders {
            for name in tester.names(in: folder) where name.hasSuffix(".state") {
                places[name, default: []].append(folder)
            }
        }
        for (name, folders) in places { XCTAssertEqual(folders.count, 1, "\(name), \(message)") }
    }

    private func act(
        in tester: RestorationTester,
        _ random: inout SeededRandomNumberGenerator
    ) async {
        let session = tester.session
        let scene = session.scenes.randomElement(using: &random)
        let workspace = session.workspaces.randomElement(using: &random)?.id
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: tester.open("window \(Int.random(in: 0..<1000, using: &random))")
        case 2, 3:
            guard let scene else { return }
            RestorableText("draft", in: scene.root).replace(
                offset: 0,
                removing: "",
                inserting: "\(Int.random(in: 0..<1000, using: &random)) "
            )
        case 4: if let scene, session.scenes.count > 1 { session.close(scene) }
        case 5: _ = await session.reopenMostRecentlyClosed()
        case 6:
            let scenes = session.scenes.filter { _ in Bool.random(using: &random) }
            guard session.workspaces.count < 4 else { return }
            session.saveWorkspace(named: "\(session.workspaces.count)", of: scenes)
        case 7:
            guard let workspace else { return }
            session.leaveWorkspace(workspace)
            if session.scenes.isEmpty { tester.open("plain") }
        case 8: if let workspace { _ = await session.openWorkspace(workspace, .beside) }
        case 9: if let workspace { _ = await session.openWorkspace(workspace, .instead) }
        case 10: if let workspace { session.updateWorkspace(workspace) }
        default:
            guard let workspace, Bool.random(using: &random) else { return }
            session.removeWorkspace(workspace, mayBeRestored: Bool.random(using: &random))
            if Bool.random(using: &random) { session.restoreWorkspace(workspace) }
        }
    }
}
