import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The file of the entry by which the session starts the program after a login.
///
/// Only the program's own entry is replaced or removed. Anything else with its name stays as it is,
/// such as the user's own entry, a link or a folder.
struct AutostartFile: Sendable {
    /// An entry has about 400 bytes.
    private static let sizeLimit = 1 << 16

    /// The folder of the entries, as an absolute path. It is created with the first entry.
    let folder: String
    /// The entry's name.
    let name: String
    var fileSystem = FileSystem.live

    private var path: String { folder + "/" + name }
    private var replacement: String { path + ".new" }

    /// Whether the program's own entry exists.
    ///
    /// - Throws: `LoginEntryError`, when something else has its name, or it cannot be read.
    func isThere() throws(LoginEntryError) -> Bool { try content() != nil }

    /// Writes the entry, unless there is one that starts the program.
    ///
    /// - Throws: `LoginEntryError`; then nothing has changed.
    func write(_ entry: AutostartEntry) throws(LoginEntryError) {
        if let content = try content(), entry.isStarted(by: content) { return }
        try attempt {
            // No session reads a file of this name: it must be left from an interrupted call.
            if try fileSystem.status(replacement)?.kind == .file {
                try fileSystem.remove(replacement)
            }
            try create(Array(entry.text.utf8))
            do {
                try fileSystem.sync(replacement)
                try fileSystem.rename(replacement, path)
            } catch {
                // The thrown error matters more than one about the leftover file.
                try? fileSystem.remove(replacement)
                throw error
            }
            try syncFolder()
        }
    }

    /// Removes the entry, if it is the program's own.
    ///
    /// - Throws: `LoginEntryError`, when it may still exist.
    func remove() throws(LoginEntryError) {
        do {
            guard try isThere() else { return }
        } catch {
            if case .taken = error { return }
            throw error
        }
        try attempt {
            try fileSystem.remove(path)
            try syncFolder()
        }
    }

    private func create(_ bytes: [UInt8]) throws {
        do {
            try fileSystem.create(replacement, bytes)
        } catch let error as POSIXError where error.code == .ENOENT {
            try fileSystem.createDirectory(folder)
            try fileSystem.create(replacement, bytes)
        }
    }

    /// The content of the program's own entry; nil when there is none.
    private func content() throws(LoginEntryError) -> String? {
        let found: String? = try attempt {
            guard let status = try fileSystem.status(path) else { return nil }
            guard status.kind == .file, status.size <= Self.sizeLimit else { return "" }
            return String(
                decoding: try fileSystem.read(path, Self.sizeLimit),
                as: UTF8.self
            )
        }
        guard let found else { return nil }
        guard AutostartEntry.isOwn(found) else { throw .taken(path: path) }
        return found
    }

    /// A user may have replaced the folder by a link, which must not be followed.
    private func syncFolder() throws {
        if try fileSystem.status(folder)?.kind == .directory {
            try fileSystem.syncDirectory(folder)
        }
    }

    private func attempt<Result>(_ body: () throws -> Result) throws(LoginEntryError) -> Result {
        do {
            return try body()
        } catch {
            throw .disk(path: path, error)
        }
    }
}

extension LoginEntry {
    /// The entry in a folder of entries.
    ///
    /// - Parameter program: finds the program to start, as an absolute path.
    init(
        in folder: URL,
        identifier: String,
        program: @escaping @Sendable () -> String
    ) {
        let file = AutostartFile(folder: folder.path, name: identifier + ".desktop")
        self.init(
            isThere: { () throws(LoginEntryError) in try file.isThere() },
            write: { () throws(LoginEntryError) in
                try file.write(
                    AutostartEntry(
                        program: program(),
                        icon: identifier,
                        // Translators: in the list of programs that are started after a login.
                        comment: localized(
                            "Reopens your windows after login"
                        )
                    )
                )
            },
            remove: { () throws(LoginEntryError) in try file.remove() }
        )
    }
}
