import Foundation
import GTKBridge
import HawkNotesModel

/// Reads the user's own pictures from the library and decodes them, off the main thread.
///
/// The last request comes first, and one that is no longer wanted at its turn is skipped: a shelf
/// that is scrolled quickly only reads the pictures where it stops.
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
    /// The number of pictures read; for tests.
    private(set) var reads = 0

    init(_ library: Library) { self.library = library }

    /// Makes a texture of a size, in device pixels, that the picture fills.
    ///
    /// - Parameters:
    ///   - isWanted: called when the picture's turn comes.
    ///   - completion: called with the result; never called for a picture that is no longer wanted.
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

    /// A picture in its stored size.
    func large(_ id: UUID) async throws -> Texture {
        Texture(try await image(id) { $0 })
    }

    /// The colors of a picture scaled down to this size, row by row: red, green, blue and alpha.
    func colors(_ id: UUID, longestSide: Int) async throws -> [UInt8] {
        try await image(id) { try $0.scaled(longestSide: longestSide) }
            .colors(longestSide: longestSide)
    }

    private func next() {
        while running < Self.most, let request = waiting.popLast() {
            guard request.isWanted() else { continue }
            running += 1
            // Retained until it is done, so that waiting callers get an answer.
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
    /// Decodes a picture of the library, which may come from another computer.
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
