import GTKBridge

/// Textures within a bound of bytes: the one that was not asked for the longest goes first.
///
/// A texture that is shown lives on without it.
@MainActor
final class TextureCache {
    /// What is kept now, in bytes.
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

    /// A quarter at once, so that it need not be done for each new one.
    private func makeRoom() {
        for (key, entry) in entries.sorted(by: { $0.value.use < $1.value.use }) {
            guard bytes > limit * 3 / 4 else { return }
            bytes -= entry.bytes
            entries[key] = nil
        }
    }
}
