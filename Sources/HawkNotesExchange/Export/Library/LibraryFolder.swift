import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Why a folder cannot take an exported library.
public enum LibraryFolderError: Error, Hashable, Sendable {
    /// These files were not written by an export, or have been changed since.
    case inTheWay([String])
}

/// The files of an export are complete, and on the disk, but not all of them are in their places.
///
/// ``LibraryFolder/finish()`` completes it, and so does the next export into the folder.
public struct UnfinishedExport: Error {
    /// Why a file could not be moved to its place.
    public let underlying: any Error

    /// An export whose last step failed.
    public init(underlying: any Error) { self.underlying = underlying }
}

/// A folder with an exported library.
///
/// All files are first written into a hidden folder in it, which is removed if the export fails, is
/// cancelled or was killed. When they are complete and on the disk, that folder gets another name,
/// and only then do the files go to their places, where they replace those of the last export. If
/// that is interrupted, the next call of ``finish()`` goes on with it.
///
/// Only files that an export wrote, and that have not changed since, are ever replaced or removed.
public struct LibraryFolder: Sendable {
    /// The folder.
    public let url: URL

    private static let unfinishedName = ".hawk-notes-export.part"
    private static let finishedName = ".hawk-notes-export"

    /// A folder, which need not exist.
    public init(_ url: URL) { self.url = url }

    /// The folder for the files of an export that is not finished.
    private var unfinished: URL { url.appendingPathComponent(Self.unfinishedName) }
    /// The folder of the files that are complete, and still have to go to their places.
    private var finished: URL { url.appendingPathComponent(Self.finishedName) }

    /// Removes what an export that was killed has left, or completes it if only the last step is
    /// missing.
    ///
    /// - Returns: false if there is no folder; its disk may be away.
    /// - Throws: ``UnfinishedExport`` if it could not be completed; `LibraryError`.
    @discardableResult
    public func finish() throws -> Bool {
        guard try Disk.status(url) == .folder else { return false }
        if try Disk.status(finished) == .folder { try settle(isLate: true) }
        try remove(unfinished)
        return true
    }

    /// Writes an export.
    ///
    /// - Parameter body: writes the files into the given folder, and returns their list.
    func write(_ body: (URL) throws -> ExportManifest) throws {
        let isNew = try Disk.status(url) == .nothing
        try Disk.makeFolder(url)
        do {
            try finish()
            try requireRoom(for: nil)
            try Disk.makeFolder(unfinished)
            let manifest = try body(unfinished)
            let list = unfinished.appendingPathComponent(ExportManifest.name)
            try Disk.replace(list, with: Data(manifest.text.utf8), syncs: false)
            try requireRoom(for: manifest)
            Disk.syncEverything()
            try Disk.rename(unfinished, to: finished)
        } catch {
            // What cannot be removed is a hidden folder, and the next export removes it.
            try? remove(unfinished)
            if isNew { rmdir(url.path) }
            throw error
        }
        try settle(isLate: false)
    }

    // MARK: Places

    /// Moves the complete files to their places.
    ///
    /// - Parameter isLate: whether it was interrupted before: files that have changed since stay as
    ///   they are, and the next export names them.
    /// - Throws: ``UnfinishedExport``.
    private func settle(isLate: Bool) throws {
        do {
            try Disk.syncFolder(of: finished)
            try moveFiles(isLate: isLate)
        } catch {
            throw UnfinishedExport(underlying: error)
        }
    }

