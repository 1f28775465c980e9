import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The size of a shown picture, in pixels.
struct PictureSize: Hashable {
    var width: Int
    var height: Int
    /// The radius of the corners; half the size makes a circle.
    var cornerRadius: Int

    /// In device pixels.
    func times(_ scale: Int) -> PictureSize {
        PictureSize(
            width: width * scale,
            height: height * scale,
            cornerRadius: cornerRadius * scale
        )
    }
}

/// The pictures that windows show, made once per size and shared by all windows.
///
/// Pictures that come with a series are read at once. The user's own are read from the library off
/// the main thread, and only if they are on screen; their place stays empty until then.
@MainActor
final class ImageStore {
    /// The maximum size of the cache, in bytes.
    static let limit = 48 << 20

    let directory: URL
    private let textures: TextureCache
    private let reading: StoredPictures
    private var problems: Set<PictureKey> = []

    /// - Parameters:
    ///   - directory: the folder that the pictures' names are relative to.
    ///   - library: contains the user's own pictures.
    init(directory: URL, library: Library) {
        self.directory = directory
        let textures = TextureCache(limit: Self.limit)
        self.textures = textures
        reading = StoredPictures(library)
    }

    /// Fills a new picture of this size now or when it becomes visible, and again when it moves to
    /// a monitor with a higher scale.
    func show(_ shown: ShownPicture, in picture: Picture, _ size: PictureSize) {
        fill(picture, with: shown, size)
        picture.whileEmpty { [weak self] in self?.fill($0, with: shown, size) }
        picture.onScaleChange { [weak self] in self?.fill($0, with: shown, size) }
    }

    private func fill(_ picture: Picture, with shown: ShownPicture, _ size: PictureSize) {
        // The monitors may be reported later than the window's own scale.
        let scaled = size.times(max(Desktop.largestScale, picture.scale))
        guard let id = shown.storedID else {
            picture.texture(bundledOrGenerated(shown, scaled))
            return
        }
        let key = PictureKey(source: .stored(id), size: scaled)
        if let texture = textures[key] {
            picture.texture(texture)
            return
        }
        if problems.contains(key) {
            picture.texture(bundledOrGenerated(shown, scaled))
            return
        }
        if picture.isMapped {
            read(shown, key, for: picture)
        } else {
            picture.texture(nil)
        }
    }

    /// A picture that comes with a series, or one generated from the name.
    private func bundledOrGenerated(_ shown: ShownPicture, _ size: PictureSize) -> Texture {
        if let file = shown.file, let texture = bundled(file, size) { return texture }
        let key = PictureKey(source: .generated(shown.kind, shown.id, shown.name), size: size)
        if let texture = textures[key] { return texture }
        let texture = GeneratedPicture.texture(of: shown, size)
        textures[key] = texture
        return texture
    }

    /// A picture that comes with a series; nil, with a line in the log, when it cannot be read.
    private func bundled(_ file: String, _ size: PictureSize) -> Texture? {
        let key = PictureKey(source: .bundled(file), size: size)
        if let texture = textures[key] { return texture }
        guard !problems.contains(key) else { return nil }
        do {
            let texture = try Texture(
                path: directory.appendingPathComponent(file).path,
                width: size.width,
                height: size.height,
                cornerRadius: size.cornerRadius
            )
            textures[key] = texture
            return texture
        } catch {
            problems.insert(key)
            Log.warn("A picture cannot be shown: \(error)")
            return nil
        }
    }

    private func read(_ shown: ShownPicture, _ key: PictureKey, for picture: Picture) {
        if let texture = textures[key] {
            picture.texture(texture)
            return
        }
        guard case .stored(let id) = key.source else { return }
        // Its widget is retained during reading; a widget that has left the screen is skipped.
        reading.read(id, key.size, isWanted: { picture.isMapped }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let texture):
                textures[key] = texture
                picture.texture(texture)
            case .failure(let error):
                problems.insert(key)
                Log.warn("A picture cannot be shown: \(error)")
                picture.texture(bundledOrGenerated(shown, key.size))
            }
        }
    }

    /// A picture to zoom into; nil, with a line in the log, when it cannot be read.
    ///
    /// Not cached: one may take 20 MB, and few are viewed twice.
    func largeTexture(_ shown: ShownPicture) async -> Texture? {
        let side = min(2 * Desktop.largestMonitor.height * Desktop.largestScale, 2400)
        do {
            if let id = shown.storedID { return try await reading.large(id) }
            guard let file = shown.file else { return nil }
            let path = directory.appendingPathComponent(file).path
            return try await Texture.large(path: path, longestSide: side)
        } catch {
            Log.warn("A picture cannot be shown: \(error)")
            return nil
        }
    }

    /// The colors of the user's own picture, scaled down; nil, with a line in the log, when it
    /// cannot be read. Red, green, blue and alpha in turn.
    func colors(of id: UUID) async -> [UInt8]? {
        do {
            return try await reading.colors(id, longestSide: 48)
        } catch {
            Log.warn("The colors of a cover are not known: \(error)")
            return nil
        }
    }

    /// The picture that comes with a series, in the initial size of a dialog.
    func preview(_ shown: ShownPicture) -> Texture? {
        guard shown.storedID == nil, let file = shown.file else { return nil }
        let side = PictureSize(width: 360, height: 360, cornerRadius: 0)
        return bundled(file, side.times(Desktop.largestScale))
    }

    /// The size of the cached textures, in bytes; for tests.
    var keptBytes: Int { textures.bytes }
}

/// A picture at a size.
struct PictureKey: Hashable {
    enum Source: Hashable {
        case bundled(String)
        case stored(UUID)
        case generated(ShownPicture.Kind, UUID, String)
    }

    let source: Source
    /// In device pixels.
    let size: PictureSize
}

/// A cache of textures with a limit in bytes: evicts the least recently used one first.
///
/// A texture that is shown stays alive without it.
@MainActor
final class TextureCache {
    /// The current size, in bytes.
    private(set) var bytes = 0

    private struct Entry {
        let texture: Texture
        let bytes: Int
        var use: Int
    }

    private let limit: Int
    private var entries: [PictureKey: Entry] = [:]
    private var uses = 0

    /// - Parameter limit: in bytes.
    init(limit: Int) { self.limit = limit }

    subscript(key: PictureKey) -> Texture? {
        get {
            guard entries[key] != nil else { return nil }
            uses += 1
            entries[key]?.use = uses
            return entries[key]?.texture
        }
        set {
            if let old = entries.removeValue(forKey: key) { bytes -= old.bytes }
            guard let newValue else { return }
            uses += 1
            let size = newValue.size.width * newValue.size.height * 4
            entries[key] = Entry(texture: newValue, bytes: size, use: uses)
            bytes += size
            if bytes > limit { makeRoom() }
        }
    }

    /// Evicts a quarter at once, to avoid doing so for each new texture.
    private func makeRoom() {
        for (key, entry) in entries.sorted(by: { $0.value.use < $1.value.use }) {
            guard bytes > limit * 3 / 4 else { return }
            bytes -= entry.bytes
            entries[key] = nil
        }
    }
}
