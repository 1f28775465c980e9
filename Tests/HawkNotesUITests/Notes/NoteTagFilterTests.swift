import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// A page that shows only the notes with a tag.
final class NoteTagFilterTests: DisplayTestCase {
    /// A page with four notes, of which two have the tag.
    @MainActor
    private struct Desk {
        let program: TestProgram
        let book: NoteSubject
        let notes: [Note]

        init(_ program: TestProgram) throws {
            self.program = program
            let book = NoteSubject.book(program.series.books[0].id)
            self.book = book
            notes = try [
                program.library.addNote("Salt at #Séa", on: book),
                program.library.addNote("Foam", on: book, tags: ["sea", "low tide"]),
                program.library.addNote("Sand", on: book, tags: ["beach"]),
                program.library.addNote("Wind", on: book),
            ]
            program.openWindow()
        }

        var section: NotesSection {
            get throws { try XCTUnwrap(program.windows.first?.page.notes) }
        }

        func expect(
            _ texts: [String],
            file: StaticString = #filePath,
            line: UInt = #line
        ) throws {
            let section = try section
            var shown: [String] = []
            let isShown = MainLoop.run {
                shown = (0..<section.notes.count).compactMap { section.notes.item(at: $0)?.text }
                return shown == texts
            }
            XCTAssertTrue(isShown, "\(shown)", file: file, line: line)
        }

        func card(_ text: String) throws -> NoteCard {
            let section = try section
            XCTAssertTrue(MainLoop.run { section.cards.contains { $0.note.text == text } })
            return try XCTUnwrap(section.cards.first { $0.note.text == text })
        }
    }

    private static let all = ["Salt at #Séa", "Foam", "Sand", "Wind"]

