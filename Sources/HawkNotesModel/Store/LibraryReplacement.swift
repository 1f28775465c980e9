import Foundation

/// Replaces the library by another database, so that the next start finds the one or the other
/// complete, whatever happens in between.
struct LibraryReplacement {
    let files: LibraryFiles

    /// Replaces the library by `library.sqlite.new`, which must be complete. The old files must
    /// have been set aside.
    ///
    /// - Throws: `.heldElsewhere` if another machine has the library open.
    func begin(_ environment: LibraryEnvironment) throws {
        try LeaseWatch(environment: environment).requireNoHolder(of: files.lease)
        try Disk.sync(files.replacement)
        try LogMark(kind: .replacing, since: environment.now()).write(files, syncs: true)
        try finish()
    }

    /// Completes an interrupted replacement, if there is one.
    func finish() throws {
        guard try LogMark.read(files)?.kind == .replacing else { return }
        // The log first: SQLite would apply it to the new database.
        try Disk.remove(files.log)
        try Disk.remove(files.sharedMemory)
        if case .file = try Disk.status(files.replacement) {
            try Disk.rename(files.replacement, to: files.database)
        }
        try Disk.syncFolder(of: files.database)
        try LogMark.remove(files, syncs: true)
    }
}
