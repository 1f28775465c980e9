import Foundation

/// The folder of this device, the only one that it writes into.
package struct DeviceFolder: Sendable {
    /// A file of this name is there, and it is another one.
    package struct NameTaken: Error, Hashable, Sendable {
        package let name: String
    }

    package let path: SharedPath
    private let files: SharedFiles
    private let limits: SharingLimits

    /// Bytes that are written at a time.
    private static let partSize = 1 << 18

    /// - Parameters:
    ///   - library: the folder of the library, which exists.
    ///   - device: this device.
    package init(
        of device: UInt64,
        in library: SharedPath,
        _ files: SharedFiles,
        limits: SharingLimits = SharingLimits()
    ) {
        path = library / SharedFileName.folder(ofDevice: device)
        self.files = files
        self.limits = limits
    }

    /// Makes the folder, unless it exists.
    package func make() throws {
        try files.makeFolder(path)
        try files.syncFolder(path.parent)
    }

    /// Writes a file so that it is there as a whole or not at all.
    ///
    /// Its id must be registered as one's own before: a file under one's own id that is not is one
    /// that a clone has written. Writing the same file again changes nothing.
    ///
    /// - Throws: ``NameTaken`` if another file has the name: a clone's, or a cut one. The next number
    ///   is free. A `POSIXError`; nothing is left then but an unfinished file at most.
    package func write(_ draft: SharedFileDraft) throws {
        let file = path / draft.name
        if try has(draft, at: file) {
            // Perhaps the program was ended before it waited.
            try files.syncFolder(path)
            return
        }
        let part = path / SharedFileName.unfinished(draft.name)
        try files.remove(part)
        try files.create(part)
        do {
            var rest = draft.bytes[...]
            while !rest.isEmpty {
                try files.append(part, Array(rest.prefix(Self.partSize)))
                rest = rest.dropFirst(Self.partSize)
            }
            try files.sync(part)
            try files.rename(part, SharedName(draft.name))
        } catch {
            // The first error says what is wrong; what is left is removed at the next start.
            do { try files.remove(part) } catch {}
            throw error
        }
        try files.syncFolder(path)
    }

    private func has(_ draft: SharedFileDraft, at file: SharedPath) throws -> Bool {
        guard let bytes = try files.open(file) else { return false }
        let reader = SharedFileReader(bytes, library: draft.header.library, limits: limits)
        guard reader.examine().id == draft.id else { throw NameTaken(name: draft.name) }
        return true
    }

    /// Removes files that were written before, such as those that compaction has replaced.
    ///
    /// - Parameter names: as they were written. Nothing happens to those that are not there.
    package func remove(_ names: [String]) throws {
        for name in names { try files.remove(path / name) }
        if !names.isEmpty { try files.syncFolder(path) }
    }

    /// Removes what a program left that was ended while it wrote.
    package func removeUnfinished() throws {
        let listing = try files.list(path, limits.filesOfFolder)
        let left = listing.entries.filter {
            $0.kind == .file && SharedFileName.isUnfinished($0.name.text)
        }
        for entry in left { try files.remove(path / entry.name) }
        if !left.isEmpty { try files.syncFolder(path) }
    }
}