    func testATagOfACardLimitsThePageUntilItIsCleared() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try desk.expect(Self.all)
            XCTAssertFalse(try desk.section.tagFilter.root.isVisible)
            try desk.section.marks.mark([desk.notes[3].id])
            try desk.card("Foam").open("#sea")
            try desk.expect(["Salt at #Séa", "Foam"])
            XCTAssertTrue(try desk.section.tagFilter.root.isVisible)
            XCTAssertTrue(try desk.section.heading.shows("#sea"))
            XCTAssertTrue(try desk.section.marks.ids.isEmpty, "not shown any longer")
            try desk.card("Salt at #Séa").open("#Séa")
            try desk.expect(["Salt at #Séa", "Foam"])
            XCTAssertTrue(try desk.section.heading.click("Remove Filter “#Séa”"))
            try desk.expect(Self.all)
            XCTAssertFalse(try desk.section.tagFilter.root.isVisible)
        }
    }

    /// A card in the middle of a long page, whose tag is chosen while the composer is unfolded.
    func testTheCardOfTheChosenTagStaysInItsPlace() throws {
        for (width, height) in [(360, 640), (1000, 700)] {
            try withProgram { program in
                let book = NoteSubject.book(program.series.books[0].id)
                for number in 0..<60 {
                    let tags = number.isMultiple(of: 3) ? [] : ["sea"]
                    try program.library.addNote("Foam \(number)", on: book, tags: tags)
                }
                let window = program.openWindow(width: width, height: height)
                let section = try XCTUnwrap(window.page.notes)
                let list = section.list
                XCTAssertTrue(section.composer.field.grabFocus())
                section.showNote(try XCTUnwrap(section.notes.item(at: 31)).id)
                @MainActor func card() -> NoteCard? {
                    section.cards.first { $0.note.text == "Foam 31" }
                }
                @MainActor func top() -> Double? {
                    card()?.root.frame(in: list.view).map(\.y)
                }
                XCTAssertTrue(MainLoop.run { card()?.root.isMapped == true })
                MainLoop.drain()
                XCTAssertTrue(section.composer.field.grabFocus())
                list.scroll(by: Int(try XCTUnwrap(top())) - height / 3)
                XCTAssertTrue(MainLoop.run { abs((top() ?? 0) - Double(height / 3)) < 2 })
                let before = try XCTUnwrap(top())
                try XCTUnwrap(card()).open("#sea")
                XCTAssertTrue(MainLoop.run { section.notes.count == 40 })
                MainLoop.drain()
                XCTAssertEqual(try XCTUnwrap(top()), before, accuracy: 2, "\(width) wide")
                XCTAssertTrue(section.heading.click("Remove Filter “#sea”"))
                XCTAssertTrue(MainLoop.run { section.notes.count == 60 })
            }
        }
    }

    func testTheFilterSurvivesAKill() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try desk.section.tagFilter.choose("low tide")
            try desk.expect(["Foam"])
            _ = try program.restart(after: .kill)
            try desk.expect(["Foam"])
            try desk.section.tagFilter.choose(nil)
            _ = try program.restart(after: .kill)
            try desk.expect(Self.all)
        }
    }

    func testAPageWithoutNotesWithTheTagSaysSo() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try desk.section.tagFilter.choose("beach")
            try desk.expect(["Sand"])
            XCTAssertFalse(try desk.section.emptyState.isVisible)
            try program.library.setTags([], of: desk.notes[2].id)
            try desk.expect([])
            XCTAssertTrue(try desk.section.emptyState.isVisible)
            XCTAssertTrue(try desk.section.emptyState.shows("No notes with this tag"))
            XCTAssertFalse(try desk.section.emptyState.shows("No notes yet"))
        }
    }

    func testANewNoteIsShownWhetherOrNotItHasTheTag() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try desk.section.tagFilter.choose("beach")
            try desk.expect(["Sand"])
            let composer = try desk.section.composer
            composer.field.buffer.text = "Shells on the #beach"
            composer.saveNote()
            try desk.expect(["Sand", "Shells on the #beach"])
            composer.field.buffer.text = "Clouds"
            composer.saveNote()
            try desk.expect(Self.all + ["Shells on the #beach", "Clouds"])
            XCTAssertNil(try desk.section.tagFilter.tag)
        }
    }

    func testANoteThatIsLookedForIsShown() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try desk.section.tagFilter.choose("sea")
            try desk.expect(["Salt at #Séa", "Foam"])
            try desk.section.pointOut(desk.notes[1].id)
            try desk.expect(["Salt at #Séa", "Foam"])
            try desk.section.pointOut(desk.notes[3].id)
            try desk.expect(Self.all)
            XCTAssertTrue(MainLoop.run { (try? desk.card("Wind").root.containsFocus) == true })
        }
    }

    func testANoteThatIsBeingEditedStays() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try desk.card("Wind").beginEditing()
            try desk.card("Wind").field?.buffer.text = "Winds"
            try desk.section.tagFilter.choose("sea")
            try desk.expect(["Salt at #Séa", "Foam", "Wind"])
            let card = try desk.card("Wind")
            XCTAssertFalse(card.isGone)
            XCTAssertEqual(card.field?.buffer.text, "Winds")
            XCTAssertTrue(card.root.click("Save"))
            try desk.expect(["Salt at #Séa", "Foam"])
            XCTAssertEqual(try program.library.note(desk.notes[3].id)?.text, "Winds")
        }
    }

    func testASpoilerIsNotAmongThemUntilItIsShown() throws {
        try withProgram { program in
            let desk = try Desk(program)
            let (series, loaded) = (program.series, program.context.series)
            let chapter = Chapter(
                id: UUID(),
                bookID: series.books[1].id,
                name: "Last",
                position: 0
            )
            try program.library.save(chapter)
            let late = try program.library.addNote(
                "Late at #Sea",
                on: desk.book,
                place: NotePlace(chapterID: chapter.id),
                tags: ["grave"]
            )
            try desk.section.tagFilter.choose("sea")
            try desk.expect(["Salt at #Séa", "Foam", "Late at #Sea"])
            let tags = program.context.tags
            tags.refresh {}
            XCTAssertTrue(MainLoop.run { tags.names.contains("grave") })

            let position = ReadingPosition(bookID: series.books[0].id)
            try program.library.setReadUpTo(position, in: series.id)
            try desk.expect(["Salt at #Séa", "Foam"])
            XCTAssertFalse(tags.names.contains("grave"), "not before they are read again either")
            tags.refresh {}
            XCTAssertTrue(MainLoop.run { tags.names.contains("low tide") })
            XCTAssertFalse(tags.names.contains("grave"))

            loaded.unveiled.insert([.thing(late.id)], isPrivate: false)
            try desk.expect(["Salt at #Séa", "Foam", "Late at #Sea"])
            loaded.unveiled.remove(.thing(late.id))
            try desk.expect(["Salt at #Séa", "Foam"])
            try program.library.setReadUpTo(nil, in: series.id)
            try desk.expect(["Salt at #Séa", "Foam", "Late at #Sea"])
        }
    }

    func testTagsAreInTheMenuOfTheNote() throws {
        XCTAssertEqual(TagLinks.menuTitle(of: "sea"), "Show Notes with #sea")
        XCTAssertEqual(TagLinks.name(of: "#sea"), "sea")
        XCTAssertNil(TagLinks.name(of: "https://a.example/#sea"))
    }
}
