import Foundation

/// The files of a library.
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
    /// The folder of the backups.
    public var backups: URL
    /// The folder of the files that were set aside.
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
    /// The library has none, but SQLite looks for it.
    var journal: URL { sibling("-journal") }
    var mark: URL { sibling("-mark") }
    /// The name of the mark while it is written.
    var newMark: URL { sibling("-mark.new") }
    /// The file that names the machine that has the library open.
    public var lease: URL { sibling("-lease") }
    /// The name of the lease while it is written.
    var newLease: URL { sibling("-lease.new") }
    var replacement: URL { sibling(".new") }

    /// The files of the library that are set aside when it is damaged.
    var all: [URL] { [database, log, mark] }

    /// The names of the files that only SQLite replaces while the library is open.
    var watchedNames: Set<String> {
        Set([database, log, sharedMemory].map(\.lastPathComponent))
    }

    private func sibling(_ suffix: String) -> URL {
        URL(fileURLWithPath: database.path + suffix)
    }
}
