import Foundation

/// Where a library lies, and what belongs beside it.
///
/// ```
/// library.sqlite            the database
/// library.sqlite-wal, -shm  SQLite's log and its index, while the library is open
/// library.sqlite-mark       says that a log belongs beside the database; see `LogMark`
/// library.sqlite-lease      says which machine has it open; see `LibraryLease`
/// library.sqlite.new        a database that is to take the library's place
/// backups/                  copies
/// set-aside/                what was damaged, whole
/// ```
public struct LibraryFiles: Hashable, Sendable {
    /// The database.
    public var database: URL
    /// The folder with the copies.
    public var backups: URL
    /// The folder with what was damaged.
    public var setAside: URL

    /// The files of a library, with their usual names beside it.
    public init(database: URL) {
        self.database = database
        let folder = database.deletingLastPathComponent()
        backups = folder.appendingPathComponent("backups")
        setAside = folder.appendingPathComponent("set-aside")
    }

    var folder: URL { database.deletingLastPathComponent() }
    /// SQLite's log, which holds the last changes.
    public var log: URL { sibling("-wal") }
    var sharedMemory: URL { sibling("-shm") }
    /// The library has none; SQLite looks for it all the same.
    var journal: URL { sibling("-journal") }
    var mark: URL { sibling("-mark") }
    /// The name that the mark has while it is written.
    var newMark: URL { sibling("-mark.new") }
    /// The file that says which machine has the library open.
    public var lease: URL { sibling("-lease") }
    /// The name that the lease has while it is written.
    var newLease: URL { sibling("-lease.new") }
    var replacement: URL { sibling(".new") }

    /// The files that make up the library as it is: what is set aside when it is damaged.
    var all: [URL] { [database, log, mark] }

    /// The names of the files that nothing but SQLite replaces while the library is open.
    var watchedNames: Set<String> {
        Set([database, log, sharedMemory].map(\.lastPathComponent))
    }

    private func sibling(_ suffix: String) -> URL {
        URL(fileURLWithPath: database.path + suffix)
    }
}
