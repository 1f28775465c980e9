import DisplayTestSupport
import Foundation
import HawkNotesModel
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesUI

/// Windows that go while something is pending, and notes that are deleted again.
final class PendingNotesLifeTests: XCTestCase {
    func testWhatIsPendingInAClosedWindowIsKeptByAnother() throws {
        try onMainActor {
            try withDesk { desk in
                let scenes = (0..<2).map { _ in desk.tester.session.makeScene() }
                for scene in scenes { desk.pending.resume(in: scene) }
                let hold = HeldLibrary(desk.library)
                desk.save("from the closed window", in: desk.page(scenes[1]))
                desk.pending.sceneWillClose(scenes[1])
                desk.tester.session.close(scenes[1])
                XCTAssertEqual(Desk.kept(scenes[1]), [])
                XCTAssertEqual(desk.pending.notes(in: desk.page(scenes[0])).count, 1)
                // Killed here, the other window would hand it in again.
                desk.start()
                let session = try desk.tester.restartAndRestore()
                XCTAssertEqual(session.scenes.count, 1)
                desk.pending.resume(in: session.scenes[0])
                hold.release()
                try desk.expect(
                    ["from the closed window"],
                    nothingIn: desk.page(session.scenes[0])
                )
                let reopened = try XCTUnwrap(session.reopenAndWaitWithoutDisplay())
                XCTAssertEqual(Desk.kept(reopened), [])
            }
        }
    }

    func testTheLastWindowTakesWhatIsPendingWithIt() throws {
        try onMainActor {
            try withDesk { desk in
                let scene = desk.tester.session.makeScene()
                desk.pending.resume(in: scene)
                let hold = HeldLibrary(desk.library)
                desk.save("from the last window", in: desk.page(scene))
                desk.pending.sceneWillClose(scene)
                XCTAssertEqual(Desk.kept(scene).count, 3)
                hold.release()
                try desk.expect(["from the last window"], nothingIn: desk.page(scene))
            }
        }
    }

    func testAPrivateWindowLeavesNothingOnTheDisk() throws {
        try onMainActor {
            try withDesk { desk in
                let scenes = [false, true].map { desk.tester.session.makeScene(isPrivate: $0) }
                for scene in scenes { desk.pending.resume(in: scene) }
                let hold = HeldLibrary(desk.library)
                desk.save("for nobody's eyes", in: desk.page(scenes[1]))
                XCTAssertEqual(desk.pending.notes(in: desk.page(scenes[1])).count, 1)
                desk.pending.sceneWillClose(scenes[1])
                desk.tester.session.close(scenes[1])
                XCTAssertEqual(Desk.kept(scenes[0]), [])
                desk.tester.session.flush()
                XCTAssertFalse(desk.isOnDisk("for nobody's eyes"))
                hold.release()
                XCTAssertTrue(try runMainQueue { try desk.texts == ["for nobody's eyes"] })
            }
        }
    }

    func testANoteIsDeletedOnlyWhenNoStateOnTheDiskHasItAnyMore() throws {
        try onMainActor {
            try withDesk { desk in
                let scene = desk.tester.session.makeScene()
                let page = desk.page(scene)
                let id = desk.save("soon deleted", in: page)
                desk.tester.session.flush()
                try desk.expect(["soon deleted"], nothingIn: page)
                XCTAssertTrue(desk.isOnDisk("soon deleted"))

                var isDeleted = false
                desk.pending.afterForgetting(id) { isDeleted = true }
                XCTAssertFalse(isDeleted, "a kill now would bring the note back")
                // What was on its way before tells nothing.
                for tab in 1...2 where !isDeleted {
                    SceneStorage(wrappedValue: 0, "tab", in: scene.root).wrappedValue = tab
                    var isWritten = false
                    let observation = scene.onDidPersist { isWritten = true }
                    desk.tester.session.flush()
                    XCTAssertTrue(runMainQueue { isWritten })
                    withExtendedLifetime(observation) {}
                }
                XCTAssertTrue(isDeleted)
                let restored = try desk.tester.restartAndRestore().scenes[0]
                XCTAssertEqual(Desk.kept(restored), [])
            }
        }
    }

    func testANoteIsDeletedAllTheSameWhenTheStateCannotBeWritten() throws {
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                let id = desk.save("soon deleted", in: page)
                try desk.expect(["soon deleted"], nothingIn: page)
                var isDeleted = false
                desk.pending.afterForgetting(id) { isDeleted = true }
                XCTAssertFalse(isDeleted)
                XCTAssertEqual(desk.runTimers(), [2])
                XCTAssertTrue(isDeleted)
                let last = desk.save("deleted at the end", in: page)
                desk.pending.afterForgetting(last) { isDeleted = false }
                XCTAssertTrue(isDeleted)
                desk.pending.finishForgetting()
                XCTAssertFalse(isDeleted)
                isDeleted = true
                desk.pending.afterForgetting(UUID()) { isDeleted = false }
                XCTAssertFalse(isDeleted, "any other note is deleted at once")
            }
        }
    }

    func testWhoeverDeletesANoteKnowsThatTheLibraryHasIt() throws {
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                let id = desk.save("seen elsewhere first", in: page)
                desk.pending.afterForgetting(id) {}
                XCTAssertEqual(desk.pending.notes(in: page), [])
                XCTAssertEqual(Desk.kept(page.scene), [])
            }
        }
    }
}
