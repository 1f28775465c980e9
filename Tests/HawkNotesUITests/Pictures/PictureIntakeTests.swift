import Foundation
import GTKBridge
import HawkNotesModel
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What is taken into the library is a picture of a bounded size, whatever the file was.
final class PictureIntakeTests: XCTestCase {
    private static func decode(_ picture: StoredPicture) throws -> PixelImage {
        try PixelImage(
            decoding: picture.data,
            PixelImage.Bounds(
                kind: picture.type == "image/png" ? "png" : "jpeg",
                size: (picture.width, picture.height),
                longestSide: StoredPicture.longestSide
            )
        )
    }

    private func problem(_ data: Data) -> PictureProblem? {
        do {
            _ = try PictureIntake.picture(from: data)
            return nil
        } catch {
            return error as? PictureProblem
        }
    }

    private func expect(
        _ data: Data,
        _ expected: PictureProblem,
        line: UInt = #line
    ) {
        XCTAssertEqual(problem(data), expected, line: line)
    }

    // MARK: What is kept

    func testASmallPictureKeepsItsSize() throws {
        for data in [try PictureSamples.png(), try PictureSamples.jpeg()] {
            let picture = try PictureIntake.picture(from: data)
            XCTAssertEqual(picture.width, 60)
            XCTAssertEqual(picture.height, 40)
            let again = try Self.decode(picture)
            XCTAssertEqual(again.width, 60)
            XCTAssertEqual(again.height, 40)
        }
    }

    func testALargeOneIsMadeSmaller() throws {
        for (width, height) in [(3000, 1500), (1500, 3000), (1025, 10)] {
            for data in [
                try PictureSamples.png(width: width, height: height),
                try PictureSamples.jpeg(width: width, height: height),
            ] {
                let picture = try PictureIntake.picture(from: data)
                XCTAssertEqual(max(picture.width, picture.height), 1024)
                let shape = Double(picture.width) / Double(picture.height)
                let wanted = Double(width) / Double(height)
                XCTAssertEqual(shape / wanted, 1, accuracy: 0.05)
            }
        }
    }

    func testAPhotographIsKeptAsJPEGAndADrawingAsPNG() throws {
        let photograph = try PictureSamples.noise(width: 200, height: 200)
            .encoded(jpegQuality: nil)
        XCTAssertEqual(try PictureIntake.picture(from: photograph).type, "image/jpeg")
        let drawing = try PictureSamples.png(width: 200, height: 200)
        XCTAssertEqual(try PictureIntake.picture(from: drawing).type, "image/png")
    }

    func testWhatCanBeSeenThroughStaysSo() throws {
        let glass = try PictureSamples.quarters(width: 20, height: 20, alpha: 100)
            .encoded(jpegQuality: nil)
        let picture = try PictureIntake.picture(from: glass)
        XCTAssertEqual(picture.type, "image/png")
        XCTAssertEqual(try Self.decode(picture).color(x: 2, y: 2)[3], 100)
    }

    func testAPhotographIsTurnedUpright() throws {
        // Turned by a quarter to the right, what was at the bottom left is at the top left.
        let picture = try PictureIntake.picture(
            from: try PictureSamples.turnedJPEG(orientation: 6)
        )
        XCTAssertEqual(picture.width, 40)
        XCTAssertEqual(picture.height, 60)
        let corner = try Self.decode(picture).color(x: 4, y: 4)
        XCTAssertGreaterThan(corner[2], 200, "blue")
        XCTAssertLessThan(corner[0], 60, "blue")
    }

    func testWhatACameraWritesBesideAPictureIsNotKept() throws {
        let picture = try PictureIntake.picture(
            from: try PictureSamples.turnedJPEG(orientation: 1)
        )
        XCTAssertNil(picture.data.range(of: Data("Exif".utf8)))
    }

    func testTheSamePictureIsTheSameBytes() throws {
        let data = try PictureSamples.jpeg(width: 1500, height: 900)
        XCTAssertEqual(
            try PictureIntake.picture(from: data).id,
            try PictureIntake.picture(from: data).id
        )
    }

    func testADrawingIsDrawnAtTheFullSize() throws {
        let picture = try PictureIntake.picture(from: PictureSamples.svg(PictureSamples.square))
        XCTAssertEqual(picture.width, 1024)
        XCTAssertEqual(picture.height, 683)
        XCTAssertEqual(try Self.decode(picture).color(x: 500, y: 300), [255, 0, 0, 255])
    }

    func testADrawingOfAnySizeIsDrawnAtTheFullSize() throws {
        for size in ["width='900000000' height='900000000'", "viewBox='0 0 10 10'", ""] {
            let picture = try PictureIntake.picture(
                from: PictureSamples.svg(PictureSamples.square, size: size)
            )
            XCTAssertLessThanOrEqual(max(picture.width, picture.height), 1024, size)
        }
    }

