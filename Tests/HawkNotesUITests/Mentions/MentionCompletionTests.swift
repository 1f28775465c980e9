import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// Characters that are offered behind an `@`, and names that are drawn as links.
final class MentionCompletionTests: DisplayTestCase {
    /// A window with two characters of its own, whose composer has the focus.
    @MainActor
    private struct Desk {
        let program: TestProgram
        let window: MainWindow
        let book: Book

        init(_ program: TestProgram) throws {
            self.program = program
            let series = program.series
            book = series.books[0]
            for (place, name) in ["Zelda Quill", "Zelma"].enumerated() {
                try program.library.save(
                    Character(
                        id: UUID(),
                        seriesID: series.id,
                        name: name,
                        bookID: book.id,
                        position: 100 + place,
                        aliases: place == 1 ? ["The Zebra"] : []
                    )
                )
            }
            XCTAssertTrue(
                MainLoop.run { program.series.allCharacters.contains { $0.name == "Zelma" } }
            )
            window = program.openWindow()
            // Nothing is offered in a window that does not get the keys.
            XCTAssertTrue(MainLoop.run { [window] in window.window.isActive })
            XCTAssertTrue(try field.grabFocus())
        }

        var composer: Composer {
            get throws { try XCTUnwrap(window.tabController.page.notes?.composer) }
        }
        var field: TextView { get throws { try composer.field } }
        var completion: MentionCompletion { get throws { try composer.mentions.completion } }
        var text: String { get throws { try field.buffer.text } }

        var names: [String] {
            ((try? completion.choices) ?? []).map(MentionChoices.title)
        }

        /// Types as an input method does: into the place of the cursor.
        func type(_ text: String) throws {
            let buffer = try field.buffer
            for scalar in text.unicodeScalars {
                gtk_text_buffer_insert_at_cursor(buffer.cast(), String(scalar), -1)
            }
        }

        func expect(_ expected: [String], line: UInt = #line) {
            XCTAssertTrue(MainLoop.run { names == expected }, "\(names)", line: line)
        }

        /// Presses a key where the field's controllers see it.
        func press(_ key: String, _ modifiers: Modifiers = []) throws -> Bool {
            try completion.handle(Key(key), modifiers)
        }
    }

    private static func withDesk(_ body: @MainActor (Desk) throws -> Void) throws {
        try withProgram { try body(try Desk($0)) }
    }

    func testAnAtOffersCharactersAndEnterTakesOne() throws {
        try Self.withDesk { desk in
            try desk.type("See @Ze")
            desk.expect(["Zelda Quill", "Zelma", "Create “Ze”"])
            XCTAssertEqual(try desk.completion.selected, 0)
            XCTAssertTrue(try desk.press("Down"))
            XCTAssertEqual(try desk.completion.selected, 1)
            XCTAssertTrue(try desk.press("Return"))
            XCTAssertEqual(try desk.text, "See @Zelma ")
            XCTAssertFalse(try desk.completion.isOpen)
            XCTAssertEqual(try desk.composer.mentions.style.ranges, [4..<10])
            try desk.field.buffer.undo()
            XCTAssertEqual(try desk.text, "See @Ze", "it is one step to undo")
        }
    }

    func testTagsAreOfferedBehindANumberSign() throws {
        try Self.withDesk { desk in
            for text in ["#Sealskin #to-lend", "A #séance"] {
                try desk.program.library.addNote(text, on: .book(desk.book.id))
            }
            try desk.type("By the #")
            MainLoop.drain()
            XCTAssertFalse(try desk.completion.isOpen, "it may be a heading or a number")
            try desk.type("sea")
            desk.expect(["#séance", "#Sealskin"])
            XCTAssertFalse(try desk.press("Return"), "it is for the text")
            try desk.type("l")
            desk.expect(["#Sealskin"])
            XCTAssertTrue(try desk.press("Tab"))
            XCTAssertEqual(try desk.text, "By the #Sealskin ")
            try desk.field.buffer.undo()
            XCTAssertEqual(try desk.text, "By the #seal", "it is one step to undo")
            try desk.type(" #to")
            desk.expect(["#to-lend"])
            XCTAssertTrue(try desk.press("Down"))
            XCTAssertTrue(try desk.press("Return"))
            XCTAssertEqual(try desk.text, "By the #seal #to-lend ")
            try desk.type("#nothing")
            desk.expect([])
            try desk.type(" @Zelm")
            desk.expect(["Zelma", "Create “Zelm”"])
        }
    }

