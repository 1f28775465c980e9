import Foundation
import GRDB

/// The library to merge into the open one: a private copy, so that the file is only read, and may
/// be in use by another program.
struct OtherLibrary: Sendable {
    /// What is not held in memory, but copied row by row.
    static let streamed: Set<RecordTable> = [
        .noteVersion, .picture, .importedChange, .formerSeries,
    ]

    let queue: DatabaseQueue
    private let source: LibraryFiles
    private let folder: URL
    private let environment: LibraryEnvironment

    /// Copies the file, checks the copy, and migrates it.
    ///
    /// Waits for the disk.
    ///
    /// - Parameters:
    ///   - url: the database; its log, if any, is beside it.
    ///   - folder: a folder for the copy alone; its contents are removed.
    /// - Throws: `.newerSchema` if a newer version has written it; `.damaged` if it is no library,
    ///   or one that can't be read; `.busy` if another program writes continuously; `.diskFull`,
    ///   `.cannotOpen`.
    init(_ url: URL, in folder: URL, environment: LibraryEnvironment) throws {
        guard case .file = try Disk.status(url) else {
            throw LibraryError(.cannotOpen, "There is no file \(url.path).", url: url)
        }
        source = LibraryFiles(database: url)
        (self.folder, self.environment) = (folder, environment)
        let copy = ReadingCopy(source: source, folder: folder, environment: environment)
        do {
            queue = try Self.open(try copy.take(), source)
        } catch {
            try? copy.remove()
            throw error
        }
    }

    private static func open(_ url: URL, _ source: LibraryFiles) throws -> DatabaseQueue {
        _ = try LibraryRestore.examine(url, source)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            db.add(function: .textChecksum)
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA synchronous = OFF")
        }
        do {
            let queue = try DatabaseQueue(
                path: PrivateLogIndex.path(of: url),
                configuration: configuration
            )
            guard try queue.read(LibrarySchema.version) > 0 else {
                throw LibraryError.damaged(LibraryDamage(.unreadable, details: []), source)
            }
            try LibrarySchema.migrate(queue)
            return queue
        } catch let error as DatabaseError where !error.isPassing {
            throw LibraryError.damaged(
                LibraryDamage(.unreadable, details: ["\(error)"]),
                source
            )
        }
    }

    /// Removes the copy.
    func close() throws {
        try queue.close()
        try ReadingCopy(source: source, folder: folder, environment: environment).remove()
    }
}

extension Set<RecordTable> {
    /// The tables whose rows are held in memory for a merge.
    static var notStreamed: Self { Self(RecordTable.allCases).subtracting(OtherLibrary.streamed) }
}
