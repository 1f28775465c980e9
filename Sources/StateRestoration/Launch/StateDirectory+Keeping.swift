import Foundation

/// How things are set aside rather than deleted.
extension StateDirectory {
    /// Makes a folder; something else of its name is set aside, a link is never followed.
    func makeFolder(_ folder: String) throws {
        if let status = try fileSystem.status(folder), status.kind != .directory {
            if folder == quarantine {
                try fileSystem.rename(folder, unusedName(folder))
            } else {
                try setAside(folder)
            }
        }
        try fileSystem.createDirectory(folder)
    }

    /// Moves something that is not what its name promises to the quarantine.
    func setAside(_ path: String) throws {
        try makeFolder(quarantine)
        try fileSystem.rename(path, unusedName(quarantineName(of: path, nil)))
        try fileSystem.syncDirectory(quarantine)
    }

    /// Moves files to another folder; those that are not there have been moved already.
    ///
    /// They have both names until the new ones are on the disk: of a rename from one directory to
    /// another a power cut may leave neither.
    func move(_ names: [String], from source: String, to target: String) throws {
        try fileSystem.createDirectory(target)
        for name in names {
            do {
                try replaceWithLink(source + "/" + name, target + "/" + name)
            } catch let error as POSIXError where error.code == .ENOENT {}
        }
        try fileSystem.syncDirectory(target)
        for name in names { try removeIfPresent(source + "/" + name) }
        try fileSystem.syncDirectory(source)
    }

    /// Gives a file a second name, in place of whatever file has it.
    func replaceWithLink(_ from: String, _ to: String) throws {
        do {
            try linkOrCopy(from, to)
        } catch let error as POSIXError where error.code == .EEXIST {
            if try fileSystem.status(from)?.inode == fileSystem.status(to)?.inode { return }
            try fileSystem.remove(to)
            try linkOrCopy(from, to)
        }
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
        for name in try fileSystem.names(folder) where StateDirectory.isOwn(name) {
            try removeIfPresent(folder + "/" + name)
        }
        if try fileSystem.names(folder).isEmpty {
            try removeIfPresent(folder)
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
