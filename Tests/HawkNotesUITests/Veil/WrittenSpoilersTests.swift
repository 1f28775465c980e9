import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Spoilers that the reader has just written.
final class WrittenSpoilersTests: DisplayTestCase {
    private static let chapters = ["The Beast", "The Way Home"]

    /// A program whose reader has read the first chapter of the first book; the second book has no chapters.
    private static func withReader(
        _ body: @MainActor (TestProgram, MainWindow, [Chapter]) throws -> Void
    ) throws {
        try withProgram { program in
            let series = program.series
            let chapters = chapters.enumerated().map {
                Chapter(id: UUID(), bookID: series.books[0].id, name: $1, position: $0)
            }
            for chapter in chapters { try program.library.save(chapter) }
            try program.library.setReading(.chapter(chapters[0].id), of: series.books[0].id)
            let window = program.openWindow(width: 1000, height: 700)
            XCTAssertTrue(
                MainLoop.run { program.context.series[series.id]?.readUpTo?.chapterID != nil }
            )
            try body(program, window, chapters)
        }
    }

    @MainActor
    private static func write(_ text: String, in window: MainWindow, line: UInt = #line) throws {
        let notes = try XCTUnwrap(window.tabController.page.notes)
        notes.composer.field.buffer.text = text
        notes.composer.saveNote()
        XCTAssertTrue(
            MainLoop.run { window.shownToast?.text == VeilText.hiddenLater },
            line: line
        )
        try expect(text, isShown: true, in: window, line: line)
    }

    /// Waits until the only note of the page is shown, or hidden.
    @MainActor
    private static func expect(
        _ text: String,
        isShown: Bool,
        in window: MainWindow,
        line: UInt = #line
    ) throws {
        let name = "Note: \(isShown ? text : VeilText.remark)"
        XCTAssertTrue(
            MainLoop.run { window.tabController.page.notes?.cards.map(\.named) == [name] },
            "\(window.tabController.page.notes?.cards.map(\.named) ?? [])",
            line: line
        )
    }

    /// Where the date of the only note stands: its distances from the left edge and the bottom of the card.
    @MainActor
    private static func placeOfDate(in window: MainWindow) throws -> [Double] {
        let card = try XCTUnwrap(window.tabController.page.notes?.cards.first)
        XCTAssertTrue(MainLoop.run { (card.root.frame(in: card.root)?.height ?? 0) > 0 })
        let (date, row) = (card.date.frame(in: card.root), card.root.frame(in: card.root))
        let frames = try (XCTUnwrap(date), XCTUnwrap(row))
        return [frames.0.x, frames.1.height - frames.0.y - frames.0.height]
    }

    func testANoteIsHiddenOnceItsPageIsLeft() throws {
        try Self.withReader { program, window, _ in
            let books = program.series.books
            window.select(.book(books[1].id), animated: false)
            try Self.write("A raven comes", in: window)
            let card = try XCTUnwrap(window.tabController.page.notes?.cards.first)
            XCTAssertTrue(card.isChangeable, "it may be corrected")
            let place = try Self.placeOfDate(in: window)
            window.select(.book(books[0].id), animated: false)
            window.select(.book(books[1].id), animated: false)
            try Self.expect("A raven comes", isShown: false, in: window)
            XCTAssertEqual(try Self.placeOfDate(in: window), place)
        }
    }

    func testANoteOfALaterChapterOffersThatChapter() throws {
        try Self.withReader { program, window, chapters in
            let notes = try XCTUnwrap(window.tabController.page.notes)
            notes.composer.place.show(NotePlace(chapterID: chapters[1].id))
            try Self.write("The way home is long", in: window)
            XCTAssertEqual(window.shownToast?.action, "Mark as Read to “The Way Home”")
            XCTAssertTrue(window.toasts.performAction())
            XCTAssertTrue(
                MainLoop.run { program.series.readUpTo?.chapterID == chapters[1].id }
            )
            let books = program.series.books
            window.select(.book(books[1].id), animated: false)
            window.select(.book(books[0].id), animated: false)
            try Self.expect("The way home is long", isShown: true, in: window)
        }
    }

    func testANoteOnALaterBookWithoutChaptersOffersTheBook() throws {
        try Self.withReader { program, window, _ in
            let book = program.series.books[1]
            window.select(.book(book.id), animated: false)
            try Self.write("A raven comes", in: window)
            XCTAssertEqual(window.shownToast?.action, "Mark as Read to “\(book.title)”")
            XCTAssertTrue(window.toasts.performAction())
            XCTAssertTrue(MainLoop.run { program.series.readUpTo?.bookID == book.id })
            XCTAssertEqual(try program.library.series().book(book.id)?.readingStatus, .reading)
        }
    }

    func testACharacterThatWasDescribedIsHiddenOnceThePageIsLeft() throws {
        try Self.withReader { program, window, _ in
            let books = program.series.books
            window.select(.book(books[1].id), animated: false)
            let character = HawkNotesModel.Character(
                id: UUID(),
                seriesID: program.series.id,
                name: "Quillifer",
                bookID: books[1].id,
                position: -1
            )
            let undo = try program.library.save(character)
            let subject = EditorSubject(
                .character,
                character.id,
                in: program.series.id,
                isNew: true
            )
            window.didSave(subject, FormTexts(), try program.library.series(), undo)
            XCTAssertTrue(
                MainLoop.run { program.context.series.character(character.id)?.name == "Quillifer" }
            )
            window.select(.book(books[0].id), animated: false)
            XCTAssertTrue(
                MainLoop.run {
                    program.context.series.character(character.id)?.name == VeilText.name
                }
            )
        }
    }
}
