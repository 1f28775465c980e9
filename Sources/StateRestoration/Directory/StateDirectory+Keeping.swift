import Foundation

/// Sets files aside instead of deleting them.
extension StateDirectory {
    /// Makes finding and using a free name atomic, as well as checking and moving a file.
    private static let lock = NSRecursiveLock()

    /// Makes a folder; anything else of its name is set aside. Never follows a link.
    func makeFolder(_ folder: String) throws {
        try StateDirectory.lock.withLock {
            if let status = try fileSystem.status(folder), status.kind != .directory {
                try setAside(folder)
            }
            do {
                try fileSystem.createDirectory(folder)
            } catch let error as POSIXError where error.code == .EACCES || error.code == .EPERM {
                try replaceForeign(folder, after: error)
            }
        }
    }

    /// Renames a folder that belongs to another user, and makes a new one
    /// with copies of those of its files that can be read.
    private func replaceForeign(_ folder: String, after error: POSIXError) throws {
        guard folder != path, try fileSystem.status(folder)?.kind == .directory else { throw error }
        let names: [String]
        do {
            names = try fileSystem.names(folder)
        } catch let error as POSIXError where error.code == .EACCES || error.code == .EPERM {
            // A folder that cannot be listed stays unchanged under its new name.
            names = []
        }
        let aside = try unusedName(folder + "-aside")
        try fileSystem.rename(folder, aside)
        try fileSystem.createDirectory(folder)
        for name in names where StateDirectory.isOwn(name) {
            do {
                let bytes = try fileSystem.read(aside + "/" + name, StateDirectory.fileSizeLimit)
                try fileSystem.create(folder + "/" + name, bytes)
                try fileSystem.sync(folder + "/" + name)
            } catch let error as POSIXError where error.code == .EACCES || error.code == .EPERM {}
        }
        try fileSystem.syncDirectory(folder)
    }

    /// Moves a file that is not of the kind that its name promises to the quarantine.
    func setAside(_ path: String) throws {
        try StateDirectory.lock.withLock {
            guard path != quarantine, path != self.path else {
                return try fileSystem.rename(path, unusedName(path + "-aside"))
            }
            try moveToQuarantine(path, as: quarantineName(of: path, nil))
            try fileSystem.syncDirectory(quarantine)
        }
    }

    /// Moves an unusable file to the quarantine; does nothing when it does not exist.
    ///
    /// Where that is not permitted, as in a read-only folder, it is renamed in place.
    func moveToQuarantine(_ path: String, as name: String) throws {
        try StateDirectory.lock.withLock {
            guard try fileSystem.status(path) != nil else { return }
            try makeFolder(quarantine)
            do {
                // Two unreadable files have the same name there.
                try fileSystem.rename(path, unusedName(name))
            } catch let error as POSIXError
                where [.EACCES, .EPERM, .EXDEV, .EBUSY].contains(error.code)
            {
                try fileSystem.rename(path, unusedName(path + "-aside"))
            }
        }
    }

    /// Moves an unreadable file to the quarantine, unless it is readable by now.
    func moveUnlessReadable(_ path: String, to name: String) throws {
        try StateDirectory.lock.withLock {
            guard try fileSystem.status(path) != nil, !canBeRead(path) else { return }
            try makeFolder(quarantine)
            let name = try unusedName(name)
            try moveToQuarantine(path, as: name)
            // That it could be moved may mean that the disk works again.
            guard try fileSystem.status(name) != nil, canBeRead(name),
                try fileSystem.status(path) == nil
            else { return }
            try fileSystem.rename(name, path)
            if !canBeRead(path) { try moveToQuarantine(path, as: name) }
        }
    }

    /// Gives a damaged file a second name in the quarantine, unless it has one.
    func keepInQuarantine(_ path: String, as copy: String) throws {
        try StateDirectory.lock.withLock {
            // Anything else is set aside by the next write to that name.
            guard try fileSystem.status(path)?.kind == .file else { return }
            try makeFolder(quarantine)
            do {
                try linkOrCopy(path, copy)
            } catch let error as POSIXError where error.code == .ENOENT {
                // An earlier launch has set it aside.
            } catch let error as POSIXError where error.code == .EEXIST {
                // It has, unless the copying was interrupted.
                let size = try fileSystem.status(path)?.size
                guard try fileSystem.status(copy)?.size != size else { return }
                try linkOrCopy(path, unusedName(copy))
            }
        }
    }

    /// The steps that move files of windows to another folder, except those that were moved before.
    ///
    /// They have both names until the new ones are on the disk: a power cut during a rename across
    /// directories may leave neither.
    static func moving(_ names: [String], from source: String, to target: String) -> [Job.Step] {
        [
            .quick { directory in
                try directory.makeFolder(target)
                for name in names where try directory.mayMove(name, from: source, to: target) {
                    do {
                        try directory.replaceWithLink(source + "/" + name, target + "/" + name)
                    } catch let error as POSIXError where error.code == .ENOENT {}
                }
            },
            .syncDirectory(target),
            .quick { directory in
                for name in names where try directory.mayMove(name, from: source, to: target) {
                    try directory.removeIfPresent(source + "/" + name)
                }
            },
            .syncDirectory(source),
        ]
    }

    /// Whether there is a file to move; this version does not remove files that it cannot read.
    private func mayMove(_ name: String, from source: String, to target: String) throws -> Bool {
        guard let status = try fileSystem.status(source + "/" + name), status.kind == .file else {
            return false
        }
        return target != trash || !isTooNew(source + "/" + name)
    }

    /// The name; with a number if it exists already.
    func unusedName(_ path: String) throws -> String {
        var name = path
        var number = 2
        while try fileSystem.status(name) != nil {
            name = "\(path)-\(number)"
            number += 1
        }
        return name
    }

