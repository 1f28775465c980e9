import DisplayTestSupport
import Foundation
import HawkNotesModel
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesUI

/// The notes of a window over a library, with timers that run when the test says so.
@MainActor
private final class Desk {
    let troubled: TroubledLibrary
    let library: Library
    let tester: RestorationTester
    private(set) var pending: PendingNotes
    private(set) var timers: [(seconds: Double, body: @MainActor () -> Void)] = []
    let book = UUID()
    var time = Date(timeIntervalSince1970: 1_000_000)

    init() throws {
        troubled = try TroubledLibrary()
        library = troubled.library
        tester = try RestorationTester()
        pending = PendingNotes(library: troubled.library, now: { Date() }, after: { _, _ in })
        start()
    }

    /// Begins a run: what the one before had in memory is gone.
    func start() {
        timers = []
        pending = PendingNotes(library: library, now: { [unowned self] in time }) {
            [unowned self] in timers.append(($0, $1))
        }
    }

    /// The pauses before the next attempts that were asked for, in seconds.
    func runTimers() -> [Double] {
        let due = timers
        timers = []
        for timer in due { timer.body() }
        return due.map(\.seconds)
    }

    func page(_ scene: RestorationScene, tab: String = "tab:a") -> RestorationScope {
        scene.root.scope(tab).scope("book")
    }

    @discardableResult
    func save(_ text: String, in page: RestorationScope) -> UUID {
        let id = UUID()
        time += 1
        pending.save(text, as: id, on: .book(book), in: page)
        return id
    }

    var texts: [String] { get throws { try library.notes(on: .book(book)).map(\.text) } }

    /// Waits until the library has these notes, and nothing is pending on the page.
    func expect(
        _ texts: [String],
        nothingIn page: RestorationScope,
        line: UInt = #line
    ) throws {
        XCTAssertTrue(try runMainQueue { pending.notes(in: page).isEmpty }, line: line)
        XCTAssertEqual(try self.texts, texts, line: line)
        XCTAssertEqual(Self.kept(page.scene), [], line: line)
    }

    /// Whether a text stands in any file of the windows' state.
    func isOnDisk(_ text: String) -> Bool {
        tester.files.files.values.contains {
            String(decoding: $0, as: UTF8.self).contains(text)
        }
    }

    /// The keys of pending notes in a window's state.
    static func kept(_ scene: RestorationScene?) -> [String] {
        scene?.storedKeys().filter { $0.contains("pending:") } ?? []
    }
}

@MainActor
private func withDesk(_ body: @MainActor (Desk) throws -> Void) throws {
    let desk = try Desk()
    defer { XCTAssertNoThrow(try desk.troubled.remove()) }
    try body(desk)
    XCTAssertEqual(desk.tester.programmingErrors.messages, [])
}

