import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

final class WindowLayoutTests: DisplayTestCase {
    /// Shows every kind of page in turn.
    @MainActor
    private static func onEveryPage(
        of window: MainWindow,
        in program: TestProgram,
        _ body: @MainActor (String) throws -> Void
    ) rethrows {
        for tab in Place.tabs(in: program.series) {
            window.select(tab)
            try body("tab \(tab.tabIdentifier)")
        }
        for book in program.series.books {
            window.select(.book(book.id))
            window.setWebPageShown(true, for: book)
            try body("web page of \(book.title)")
            window.setWebPageShown(false, for: book)
        }
        for character in program.series.allCharacters {
            window.show(.character(character.id), animated: false)
            try body("page of \(character.name)")
        }
    }

    @MainActor
    private static func assertFits(
        _ window: MainWindow,
        width: Int,
        height: Int? = nil,
        _ page: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let (header, content) = (window.chrome.header, window.chrome.content)
        XCTAssertLessThanOrEqual(
            header.minimumWidth,
            width,
            "header, \(page)",
            file: file,
            line: line
        )
        XCTAssertLessThanOrEqual(content.minimumWidth, width, page, file: file, line: line)
        guard let height else { return }
        let sum = header.minimumHeight(forWidth: width) + content.minimumHeight(forWidth: width)
        XCTAssertLessThanOrEqual(sum, height, page, file: file, line: line)
    }

    func testEveryPageFitsTheSmallestWindow() throws {
        try withProgram { program in
            let window = program.openWindow(width: 360, height: 294)
            XCTAssertEqual(window.sizeClass, .compact)
            Self.onEveryPage(of: window, in: program) { page in
                Self.assertFits(window, width: 360, height: 294, page)
            }
        }
    }

    func testEveryPageFitsTheSmallestWidthWithLargerText() throws {
        try withProgram { program in
            let larger = Style.add(rules: "window { font-size: 1.5em; }") { XCTFail($0) }
            defer { larger.replace(rules: "") }
            let window = program.openWindow(width: 360, height: 294)
            Self.onEveryPage(of: window, in: program) { page in
                Self.assertFits(window, width: 360, page)
            }
        }
    }

    func testEveryPageFitsTheSmallestWindowOfItsSizeClass() throws {
        try withProgram { program in
            for width in [760, 860, 1400] {
                let window = program.openWindow(width: width)
                Self.onEveryPage(of: window, in: program) { page in
                    Self.assertFits(window, width: width, page)
                }
            }
        }
    }

    func testAWindowOfAnyWidthCanBecomeTheSmallestInOneStep() throws {
        try withProgram { program in
            for width in [640, 980, 1600] {
                let window = program.openWindow(width: width)
                Self.onEveryPage(of: window, in: program) { page in
                    XCTAssertLessThanOrEqual(window.window.minimumWidth, 370, "\(page), \(width)")
                }
            }
        }
    }

    func testAVeryLongWordDoesNotWidenAWindow() throws {
        try withProgram { program in
            let book = program.series.books[0]
            let word = String(repeating: "W", count: 1500)
            try program.library.addNote(word, on: .book(book.id))
            for width in [360, 760, 860] {
                let window = program.openWindow(width: width)
                window.tabController.page.notes?.composer.field.buffer.text = word
                let notes = try XCTUnwrap(window.tabController.page.notes)
                try XCTUnwrap(notes.cards.first).beginEditing()
                window.show(Toast(text: word, action: .init(title: "Undo", perform: {})))
                window.banner.show(
                    .init(text: word, action: .init(title: "OK", perform: {}))
                )
                Self.assertFits(window, width: width, "\(width)")
            }
        }
    }

    func testANarrowTitleBarHasTheWayBackInThePlaceOfTheLibrary() throws {
        try withProgram { program in
            let window = program.openWindow(width: 360, height: 640)
            program.resize(window, width: 360)
            let button = window.chrome.libraryButton
            XCTAssertTrue(MainLoop.run { button.isVisible })
            window.showSearch()
            XCTAssertTrue(MainLoop.run { !button.isVisible })
            program.resize(window, width: 980)
            XCTAssertTrue(MainLoop.run { button.isVisible })
            program.resize(window, width: 360)
            XCTAssertTrue(MainLoop.run { !button.isVisible })
            window.leaveSearch()
            XCTAssertTrue(MainLoop.run { button.isVisible })
        }
    }

    func testANarrowTitleBarLeadsToTheSearchAndBackIsFirst() throws {
        try withProgram { program in
            for width in [360, 980] {
                let window = program.openWindow(width: width, height: 640)
                program.resize(window, width: width)
                window.push(.character(program.series.allCharacters[0].id))
                let header = window.chrome.header
                let button = { (name: String) in
                    header.all(ofType: "GtkButton").first {
                        $0.isMapped && $0.tooltipText?.hasPrefix(name) == true
                    }
                }
                XCTAssertTrue(
                    MainLoop.run { button("Search") != nil && button("Back") != nil },
                    "\(width)"
                )
                window.chrome.content.waitUntilDrawn()
                let back = try XCTUnwrap(button("Back")?.frame(in: header))
                for other in header.all(ofType: "GtkButton") where other.isMapped {
                    XCTAssertGreaterThanOrEqual(try XCTUnwrap(other.frame(in: header)).x, back.x)
                }
            }
        }
    }