    /// Removes a folder of state files; if it has other files, sets the rest of it aside.
    func clearAway(_ folder: String) throws {
        guard let status = try fileSystem.status(folder) else { return }
        guard status.kind == .directory else { return try setAside(folder) }
        do {
            guard let names = try namesUnlessUnreadable(folder) else { return try setAside(folder) }
            for name in names where StateDirectory.isOwn(name) {
                try removeIfPresent(folder + "/" + name)
            }
        } catch let error as POSIXError where error.code == .EACCES || error.code == .EPERM {
            return try setAside(folder)
        }
        if try namesUnlessUnreadable(folder)?.isEmpty == true {
            do {
                try fileSystem.remove(folder)
            } catch let error as POSIXError where error.code == .ENOENT {}
        } else {
            try setAside(folder)
        }
    }

    /// Whether the name is one that the library gives.
    static func isOwn(_ name: String) -> Bool {
        name == "session.json" || window(fileName: name) != nil || isQuarantined(name)
    }

    /// Whether the name is one that the library gives in the quarantine.
    static func isQuarantined(_ name: String) -> Bool {
        guard let suffix = name.split(separator: ".").last?.split(separator: "-").first else {
            return false
        }
        return name.contains(".") && suffix.utf8.count == 8 && suffix.allSatisfy(\.isHexDigit)
    }
}

// MARK: - Other programs

// Files of other programs in the library's places are kept, not overwritten.

extension StateDirectory {
    /// The identity of the file of this name; `nil` when there is none, or it cannot be read.
    func identity(_ path: String) -> FileIdentity? {
        do {
            guard let status = try fileSystem.status(path), status.kind == .file else { return nil }
            return FileIdentity(status)
        } catch {
            return nil
        }
    }

    /// Whether the file of this name may be another than the expected one. A file whose identity
    /// cannot be read counts as the same: a failing disk is not another program.
    func isForeign(_ path: String, _ expected: ExpectedFile) -> Bool {
        if expected == .unknown { return false }
        do {
            guard let status = try fileSystem.status(path) else {
                if case .file = expected { return true }
                return false
            }
            return status.kind != .file || expected != .file(FileIdentity(status))
        } catch {
            return false
        }
    }

    /// Keeps a file of another program.
    ///
    /// - Parameter isKnown: Whether its content is the expected one.
    /// - Returns: The path of the kept file, and the number after its last record; `nil` when it is
    ///   a copy of the expected file.
    func keepForeign(
        _ path: String,
        unless isKnown: (_ bytes: [UInt8], _ state: WindowState) throws -> Bool
    ) throws -> (keptPath: String?, number: Int)? {
        guard let status = try fileSystem.status(path) else { return (nil, 0) }
        guard status.kind == .file else {
            let name = try unusedName(quarantineName(of: path, nil))
            try setAside(path)
            return (name, 0)
        }
        let found = readState(path)
        var number = 0
        if case .state(let state, let damage)? = found?.reading {
            number = state.nextSequence
            if damage == nil, let bytes = found?.bytes, try isKnown(bytes, state) { return nil }
        }
        var name = quarantineName(of: path, found?.bytes)
        if found?.bytes == nil { name = try unusedName(name) }
        try keepInQuarantine(path, as: name)
        return (name, number)
    }

    /// Removes the expected file; sets any other aside.
    func removeUnlessForeign(_ path: String, _ expected: ExpectedFile) throws {
        if isForeign(path, expected) {
            try moveToQuarantine(path, as: quarantineName(of: path, readState(path)?.bytes))
        } else {
            try removeIfPresent(path)
        }
    }

    /// Keeps a file that is unreadable or has records after this number, before it is replaced.
    func keepIfLater(_ path: String, than number: Int) throws {
        guard try fileSystem.status(path)?.kind == .file, let found = readState(path) else {
            return
        }
        if case .state(let state, damage: nil) = found.reading, state.nextSequence <= number {
            return
        }
        try keepInQuarantine(path, as: quarantineName(of: path, found.bytes))
    }
}

/// The identity of a file, as far as it is known without reading the file.
///
/// A file that another program has replaced by a rename or a copy, or overwritten, emptied or
/// truncated, has another number or another size.
struct FileIdentity: Sendable, Equatable {
    var device: UInt64
    var inode: UInt64
    /// In bytes.
    var size: Int

    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
        size = status.size
    }

    /// Whether it is the same file, whatever its content.
    func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// The file that this process expects under a name.
enum ExpectedFile: Sendable, Equatable {
    /// Any file: a job moved it without keeping track of it.
    case unknown
    /// None of its own.
    case nothing
    case file(FileIdentity)
}

/// A file that another program has put in the library's place.
struct ForeignFile: Sendable {
    /// The path where it was found.
    var path: String
    /// Its window; `nil` when it concerns the state directory.
    var id: SceneIdentifier?
    /// The path where it is kept; `nil` when there was nothing to keep.
    var keptPath: String?
    /// What happened to the file or directory.
    var kind: Kind

    enum Kind: Sendable { case replaced, removed, directory, lock }
}

extension ForeignFile {
    /// The description for the report, in sentences.
    var sentences: String {
        switch kind {
        case .replaced:
            "Another program has changed or replaced the file \(path) while it was in use. What it had "
                + "put there is kept; what the window holds is written anew."
        case .removed:
            "Another program has removed the file \(path) while it was in use. What the window holds is "
                + "written anew."
        case .directory:
            "Another program has put another folder in the place of \(path) while that was in use, or "
                + "taken it away. What the open windows hold is written anew; closed windows and the "
                + "history are where the folder is now."
        case .lock:
            "Another program has replaced or removed the file \(path). The state directory is locked "
                + "anew."
        }
    }
}
