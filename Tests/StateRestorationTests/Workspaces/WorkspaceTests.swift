import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Named sets of windows, as a person uses them.
@MainActor
final class WorkspaceTests: XCTestCase {
    /// A run with the windows “a” and “b” in the workspace “Work”, and the window “c” in none.
    private func setUpWork() throws -> (tester: RestorationTester, id: WorkspaceIdentifier) {
        let tester = try RestorationTester()
        let work = tester.open("a", "b")
        tester.open("c")
        let saved = tester.session.saveWorkspace(named: "Work", of: work)
        return (tester, try XCTUnwrap(saved).id)
    }

    private func work(_ tester: RestorationTester) throws -> Workspace {
        try XCTUnwrap(tester.session.workspaces.first { $0.name == "Work" })
    }

    func testSavingNamesTheOpenWindows() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b")
        tester.session.makeScene(isPrivate: true).title = "private"
        tester.session.saveWorkspace(named: "Work")
        let work = try work(tester)
        XCTAssertEqual(work.windows.map(\.title), ["b", "a"])
        XCTAssertEqual(work.windows.map(\.beginningOfText), ["draft of b", "draft of a"])
        XCTAssertTrue(work.isOpen)
        XCTAssertEqual(work.creationDate, tester.clock.now)
        XCTAssertEqual(tester.session.workspace(of: tester.session.scenes[1]), work.id)
        XCTAssertNil(tester.session.workspace(of: tester.session.scenes[0]))
        // There is nothing left that belongs to none.
        XCTAssertNil(tester.session.saveWorkspace(named: "Again"))
    }

    func testLeavingPutsItsWindowsAwayAndOpeningBringsThemBack() async throws {
        for isSettled in [false, true] {
            let (tester, id) = try setUpWork()
            if isSettled { tester.session.flush() }
            tester.session.leaveWorkspace(id)
            XCTAssertEqual(tester.titles, ["c"])
            XCTAssertEqual(tester.session.recentlyClosed, [])
            var work = try work(tester)
            XCTAssertFalse(work.isOpen)
            XCTAssertEqual(work.windows.map(\.title), ["b", "a"])
            XCTAssertEqual(work.windows.map(\.beginningOfText), ["draft of b", "draft of a"])
            if isSettled { tester.session.flush() }
            let opened = await tester.session.openWorkspace(id)
            XCTAssertEqual(opened?.scenes.map(\.title), ["b", "a"])
            XCTAssertEqual(opened?.wasOpen, false)
            XCTAssertEqual(tester.titles, ["b", "a", "c"])
            XCTAssertEqual(tester.session.activeScene?.title, "b")
            XCTAssertEqual(tester.drafts["a"], "draft of a")
            work = try self.work(tester)
            XCTAssertTrue(work.isOpen)
            XCTAssertEqual(tester.session.report.complaints, [])
            for ending in [RestorationTester.Ending.kill, .powerCut, .quit] {
                try tester.restartAndRestore(after: ending)
                XCTAssertEqual(tester.titles, ["b", "a", "c"])
                XCTAssertEqual(tester.drafts["a"], "draft of a")
                XCTAssertTrue(try self.work(tester).isOpen)
            }
        }
    }

    func testOpeningAnOpenOneSaysWhichWindowsToRaise() async throws {
        let (tester, id) = try setUpWork()
        let opened = await tester.session.openWorkspace(id)
        XCTAssertEqual(opened?.wasOpen, true)
        XCTAssertEqual(opened?.scenes.map(\.title), ["b", "a"])
        tester.session.leaveWorkspace(id)
        async let first = tester.session.openWorkspace(id)
        async let second = tester.session.openWorkspace(id)
        let both = await [first, second]
        XCTAssertEqual(both.map { $0?.wasOpen }.filter { $0 == true }.count, 1)
        XCTAssertEqual(tester.titles, ["b", "a", "c"])
    }

    func testAClosedWorkspaceOutlivesEveryEnd() async throws {
        for ending in [RestorationTester.Ending.kill, .powerCut, .quit] {
            let (tester, id) = try setUpWork()
            tester.session.flush()
            tester.session.leaveWorkspace(id)
            try tester.restartAndRestore(after: ending)
            XCTAssertEqual(tester.titles, ["c"], "\(ending)")
            XCTAssertEqual(tester.session.report.complaints, [])
            let work = try work(tester)
            XCTAssertFalse(work.isOpen)
            XCTAssertEqual(work.windows.map(\.title), ["b", "a"])
            let opened = await tester.session.openWorkspace(id)
            XCTAssertEqual(opened?.scenes.map(\.draft), ["draft of b", "draft of a"])
        }
    }

    func testChangesOfItsOpenWindowsAreItsChanges() async throws {
        let (tester, id) = try setUpWork()
        tester.session.leaveWorkspace(id)
        for round in 1...3 {
            let opened = await tester.session.openWorkspace(id)
            let scene = try XCTUnwrap(opened?.scenes.first { $0.title == "a" })
            RestorableText("draft", in: scene.root).setString("round \(round)")
            if round == 2 { try tester.restartAndRestore(after: .kill) }
            tester.session.leaveWorkspace(id)
            if round != 1 { try tester.restartAndRestore(after: .quit) }
            let found = try work(tester).windows.first { $0.title == "a" }?.beginningOfText
            XCTAssertEqual(found, "round \(round)")
        }
        let names = tester.names(in: "workspaces/\(id)")
        XCTAssertEqual(names.filter { $0.hasSuffix(".state") }.count, 2)
        XCTAssertEqual(tester.names(in: "windows").count, 1)
    }

    func testOpeningInsteadClosesTheOthersTogether() async throws {
        let (tester, id) = try setUpWork()
        tester.session.leaveWorkspace(id)
        tester.open("d", "e")
        let hidden = tester.session.makeScene(isPrivate: true)
        let other = tester.open("f")
        tester.clock.advance(by: .seconds(60))
        let fun = try XCTUnwrap(tester.session.saveWorkspace(named: "Fun", of: other))
        tester.clock.advance(by: .seconds(60))
        let opened = await tester.session.openWorkspace(id, .instead)
        XCTAssertEqual(opened?.scenes.map(\.title), ["b", "a"])
        XCTAssertEqual(tester.session.scenes.filter { !$0.isPrivate }.map(\.title), ["b", "a"])
        XCTAssertTrue(tester.session.scenes.contains { $0 === hidden })
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["e", "d", "c"])
        XCTAssertEqual(Set(tester.session.recentlyClosed.map(\.closingDate)).count, 1)
        let closed = try XCTUnwrap(tester.session.recentlyClosed.first)
        XCTAssertEqual(tester.session.closedTogether(with: closed.id).count, 3)
        XCTAssertEqual(tester.session.workspaces.map(\.isOpen), [true, false])
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.titles, ["b", "a"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["e", "d", "c"])
        XCTAssertEqual(tester.session.workspaces.first { $0.id == fun.id }?.isOpen, false)
        let scenes = await tester.session.reopenClosedTogether(with: closed.id)
        XCTAssertEqual(scenes.map(\.title), ["e", "d", "c"])
        XCTAssertEqual(scenes.map(\.draft), ["draft of e", "draft of d", "draft of c"])
        XCTAssertEqual(tester.titles, ["e", "d", "c", "b", "a"])
        XCTAssertEqual(tester.session.recentlyClosed, [])
    }

    func testUpdatingTakesInWindowsOpenedSince() async throws {
        let (tester, id) = try setUpWork()
        tester.open("d")
        XCTAssertTrue(tester.session.updateWorkspace(id))
        XCTAssertEqual(try work(tester).windows.map(\.title), ["d", "c", "b", "a"])
        tester.session.leaveWorkspace(id)
        XCTAssertFalse(tester.session.updateWorkspace(id))
        XCTAssertEqual(tester.titles, [])
        let opened = await tester.session.openWorkspace(id)
        XCTAssertEqual(opened?.scenes.count, 4)
    }

    func testAWindowBelongsToOneWorkspace() async throws {
        let (tester, id) = try setUpWork()
        let scenes = tester.session.scenes
        let saved = tester.session.saveWorkspace(named: "Fun", of: [scenes[0], scenes[1]])
        let fun = try XCTUnwrap(saved)
        for isRestarted in [false, true] {
            if isRestarted { try tester.restartAndRestore(after: .kill) }
            let workspaces = tester.session.workspaces
            XCTAssertEqual(
                workspaces.first { $0.id == id }?.windows.map(\.title),
                ["a"],
                "\(isRestarted)"
            )
            XCTAssertEqual(
                workspaces.first { $0.id == fun.id }?.windows.map(\.title),
                ["c", "b"],
                "\(isRestarted)"
            )
        }
        // An index that was not written when the power was cut claims them still.
        tester.end(.quit)
        let path = RestorationTester.path("workspaces/\(id)/workspace.json")
        var index = try WorkspaceIndex(try XCTUnwrap(tester.files.files[path]))
        index.members += try XCTUnwrap(tester.session.workspaces.first { $0.id == fun.id }).windows
        tester.files.setContents(path, index.encoded(writer: "tester"))
        try tester.start()
        XCTAssertEqual(try work(tester).windows.map(\.title), ["a"])
    }

    func testRenamingAndRemoving() async throws {
        let (tester, id) = try setUpWork()
        tester.session.renameWorkspace(id, to: "Study")
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.session.workspaces.map(\.name), ["Study"])
        tester.session.removeWorkspace(id)
        XCTAssertEqual(tester.session.workspaces, [])
        XCTAssertEqual(tester.titles, ["c", "b", "a"])
        tester.session.flush()
        XCTAssertEqual(tester.names(in: "workspaces"), [])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.workspaces, [])
        XCTAssertEqual(tester.titles, ["c", "b", "a"])
    }

    func testRemovingAClosedOneMovesItToTheTrash() async throws {
        let (tester, id) = try setUpWork()
        tester.session.leaveWorkspace(id)
        tester.session.flush()
        let ids = try work(tester).windows.map(\.id)
        tester.session.removeWorkspace(id)
        tester.session.flush()
        let trash = tester.names(in: "trash")
        XCTAssertTrue(ids.allSatisfy { trash.contains("\($0).state") })
        XCTAssertTrue(trash.contains { $0.hasPrefix("workspace.json.") })
        XCTAssertEqual(tester.names(in: "workspaces"), [])
        let fileSystem = tester.files.fileSystem
        XCTAssertNil(try fileSystem.status(RestorationTester.path("workspaces/\(id)")))
        for _ in 1...3 { try tester.restartAndRestore(after: .quit) }
        XCTAssertEqual(tester.session.workspaces, [])
        // Thrown away like everything else, by the second good launch.
        XCTAssertFalse(
            tester.files.files.keys.contains { path in
                path.contains("workspace.json")
                    || ids.contains { path.hasSuffix("trash/\($0).state") }
            }
        )
    }

    func testWhatMayBeRestoredIsGoneUntilItIs() async throws {
        let (tester, id) = try setUpWork()
        for isOpen in [true, false] {
            if !isOpen { tester.session.leaveWorkspace(id) }
            tester.session.removeWorkspace(id, mayBeRestored: true)
            XCTAssertEqual(tester.session.workspaces, [])
            XCTAssertEqual(tester.session.scenes.compactMap(tester.session.workspace), [])
            XCTAssertFalse(tester.session.updateWorkspace(id))
            let opened = await tester.session.openWorkspace(id)
            XCTAssertNil(opened)
            XCTAssertTrue(tester.session.restoreWorkspace(id))
            XCTAssertFalse(tester.session.restoreWorkspace(id))
            let work = try work(tester)
            XCTAssertEqual(work.isOpen, isOpen)
            XCTAssertEqual(work.windows.map(\.title), ["b", "a"])
            try tester.restartAndRestore(after: .kill)
            XCTAssertEqual(try self.work(tester).windows.map(\.title), ["b", "a"])
        }
    }

    func testWhatMightHaveBeenRestoredIsGoneAfterEveryEnd() async throws {
        for ending in [RestorationTester.Ending.kill, .powerCut, .quit] {
            for isOpen in [true, false] {
                let (tester, id) = try setUpWork()
                if !isOpen { tester.session.leaveWorkspace(id) }
                tester.session.removeWorkspace(id, mayBeRestored: true)
                tester.session.flush()
                try tester.restartAndRestore(after: ending)
                XCTAssertEqual(tester.session.workspaces, [], "\(ending)")
                XCTAssertFalse(tester.session.restoreWorkspace(id))
                XCTAssertEqual(tester.titles, isOpen ? ["c", "b", "a"] : ["c"])
                tester.session.flush()
                XCTAssertEqual(tester.names(in: "workspaces"), [])
            }
        }
    }

    func testRemovedForGoodItCannotBeRestored() async throws {
        let (tester, id) = try setUpWork()
        tester.session.leaveWorkspace(id)
        tester.session.removeWorkspace(id, mayBeRestored: true)
        tester.session.removeWorkspace(id)
        XCTAssertFalse(tester.session.restoreWorkspace(id))
        tester.session.flush()
        XCTAssertEqual(tester.names(in: "workspaces"), [])
    }

    // MARK: - Closing

    func testAWindowThatIsClosedIsItsAgainWhenItIsReopened() async throws {
        let (tester, id) = try setUpWork()
        let closed = try XCTUnwrap(tester.session.scenes.first { $0.title == "a" })
        tester.session.close(closed)
        XCTAssertEqual(try work(tester).windows.map(\.title), ["b"])
        try tester.restartAndRestore(after: .kill)
        let reopened = await tester.session.reopen(closed.id)
        XCTAssertNotNil(reopened)
        XCTAssertEqual(try work(tester).windows.map(\.title), ["a", "b"])
        tester.session.close(try XCTUnwrap(reopened))
        tester.session.leaveWorkspace(id)
        XCTAssertEqual(try work(tester).windows.map(\.title), ["b"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["a"])
        _ = await tester.session.reopen(closed.id)
        XCTAssertEqual(tester.titles, ["a", "c"])
        XCTAssertFalse(try work(tester).isOpen)
    }

    func testWindowsClosedOneAfterAnotherAreInTheWorkspaceStill() async throws {
        let tester = try RestorationTester { $0.recentlyClosedLimit = 3 }
        let work = tester.open("a", "b", "c")
        tester.open("other")
        let id = try XCTUnwrap(tester.session.saveWorkspace(named: "Work", of: work)).id
        tester.session.close(work[0])
        tester.clock.advance(by: .seconds(3600))
        tester.session.close(work[1])
        tester.clock.advance(by: .seconds(5))
        tester.session.close(work[2])
        // Closed long before the others, “a” was to be gone.
        XCTAssertEqual(try self.work(tester).windows.map(\.title), ["c", "b"])
        XCTAssertFalse(try self.work(tester).isOpen)
        tester.clock.advance(by: .seconds(3600))
        for scene in tester.open("1", "2", "3", "4") { tester.session.close(scene) }
        try tester.restartAndRestore(after: .quit)
        let opened = await tester.session.openWorkspace(id)
        XCTAssertEqual(opened?.scenes.map(\.title), ["c", "b"])
        XCTAssertEqual(opened?.scenes.map(\.draft), ["draft of c", "draft of b"])
        XCTAssertFalse(tester.session.recentlyClosed.contains { ["b", "c"].contains($0.title) })
    }

    func testQuittingByClosingTheWindowsBringsThemBackOpen() async throws {
        let (tester, _) = try setUpWork()
        for scene in tester.session.scenes { tester.session.close(scene) }
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.titles, ["c", "b", "a"])
        XCTAssertTrue(try work(tester).isOpen)
        XCTAssertEqual(try work(tester).windows.map(\.title), ["b", "a"])
    }

    // MARK: - Launches

    func testAFreshStartLeavesTheWorkspace() async throws {
        let (tester, id) = try setUpWork()
        tester.configuration.restoresState = false
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.titles, [])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["c"])
        XCTAssertEqual(try work(tester).windows.map(\.title), ["b", "a"])
        XCTAssertFalse(try work(tester).isOpen)
        tester.configuration.restoresState = true
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.titles, [])
        let opened = await tester.session.openWorkspace(id)
        XCTAssertEqual(opened?.scenes.map(\.draft), ["draft of b", "draft of a"])
    }

    func testWindowsThatAreNotChosenGoBackTogether() async throws {
        let (tester, id) = try setUpWork()
        try tester.restartAndRestore(after: .quit) { session in
            let chosen = session.scenesToRestore.filter { $0.title == "c" }
            session.restoreOnly(Set(chosen.map(\.id)))
            for scene in chosen { _ = scene.root }
            session.completeRestoration()
        }
        XCTAssertEqual(tester.titles, ["c"])
        XCTAssertEqual(tester.session.recentlyClosed, [])
        XCTAssertEqual(try work(tester).windows.count, 2)
        try tester.restartAndRestore(after: .kill)
        let opened = await tester.session.openWorkspace(id)
        XCTAssertEqual(opened?.scenes.count, 2)
    }

    func testThePreviousSessionHasWindowsThatWereLeftSince() async throws {
        let (tester, id) = try setUpWork()
        try tester.restartAndRestore(after: .quit)
        tester.session.leaveWorkspace(id)
        tester.session.flush()
        let copies = await tester.session.restorePreviousSession()
        XCTAssertEqual(copies.map(\.title), ["b", "a"])
        XCTAssertEqual(copies.map(\.draft), ["draft of b", "draft of a"])
        XCTAssertTrue(copies.allSatisfy { tester.session.workspace(of: $0) == nil })
        XCTAssertFalse(try work(tester).isOpen)
    }

    func testWhoWritesNothingHasNoWorkspacesToChange() async throws {
        let (tester, id) = try setUpWork()
        tester.session.leaveWorkspace(id)
        tester.configuration.savesState = false
        tester.end(.quit)
        let files = tester.files.files
        try tester.start()
        XCTAssertEqual(try work(tester).windows.count, 2)
        let opened = await tester.session.openWorkspace(id)
        XCTAssertNil(opened)
        tester.open("d")
        XCTAssertNil(tester.session.saveWorkspace(named: "No"))
        tester.session.removeWorkspace(id)
        tester.end(.quit)
        XCTAssertEqual(tester.files.files, files)
    }
}
