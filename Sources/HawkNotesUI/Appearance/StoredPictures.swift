import Foundation
import GTKBridge
import HawkNotesModel

/// Reads the reader's own pictures out of the library and decodes them, off the main thread.
///
/// What was asked for last comes first, and what is not wanted any more when its turn comes is
/// not read: a shelf that is scrolled fast reads what it comes to rest on.
@MainActor
final class StoredPictures {
    private struct Request {
        let id: UUID
        let size: PictureSize
        let isWanted: @MainActor () -> Bool
        let completion: @MainActor (Result<Texture, any Error>) -> Void
    }

    /// One that is read and one that is decoded.
    private static let most = 2

    private let library: Library
    private var waiting: [Request] = []
    private var running = 0
    /// How many pictures were read; for tests.
    private(set) var reads = 0

    init(_ library: Library) { self.library = library }

    /// Makes a texture of a size, in device pixels, that the picture fills.
    ///
    /// - Parameters:
    ///   - isWanted: asked when its turn comes.
    ///   - completion: told what came of it; never called for what is not wanted any more.
    func read(
        _ id: UUID,
        _ size: PictureSize,
        isWanted: @escaping @MainActor () -> Bool,
        _ completion: @escaping @MainActor (Result<Texture, any Error>) -> Void
    ) {
        waiting.append(
            Request(id: id, size: size, isWanted: isWanted, completion: completion)
        )
        next()
    }

    /// All of a picture, as it is kept.
    func large(_ id: UUID) async throws -> Texture {
        Texture(try await image(id) { $0 })
    }

    /// The colours of a picture made so small, row by row: red, green, blue and alpha.
    func colors(_ id: UUID, longestSide: Int) async throws -> [UInt8] {
        try await image(id) { try $0.scaled(longestSide: longestSide) }
            .colors(longestSide: longestSide)
    }

    private func next() {
        while running < Self.most, let request = waiting.popLast() {
            guard request.isWanted() else { continue }
            running += 1
            // Kept until it is done, so that what waits is told.
            Task { [self] in
                do {
                    let size = request.size
                    let image = try await image(request.id) {
                        try $0.filling(
                            width: size.width,
                            height: size.height,
                            cornerRadius: size.cornerRadius
                        )
                    }
                    request.completion(.success(Texture(image)))
                } catch {
                    request.completion(.failure(error))
                }
                running -= 1
                next()
            }
        }
    }

    private func image(
        _ id: UUID,
        _ change: @escaping @Sendable (PixelImage) throws -> PixelImage
    ) async throws -> PixelImage {
        reads += 1
        let picture: StoredPicture? = try await withCheckedThrowingContinuation { done in
            library.perform {
                try $0.picture(id)
            } completion: {
                done.resume(with: $0)
            }
        }
        guard let picture else { throw PictureProblem.missing }
        return try await withCheckedThrowingContinuation { done in
            Self.decoding.async {
                done.resume(with: Result { try change(try PixelImage(decoding: picture)) })
            }
        }
    }

    private static let decoding = DispatchQueue(label: "hawk-notes.decoding", qos: .userInitiated)
}

extension PixelImage {
    /// Decodes what the library keeps. It may have come with another computer's library.
    convenience init(decoding picture: StoredPicture) throws {
        let header = try PictureHeader(of: picture.data)
        guard header.kind != .svg else { throw PictureProblem.damaged }
        try self.init(
            decoding: picture.data,
            Bounds(
                kind: header.kind.rawValue,
                size: (header.width, header.height),
                longestSide: StoredPicture.longestSide
            )
        )
    }
}
