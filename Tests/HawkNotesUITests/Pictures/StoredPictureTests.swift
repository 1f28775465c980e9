import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// A reader's own pictures are shown wherever there is a book or a character.
final class StoredPictureTests: DisplayTestCase {
    /// What shows a series.
    private final class Owner {}

    @MainActor
    private static func pixel(of picture: Widget, x: Int, y: Int) throws -> [UInt8] {
        let paintable = try XCTUnwrap(gtk_picture_get_paintable(picture.opaque))
        let texture = Texture(borrowing: UnsafeMutableRawPointer(paintable))
        let (width, height) = texture.size
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture.opaque, &bytes, gsize(width * 4))
        let scale = Desktop.largestScale
        let start = (y * scale * width + x * scale) * 4
        // Blue comes first in memory.
        return [bytes[start + 2], bytes[start + 1], bytes[start]]
    }

    /// A picture in one color, in the library.
    @MainActor
    private static func add(_ red: UInt8, _ green: UInt8, to program: TestProgram) throws -> UUID {
        let colors = (0..<40 * 60).flatMap { _ -> [UInt8] in [red, green, 0, 255] }
        let image = PixelImage(colors: colors, width: 40, height: 60)
        return try program.library.addPicture(
            try PictureIntake.picture(from: try image.encoded(jpegQuality: nil))
        )
    }

    @MainActor
    private static func color(of styleClass: String, in window: MainWindow) -> [UInt8]? {
        guard let picture = window.tabController.page.root.all(styleClass).first,
            gtk_picture_get_paintable(picture.opaque) != nil
        else { return nil }
        return try? pixel(of: picture, x: 90, y: 135)
    }

    func testTheHeroShowsTheCoverAndWhatItIsChangedTo() throws {
        try withProgram { program in
            let window = program.openWindow(width: 980, height: 700)
            let other = program.openWindow(width: 980, height: 700)
            var book = try XCTUnwrap(window.tabController.page.book)
            for (red, green) in [(UInt8(255), UInt8(0)), (0, 255)] {
                book.coverID = try Self.add(red, green, to: program)
                try program.library.save(book)
                for window in [window, other] {
                    XCTAssertTrue(
                        MainLoop.run { Self.color(of: "cover", in: window) == [red, green, 0] },
                        "in every window"
                    )
                }
            }
            book.coverID = nil
            try program.library.save(book)
            XCTAssertTrue(
                MainLoop.run {
                    Self.color(of: "cover", in: window).map { $0 != [0, 255, 0] } ?? false
                },
                "the bundled one is back"
            )
        }
    }

    func testAPictureThatIsGoneLeavesTheOneThatIsMade() throws {
        try withProgram { program in
            let window = Window(application: TestDisplay.application)
            defer { window.destroy() }
            let shown = ShownPicture(.cover, of: UUID(), name: "Emma", storedID: UUID())
            let picture = CoverView.make(
                shown,
                width: 140,
                height: 210,
                images: program.context.images
            )
            window.setChild(picture)
            window.present()
            XCTAssertTrue(MainLoop.run { !picture.isEmpty })
        }
    }

    func testWhatIsNotSeenIsNotRead() throws {
        try withProgram { program in
            let id = try Self.add(255, 0, to: program)
            let reading = StoredPictures(program.library)
            let size = PictureSize(width: 48, height: 48, cornerRadius: 24)
            var finished: [Int] = []
            for number in 0..<20 {
                reading.read(id, size, isWanted: { number.isMultiple(of: 10) }) { _ in
                    finished.append(number)
                }
            }
            XCTAssertTrue(MainLoop.run { finished.count == 2 })
            MainLoop.drain()
            XCTAssertEqual(reading.reads, 2)

            // A widget that nobody shows asks for nothing.
            let shown = ShownPicture(.avatar, of: UUID(), name: "Agatha", storedID: id)
            let unseen = AvatarView.make(shown, size: 48, images: program.context.images)
            MainLoop.drain()
            XCTAssertTrue(unseen.isEmpty)
        }
    }

    func testTexturesAreKeptWithinTheirBound() throws {
        onMainActor {
            let cache = TextureCache(limit: 1_000_000)
            func key(_ number: Int) -> PictureKey {
                let size = PictureSize(width: 100, height: 100, cornerRadius: number)
                return PictureKey(source: .bundled("a"), size: size)
            }
            let image = PixelImage(colors: [], width: 100, height: 100)
            for number in 0..<200 {
                cache[key(number)] = Texture(image)
                XCTAssertNotNil(cache[key(0)], "what is used stays")
                XCTAssertLessThanOrEqual(cache.bytes, 1_000_000)
            }
            XCTAssertNil(cache[key(1)])
            XCTAssertNotNil(cache[key(199)])
            cache[key(199)] = nil
            XCTAssertNil(cache[key(199)])
        }
    }

    func testThePictureCanBeLookedAtFromCloseBy() throws {
        try withProgram { program in
            program.makeDialog = { [unowned program] kind, scope in
                kind == .picture ? PictureDialog(in: scope, context: program.context) : nil
            }
            let window = program.openWindow(width: 800, height: 700)
            var book = try XCTUnwrap(window.tabController.page.book)
            book.coverID = try Self.add(255, 0, to: program)
            try program.library.save(book)
            XCTAssertTrue(
                MainLoop.run { program.context.series.book(book.id)?.coverID == book.coverID }
            )
            window.showPicture(.cover(ofBook: book.id))
            let dialog = try XCTUnwrap(window.dialogs.dialog(.picture)?.content as? PictureDialog)
            XCTAssertTrue(MainLoop.run { dialog.view.pictureSize == (40, 60) })
        }
    }

    func testAccentsFollowTheCoverUnlessTheyWereChosen() throws {
        try withProgram { program in
            let window = program.openWindow(width: 980, height: 700)
            var book = try XCTUnwrap(window.tabController.page.book)
            let accents = program.context.accents
            let chosen = try XCTUnwrap(book.accent)
            book.coverID = try Self.add(255, 0, to: program)
            XCTAssertEqual(accents.colors(of: book).accent, chosen)

            book.accent = nil
            book.tint = nil
            let made = accents.colors(of: book)
            try program.library.save(book)
            XCTAssertTrue(
                MainLoop.run { accents.colors(of: book) != made },
                "the cover was looked at"
            )
            let light = accents.colors(of: book).accent.light
            XCTAssertGreaterThan(light.red, light.blue)
            XCTAssertTrue(
                MainLoop.run { accents.rules(inHighContrast: false).contains("\(light)") }
            )
        }
    }

    func testTheStyleSheetHasTheSeriesOfTheWindowsAlone() throws {
        try withProgram { program in
            let library = program.library
            let window = program.openWindow(width: 800, height: 600)
            let first = program.context.accents.rules(inHighContrast: false)
            for number in 0..<12 {
                let series = UUID()
                try library.saveSeries(series, title: "Series \(number)")
                try library.save(
                    Book(id: UUID(), seriesID: series, title: "Book \(number)", position: 0)
                )
                var isLoaded = false
                program.context.series.load([series]) { isLoaded = true }
                XCTAssertTrue(MainLoop.run { isLoaded })
                let owner = Owner()
                program.context.accents.setShownSeries(series, in: owner)
                XCTAssertGreaterThan(
                    program.context.accents.rules(inHighContrast: false).count,
                    first.count
                )
                XCTAssertLessThan(
                    program.context.accents.rules(inHighContrast: false).count,
                    first.count * 2
                )
                withExtendedLifetime(owner) {}
            }
            XCTAssertEqual(program.context.accents.rules(inHighContrast: false), first)
            withExtendedLifetime(window) {}
        }
    }
}