    func testWebPIsReadOrItsPackageNamed() throws {
        do {
            let picture = try PictureIntake.picture(from: PictureSamples.webp)
            XCTAssertEqual(picture.width, 1)
        } catch {
            XCTAssertEqual(error as? PictureProblem, .needsPackage("webp-pixbuf-loader"))
            XCTAssertEqual(
                PictureText.problem(error, file: "a.webp"),
                "“a.webp” can be read once the package “webp-pixbuf-loader” is installed."
            )
        }
    }

    // MARK: What is refused

    func testABombIsRefusedByWhatItSays() throws {
        expect(
            try PictureSamples.bomb(width: 10_000, height: 10_000),
            .tooManyPixels(width: 10_000, height: 10_000)
        )
        expect(
            try PictureSamples.bomb(width: .max, height: .max),
            .tooManyPixels(width: Int(UInt32.max), height: Int(UInt32.max))
        )
        var jpeg = [UInt8](try PictureSamples.jpeg())
        let frame = try XCTUnwrap(Data(jpeg).range(of: Data([0xff, 0xc0, 0x00, 0x11])))
        jpeg.replaceSubrange(
            frame.upperBound + 1..<frame.upperBound + 5,
            with: [255, 255, 255, 255]
        )
        expect(Data(jpeg), .tooManyPixels(width: 65535, height: 65535))
        var webp = [UInt8](PictureSamples.webp)
        webp.replaceSubrange(21..<25, with: [0xff, 0xff, 0xff, 0x0f])
        expect(Data(webp), .tooManyPixels(width: 16384, height: 16384))
    }

    func testAFileThatIsLargerThanItsHeaderSaidIsNotDecoded() throws {
        let data = try PictureSamples.png(width: 300, height: 300)
        XCTAssertThrowsError(
            try PixelImage(
                decoding: data,
                PixelImage.Bounds(kind: "png", size: (10, 10), longestSide: 1024)
            )
        )
    }

    func testWhatEndsEarlyIsRefused() throws {
        for data in [try PictureSamples.png(), try PictureSamples.jpeg(), PictureSamples.webp] {
            for count in [data.count / 2, data.count * 3 / 4, data.count - 3] {
                expect(data.prefix(count), .damaged)
            }
        }
        let drawing = PictureSamples.svg(PictureSamples.square)
        expect(drawing.prefix(drawing.count - 10), .damaged)
    }

    func testWhatIsNoPictureIsRefused() throws {
        expect(Data(), .empty)
        expect(Data("#!/bin/sh\nrm -rf ~\n".utf8), .notAPicture)
        expect(Data("GIF89a".utf8), .notAPicture)
        expect(Data("BM".utf8), .notAPicture)
        expect(Data("<html><svg/></html>".utf8), .notAPicture)
        expect(Data("<?xml version='1.0'?><!-- <svg> --><x/>".utf8), .notAPicture)
        expect(Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), .notAPicture)
        expect(Data(repeating: 0, count: 1000), .notAPicture)
        expect(Data("<".utf8), .notAPicture)
        expect(Data([0x89] + Array("PNG\r\n".utf8) + [0x1a, 0x0a]), .damaged)
        expect(Data([0xff, 0xd8, 0xff]), .damaged)
    }

    func testAnyInputIsAnsweredWithAPictureOrAProblem() throws {
        let samples = [
            try PictureSamples.png(width: 30, height: 20),
            try PictureSamples.jpeg(width: 30, height: 20),
            try PictureSamples.turnedJPEG(orientation: 8),
            PictureSamples.webp,
            PictureSamples.svg(PictureSamples.square + "<text x='3'>a</text>"),
        ]
        var random = SeededRandomNumberGenerator(seed: 20)
        for round in 0..<400 {
            var data = [UInt8](samples[round % samples.count])
            for _ in 0..<Int.random(in: 1...6, using: &random) where !data.isEmpty {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: data.removeLast(Int.random(in: 0..<data.count, using: &random))
                case 1: data += (0..<10).map { _ in UInt8.random(in: 0...255, using: &random) }
                default:
                    let place = Int.random(in: 0..<data.count, using: &random)
                    data[place] = UInt8.random(in: 0...255, using: &random)
                }
            }
            do {
                let picture = try PictureIntake.picture(from: Data(data))
                XCTAssertTrue(1...1024 ~= picture.width && 1...1024 ~= picture.height)
            } catch {
                XCTAssertNotNil(error as? PictureProblem, "round \(round): \(error)")
            }
        }
    }
}
