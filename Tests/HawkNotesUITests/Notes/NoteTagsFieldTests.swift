import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The field for tags in the editor of a note.
final class NoteTagsFieldTests: DisplayTestCase {
    /// A note with tags, which is being edited.
    @MainActor
    private struct Desk {
        let program: TestProgram
        let note: Note

        init(_ program: TestProgram, tags: [String] = ["sea", "low tide"]) throws {
            self.program = program
            let book = NoteSubject.book(program.series.books[0].id)
            note = try program.library.addNote("Salt", on: book, tags: tags)
            try program.library.addNote("Other", on: .book(UUID()), tags: ["séance", "lake"])
            program.openWindow()
            try card.beginEditing()
        }

        var card: NoteCard {
            get throws {
                let notes = try XCTUnwrap(program.windows.first?.page.notes)
                XCTAssertTrue(MainLoop.run { notes.cards.first?.root.isMapped == true })
                return try XCTUnwrap(notes.cards.first)
            }
        }

        var field: NoteTagsField { get throws { try XCTUnwrap(card.editor?.tags) } }

        var saved: [String] { get throws { try XCTUnwrap(program.library.note(note.id)).tags } }

        func write(_ text: String) throws { try field.entry.content.replaceAll(with: text) }

        func save() throws {
            let card = try card
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(MainLoop.run { !card.isBusy })
        }
    }

    func testTagsAreEdited() throws {
        try withProgram { program in
            let desk = try Desk(program)
            XCTAssertEqual(try desk.field.entry.content.text, "sea, low tide")
            try desk.write("#lake, low tide")
            try desk.save()
            XCTAssertTrue(MainLoop.run { (try? desk.saved) == ["lake", "low tide"] })
            XCTAssertTrue(MainLoop.run { (try? desk.card.root.shows("#lake #low tide")) == true })
            XCTAssertEqual(try program.library.note(desk.note.id)?.text, "Salt")
        }
    }

    func testAnUnchangedFieldChangesNothing() throws {
        try withProgram { program in
            let desk = try Desk(program, tags: ["Quill, Zelda"])
            try desk.save()
            XCTAssertEqual(try desk.saved, ["Quill, Zelda"])
            XCTAssertEqual(try program.library.note(desk.note.id), desk.note)
        }
    }

    func testUndoAndEscape() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try desk.write("lake")
            try desk.field.entry.content.takeBack(
                TextBuffer.Edit(offset: 0, removed: "sea, low tide", inserted: "lake")
            )
            XCTAssertEqual(try desk.field.entry.content.text, "sea, low tide")
            try desk.write("lake")
            let card = try desk.card
            try desk.field.onCancel()
            XCTAssertFalse(card.isEditing)
            XCTAssertEqual(try desk.saved, ["sea", "low tide"])
            card.beginEditing()
            XCTAssertEqual(try desk.field.entry.content.text, "sea, low tide", "a new draft")
        }
    }

    func testTheDraftSurvivesAKillAlsoWhenItIsEmpty() throws {
        for text in ["lake, é", ""] {
            try withProgram { program in
                let desk = try Desk(program)
                try desk.write(text)
                _ = try desk.field.entry.grabFocus()
                MainLoop.drain()
                _ = try program.restart(after: .kill)
                XCTAssertTrue(try desk.card.isEditing)
                XCTAssertEqual(try desk.field.entry.content.text, text)
                try desk.save()
                let expected = WrittenTags.names(in: text)
                XCTAssertTrue(MainLoop.run { (try? desk.saved) == expected })
            }
        }
    }

    /// The state of an edit as it was stored before there were tags in it.
    func testAnEditThatAnOlderVersionBeganKeepsTheTags() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try XCTUnwrap(desk.card.field).buffer.replaceAll(with: "Salt and foam")
            let scene = try XCTUnwrap(program.windows.first).scene
            try desk.card.close()
            let note = "/note:\(desk.note.id.canonicalString)/"
            let frozen: Set = [
                "isEditing", "edit", "editBase", "editPlaceBase", "editQuoteBase", "editID",
            ]
            var kept: Set<String> = []
            for path in scene.storedKeys() where path.contains(note) {
                let name = path.components(separatedBy: note)[1]
                if frozen.contains(name) {
                    kept.insert(name)
                } else {
                    scene.removeStoredValues(at: path)
                }
            }
            XCTAssertEqual(kept, frozen)
            _ = try program.restart(after: .kill)
            XCTAssertEqual(try desk.card.field?.buffer.text, "Salt and foam")
            XCTAssertEqual(try desk.field.entry.content.text, "sea, low tide")
            try desk.save()
            XCTAssertTrue(
                MainLoop.run { (try? program.library.note(desk.note.id)?.text) == "Salt and foam" }
            )
            XCTAssertEqual(try desk.saved, ["sea", "low tide"])
        }
    }

    func testTagsOfAnotherWindowAreFollowedUnlessTheyAreChangedHere() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try program.library.setTags(["lake"], of: desk.note.id)
            XCTAssertTrue(MainLoop.run { (try? desk.field.entry.content.text) == "lake" })
            try desk.write("river")
            try program.library.setTags(["foam"], of: desk.note.id)
            XCTAssertTrue(MainLoop.run { (try? desk.card.note.tags) == ["foam"] })
            XCTAssertEqual(try desk.field.entry.content.text, "river")
        }
    }

    func testKnownTagsAreOfferedAndCompleted() throws {
        try withProgram { program in
            let desk = try Desk(program)
            let (field, content) = (try desk.field, try desk.field.entry.content)
            XCTAssertTrue(field.entry.grabFocus())
            content.selection = (content.count, content.count)
            content.apply(TextBuffer.Edit(offset: content.count, removed: "", inserted: ", SE"))
            XCTAssertTrue(MainLoop.run { field.completion.choices == ["séance"] })
            XCTAssertFalse(field.completion.handle(Key("Return"), []), "saves the note")
            content.apply(TextBuffer.Edit(offset: content.count, removed: "", inserted: "a"))
            XCTAssertTrue(MainLoop.run { field.completion.choices == ["séance"] })
            XCTAssertTrue(field.completion.handle(Key("Escape"), []))
            XCTAssertTrue(try desk.card.isEditing)
            content.apply(TextBuffer.Edit(offset: content.count, removed: "", inserted: "n"))
            XCTAssertTrue(MainLoop.run { field.completion.choices == ["séance"] })
            XCTAssertTrue(field.completion.handle(Key("Down"), []))
            XCTAssertTrue(field.completion.handle(Key("Return"), []))
            XCTAssertEqual(content.text, "sea, low tide, séance, ")
            XCTAssertTrue(MainLoop.run { field.completion.choices.isEmpty })
            try desk.save()
            XCTAssertTrue(MainLoop.run { (try? desk.saved) == ["sea", "low tide", "séance"] })
        }
    }
}
