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

    /// Gives a folder that belongs to somebody else another name beside its own, and makes a new one
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
    /// Where that is not permitted, as with a folder in which nobody may write, it gets another name
    /// beside its own.
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
            // Anything else is set aside by whoever needs the name.
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

    /// Whether the library gave the file its name, and not somebody else.
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