    func testASpaceThatIsTypedAfterACompletionIsNotASecondOne() throws {
        try Self.withDesk { desk in
            try desk.type("See @Zelm")
            desk.expect(["Zelma", "Create “Zelm”"])
            XCTAssertTrue(try desk.press("Return"))
            XCTAssertEqual(try desk.text, "See @Zelma ")
            XCTAssertTrue(try desk.press("space"), "it is there already")
            XCTAssertEqual(try desk.text, "See @Zelma ")
            XCTAssertFalse(try desk.press("space"), "only one is swallowed")
            try desk.field.buffer.undo()
            XCTAssertEqual(try desk.text, "See @Zelm", "the completion is still one step")
        }
    }

    func testAPunctuationMarkThatIsTypedAfterACompletionReplacesItsSpace() throws {
        try Self.withDesk { desk in
            try desk.type("@Zelm")
            desk.expect(["Zelma", "Create “Zelm”"])
            XCTAssertTrue(try desk.press("Tab"))
            XCTAssertTrue(try desk.press("question", .shift))
            XCTAssertEqual(try desk.text, "@Zelma?")
            XCTAssertFalse(try desk.press("period"), "the next one is ordinary text")
            try desk.field.buffer.undo()
            XCTAssertEqual(try desk.text, "@Zelma ")
            try desk.field.buffer.undo()
            XCTAssertEqual(try desk.text, "@Zelm")
            try desk.field.buffer.redo()
            try desk.field.buffer.redo()
            XCTAssertEqual(try desk.text, "@Zelma?")
        }
    }

    func testTheSpaceOfACompletionIsOnlyTheCompletionsUntilSomethingElseHappens() throws {
        try Self.withDesk { desk in
            try desk.program.library.addNote("#sea", on: .book(desk.book.id))
            let buffer = try desk.field.buffer
            @MainActor func complete() throws {
                buffer.text = ""
                try desk.type("By the #se")
                desk.expect(["#sea"])
                XCTAssertTrue(try desk.press("Tab"))
                XCTAssertEqual(try desk.text, "By the #sea ")
            }
            try complete()
            XCTAssertFalse(try desk.press("a"), "a letter is typed as ever")
            XCTAssertFalse(try desk.press("space", .control))
            XCTAssertTrue(try desk.press("period"))
            XCTAssertEqual(try desk.text, "By the #sea.")
            try complete()
            try desk.type("x")
            XCTAssertFalse(try desk.press("space"))
            try complete()
            buffer.selection = (2, 2)
            buffer.selection = (buffer.count, buffer.count)
            XCTAssertFalse(try desk.press("space"), "the cursor was elsewhere")
            try complete()
            buffer.undo()
            XCTAssertFalse(try desk.press("space"))
            XCTAssertFalse(try desk.press("comma"))
            XCTAssertEqual(try desk.text, "By the #se")
            buffer.text = ""
            try desk.type("#se, foam")
            buffer.selection = (3, 3)
            try desk.type("a")
            buffer.selection = (4, 4)
            XCTAssertFalse(try desk.press("comma"), "there was no completion")
        }
    }

    func testNothingIsSwallowedWhereTheCompletionAddedNoSpace() throws {
        try Self.withDesk { desk in
            try desk.type("@Zelm, she")
            MainLoop.drain()
            let buffer = try desk.field.buffer
            buffer.selection = (4, 4)
            try desk.type("a")
            buffer.apply(TextBuffer.Edit(offset: 4, removed: "a", inserted: ""))
            try desk.type("l")
            buffer.apply(TextBuffer.Edit(offset: 4, removed: "l", inserted: ""))
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            XCTAssertTrue(try desk.press("Return"))
            XCTAssertEqual(try desk.text, "@Zelda Quill, she")
            XCTAssertFalse(try desk.press("space"))
            XCTAssertFalse(try desk.press("period"))
        }
    }

