import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation

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

    func testANoteThatIsDeletedStaysDeletedWhileTheStateOnTheDiskStillHasIt() throws {
        try onMainActor {
            try withDesk { desk in
                let scene = desk.tester.session.makeScene()
                let page = desk.page(scene)
                let id = desk.save("soon deleted", in: page)
                desk.tester.session.flush()
                try desk.expect(["soon deleted"], nothingIn: page)
                XCTAssertTrue(desk.isOnDisk("soon deleted"))
                try desk.library.deleteNote(id)

                // Killed here, the next run hands it in again.
                let tester = try RestorationTester(files: desk.tester.files.copy())
                let again = tester.session.scenes[0]
                XCTAssertEqual(Desk.kept(again).count, 3)
                desk.start()
                desk.pending.resume(in: again)
                XCTAssertEqual(desk.pending.notes(in: desk.page(again)).map(\.id), [id])
                try desk.expect([], nothingIn: desk.page(again))
                XCTAssertEqual(try desk.library.trash(limit: 9).map(\.id), [id])
            }
        }
    }

    func testWhoeverDeletesANoteKnowsThatTheLibraryHasIt() throws {
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                let id = desk.save("seen elsewhere first", in: page)
                desk.pending.confirm([id])
                XCTAssertEqual(desk.pending.notes(in: page), [])
                XCTAssertEqual(Desk.kept(page.scene), [])
            }
        }
    }
}