final class PendingNotesTests: XCTestCase {
    func testANoteIsKeptInTheStateUntilTheLibraryHasIt() throws {
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                let hold = HeldLibrary(desk.library)
                desk.save("held up", in: page)
                XCTAssertEqual(desk.pending.notes(in: page).map(\.text), ["held up"])
                XCTAssertEqual(try desk.texts, [])
                XCTAssertEqual(Desk.kept(page.scene).count, 3)
                hold.release()
                try desk.expect(["held up"], nothingIn: page)
            }
        }
    }

    func testAKilledRunsNotesAreSavedOnceByTheNextWhateverPageTheyAreOn() throws {
        try onMainActor {
            try withDesk { desk in
                let scene = desk.tester.session.makeScene()
                let pages = ["tab:a", "tab:b", "tab:gone"].map { desk.page(scene, tab: $0) }
                let hold = HeldLibrary(desk.library)
                for (number, page) in pages.enumerated() { desk.save("\(number)", in: page) }
                // The first of them reaches the library, and nobody hears of it.
                let first = desk.pending.notes(in: pages[0])[0]
                try desk.library.addNote(first.text, on: first.subject, id: first.id)
                desk.start()

                let session = try desk.tester.restartAndRestore()
                let restored = session.scenes[0]
                desk.pending.resume(in: restored)
                hold.release()
                for tab in ["tab:a", "tab:b", "tab:gone"] {
                    let page = desk.page(restored, tab: tab)
                    XCTAssertTrue(runMainQueue { desk.pending.notes(in: page).isEmpty })
                }
                XCTAssertEqual(Desk.kept(restored), [])
                // What the killed run had in its queue is done here as well: still once.
                XCTAssertEqual(try desk.texts, ["0", "1", "2"])
            }
        }
    }

    func testANoteThatCannotBeSavedIsTriedAgainEverMoreSlowly() throws {
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                try desk.troubled.refuse("INSERT", "note")
                desk.save("refused", in: page)
                var pauses: [Double] = []
                for _ in 0..<7 {
                    XCTAssertTrue(runMainQueue { !desk.timers.isEmpty })
                    XCTAssertEqual(
                        desk.pending.notes(in: page)[0].problem?.reason,
                        "the library cannot be written"
                    )
                    pauses += desk.runTimers()
                }
                XCTAssertEqual(pauses, [2, 4, 8, 16, 32, 60, 60])
                XCTAssertTrue(runMainQueue { !desk.timers.isEmpty })
                try desk.troubled.refuseNothing()
                _ = desk.runTimers()
                try desk.expect(["refused"], nothingIn: page)
            }
        }
    }

    func testOneThatFailsHoldsUpNoOtherAndIsTriedAgainAtOnceWhenAnotherIsSaved() throws {
        try onMainActor {
            try withDesk { desk in
                let scene = desk.tester.session.makeScene()
                let (bad, good) = (desk.page(scene, tab: "tab:a"), desk.page(scene, tab: "tab:b"))
                try desk.troubled.refuse("INSERT", "note", when: "NEW.text = 'bad'")
                desk.save("bad", in: bad)
                XCTAssertTrue(runMainQueue { desk.pending.notes(in: bad)[0].problem != nil })
                desk.save("good", in: good)
                XCTAssertTrue(runMainQueue { desk.pending.notes(in: good).isEmpty })
                XCTAssertEqual(try desk.texts, ["good"])
                try desk.troubled.refuseNothing()
                desk.save("another", in: good)
                // No timer has run.
                XCTAssertTrue(runMainQueue { desk.pending.notes(in: bad).isEmpty })
                XCTAssertEqual(Set(try desk.texts), ["good", "another", "bad"])
            }
        }
    }

    func testTheTextIsGivenBackAndTheNoteIsNotTriedAgain() throws {
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                try desk.troubled.refuse("INSERT", "note")
                let id = desk.save("mine", in: page)
                desk.pending.giveBack(id) { _ in
                    XCTFail("it may be saved yet")
                    return true
                }
                XCTAssertTrue(runMainQueue { desk.pending.notes(in: page)[0].problem != nil })
                var given: [String] = []
                desk.pending.giveBack(id) { _ in false }
                XCTAssertEqual(desk.pending.notes(in: page).count, 1)
                desk.pending.giveBack(id) {
                    given.append($0)
                    return true
                }
                XCTAssertEqual(given, ["mine"])
                XCTAssertEqual(Desk.kept(page.scene), [])
                try desk.troubled.refuseNothing()
                _ = desk.runTimers()
                desk.save("other", in: page)
                try desk.expect(["other"], nothingIn: page)
            }
        }
    }

    func testATextIsGivenBackOnlyWhenTheAttemptThatIsUnderWayHasFailed() throws {
        try onMainActor {
            for isRefused in [true, false] {
                try withDesk { desk in
                    let page = desk.page(desk.tester.session.makeScene())
                    try desk.troubled.refuse("INSERT", "note")
                    let id = desk.save("mine", in: page)
                    XCTAssertTrue(runMainQueue { desk.pending.notes(in: page)[0].problem != nil })
                    if !isRefused { try desk.troubled.refuseNothing() }
                    let hold = HeldLibrary(desk.library)
                    desk.pending.tryAgain()
                    var given: [String] = []
                    desk.pending.giveBack(id) {
                        given.append($0)
                        return true
                    }
                    XCTAssertEqual(given, [])
                    hold.release()
                    try desk.expect(isRefused ? [] : ["mine"], nothingIn: page)
                    XCTAssertEqual(given, isRefused ? ["mine"] : [])
                }
            }
        }
    }

    func testAKillInTheMiddleOfGivingBackLeavesTheTextInTheDraftOnce() throws {
        try onMainActor {
            for draft in ["", "typed meanwhile", "typed meanwhile\n\nmine"] {
                try withDesk { desk in
                    let page = desk.page(desk.tester.session.makeScene())
                    let id = UUID()
                    PendingNoteStorage(id, in: page).write(
                        PendingNote(id: id, subject: .book(desk.book), text: "mine", date: Date())
                    )
                    PendingNoteStorage(id, in: page).isReturning = true
                    RestorableText("newNote", in: page).setString(draft)
                    let restored = try desk.tester.restartAndRestore().scenes[0]
                    desk.pending.resume(in: restored)
                    let kept = RestorableText("newNote", in: desk.page(restored)).string
                    XCTAssertEqual(kept, draft.isEmpty ? "mine" : "typed meanwhile\n\nmine")
                    XCTAssertEqual(Desk.kept(restored), [])
                    XCTAssertEqual(desk.pending.notes(in: desk.page(restored)), [])
                }
            }
        }
    }

    func testAKillBetweenTheNoteAndTheEmptyComposerEmptiesItAtTheNextStart() throws {
        try onMainActor {
            let id = UUID()
            for (draftID, expected) in [(id, ""), (UUID(), "the very same text")] {
                try withDesk { desk in
                    let page = desk.page(desk.tester.session.makeScene())
                    PendingNoteStorage(id, in: page).write(
                        PendingNote(
                            id: id,
                            subject: .book(desk.book),
                            text: "the very same text",
                            date: Date()
                        )
                    )
                    RestorableText("newNote", in: page).setString("the very same text")
                    DraftIdentity(in: page).id = draftID
                    let restored = try desk.tester.restartAndRestore().scenes[0]
                    desk.pending.resume(in: restored)
                    let kept = RestorableText("newNote", in: desk.page(restored)).string
                    XCTAssertEqual(
                        kept,
                        expected,
                        "a draft of the same words is a draft of its own"
                    )
                    try desk.expect(["the very same text"], nothingIn: desk.page(restored))
                }
            }
        }
    }

    func testWhatIsNotWholeIsRemovedAndWhatIsUnknownIsLeftAlone() throws {
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                let half = page.scope("pending:" + UUID().uuidString.lowercased())
                SceneStorage(wrappedValue: "", "subject", in: half).wrappedValue = "book:x"
                let newer = page.scope("pending:" + UUID().uuidString.lowercased())
                SceneStorage(wrappedValue: "", "subject", in: newer).wrappedValue = "chapter:7"
                RestorableText("text", in: newer).setString("of a newer version")
                let restored = try desk.tester.restartAndRestore().scenes[0]
                desk.pending.resume(in: restored)
                XCTAssertEqual(
                    Desk.kept(restored),
                    [newer.path(of: "subject"), newer.path(of: "text")]
                )
            }
        }
    }
}

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
