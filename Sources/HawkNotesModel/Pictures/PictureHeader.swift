import Foundation

/// Information from the bytes of a picture file, before anything is decoded.
///
/// The kind is determined by the bytes and never by the file's name.
public struct PictureHeader: Hashable, Sendable {
    /// The supported kinds of files.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case png
        case jpeg
        case webp
        /// A drawing, which has no size in pixels.
        case svg
    }

    /// The maximum number of pixels: a phone's photograph has 50 million. Decoding that many takes
    /// 200 MB.
    public static let mostPixels = 50_000_000

    /// The kind of file.
    public let kind: Kind
    /// In pixels, as stored, before the orientation is applied; 0 for a drawing.
    public let width: Int
    /// In pixels, as stored, before the orientation is applied; 0 for a drawing.
    public let height: Int

    /// Reads the kind and the size, and checks whether the file has an end.
    ///
    /// - Throws: `PictureProblem`: `.empty`, `.notAPicture`, `.tooManyPixels`, `.damaged`, or for a
    ///   drawing `.tooLarge` and `.refersElsewhere`.
    public init(of data: Data) throws {
        guard !data.isEmpty else { throw PictureProblem.empty }
        (kind, width, height) = try data.withUnsafeBytes { bytes in
            if bytes.starts(with: [0x89] + Array("PNG\r\n".utf8) + [0x1a, 0x0a]) {
                return try Self.png(bytes)
            }
            if bytes.starts(with: [0xff, 0xd8, 0xff]) { return try Self.jpeg(bytes) }
            if bytes.starts(with: Array("RIFF".utf8)), bytes.count >= 12,
                bytes[8..<12].elementsEqual("WEBP".utf8)
            {
                return try Self.webp(bytes)
            }
            guard DrawingText.isDrawing(data) else { throw PictureProblem.notAPicture }
            guard data.count <= DrawingText.largestSize else { throw PictureProblem.tooLarge }
            guard DrawingText.isSelfContained(data) else { throw PictureProblem.refersElsewhere }
            return (.svg, 0, 0)
        }
        guard kind != .svg else { return }
        guard width > 0, height > 0 else { throw PictureProblem.damaged }
        guard width <= Self.mostPixels / height else {
            throw PictureProblem.tooManyPixels(width: width, height: height)
        }
    }

    private typealias Found = (Kind, Int, Int)

    /// The size comes first, and the last chunk is marked as the last.
    private static func png(_ bytes: UnsafeRawBufferPointer) throws -> Found {
        guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else {
            throw PictureProblem.damaged
        }
        let size = (number(bytes, at: 16, count: 4), number(bytes, at: 20, count: 4))
        var place = 8
        while place + 12 <= bytes.count {
            if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) {
                return (.png, size.0, size.1)
            }
            place += 12 + number(bytes, at: place, count: 4)
        }
        // A decompression bomb is reported as one, even if it is incomplete.
        try refuseBomb(size)
        throw PictureProblem.damaged
    }

    /// The size is in the frame's segment, somewhere before the picture itself.
    private static func jpeg(_ bytes: UnsafeRawBufferPointer) throws -> Found {
        var place = 2
        var size: (Int, Int)?
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xff else { break }
            let marker = bytes[place + 1]
            // Any number of these may pad the space between two segments.
            if marker == 0xff {
                place += 1
                continue
            }
            let isFrame = 0xc0...0xcf ~= marker && ![0xc4, 0xc8, 0xcc].contains(marker)
            if isFrame, place + 9 <= bytes.count {
                let height = number(bytes, at: place + 5, count: 2)
                size = (number(bytes, at: place + 7, count: 2), height)
            }
            if marker == 0xda { break }
            let isBare = marker == 0x01 || 0xd0...0xd8 ~= marker
            place += isBare ? 2 : 2 + max(2, number(bytes, at: place + 2, count: 2))
        }
        guard let size else { throw PictureProblem.damaged }
        try refuseBomb(size)
        // Within the encoded picture, 0xff is never followed by this byte.
        var end = bytes.count - 2
        while end >= place, bytes[end] != 0xff || bytes[end + 1] != 0xd9 { end -= 1 }
        guard end >= place else { throw PictureProblem.damaged }
        return (.jpeg, size.0, size.1)
    }

    private static func webp(_ bytes: UnsafeRawBufferPointer) throws -> Found {
        guard bytes.count >= 30 else { throw PictureProblem.damaged }
        let size: (Int, Int)
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            let sides = (little(bytes, at: 26, count: 2), little(bytes, at: 28, count: 2))
            size = (sides.0 & 0x3fff, sides.1 & 0x3fff)
        case "VP8L":
            let bits = little(bytes, at: 21, count: 4)
            size = ((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
        case "VP8X":
            size = (little(bytes, at: 24, count: 3) + 1, little(bytes, at: 27, count: 3) + 1)
        default: throw PictureProblem.damaged
        }
        try refuseBomb(size)
        guard little(bytes, at: 4, count: 4) <= bytes.count - 8 else {
            throw PictureProblem.damaged
        }
        return (.webp, size.0, size.1)
    }

    private static func refuseBomb(_ size: (width: Int, height: Int)) throws {
        guard size.height == 0 || size.width <= mostPixels / size.height else {
            throw PictureProblem.tooManyPixels(width: size.width, height: size.height)
        }
    }

    /// A big-endian number.
    private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int, count: Int) -> Int {
        (0..<count).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }

    /// A little-endian number.
    private static func little(_ bytes: UnsafeRawBufferPointer, at place: Int, count: Int) -> Int {
        (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
}
