import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// In a narrow window every language has room for its words.
final class NarrowLanguagesTests: DisplayTestCase {
    func testEnglish() throws { try Self.walk(nil) }
    func testFrench() throws { try Self.walk("fr") }
    func testGerman() throws { try Self.walk("de") }
    func testSpanish() throws { try Self.walk("es") }

    func testLargerEnglish() throws { try Self.walk(nil, scale: 1.5) }
    func testLargerFrench() throws { try Self.walk("fr", scale: 1.5) }
    func testLargerGerman() throws { try Self.walk("de", scale: 1.5) }
    func testLargerSpanish() throws { try Self.walk("es", scale: 1.5) }
    func testLargeEnglish() throws { try Self.walk(nil, scale: 2) }
    /// The page's name beside two buttons, and what stands in the empty field, end in an ellipsis.
    func testLargeFrench() throws {
        try Self.walk("fr", scale: 2, mayBeCut: ["Library", "Book or character"])
    }
    func testLargeGerman() throws { try Self.walk("de", scale: 2) }
    func testLargeSpanish() throws { try Self.walk("es", scale: 2) }

    func testEveryLanguageIsWalked() throws {
        XCTAssertEqual(Set(try Catalog.languages()), ["de", "es", "fr"])
    }

    private static func walk(
        _ code: String?,
        scale: Double = 1,
        mayBeCut: Set<String> = []
    ) throws {
        try onMainActor {
            try SpokenLanguage.speak(code) { language in
                let language = language.without(Set(mayBeCut.map { localized($0) }))
                // Those of GNOME; with more of them a page's name may end in an ellipsis.
                try WindowButtons.show(":close") {
                    try withProgram { program in
                        try TextScale.use(scale) { try walk(in: program, speaking: language) }
                    }
                }
            }
        }
    }

    @MainActor
    private static func walk(
        in program: TestProgram,
        speaking language: SpokenLanguage
    ) throws {
        try makeReader(of: program)
        try program.withManager(preferences: (Preferences(nil), .nowhere)) { manager in
            let walk = try NarrowWalk(of: manager, in: program, speaking: language)
            try walk.walkPages()
            try walk.walkDialogs()
        }
    }

    /// A reader in the middle of a series, who has noted something.
    @MainActor
    private static func makeReader(of program: TestProgram) throws {
        let series = program.series
        for text in ["A first thought", "A second one"] {
            try program.library.addNote(text, on: .book(series.books[0].id))
        }
        let deleted = try program.library.addNote("Not this one", on: .book(series.books[0].id))
        try program.library.deleteNote(deleted.id)
        let position = ReadingPosition(bookID: series.books[0].id)
        try program.library.setReadUpTo(position, in: series.id)
        XCTAssertTrue(
            MainLoop.run(upTo: 30) { program.context.series[series.id]?.veil.isOn == true }
        )
    }
}

/// A way through all that a narrow window can show.
@MainActor
private struct NarrowWalk {
    let window: MainWindow
    let series: Series
    let language: SpokenLanguage

    static let width = 360

    init(
        of manager: WindowManager,
        in program: TestProgram,
        speaking language: SpokenLanguage
    ) throws {
        manager.openNewWindow()
        window = try XCTUnwrap(manager.windows.first)
        series = try XCTUnwrap(program.context.series[program.series.id])
        self.language = language
        let window = window
        XCTAssertTrue(MainLoop.run { window.window.isMapped }, "the window did not come up")
        program.resize(window, width: Self.width)
        XCTAssertTrue(MainLoop.run { window.chrome.content.size.width == Self.width })
    }

    // MARK: Pages

