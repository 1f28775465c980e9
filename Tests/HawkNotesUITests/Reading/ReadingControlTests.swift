import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// The one control of a book's status and of how far its reader has read.
final class ReadingControlTests: DisplayTestCase {
    private static let chapters = ["The Beast", "The Way Home"]

    /// A program whose first book has chapters, and a window on it.
    private static func withWindow(
        _ body: @MainActor (TestProgram, MainWindow) throws -> Void
    ) throws {
        try withProgram { program in
            let book = program.series.books[0]
            for (position, name) in chapters.enumerated() {
                let chapter = Chapter(id: UUID(), bookID: book.id, name: name, position: position)
                try program.library.save(chapter)
            }
            let window = program.openWindow(width: 1000, height: 700)
            XCTAssertTrue(
                MainLoop.run { program.series.chapters(of: book.id).count == chapters.count }
            )
            try body(program, window)
        }
    }

    @MainActor
    private static func button(_ window: MainWindow) throws -> Widget {
        try window.tabController.page.root.first("in-line")
    }

    @MainActor
    private static func expect(_ text: String, _ window: MainWindow, line: UInt = #line) throws {
        let button = try button(window)
        XCTAssertTrue(MainLoop.run { button.texts.first == text }, text, line: line)
    }

    /// Opens the list, and says what stands there.
    @MainActor
    @discardableResult
    private static func open(_ window: MainWindow) throws -> [Widget] {
        let button = try button(window)
        XCTAssertTrue(MainLoop.run { button.isMapped && button.all(ofType: "GtkPopover").isEmpty })
        button.press()
        XCTAssertTrue(
            MainLoop.run { button.all(ofType: "GtkPopover").first?.isMapped == true }
        )
        return button.all(ofType: "GtkListBoxRow")
    }

    @MainActor
    private static func choose(_ title: String, _ window: MainWindow) throws {
        let row = try XCTUnwrap(open(window).first { $0.texts == [title] }, title)
        row.activate()
    }

    func testItOffersStatusesAndPointsOfTheBook() throws {
        try Self.withWindow { _, window in
            try Self.expect("Reading Progress…", window)
            XCTAssertEqual(
                try Self.open(window).flatMap(\.texts),
                ["To Read", "Reading", "Finished", "Stopped"] + Self.chapters + ["End of This Book"]
            )
            XCTAssertTrue(try Self.button(window).shows("Later notes are hidden"))
        }
    }

    func testAStatusIsSavedShownEverywhereAndTakenBack() throws {
        try Self.withWindow { program, window in
            let other = program.openWindow(width: 800, height: 600)
            try Self.choose("Finished", window)
            for window in [window, other] { try Self.expect("Finished", window) }
            let book = program.series.books[0].id
            XCTAssertEqual(try program.library.series().book(book)?.readingStatus, .finished)
            XCTAssertNil(try program.library.series().readUpTo, "it hides nothing")
            XCTAssertEqual(window.shownToast?.text, "Reading status: Finished")
            XCTAssertTrue(window.toasts.performAction())
            try Self.expect("Reading Progress…", other)

            try Self.choose("Stopped", window)
            try Self.expect("Stopped", window)
            try Self.choose("No Status", window)
            try Self.expect("Reading Progress…", window)
            XCTAssertEqual(window.shownToast?.text, "Reading status removed")
        }
    }

    func testAChapterHidesWhatComesLaterUntilNothingIsHidden() throws {
        try Self.withWindow { program, window in
            try Self.choose("The Beast", window)
            try Self.expect("Read to “The Beast”", window)
            XCTAssertEqual(window.shownToast?.text, "Later notes are hidden")
            XCTAssertTrue(MainLoop.run { program.series.veil.isOn })
            try Self.choose("Stopped", window)
            try Self.expect("Stopped", window)
            XCTAssertTrue(program.series.veil.isOn, "a status does not change what is hidden")
            try Self.choose("Don’t Hide", window)
            XCTAssertTrue(MainLoop.run { !program.series.veil.isOn })
            try Self.expect("Stopped", window)
        }
    }

    func testALaterBookMayBeBegun() throws {
        try Self.withWindow { program, window in
            let books = program.series.books
            window.select(.book(books[1].id), animated: false)
            try Self.choose("Start of This Book", window)
            XCTAssertTrue(
                MainLoop.run { program.series.readUpTo == ReadingPosition(bookID: books[0].id) }
            )
            try Self.expect("To Read", window)
            try Self.choose("End of This Book", window)
            XCTAssertTrue(
                MainLoop.run { program.series.readUpTo == ReadingPosition(bookID: books[1].id) }
            )
            try Self.expect("Finished", window)
        }
    }

    func testTheFirstRowHasTheFocusAndEnterChooses() throws {
        try Self.withWindow { _, window in
            let rows = try Self.open(window)
            XCTAssertTrue(MainLoop.run { rows[0].containsFocus })
            rows[3].grabFocus()
            rows[3].activate()
            try Self.expect("Stopped", window)
            let button = try Self.button(window)
            XCTAssertTrue(MainLoop.run { button.containsFocus }, "back where it came from")
        }
    }

    func testABookThatStandsAloneHasStatusesOnly() throws {
        let book = Book(id: UUID(), seriesID: UUID(), title: "Alone", position: 0)
        let series = Series(
            id: book.seriesID,
            title: "",
            books: [book],
            characters: [],
            relations: []
        )
        try onMainActor {
            let options = try XCTUnwrap(ReadingOptions(of: book.id, in: series))
            XCTAssertEqual(options.sections.map(\.choices.count), [4])
            XCTAssertNil(ReadingOptions(of: UUID(), in: series))
        }
    }
}
