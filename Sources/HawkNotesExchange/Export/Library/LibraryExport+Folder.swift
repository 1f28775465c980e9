import Foundation
import HawkNotesFormats
import HawkNotesModel

/// The number of items that were exported.
public struct ExportedCounts: Hashable, Sendable {
    /// The number of series.
    public var series = 0
    /// The number of books.
    public var books = 0
    /// The number of characters.
    public var characters = 0
    /// The number of notes.
    public var notes = 0
    /// The number of pictures.
    public var pictures = 0
}

extension LibraryExport {
    /// Writes the library into a folder, as pages that can be read by people and imported again.
    ///
    /// The trash, earlier versions of notes and the list of imports are not in it.
    ///
    /// - Parameters:
    ///   - folder: empty, or with an earlier export, which is replaced.
    ///   - progress: called occasionally on another thread with values from 0 to 1.
    /// - Throws: ``LibraryFolderError``; `LibraryError`, such as for a full disk;
    ///   `CancellationError`: the folder is then as it was. ``UnfinishedExport`` if only the last step
    ///   is missing.
    public func writeLibrary(
        into folder: LibraryFolder,
        words: LibraryPageWords = LibraryPageWords(),
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> ExportedCounts {
        try await ReadingThread.run { isCancelled in
            var counts = ExportedCounts()
            try folder.write { target in
                var entries: [ExportManifest.Entry] = []
                try read(isCancelled) { items in
                    let count = Double(max(1, try items.snapshot.noteCount()))
                    let pages = try LibraryPages(items, words) { path, data in
                        let url = target.appendingPathComponent(path)
                        try Disk.makeFolder(url.deletingLastPathComponent())
                        try Disk.replace(url, with: data, syncs: false)
                        let digest = LibraryFolder.digest(of: data)
                        entries.append(ExportManifest.Entry(path: path, digest: digest))
                    } progress: { written in
                        if written.isMultiple(of: 100) { progress(Double(written) / count) }
                    }
                    try pages.writeAll()
                    counts = pages.counts
                }
                if isCancelled() { throw CancellationError() }
                return ExportManifest(entries)
            }
            return counts
        }
    }
}