    func testTheArrowsGoRoundAndTabTakes() throws {
        try Self.withDesk { desk in
            try desk.type("@zel")
            desk.expect(["Zelda Quill", "Zelma", "Create “zel”"])
            XCTAssertTrue(try desk.press("Up"))
            XCTAssertEqual(try desk.completion.selected, 2)
            XCTAssertTrue(try desk.press("Down"))
            XCTAssertFalse(try desk.press("Return", .control), "that saves the note")
            XCTAssertTrue(try desk.press("Tab"))
            XCTAssertEqual(try desk.text, "@Zelda Quill ")
        }
    }

    func testNothingIsOfferedForANameThatIsThere() throws {
        try Self.withDesk { desk in
            try desk.type("@Zelm")
            desk.expect(["Zelma", "Create “Zelm”"])
            try desk.type("a")
            desk.expect([])
            XCTAssertFalse(try desk.press("Return"), "it is for the text")
        }
    }

    func testAnAliasIsFoundAndSaid() throws {
        try Self.withDesk { desk in
            try desk.type("@the zeb")
            desk.expect(["Zelma, The Zebra"])
        }
    }

    func testEscapeClosesItUntilTheWordIsLeft() throws {
        try Self.withDesk { desk in
            try desk.type("@Ze")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            XCTAssertTrue(try desk.press("Escape"))
            XCTAssertFalse(try desk.completion.isOpen)
            XCTAssertFalse(try desk.press("Escape"), "the next one is for the window")
            try desk.type("l")
            MainLoop.drain()
            XCTAssertFalse(try desk.completion.isOpen)
            try desk.type("da. @Ze")
            desk.expect(["Zelda Quill", "Zelma", "Create “Ze”"])
        }
    }

