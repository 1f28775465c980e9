import Foundation

/// Puts another database in the library's place, so that whatever happens in between, the next
/// start finds the one or the other whole.
struct LibraryReplacement {
    let files: LibraryFiles

    /// Puts `library.sqlite.new`, which must be whole, in the library's place. What was there must
    /// have been set aside.
    ///
    /// - Throws: `.heldElsewhere` if another machine has the library open.
    func begin(_ environment: LibraryEnvironment) throws {
        try LeaseWatch(environment: environment).requireNoHolder(of: files.lease)
        try Disk.sync(files.replacement)
        try LogMark(kind: .replacing, since: environment.now()).write(files, syncs: true)
        try finish()
    }

    /// Goes on where an interrupted replacement stopped; does nothing when there was none.
    func finish() throws {
        guard try LogMark.read(files)?.kind == .replacing else { return }
        // First the log: SQLite would take it for the new database's.
        try Disk.remove(files.log)
        try Disk.remove(files.sharedMemory)
        if case .file = try Disk.status(files.replacement) {
            try Disk.rename(files.replacement, to: files.database)
        }
        try Disk.syncFolder(of: files.database)
        try LogMark.remove(files, syncs: true)
    }
}