    private func moveFiles(isLate: Bool) throws {
        let list = finished.appendingPathComponent(ExportManifest.name)
        let new = try manifest(at: list)
        let old = try manifest(at: url.appendingPathComponent(ExportManifest.name))
        let paths = Set(new.entries.map(\.path))
        for entry in old.entries where !paths.contains(entry.path) && Self.isSafe(entry.path) {
            let file = url.appendingPathComponent(entry.path)
            if digest(of: entry.path) == entry.digest { try Disk.remove(file) }
            removeEmptyFolders(above: entry.path)
        }
        if isLate {
            let known = Set((old.entries + new.entries).map { "\($0.digest) \($0.path)" })
            for path in paths where Self.isSafe(path) {
                guard let digest = digest(of: path), !known.contains("\(digest) \(path)") else {
                    continue
                }
                try remove(finished.appendingPathComponent(path))
            }
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: finished.path).sorted()
        where name != ExportManifest.name {
            try move(name)
        }
        // The last one: until then the files belong to the earlier list as well.
        if try Disk.status(list) != .nothing {
            try Disk.rename(list, to: url.appendingPathComponent(ExportManifest.name))
        }
        try remove(finished)
        Disk.syncEverything()
    }

    private func move(_ path: String) throws {
        let (from, to) = (finished.appendingPathComponent(path), url.appendingPathComponent(path))
        guard Self.kind(of: from) == S_IFDIR, Self.kind(of: to) == S_IFDIR else {
            return try Disk.rename(from, to: to)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: from.path).sorted() {
            try move("\(path)/\(name)")
        }
    }

    private func removeEmptyFolders(above path: String) {
        var parts = path.split(separator: "/").dropLast()
        // The first one that is not empty ends it.
        while !parts.isEmpty, rmdir(url.path + "/" + parts.joined(separator: "/")) == 0 {
            parts = parts.dropLast()
        }
    }

    // MARK: What is in the way

    /// - Parameter manifest: the files to write; nil if they are not known yet.
    private func requireRoom(for manifest: ExportManifest?) throws {
        var found: [String] = []
        let old = try self.manifest(at: url.appendingPathComponent(ExportManifest.name))
        if old.entries.isEmpty {
            let own = [Self.unfinishedName, Self.finishedName]
            found = try FileManager.default.contentsOfDirectory(atPath: url.path)
                .filter { !own.contains($0) }.sorted()
        }
        var known: [String: String] = [:]
        for entry in old.entries where Self.isSafe(entry.path) {
            known[entry.path] = entry.digest
            if Self.kind(of: url.appendingPathComponent(entry.path)) != nil,
                digest(of: entry.path) != entry.digest
            {
                found.append(entry.path)
            }
        }
        var folders: Set<String> = []
        for entry in manifest?.entries ?? [] where known[entry.path] == nil {
            if Self.kind(of: url.appendingPathComponent(entry.path)) != nil {
                found.append(entry.path)
            }
            var parts = entry.path.split(separator: "/").dropLast()
            while !parts.isEmpty, folders.insert(parts.joined(separator: "/")).inserted {
                let folder = parts.joined(separator: "/")
                let kind = Self.kind(of: url.appendingPathComponent(folder))
                if let kind, kind != S_IFDIR, known[folder] == nil { found.append(folder) }
                parts = parts.dropLast()
            }
        }
        if !found.isEmpty { throw LibraryFolderError.inTheWay(found) }
    }

    /// The list at a path; empty if there is none.
    private func manifest(at list: URL) throws -> ExportManifest {
        guard Self.kind(of: list) == S_IFREG else { return ExportManifest() }
        return ExportManifest(String(decoding: try Data(contentsOf: list), as: UTF8.self))
    }

    /// The digest of a file; nil if it is not one, if it lies behind a link, or cannot be read.
    private func digest(of path: String) -> String? {
        var folder = url
        for part in path.split(separator: "/").dropLast() {
            folder.appendPathComponent(String(part))
            guard Self.kind(of: folder) == S_IFDIR else { return nil }
        }
        let file = url.appendingPathComponent(path)
        guard Self.kind(of: file) == S_IFREG, let data = try? Data(contentsOf: file) else {
            return nil
        }
        return Self.digest(of: data)
    }

    static func digest(of data: Data) -> String {
        SHA256.digest(data).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// Lists are read from the folder, and may have been edited.
    private static func isSafe(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
    }

    private static func kind(of url: URL) -> mode_t? {
        var status = stat()
        return lstat(url.path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private func remove(_ folder: URL) throws {
        if Self.kind(of: folder) != nil { try FileManager.default.removeItem(at: folder) }
    }
}
