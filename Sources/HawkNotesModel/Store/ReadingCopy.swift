import Foundation
import LibrarySalvage

/// Copies a library that another machine has open.
///
/// SQLite never opens its files: the index of the log, which it needs to read them while another
/// process writes, is not shared between machines. So the database and its log are copied as bytes.
struct ReadingCopy {
    /// The number of attempts to find the files unchanged by the other machine's writes.
    private static let mostLooks = 20

    let source: LibraryFiles
    /// A folder for the copy alone; its contents are removed.
    let folder: URL
    let environment: LibraryEnvironment
    /// Copies a file.
    var copyFile: (_ source: URL, _ target: URL) throws -> Void = { try Disk.copy($0, to: $1) }

    /// Copies the files until they are the same before and after copying.
    ///
    /// - Returns: the database; its log is beside it.
    /// - Throws: `.busy` if they keep changing, `.diskFull`, `.cannotOpen`.
    func take() throws -> URL {
        let copy = LibraryFiles(
            database: folder.appendingPathComponent(source.database.lastPathComponent)
        )
        for _ in 1...Self.mostLooks {
            try empty()
            try requireSpace()
            let before = try look()
            guard before[0] != nil else { break }
            try copyFile(source.database, copy.database)
            if try Disk.status(source.log).size > LogHeader.size {
                try copyFile(source.log, copy.log)
            }
            if try look() == before, try isCopy(copy) { return copy.database }
        }
        throw LibraryError(
            .busy,
            "Could not copy the library: \(source.database.path) keeps changing.",
            url: source.database
        )
    }

    /// Removes the copy.
    func remove() throws {
        guard try Disk.status(folder) != .nothing else { return }
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            throw LibraryError.translating(error, doing: "remove the copy", url: folder)
        }
    }

    private func empty() throws {
        try remove()
        try Disk.makeFolder(folder)
    }

    private func requireSpace() throws {
        let size = try Disk.status(source.database).size + Disk.status(source.log).size
        guard try environment.freeSpace(folder) > size + (1 << 20) else {
            throw LibraryError(
                .diskFull,
                "There is not enough room for a copy of the library in \(folder.path).",
                url: folder
            )
        }
    }

    private func look() throws -> [Disk.Version?] {
        try [source.database, source.log].map(Disk.version)
    }

    /// Whether a second read of the files is the same: not every file system shows a change at
    /// once.
    private func isCopy(_ copy: LibraryFiles) throws -> Bool {
        guard try ByteSource(source.database).isEqual(to: ByteSource(copy.database)) else {
            return false
        }
        guard try Disk.status(copy.log) != .nothing else {
            return try Disk.status(source.log).size <= LogHeader.size
        }
        return try ByteSource(source.log).isEqual(to: ByteSource(copy.log))
    }
}

extension ByteSource {
    /// Whether both have the same bytes.
    fileprivate func isEqual(to other: ByteSource) -> Bool {
        guard size == other.size else { return false }
        return stride(from: 0, to: size, by: 1 << 20).allSatisfy { offset in
            let part = read(offset, min(1 << 20, size - offset))
            return part != nil && part == other.read(offset, min(1 << 20, size - offset))
        }
    }
}