    func testItClosesWithTheWordAndWithTheFocus() throws {
        try Self.withDesk { desk in
            try desk.type("@Ze")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            try desk.type(" is")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == false })
            try desk.type(" @Ze")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            try desk.field.buffer.selection = (0, 0)
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == false })
            let end = try desk.field.buffer.count
            try desk.field.buffer.selection = (end, end)
            MainLoop.drain()
            XCTAssertFalse(try desk.completion.isOpen, "nobody has typed")
            try desk.type("l")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            try desk.composer.saveButton.grabFocus()
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == false })
        }
    }

    func testAKeyThatComesAtOnceTakesWhatWasTyped() throws {
        try Self.withDesk { desk in
            try desk.type("@Ze")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            try desk.type("lm")
            XCTAssertTrue(try desk.press("Return"))
            XCTAssertEqual(try desk.text, "@Zelma ")
        }
    }

    func testAnEnterMakesNobody() throws {
        try Self.withDesk { desk in
            try desk.type("@Qq")
            desk.expect(["Create “Qq”"])
            XCTAssertNil(try desk.completion.selected)
            XCTAssertFalse(try desk.press("Return"), "it is for the text")
            try desk.type("\n@Q")
            desk.expect(["Zelda Quill"])
            try desk.type("q,")
            desk.expect([])
        }
    }

    func testANewCharacterIsMadeAndCanBeTakenBack() throws {
        try Self.withDesk { desk in
            try desk.type("@Xanthe")
            desk.expect(["Create “Xanthe”"])
            XCTAssertTrue(try desk.press("Down"))
            XCTAssertTrue(try desk.press("Return"))
            XCTAssertEqual(try desk.text, "@Xanthe ")
            XCTAssertEqual(try desk.composer.mentions.style.ranges, [0..<7], "known at once")
            try desk.composer.saveNote()
            XCTAssertTrue(
                MainLoop.run { desk.program.series.allCharacters.contains { $0.name == "Xanthe" } }
            )
            let made = try XCTUnwrap(
                desk.program.series.allCharacters.first { $0.name == "Xanthe" }
            )
            XCTAssertEqual(made.bookID, desk.book.id)
            XCTAssertTrue(
                MainLoop.run {
                    (try? desk.program.library.mentionCount(of: made.id)) == 1
                }
            )
            XCTAssertTrue(MainLoop.run { desk.window.shownToast?.text == "“Xanthe” added" })
            XCTAssertTrue(desk.window.toasts.performAction())
            XCTAssertTrue(
                MainLoop.run { !desk.program.series.allCharacters.contains { $0.id == made.id } }
            )
        }
    }

    func testWhatIsOfferedBeginsWhereTheNameDoesInBothDirections() throws {
        for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
            MainActor.assumeIsolated { gtk_widget_set_default_direction(direction) }
            defer {
                MainActor.assumeIsolated { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
            }
            try Self.withDesk { desk in
                let isMirrored = direction == GTK_TEXT_DIR_RTL
                try desk.type((isMirrored ? "שלום " : "shalom ") + "@Zel")
                XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
                let field = try desk.field
                let at = try XCTUnwrap(field.visibleFrame(ofOffset: isMirrored ? 5 : 7))
                let origin = try XCTUnwrap(field.frame(in: desk.window.window))
                let popover = try XCTUnwrap(
                    desk.window.window.all(ofType: "GtkPopover").first { $0.isMapped }
                )
                let surface = try XCTUnwrap(gtk_native_get_surface(popover.opaque))
                // It has its width a moment later, and a shadow around it.
                let isInPlace = {
                    let left = Double(gdk_popup_get_position_x(surface))
                    let right = left + Double(gdk_surface_get_width(surface))
                    let begin = origin.x + at.x
                    return abs(isMirrored ? right - begin - at.width : left - begin) < 12
                }
                XCTAssertTrue(MainLoop.run { isInPlace() })
            }
        }
    }

    func testNothingIsOfferedWhileAnInputMethodComposes() throws {
        try Self.withDesk { desk in
            try desk.type("@Ze")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            try Self.compose("l", in: desk.field)
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == false })
            XCTAssertFalse(try desk.press("Return"), "it is for the input method")
            try Self.compose("", in: desk.field)
            try desk.type("l")
            desk.expect(["Zelda Quill", "Zelma", "Create “Zel”"])
        }
    }

    func testAWordIsOfferedForThatAnInputMethodGivesAwayBeforeItIsDone() throws {
        try Self.withDesk { desk in
            try desk.type("@")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            try Self.compose("Ze", in: desk.field)
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == false })
            try desk.type("Zel")
            MainLoop.drain()
            XCTAssertFalse(try desk.completion.isOpen)
            try Self.compose("", in: desk.field)
            desk.expect(["Zelda Quill", "Zelma", "Create “Zel”"])
        }
    }

    /// Tells what a text view tells while an input method composes.
    @MainActor
    private static func compose(_ text: String, in field: TextView) {
        var values = [GValue(), GValue()]
        g_value_init(&values[0], cgtk_type_object())
        g_value_set_object(&values[0], field.pointer)
        g_value_init(&values[1], cgtk_type_string())
        g_value_set_string(&values[1], text)
        let signal = g_signal_lookup("preedit-changed", gtk_text_view_get_type())
        g_signal_emitv(&values, signal, 0, nil)
        for index in values.indices { g_value_unset(&values[index]) }
    }

    func testTheWindowGoesWithItOpen() throws {
        try Self.withDesk { desk in
            try desk.type("@Ze")
            XCTAssertTrue(MainLoop.run { (try? desk.completion.isOpen) == true })
            desk.program.close(desk.window)
        }
    }

    /// The page ends first, and nothing of it is left that could close what is offered. A text view that
    /// is disposed of with it inside would never get to its end.
    func testThePageGoesWithItOpen() throws {
        try Self.withDesk { desk in
            desk.window.push(.character(desk.program.series.allCharacters[0].id))
            let field = Widget(borrowing: try desk.field.widget)
            XCTAssertTrue(field.grabFocus())
            try desk.type("@Ze")
            desk.expect(["Zelda Quill", "Zelma", "Create “Ze”"])
            let popovers = { field.all(ofType: "GtkPopover") }
            XCTAssertTrue(MainLoop.run { popovers().contains { $0.isMapped } })
            weak var page: AnyObject? = desk.window.tabController.page
            var pageLeftTheFocus = false
            field.onFocusLeave { if page != nil { pageLeftTheFocus = true } }
            desk.window.goBack()
            XCTAssertTrue(MainLoop.run { gtk_widget_get_root(field.widget) == nil })
            XCTAssertFalse(pageLeftTheFocus, "the page was still there, and closed it")
            let left = popovers()
            for popover in left { popover.unparent() }
            XCTAssertTrue(left.isEmpty, "still in the field")
        }
    }

    func testNamesAreOfferedForWhatIsTypedBeforeThePageIsLaidOut() throws {
        try Self.withDesk { desk in
            desk.window.push(.character(desk.program.series.allCharacters[0].id))
            XCTAssertTrue(try desk.field.grabFocus())
            try desk.type("@Ze")
            XCTAssertNil(try desk.field.visibleFrame(ofOffset: 0), "it has its place already")
            // As on a busy computer, where the next frame comes later.
            try desk.completion.update()
            XCTAssertEqual(desk.names, [])
            desk.expect(["Zelda Quill", "Zelma", "Create “Ze”"])
        }
    }

    // MARK: Names that are drawn as links

    func testNamesAreDrawnAsLinksByTheTextAlone() throws {
        try Self.withDesk { desk in
            let buffer = try desk.field.buffer
            let style = try desk.composer.mentions.style
            buffer.text = "one @Zelma\ntwo @Zelda Quill, @Zeldas"
            XCTAssertEqual(style.ranges, [4..<10, 15..<27])
            buffer.apply(TextBuffer.Edit(offset: 10, removed: "", inserted: "s"))
            XCTAssertEqual(style.ranges, [16..<28])
            buffer.undo()
            XCTAssertEqual(style.ranges, [4..<10, 15..<27])
            buffer.apply(TextBuffer.Edit(offset: 0, removed: "one ", inserted: "x"))
            XCTAssertEqual(style.ranges, [12..<24])
            buffer.apply(TextBuffer.Edit(offset: 0, removed: "x@Zelma\ntwo ", inserted: ""))
            XCTAssertEqual(style.ranges, [0..<12])
            XCTAssertTrue(buffer.canUndo)
        }
    }

    func testEveryEditLeavesTheSameAsANewField() throws {
        try Self.withDesk { desk in
            let buffer = try desk.field.buffer
            let style = try desk.composer.mentions.style
            var random = SystemRandomNumberGenerator()
            let parts = ["@", "Zelma", "Zelda Quill", " ", "@Zelma", "s", "\n", "Zel", "da"]
            for _ in 0..<300 {
                let offset = Int.random(in: 0...buffer.count, using: &random)
                let length = min(Int.random(in: 0...6, using: &random), buffer.count - offset)
                buffer.apply(
                    TextBuffer.Edit(
                        offset: offset,
                        removed: buffer.text(in: offset..<offset + length),
                        inserted: parts.randomElement(using: &random) ?? ""
                    )
                )
                let shown = style.ranges
                style.updateAll()
                XCTAssertEqual(shown, style.ranges, buffer.text)
            }
        }
    }

    func testARenamedCharacterIsKnownByItsNewName() throws {
        try Self.withDesk { desk in
            let style = try desk.composer.mentions.style
            try desk.field.buffer.text = "@Zelma and @Zora"
            XCTAssertEqual(style.ranges, [0..<6])
            var zelma = try XCTUnwrap(
                desk.program.series.allCharacters.first { $0.name == "Zelma" }
            )
            zelma.name = "Zora"
            try desk.program.library.save(zelma)
            XCTAssertTrue(MainLoop.run { style.ranges == [11..<16] })
        }
    }
}
