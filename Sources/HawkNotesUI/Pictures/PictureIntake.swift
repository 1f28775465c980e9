import Foundation
import GTKBridge
import HawkNotesModel

/// Converts a picture file for the library.
///
/// The picture is decoded and encoded again, never stored as it came: upright, no larger than
/// `StoredPicture.longestSide`, and without a camera's metadata, such as the location. Transparent
/// pictures are stored as PNG; others as the smaller one of PNG, which it is for drawings, and
/// JPEG, which it is for photographs.
enum PictureIntake {
    /// The JPEG quality, from 0 to 100: indistinguishable from the original at this size.
    static let quality = 90

    /// Converts a picture's bytes. Takes up to a second; call it off the main thread.
    ///
    /// - Throws: `PictureProblem`
    static func picture(from data: Data) throws -> StoredPicture {
        try picture(from: data, try Self.header(of: data))
    }

    /// Reads and converts a picture, off the main thread.
    ///
    /// Photographs are converted one at a time: each may need much memory. A drawing needs little,
    /// but a malicious one may take forever; nothing else waits for it.
    ///
    /// - Throws: `PictureProblem`
    static func readPicture(from source: Source) async throws -> StoredPicture {
        let (data, header) = try await run(on: queue) { () -> (Data, PictureHeader) in
            let data: Data
            switch source {
            case .file(let url): data = try PictureFile.read(url)
            case .bytes(let bytes): data = bytes
            }
            return (data, try Self.header(of: data))
        }
        let isDrawing = header.kind == .svg
        return try await run(on: isDrawing ? .global(qos: .userInitiated) : queue) {
            try picture(from: data, header)
        }
    }

    /// The source of a picture.
    enum Source: Sendable {
        case file(URL)
        case bytes(Data)
    }

    private static let queue = DispatchQueue(label: "hawk-notes.pictures", qos: .userInitiated)

    private static func run<Value: Sendable>(
        on queue: DispatchQueue,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { done in
            queue.async { done.resume(with: Result(catching: body)) }
        }
    }

    private static func header(of data: Data) throws -> PictureHeader {
        guard data.count <= PictureFile.largestSize else { throw PictureProblem.tooLarge }
        return try PictureHeader(of: data)
    }

    private static func picture(from data: Data, _ header: PictureHeader) throws -> StoredPicture {
        do {
            let image = try PixelImage(
                decoding: data,
                PixelImage.Bounds(
                    kind: header.kind.rawValue,
                    size: header.kind == .svg ? nil : (header.width, header.height),
                    longestSide: StoredPicture.longestSide
                )
            )
            return try picture(of: image)
        } catch PixelError.unknownKind {
            throw PictureProblem.needsPackage(package(for: header.kind))
        } catch PixelError.noMemory {
            throw PictureProblem.notKept
        } catch {
            throw PictureProblem.damaged
        }
    }

    private static func picture(of image: PixelImage) throws -> StoredPicture {
        let png = try image.encoded(jpegQuality: nil)
        let jpeg = image.isTransparent ? nil : try image.encoded(jpegQuality: quality)
        let isPhotograph = jpeg.map { $0.count < png.count } ?? false
        return StoredPicture(
            data: isPhotograph ? jpeg ?? png : png,
            type: isPhotograph ? "image/jpeg" : "image/png",
            width: image.width,
            height: image.height
        )
    }

    /// The system package that decodes a kind of file.
    private static func package(for kind: PictureHeader.Kind) -> String {
        switch kind {
        case .webp: "webp-pixbuf-loader"
        case .svg: "librsvg2-common"
        case .png, .jpeg: "libgdk-pixbuf-2.0-0"
        }
    }
}
