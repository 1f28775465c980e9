import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Pictures are looked at from close by, and are shown as they were after the next launch.
final class PictureDialogTests: DisplayTestCase {
    private static func withWindow(
        _ body: @MainActor (TestProgram, MainWindow) throws -> Void
    ) throws {
        try withProgram { program in
            program.makeDialog = { [unowned program] kind, scope in
                kind == .picture ? PictureDialog(in: scope, context: program.context) : nil
            }
            try body(program, program.openWindow(width: 800, height: 700))
        }
    }

    @MainActor
    private static func dialog(_ window: MainWindow) throws -> PictureDialog {
        let dialog = try XCTUnwrap(window.dialogs.dialog(.picture))
        let content = try XCTUnwrap(dialog.content as? PictureDialog)
        XCTAssertTrue(MainLoop.run { content.view.isMapped && content.view.size.width > 0 })
        return content
    }

    @MainActor
    private static func press(_ name: String, _ dialog: PictureDialog, times: Int = 1) throws {
        for _ in 0..<times {
            try XCTUnwrap(dialog.focusable.first { $0.name == name }?.widget).press()
        }
    }

    /// Begins the next run, and rebuilds what was open over its window.
    @MainActor
    private static func restart(_ program: TestProgram) throws -> MainWindow {
        let window = try XCTUnwrap(try program.restart().first)
        program.session.registerFactory(forClass: DialogKind.picture.restorationClass) {
            [weak window] scope in window?.restorePicture(in: scope)
        }
        program.session.rebuildPresented(in: window.scene)
        return window
    }

    func testTheCoverOpensFromTheBookPage() throws {
        try Self.withWindow { _, window in
            let cover = try XCTUnwrap(window.tabController.page.root.all("picture-button").first)
            cover.press()
            let dialog = try Self.dialog(window)
            let book = try XCTUnwrap(window.tabController.page.book)
            XCTAssertEqual(dialog.subject, .cover(ofBook: book.id))
            XCTAssertEqual(dialog.title, "Cover of \(book.title)")
            XCTAssertTrue(dialog.root.shows("100%"))
            XCTAssertTrue(MainLoop.run { dialog.view.containsFocus })
            let scale = Desktop.largestScale
            XCTAssertTrue(
                MainLoop.run { dialog.view.pictureSize.height > 1000 * scale },
                "rendered for a closer look"
            )
        }
    }

    func testAnotherPictureTakesItsPlaceAsItIsAsked() throws {
        try Self.withWindow { program, window in
            let character = program.series.allCharacters[1]
            window.showPicture(.cover(ofBook: program.series.books[0].id))
            try Self.press("larger", Self.dialog(window))
            window.show(.character(character.id))
            try window.tabController.page.root.first("picture-button").press()
            let dialog = try Self.dialog(window)
            XCTAssertEqual(dialog.title, "Picture of \(character.name)")
            XCTAssertEqual(dialog.view.position, .whole)
            window.showPicture(.avatar(ofCharacter: character.id))
            XCTAssertTrue(try Self.dialog(window) === dialog)
        }
    }

    func testThePictureIsAsItWasAfterTheNextLaunch() throws {
        try Self.withWindow { program, window in
            let book = program.series.books[0]
            window.showPicture(.cover(ofBook: book.id))
            let dialog = try Self.dialog(window)
            try Self.press("larger", dialog, times: 4)
            dialog.view.move(x: 100, y: -150)
            let position = dialog.view.position
            XCTAssertEqual(position.zoom, 4)
            XCTAssertLessThan(position.x, 0.5)
            XCTAssertGreaterThan(position.y, 0.5)
            XCTAssertTrue(
                MainLoop.run { window.scene.storedKeys().contains { $0.hasSuffix("zoom") } },
                "not only when it is closed"
            )

            let restored = try Self.dialog(Self.restart(program))
            XCTAssertEqual(restored.subject, .cover(ofBook: book.id))
            XCTAssertEqual(restored.view.position, position)
            XCTAssertTrue(restored.root.shows("400%"))
        }
    }

