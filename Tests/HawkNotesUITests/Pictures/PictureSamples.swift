import Foundation
import GTKBridge

/// Files of pictures, made by the test that needs them.
enum PictureSamples {
    /// A picture whose quarters are red, green, blue and white, from the top left in reading order.
    static func quarters(width: Int, height: Int, alpha: UInt8 = 255) -> PixelImage {
        var colors: [UInt8] = []
        colors.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                switch (x < width / 2, y < height / 2) {
                case (true, true): colors += [255, 0, 0, alpha]
                case (false, true): colors += [0, 255, 0, alpha]
                case (true, false): colors += [0, 0, 255, alpha]
                case (false, false): colors += [255, 255, 255, alpha]
                }
            }
        }
        return PixelImage(colors: colors, width: width, height: height)
    }

    /// A picture that looks like noise, as photographs do to PNG.
    static func noise(width: Int, height: Int) -> PixelImage {
        var state: UInt32 = 7
        let colors = (0..<width * height).flatMap { _ -> [UInt8] in
            state = state &* 1_664_525 &+ 1_013_904_223
            return [UInt8(state >> 24), UInt8(state >> 16 & 0xff), UInt8(state >> 8 & 0xff), 255]
        }
        return PixelImage(colors: colors, width: width, height: height)
    }

    static func png(width: Int = 60, height: Int = 40) throws -> Data {
        try quarters(width: width, height: height).encoded(jpegQuality: nil)
    }

    static func jpeg(width: Int = 60, height: Int = 40) throws -> Data {
        try quarters(width: width, height: height).encoded(jpegQuality: 95)
    }

    /// A JPEG file with the orientation that a camera writes when it was held upright.
    static func turnedJPEG(orientation: UInt8) throws -> Data {
        let plain = try jpeg()
        let exif =
            Array("Exif\0\0II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0]
            + [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
        let length = exif.count + 2
        return plain.prefix(2) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + exif
            + plain.dropFirst(2)
    }

    /// A PNG file that says it is this large.
    static func bomb(width: UInt32, height: UInt32) throws -> Data {
        var data = [UInt8](try png())
        for (place, number) in [(16, width), (20, height)] {
            for index in 0..<4 {
                data[place + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32(index)))
            }
        }
        return Data(data)
    }

    /// One pixel.
    static let webp =
        Data(
            base64Encoded: "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="
        ) ?? Data()

    /// A drawing with something in it.
    static func svg(_ content: String, size: String = "width='30' height='20'") -> Data {
        let vocabularies =
            "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
        return Data("<?xml version='1.0'?>\n<svg \(vocabularies) \(size)>\(content)</svg>\n".utf8)
    }

    static let square = "<rect width='30' height='20' fill='#ff0000'/>"
}

extension PixelImage {
    /// Red, green, blue and alpha of one pixel.
    func color(x: Int, y: Int) throws -> [UInt8] {
        let all = try colors(longestSide: max(width, height))
        let start = (y * width + x) * 4
        return Array(all[start..<start + 4])
    }
}
