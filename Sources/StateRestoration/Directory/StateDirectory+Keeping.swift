import Foundation

/// How things are set aside rather than deleted.
extension StateDirectory {
    /// Looking for a free name and taking it is one, as is seeing what stands there and moving it.
    private static let lock = NSRecursiveLock()

    /// Makes a folder; something else of its name is set aside, a link is never followed.
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
            // A folder that cannot be listed stays as it is, under its other name.
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

    /// Moves something that is not what its name promises to the quarantine.
    func setAside(_ path: String) throws {
        try StateDirectory.lock.withLock {
            guard path != quarantine, path != self.path else {
                return try fileSystem.rename(path, unusedName(path + "-aside"))
            }
            try moveToQuarantine(path, as: quarantineName(of: path, nil))
            try fileSystem.syncDirectory(quarantine)
        }
    }

    /// Moves what cannot be used to the quarantine; does nothing when it is not there.
    ///
    /// Where that is not permitted, as in a read-only folder, it is renamed in place.
    func moveToQuarantine(_ path: String, as name: String) throws {
        try StateDirectory.lock.withLock {
            guard try fileSystem.status(path) != nil else { return }
            try makeFolder(quarantine)
            do {
                // Two files that cannot be read have the same name there.
                try fileSystem.rename(path, unusedName(name))
            } catch let error as POSIXError
                where [.EACCES, .EPERM, .EXDEV, .EBUSY].contains(error.code)
            {
                try fileSystem.rename(path, unusedName(path + "-aside"))
            }
        }
    }

    /// Moves a file that could not be read to the quarantine, unless it can be read by now.
    func moveUnlessReadable(_ path: String, to name: String) throws {
        try StateDirectory.lock.withLock {
            guard try fileSystem.status(path) != nil, !canBeRead(path) else { return }
            try makeFolder(quarantine)
            let name = try unusedName(name)
            try moveToQuarantine(path, as: name)
            // That it could be moved may mean that the trouble is over.
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
                // It was set aside by a launch before this one.
            } catch let error as POSIXError where error.code == .EEXIST {
                // So it was, unless the copying was interrupted.
                let size = try fileSystem.status(path)?.size
                guard try fileSystem.status(copy)?.size != size else { return }
                try linkOrCopy(path, unusedName(copy))
            }
        }
    }

    /// The steps that move windows' files to another folder; those that are not there have been moved
    /// already.
    ///
    /// They have both names until the new ones are on the disk: of a rename from one directory to
    /// another a power cut may leave neither.
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

    /// Whether there is something to move; what this version cannot read is not its to throw away.
    private func mayMove(_ name: String, from source: String, to target: String) throws -> Bool {
        guard let status = try fileSystem.status(source + "/" + name), status.kind == .file else {
            return false
        }
        return target != trash || !isTooNew(source + "/" + name)
    }

    /// The name, or when it is taken the same with a number.
    func unusedName(_ path: String) throws -> String {
        var name = path
        var number = 2
        while try fileSystem.status(name) != nil {
            name = "\(path)-\(number)"
            number += 1
        }
        return name
    }

    /// Removes a folder of state files; when there is something else in it, the rest of it is set
    /// aside.
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

    /// Whether the file has a name that the library gives.
    static func isOwn(_ name: String) -> Bool {
        name == "session.json" || window(fileName: name) != nil || isQuarantined(name)
    }

    /// Whether it is a name that a file has in the quarantine.
    static func isQuarantined(_ name: String) -> Bool {
        guard let suffix = name.split(separator: ".").last?.split(separator: "-").first else {
            return false
        }
        return name.contains(".") && suffix.utf8.count == 8 && suffix.allSatisfy(\.isHexDigit)
    }
}

// MARK: - Other programs

// What other programs have put where the library keeps its own: it is kept, and not overwritten.

extension StateDirectory {
    /// What has this name; `nil` when nothing has, or that cannot be told.
    func identity(_ path: String) -> FileIdentity? {
        do {
            guard let status = try fileSystem.status(path), status.kind == .file else { return nil }
            return FileIdentity(status)
        } catch {
            return nil
        }
    }

    /// Whether what has this name may be something else than what is expected there. What cannot be told
    /// is taken for the same: a disk that fails is no other program.
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

    /// Keeps what another program has put there.
    ///
    /// - Parameter isKnown: Whether this is the content that was there.
    /// - Returns: Where it is kept, and the number after its last record; `nil` when it is a copy of
    ///   what was there.
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

    /// Removes a file that is the expected one; anything else is set aside.
    func removeUnlessForeign(_ path: String, _ expected: ExpectedFile) throws {
        if isForeign(path, expected) {
            try moveToQuarantine(path, as: quarantineName(of: path, readState(path)?.bytes))
        } else {
            try removeIfPresent(path)
        }
    }

    /// Keeps a file that has later records than those up to this number, or cannot be read, before
    /// another one takes its place.
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

/// Which file it is that has a name, as far as that can be told without reading it.
///
/// A file that another program has put in place of this one, by a rename or a copy, or written over, emptied
/// or cut, has another number or another size.
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

    /// Whether it is the same file, whatever it holds.
    func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// What this process expects to find under a name.
enum ExpectedFile: Sendable, Equatable {
    /// Any file: a job moved it there without keeping track of it.
    case unknown
    /// Nothing of its own.
    case nothing
    case file(FileIdentity)
}

/// Something that another program has put where this one keeps its own.
struct ForeignFile: Sendable {
    /// Where it was found.
    var path: String
    /// The window that it is about; `nil` when it is about the state directory.
    var id: SceneIdentifier?
    /// Where it is kept; `nil` when there was nothing to keep.
    var keptPath: String?
    /// What has become of the file, or the directory.
    var kind: Kind

    enum Kind: Sendable { case replaced, removed, directory, lock }
}

extension ForeignFile {
    /// What has happened, as sentences for the report.
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
