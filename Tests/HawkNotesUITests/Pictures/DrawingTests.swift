import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesUI

/// A drawing shows what is drawn in it, and reads nothing else.
final class DrawingTests: XCTestCase {
    private func isRefused(_ data: Data) -> Bool {
        do {
            _ = try PictureIntake.picture(from: data)
            return false
        } catch {
            XCTAssertEqual(error as? PictureProblem, .refersElsewhere)
            return true
        }
    }

    func testNoFileIsRead() throws {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("drawing.png")
        try PictureSamples.quarters(width: 30, height: 20).encoded(jpegQuality: nil)
            .write(to: file)
        for address in [file.absoluteString, file.path, file.lastPathComponent] {
            for content in [
                "<image width='30' height='20' xlink:href='\(address)'/>",
                "<image width='30' height='20' href='\(address)'/>",
                "<filter id='f'><feImage xlink:href='\(address)'/></filter>"
                    + "<rect width='30' height='20' filter='url(#f)'/>",
            ] {
                let picture = try PictureIntake.picture(from: PictureSamples.svg(content))
                let image = try PixelImage(
                    decoding: picture.data,
                    PixelImage.Bounds(kind: "png", size: nil, longestSide: 64)
                )
                let colors = try image.colors(longestSide: 64)
                let isBlank = stride(from: 3, to: colors.count, by: 4).allSatisfy {
                    colors[$0] == 0
                }
                XCTAssertTrue(isBlank, content)
            }
        }
    }

    func testAnotherPictureWithinIsRefused() throws {
        let bomb = try PictureSamples.bomb(width: 60_000, height: 60_000).base64EncodedString()
        for address in [
            "data:image/png;base64,\(bomb)", " DATA:image/png;base64,\(bomb)",
            "&#100;ata:image/png;base64,\(bomb)", "da&#x09;ta:image/png;base64,\(bomb)",
            "&#x00064;&#97;ta:,x",
        ] {
            XCTAssertTrue(isRefused(PictureSamples.svg("<image href='\(address)'/>")))
            XCTAssertTrue(isRefused(PictureSamples.svg("<use xlink:href=\"\(address)\"/>")))
        }
        for style in ["url(data:,x)", "url( 'data:,x')", "url(d\\61 ta:,x)", "url(d\\000061ta:,x)"]
        {
            XCTAssertTrue(isRefused(PictureSamples.svg("<rect style=\"fill:\(style)\"/>")))
        }
    }

    func testEntitiesThatHideSomethingAreRefused() throws {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>&e;</svg>"
        for declaration in [
            "<!ENTITY e SYSTEM 'file:///etc/passwd'>",
            "<!ENTITY e PUBLIC '-' 'http://localhost/e'>",
            "<!ENTITY a 'ha'><!ENTITY e '&a;&a;&a;&a;'>",
            "<!ENTITY e '&#60;image/>'>",
            "<!ENTITY % p 'x'>%p;",
        ] {
            XCTAssertTrue(isRefused(Data("<!DOCTYPE svg [\(declaration)]>\(svg)".utf8)))
        }
        let encoded = "<?xml version='1.0' encoding='UTF-7'?>" + svg
        XCTAssertTrue(isRefused(Data(encoded.utf8)))
    }

    func testWhatProgramsWriteIsTaken() throws {
        let illustrator = """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- Generator: a program -->
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [
            <!ENTITY ns_svg "http://www.w3.org/2000/svg">
            ]>
            <svg xmlns="&ns_svg;" width="9" height="9"><title>Metadata: x</title>
            <defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>
            <rect width="9" height="9" fill="url(#g)"/></svg>
            """
        let picture = try PictureIntake.picture(from: Data(illustrator.utf8))
        XCTAssertEqual(picture.width, 1024)
        let prefixed = "<s:svg xmlns:s='http://www.w3.org/2000/svg' width='9' height='9'/>"
        XCTAssertNoThrow(try PictureIntake.picture(from: Data(prefixed.utf8)))
    }
}
