import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation

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
                XCTAssertTrue(
                    runMainQueue {
                        desk.pending.notes(in: bad).isEmpty && desk.pending.notes(in: good).isEmpty
                    }
                )
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
                    given.append($0.text)
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
                        given.append($0.text)
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
