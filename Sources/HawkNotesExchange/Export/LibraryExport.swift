import Foundation
import HawkNotesFormats
import HawkNotesModel

/// The exported part of a library.
public enum ExportedPart: Hashable, Sendable {
    /// All series; what is in the trash stays there.
    case everything
    /// A series with all its contents.
    case series(UUID)
    /// A book with its chapters, the characters that it introduces, and the notes on all of them.
    case book(UUID)
    /// A character with the notes on it.
    case character(UUID)
    /// Single notes, in this order.
    case notes([UUID])
}

/// Exports parts of a library to files that an import reads without a difference.
///
/// A file or folder only gets its name when it is complete: however writing ends, existing files
/// stay until then. Works on its own thread, and ends soon after its task is cancelled.
public struct LibraryExport: Sendable {
    /// Finds a picture that ships with the program by its path, as in `Book.coverFile`.
    public typealias BundledPicture = @Sendable (String) -> StoredPicture?

    let library: Library
    let veil: ExportVeil
    let bundledPicture: BundledPicture

    /// Makes an export from a library.
    ///
    /// - Parameter veil: How spoilers are treated.
    public init(
        of library: Library,
        veil: ExportVeil = .lifted,
        bundledPicture: @escaping BundledPicture = { _ in nil }
    ) {
        self.library = library
        self.veil = veil
        self.bundledPicture = bundledPicture
    }
}

extension LibraryExport {
    /// Writes a single series file with its pictures.
    ///
    /// - Parameters:
    ///   - url: The path; an existing file is replaced at the end.
    ///   - progress: Called occasionally on another thread with the number of written items.
    /// - Throws: ``LibraryExportError``; `LibraryError`, such as for a full disk; `CancellationError`.
    public func writeSeriesFile(
        of part: ExportedPart,
        to url: URL,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        try await ReadingThread.run { isCancelled in
            try read(isCancelled) { items in
                try SeriesFileWriter.write(to: url) { add in
                    var count = 0
                    try items.each(of: part) { item in
                        try add(item)
                        count += 1
                        if count.isMultiple(of: 100) { progress(count) }
                    }
                }
            }
        }
    }

    /// Reads the library, rethrowing the underlying error.
    func read<Value>(
        _ isCancelled: @escaping () -> Bool,
        _ body: (ExportedItems) throws -> Value
    ) throws -> Value {
        do {
            return try library.withSnapshot { snapshot in
                try body(
                    ExportedItems(
                        snapshot: snapshot,
                        veil: veil,
                        bundledPicture: bundledPicture,
                        isCancelled: isCancelled
                    )
                )
            }
        } catch let error as LibraryError {
            switch error.underlying {
            case let error as LibraryExportError: throw error
            case is CancellationError: throw CancellationError()
            default: throw error
            }
        }
    }
}

extension LibraryExport {
    /// Writes Markdown files into a new folder.
    ///
    /// The folder gets its name when everything is in it and on the disk.
    ///
    /// - Parameters:
    ///   - parent: The parent of the new folder.
    ///   - name: Its name; with a number after it if that exists.
    ///   - progress: Called occasionally on another thread with the number of written items.
    /// - Returns: The new folder.
    /// - Throws: See ``writeSeriesFile(of:to:progress:)``.
    public func writeMarkdown(
        of part: ExportedPart,
        into parent: URL,
        name: String,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> URL {
        try await ReadingThread.run { isCancelled in
            let new = parent.appendingPathComponent(".\(UUID().uuidString)")
            do {
                try Disk.makeFolder(new)
                try read(isCancelled) { items in
                    let writer = MarkdownWriter(
                        folder: new,
                        hasFolderForSeries: part == .everything
                    )
                    try items.each(of: part) { writer.prepare($0) }
                    var count = 0
                    try items.each(of: part) { item in
                        try writer.write(item)
                        count += 1
                        if count.isMultiple(of: 100) { progress(count) }
                    }
                }
                Disk.syncEverything()
                let unused = try FileName.unused(name) {
                    try Disk.status(parent.appendingPathComponent($0)) != .nothing
                }
                let url = parent.appendingPathComponent(unused)
                try Disk.rename(new, to: url)
                try Disk.syncFolder(of: url)
                return url
            } catch {
                // If it cannot be removed, it is a hidden folder whose name reveals nothing.
                try? FileManager.default.removeItem(at: new)
                throw error
            }
        }
    }

    /// Writes a note as one Markdown file.
    ///
    /// - Parameter url: The path; an existing file is replaced.
    /// - Throws: See ``writeSeriesFile(of:to:progress:)``.
    public func writeMarkdown(ofNote id: UUID, to url: URL) async throws {
        try await ReadingThread.run { isCancelled in
            let text = try read(isCancelled) { items in
                let writer = MarkdownWriter(folder: url)
                var note: ImportedItem?
                try items.each(of: .notes([id])) { item in
                    writer.prepare(item)
                    if case .note = item { note = item }
                }
                guard let text = note.flatMap(writer.text(of:)) else {
                    throw LibraryExportError.notThere
                }
                return text
            }
            let new = url.deletingLastPathComponent()
                .appendingPathComponent(".\(UUID().uuidString)")
            do {
                try Disk.replace(new, with: Data(text.utf8), syncs: true)
                try Disk.rename(new, to: url)
            } catch {
                // If it cannot be removed, it is a hidden file.
                try? Disk.remove(new)
                throw error
            }
            try Disk.syncFolder(of: url)
        }
    }
}