    func walkPages() throws {
        for tab in Place.tabs(in: series) {
            window.select(tab)
            expectRoom("tab \(tab.tabIdentifier)")
        }
        let book = series.books[0]
        window.select(.book(book.id))
        window.setWebPageShown(true, for: book)
        expectRoom("the web page")
        window.setWebPageShown(false, for: book)
        let character = series.characters(in: book.id)[0]
        window.show(.character(character.id), animated: false)
        expectRoom("a character")
        window.goBack()
        try walkNotes()
        for text in ["", "thought", "xyzzy"] {
            window.showSearch(for: text)
            expectRoom("a search for “\(text)”")
        }
        window.leaveSearch()
        window.showShelf()
        expectRoom("the shelf")
        window.leaveShelf()
    }

    private func walkNotes() throws {
        let notes = try XCTUnwrap(window.page.notes)
        // With larger text they are far below the top.
        notes.list.rows.scroll(to: 900)
        XCTAssertTrue(MainLoop.run { notes.cards.count == 2 }, "the notes")
        expectRoom("notes")
        notes.composer.field.buffer.text = "a draft"
        expectRoom("a draft")
        notes.composer.field.buffer.text = ""
        notes.marks.mark(notes.cards.map(\.note.id))
        expectRoom("marked notes")
        notes.marks.clear()
        let card = try XCTUnwrap(notes.cards.first)
        card.beginEditing()
        expectRoom("a note that is edited")
        XCTAssertTrue(card.root.click(localized("Cancel")))
    }

    // MARK: Dialogs

    func walkDialogs() throws {
        for kind in DialogKind.allCases {
            try open(kind)
            let window = window
            XCTAssertTrue(
                MainLoop.run { window.dialogs.all.first?.window.isMapped == true },
                "\(kind) does not open"
            )
            let dialog = try XCTUnwrap(window.dialogs.all.first, "\(kind)")
            expectRoom(in: dialog, "\(kind)")
            if let preferences = dialog.content as? PreferencesDialog {
                for page in PreferencesDialog.Page.allCases {
                    preferences.show(page)
                    expectRoom(in: dialog, "\(page)")
                }
            }
            if let history = dialog.content as? HistoryDialog {
                for page in HistoryPage.allCases {
                    history.show(page)
                    expectRoom(in: dialog, "\(page)")
                }
            }
            dialog.dismiss()
        }
    }

    private func open(_ kind: DialogKind) throws {
        let (book, page) = (series.books[0].id, NoteSubject.book(series.books[0].id))
        let note = try XCTUnwrap(window.page.notes?.cards.first).note.id
        switch kind {
        case .picture: window.showPicture(.cover(ofBook: book))
        case .seriesEditor: window.addSeries()
        case .bookEditor: window.addBook(to: series.id)
        case .characterEditor: window.addCharacter(to: series.id, in: book)
        case .movingNotes: window.choosePage(for: [note], on: page)
        case .noteVersions: window.showVersions(of: note)
        case .joining: window.chooseForJoining(.book(book))
        case .mergeLosses: window.showMergeLosses(of: UUID())
        case .preferences, .history, .importing, .trash, .exporting, .help, .backups:
            window.dialogs.show(kind)
        }
    }

    // MARK: What is expected

    private func expectRoom(_ place: String, line: UInt = #line) {
        let (header, content) = (window.chrome.header, window.chrome.content)
        XCTAssertLessThanOrEqual(header.minimumWidth, Self.width, "header, \(place)", line: line)
        XCTAssertLessThanOrEqual(content.minimumWidth, Self.width, place, line: line)
        expectRoom(below: window.window, place, line: line)
    }

    private func expectRoom(in dialog: Dialog, _ place: String, line: UInt = #line) {
        let root = dialog.content.root
        XCTAssertLessThanOrEqual(root.minimumWidth, Self.width, place, line: line)
        expectRoom(below: dialog.window, place, line: line)
    }

    private func expectRoom(below widget: Widget, _ place: String, line: UInt) {
        var cut: [String] = []
        _ = MainLoop.run {
            cut = widget.isLaidOut ? widget.cutTexts(of: language.texts) : ["not laid out"]
            return cut.isEmpty
        }
        XCTAssertEqual(cut, [], place, line: line)
    }
}
