import Foundation

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
