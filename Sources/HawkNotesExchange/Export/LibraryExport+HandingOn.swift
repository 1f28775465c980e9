import Foundation

extension LibraryExport {
    /// The time in seconds after which no program reads a shared file any more.
    private static let lifetime: TimeInterval = 86_400

    /// The path for a file that is shared with another program, such as by drag and drop: in its
    /// own folder, so that it can have its proper name.
    ///
    /// - Parameter folder: A folder for such files only.
    public static func placeToHandOn(_ name: String, in folder: URL) -> URL {
        folder.appendingPathComponent(UUID().uuidString).appendingPathComponent(name)
    }

    /// Writes a note as a Markdown file at a path of `placeToHandOn`, and removes old shared files
    /// there.
    ///
    /// - Throws: See ``writeSeriesFile(of:to:progress:)``.
    public func handOn(note id: UUID, at url: URL, now: Date = Date()) async throws {
        let own = url.deletingLastPathComponent()
        let folder = own.deletingLastPathComponent()
        let files = FileManager.default
        let keys: [URLResourceKey] = [.contentModificationDateKey]
        // Files that cannot be listed or removed are in the cache, which others clean up.
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
