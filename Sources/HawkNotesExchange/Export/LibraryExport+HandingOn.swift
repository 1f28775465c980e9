import Foundation

extension LibraryExport {
    /// After so many seconds no program reads a file any more that was handed on.
    private static let lifetime: TimeInterval = 86_400

    /// Where a file is to be that is handed to another program, as by dragging it: in a folder of its own,
    /// so that it can be called what it is.
    ///
    /// - Parameter folder: for such files alone.
    public static func placeToHandOn(_ name: String, in folder: URL) -> URL {
        folder.appendingPathComponent(UUID().uuidString).appendingPathComponent(name)
    }

    /// Writes a note as a Markdown file at a place of `placeToHandOn`, and removes what was handed on there
    /// long ago.
    ///
    /// - Throws: as ``writeSeriesFile(of:to:progress:)``.
    public func handOn(note id: UUID, at url: URL, now: Date = Date()) async throws {
        let own = url.deletingLastPathComponent()
        let folder = own.deletingLastPathComponent()
        let files = FileManager.default
        let keys: [URLResourceKey] = [.contentModificationDateKey]
        // What cannot be looked at or removed is in the cache, where others clean up.
        let all = try? files.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys)
        for one in all ?? [] {
            let date = try? one.resourceValues(forKeys: Set(keys)).contentModificationDate
            if let date, now.timeIntervalSince(date) > Self.lifetime {
                try? files.removeItem(at: one)
            }
        }
        try files.createDirectory(
            at: own,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try await writeMarkdown(ofNote: id, to: url)
    }
}
