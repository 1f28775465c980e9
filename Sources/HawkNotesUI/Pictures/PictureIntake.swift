import Foundation
import GTKBridge
import HawkNotesModel

/// Makes of a file what the library keeps of a picture.
///
/// It is decoded and made anew, never kept as it came: upright, no larger than
/// `StoredPicture.longestSide`, and without what a camera writes beside it, such as the place. What can
/// be seen through is kept as PNG; of everything else, the smaller one of PNG, which it is for drawings,
/// and JPEG, which it is for photographs.
enum PictureIntake {
    /// Of JPEG, from 0 to 100: coarser cannot be told from the original at this size.
    static let quality = 90

    /// Takes a picture's bytes in. Takes up to a second; for threads other than the main one.
    ///
    /// - Throws: `PictureProblem`
    static func picture(from data: Data) throws -> StoredPicture {
        guard data.count <= PictureFile.largestSize else { throw PictureProblem.tooLarge }
        let header = try PictureHeader(of: data)
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

    /// Reads a file and takes it in, one after the other: each may need much memory.
    ///
    /// - Throws: `PictureProblem`
    static func take(_ source: Source) async throws -> StoredPicture {
        try await withCheckedThrowingContinuation { done in
            queue.async {
                done.resume(
                    with: Result {
                        switch source {
                        case .file(let url): try picture(from: try PictureFile.read(url))
                        case .bytes(let data): try picture(from: data)
                        }
                    }
                )
            }
        }
    }

    /// Where a picture comes from.
    enum Source: Sendable {
        case file(URL)
        case bytes(Data)
    }

    private static let queue = DispatchQueue(label: "hawk-notes.pictures", qos: .userInitiated)

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
