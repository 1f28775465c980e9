import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// Pictures are made for the pixels of the screen, and again when the window comes to other ones.
final class PictureScaleTests: DisplayTestCase {
    /// The width of what a picture shows, in device pixels; nil while it is empty.
    @MainActor
    private static func pixels(_ picture: Widget) -> Int? {
        gtk_picture_get_paintable(picture.opaque).map {
            Int(gdk_paintable_get_intrinsic_width($0))
        }
    }

    func testPicturesAreMadeAgainForADenserScreen() throws {
        try withProgram { program in
            let display = gdk_display_get_default()
            try XCTSkipIf(cgtk_display_is_x11(display) == 0, "only X11 can be asked for a scale")
            let window = program.openWindow(width: 1000, height: 700)
            let pictures = try ["cover", "avatar"].map { try window.chrome.content.first($0) }
            let before = pictures.map(Self.pixels)
            XCTAssertFalse(before.contains(nil))
            gdk_x11_display_set_surface_scale(display, 2)
            defer {
                gdk_x11_display_set_surface_scale(display, 1)
                MainLoop.drain()
            }
            XCTAssertTrue(
                MainLoop.run { pictures.map(Self.pixels) == before.map { $0.map { 2 * $0 } } },
                "\(pictures.map(Self.pixels))"
            )
        }
    }
}
