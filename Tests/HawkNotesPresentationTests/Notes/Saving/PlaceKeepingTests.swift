import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Places of notes on their way to the library.
final class PlaceKeepingTests: XCTestCase {
    private static let place = NotePlace(chapterID: UUID(), text: "p. 87")

    func testAPlaceIsSavedWithItsNoteByTheNextRunAsWell() throws {
        let place = Self.place
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                try desk.troubled.refuse("INSERT", "note")
                let id = UUID()
                desk.pending.save("mine", at: place, as: id, on: .book(desk.book), in: page)
                XCTAssertEqual(desk.pending.notes(in: page).map(\.place), [place])
                XCTAssertTrue(runMainQueue { desk.pending.notes(in: page)[0].problem != nil })
                let restored = try desk.tester.restartAndRestore().scenes[0]
                try desk.troubled.refuseNothing()
                desk.start()
                desk.pending.resume(in: restored)
                try desk.expect(["mine"], nothingIn: desk.page(restored))
                XCTAssertEqual(try desk.library.note(id)?.place, place)
            }
        }
    }

    func testWhatIsGivenBackByTheNextRunKeepsItsPlaceOrStaysANote() throws {
        let (place, other) = (Self.place, NotePlace(text: "p. 3"))
        // What is in the draft, and what is there afterwards; nil where the note is saved.
        let cases: [(String, NotePlace?, (String, NotePlace?)?)] = [
            ("", nil, ("mine", place)),
            ("", NotePlace(chapterID: UUID()), ("mine", place)),
            ("typed", nil, ("typed\n\nmine", place)),
            ("typed", place, ("typed\n\nmine", place)),
            ("typed\n\nmine", place, ("typed\n\nmine", place)),
            ("typed", other, nil),
            ("", other, nil),
        ]
        try onMainActor {
            for (text, draft, expected) in cases {
                try withDesk { desk in
                    let page = desk.page(desk.tester.session.makeScene())
                    let id = UUID()
                    PendingNoteStorage(id, in: page).write(
                        PendingNote(
                            id: id,
                            subject: .book(desk.book),
                            text: "mine",
                            date: Date(),
                            place: place
                        )
                    )
                    PendingNoteStorage(id, in: page).isReturning = true
                    RestorableText("newNote", in: page).setString(text)
                    StoredPlace(newNoteIn: page).place = draft
                    let restored = try desk.tester.restartAndRestore().scenes[0]
                    desk.pending.resume(in: restored)
                    let after = desk.page(restored)
                    try desk.expect(expected == nil ? ["mine"] : [], nothingIn: after)
                    let kept = RestorableText("newNote", in: after).string
                    XCTAssertEqual(kept, expected?.0 ?? text)
                    XCTAssertEqual(
                        StoredPlace(newNoteIn: after).place,
                        expected.map(\.1) ?? draft
                    )
                    if expected == nil {
                        XCTAssertEqual(try desk.library.note(id)?.place, place)
                    }
                }
            }
        }
    }

    func testADraftThatWasSavedLosesItsWordsAndKeepsTheChapter() throws {
        let place = Self.place
        try onMainActor {
            try withDesk { desk in
                let page = desk.page(desk.tester.session.makeScene())
                let id = UUID()
                RestorableText("newNote", in: page).setString("mine")
                StoredPlace(newNoteIn: page).place = place
                DraftIdentity(in: page).id = id
                StoredDraft(in: page).settle(with: id, "mine")
                XCTAssertEqual(
                    StoredPlace(newNoteIn: page).place,
                    NotePlace(chapterID: place.chapterID)
                )
            }
        }
    }

    func testPlacesAreStoredWhole() {
        let places: [NotePlace?] = [
            nil, Self.place, NotePlace(text: "12 %"), NotePlace(chapterID: UUID()),
        ]
        for place in places {
            XCTAssertEqual(NotePlace?(stored: place.stored), place)
            XCTAssertFalse(place.stored.isEmpty)
        }
        for text in ["", "\n", "x", "x\n \n", "\n\n"] { XCTAssertNil(NotePlace?(stored: text)) }
    }
}