    func testGoodNewsMoveThePageDownLikeOtherBanners() throws {
        try withProgram { program in
            let window = program.openWindow()
            window.banner.show(.init(text: "Everything is back.", weight: .quiet))
            let isAbove = MainLoop.run {
                guard let bar = window.banner.root.frame(in: window.chrome.content), bar.height > 0,
                    let page = window.tabStack.frame(in: window.chrome.content)
                else { return false }
                return page.y >= bar.y + bar.height
            }
            XCTAssertTrue(isAbove)
        }
    }

    func testInANarrowWindowTheButtonOfABannerStandsBelowItsText() throws {
        try withProgram { program in
            @MainActor
            func expect(_ isBelow: Bool, in window: MainWindow, line: UInt = #line) throws {
                let bar = window.banner.root
                let label = try XCTUnwrap(bar.all(ofType: "GtkLabel").first)
                let buttons = bar.all(ofType: "GtkButton")
                let button = try XCTUnwrap(buttons.first { $0.texts.contains("Answer") })
                let isAsExpected = MainLoop.run {
                    guard let label = label.frame(in: bar), let button = button.frame(in: bar)
                    else { return false }
                    return (button.y >= label.y + label.height) == isBelow
                }
                XCTAssertTrue(isAsExpected, line: line)
            }

            for (width, isBelow) in [(360, true), (640, false), (980, false)] {
                let window = program.openWindow(width: width)
                let text = String(repeating: "words ", count: 20)
                window.banner.show(
                    .init(text: text, action: .init(title: "Answer", perform: {}))
                )
                try expect(isBelow, in: window)
                guard width == 980 else { continue }
                program.resize(window, width: 360)
                try expect(true, in: window)
                program.resize(window, width: 980)
                try expect(false, in: window)
            }
        }
    }

    func testAPageOfTwoHundredNotesIsBuilt() throws {
        try withProgram { program in
            let book = program.series.books[0]
            for number in 0..<200 {
                try program.library.addNote(
                    "Note \(number): " + String(repeating: "words ", count: number),
                    on: .book(book.id)
                )
            }
            let window = program.openWindow(presented: true)
            let notes = try XCTUnwrap(window.tabController.page.notes)
            XCTAssertEqual(notes.list.rows.count, 201, "with the heading")
            XCTAssertTrue(
                MainLoop.run {
                    notes.cards.last?.note.text.hasPrefix("Note 199") == true
                        && notes.elements.allSatisfy { $0.widget.size.height > 0 }
                }
            )
            XCTAssertLessThan(notes.cards.count, 40, "only what is seen is made")
            Self.assertFits(window, width: 980, "200 notes")
        }
    }

    func testMakingAWindowNarrowAndWideKeepsDraftCursorAndFocus() throws {
        try withProgram { program in
            let window = program.openWindow(width: 980, presented: true)
            XCTAssertEqual(window.sizeClass, .wide)
            let field = try XCTUnwrap(window.tabController.page.notes?.composer.field)
            field.buffer.text = "a draft of some words"
            field.buffer.selection = (7, 2)
            field.grabFocus()
            XCTAssertTrue(MainLoop.run { field.containsFocus })
            for width in [400, 800, 980, 400, 980] {
                program.resize(window, width: width)
                let composer = try XCTUnwrap(window.tabController.page.notes?.composer)
                XCTAssertTrue(composer.field.isSame(as: field))
                XCTAssertEqual(field.buffer.text, "a draft of some words")
                XCTAssertEqual(field.buffer.selection.cursor, 7)
                XCTAssertEqual(field.buffer.selection.anchor, 2)
                XCTAssertEqual(window.window.focus?.isSame(as: field), true, "\(width)")
                XCTAssertTrue(field.isDescendant(of: window.window), "\(width)")
            }
        }
    }

    func testMakingAWindowNarrowKeepsAnOpenEditorAsItIs() throws {
        try withProgram { program in
            try program.library.addNote("a note", on: .book(program.series.books[0].id))
            let window = program.openWindow(width: 980, presented: true)
            let notes = try XCTUnwrap(window.tabController.page.notes)
            try XCTUnwrap(notes.cards.first).beginEditing()
            let field = try XCTUnwrap(notes.fields.last)
            XCTAssertEqual(notes.fields.count, 2)
            field.buffer.text = "a changed note"
            field.buffer.selection = (2, 9)
            field.grabFocus()
            XCTAssertTrue(MainLoop.run { field.containsFocus })
            for width in [400, 980] {
                program.resize(window, width: width)
                XCTAssertEqual(field.buffer.text, "a changed note")
                XCTAssertEqual(field.buffer.selection.cursor, 2)
                XCTAssertEqual(field.buffer.selection.anchor, 9)
                XCTAssertEqual(window.window.focus?.isSame(as: field), true, "\(width)")
            }
        }
    }

    func testTheAccentsOfAllBooksAreRulesWithoutAnError() throws {
        try withProgram { program in
            var errors: [String] = []
            let rules = AccentSheet.rules(for: program.series.books)
            let sheet = Style.add(rules: rules) { errors.append($0) }
            XCTAssertEqual(errors, [])
            for book in program.series.books {
                XCTAssertTrue(rules.contains("." + AccentSheet.styleClass(for: book.id)))
            }
            sheet.replace(rules: "")
            XCTAssertEqual(TestDisplay.styleErrors, [])
        }
    }
}
