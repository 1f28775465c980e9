import Foundation
import GTKBridge

/// The series' pictures, read once per size and shared by all windows.
@MainActor
final class ImageStore {
    private let directory: URL
    private var textures: [String: Texture] = [:]
    private var problems: Set<String> = []

    /// - Parameter directory: the folder that the pictures' names are relative to.
    init(directory: URL) { self.directory = directory }

    /// A picture for a place of the given size in pixels; nil, with a line in the log, when it cannot be
    /// read. It is rendered for the densest monitor that there is now.
    func texture(_ file: String, width: Int, height: Int, cornerRadius: Int) -> Texture? {
        let scale = Desktop.largestScale
        let key = "\(file)@\(width)x\(height)r\(cornerRadius)@\(scale)"
        if let texture = textures[key] { return texture }
        guard !problems.contains(key) else { return nil }
        do {
            let path = directory.appendingPathComponent(file).path
            let texture = try Texture(
                path: path,
                width: width * scale,
                height: height * scale,
                cornerRadius: cornerRadius * scale
            )
            textures[key] = texture
            return texture
        } catch {
            problems.insert(key)
            Log.warn("A picture cannot be shown: \(error)")
            return nil
        }
    }

    /// A picture to come close to; nil, with a line in the log, when it cannot be read.
    ///
    /// It is not kept: one may take 20 MB, and few are looked at twice.
    func largeTexture(_ file: String) async -> Texture? {
        let side = 2 * Desktop.largestMonitor.height * Desktop.largestScale
        do {
            return try await Texture.large(
                path: directory.appendingPathComponent(file).path,
                longestSide: min(side, 2400)
            )
        } catch {
            Log.warn("A picture cannot be shown: \(error)")
            return nil
        }
    }
}