    func testThePictureOfASeriesThatNoWindowShowsComesBack() throws {
        try Self.withWindow { program, window in
            let (series, book) = (UUID(), UUID())
            let bundled = program.series.books[0]
            try program.library.saveSeries(series, title: "Another series")
            try program.library.save(
                Book(
                    id: book,
                    seriesID: series,
                    title: "Another book",
                    coverFile: bundled.coverFile,
                    position: 0
                )
            )
            var isFound = false
            program.context.resolve(.book(book)) { _ in isFound = true }
            XCTAssertTrue(MainLoop.run { isFound })
            window.showPicture(.cover(ofBook: book))
            try Self.press("larger", Self.dialog(window))
            XCTAssertTrue(
                MainLoop.run { window.scene.storedKeys().contains { $0.hasSuffix("zoom") } }
            )

            let restored = try Self.restart(program)
            XCTAssertEqual(restored.series.id, program.series.id)
            XCTAssertNil(program.context.series.book(book), "its series has yet to be read")
            XCTAssertTrue(MainLoop.run { restored.dialogs.dialog(.picture) != nil })
            let dialog = try Self.dialog(restored)
            XCTAssertEqual(dialog.title, "Cover of Another book")
            XCTAssertEqual(dialog.view.position.zoom, 1.5)
        }
    }

    func testAPictureThatIsReadTooLateForItsWindowIsLeftAlone() throws {
        try Self.withWindow { program, window in
            window.showPicture(.cover(ofBook: program.series.books[0].id))
            _ = try Self.dialog(window)
            let scope = window.scene.root.window.dialog(.picture)
            window.dialogs.close()
            SceneStorage(.shownPicture, in: scope).wrappedValue = "book/\(UUID())"
            window.restorePicture(in: scope)
            program.close(window)
            MainLoop.drain()
            XCTAssertTrue(window.scene.storedKeys().contains { $0.contains("dialog:") })
        }
    }

    func testAClosedPictureIsForgotten() throws {
        try Self.withWindow { program, window in
            window.showPicture(.cover(ofBook: program.series.books[0].id))
            try Self.press("larger", Self.dialog(window))
            window.dialogs.dialog(.picture)?.dismiss()
            XCTAssertFalse(window.scene.storedKeys().contains { $0.contains("dialog:") })
            let restored = try Self.restart(program)
            XCTAssertNil(restored.dialogs.dialog(.picture))
        }
    }

    func testAPictureThatIsGoneIsForgotten() throws {
        try Self.withWindow { program, window in
            window.showPicture(.cover(ofBook: program.series.books[0].id))
            _ = try Self.dialog(window)
            let scope = window.scene.root.window.dialog(.picture)
            for stored in ["book/\(UUID())", "book/?", "planet/\(UUID())", ""] {
                window.dialogs.dialog(.picture)?.close()
                window.dialogs.close()
                SceneStorage(.shownPicture, in: scope).wrappedValue = stored
                window.restorePicture(in: scope)
                XCTAssertTrue(
                    MainLoop.run {
                        !window.scene.storedKeys().contains { $0.contains("dialog:") }
                    },
                    stored
                )
                XCTAssertNil(window.dialogs.dialog(.picture))
            }
        }
    }

    func testTheStepsLeadToBothEnds() throws {
        try Self.withWindow { program, window in
            window.showPicture(.cover(ofBook: program.series.books[0].id))
            let dialog = try Self.dialog(window)
            var seen: [Double] = []
            for _ in 0..<8 {
                try Self.press("larger", dialog)
                seen.append(dialog.view.position.zoom)
            }
            XCTAssertEqual(seen, [1.5, 2, 3, 4, 6, 8, 8, 8])
            try Self.press("smaller", dialog)
            XCTAssertEqual(dialog.view.position.zoom, 6)
            try Self.press("whole", dialog)
            XCTAssertEqual(dialog.view.position, .whole)
        }
    }

    func testItFitsIntoANarrowWindow() throws {
        try Self.withWindow { program, window in
            window.showPicture(.cover(ofBook: program.series.books[0].id))
            let dialog = try XCTUnwrap(window.dialogs.dialog(.picture)).window
            assertFitsTheSmallestWindow(dialog)
        }
    }
}
