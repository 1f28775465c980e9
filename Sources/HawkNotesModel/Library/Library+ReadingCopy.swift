import Foundation

extension Library {
    /// Opens a copy of a library that another machine has open.
    ///
    /// Everything can be read; every write throws `.heldElsewhere`, as if the library itself refused it. The
    /// files of the other machine are read, and nothing else. The copy is removed when it is closed, and
    /// one that a kill has left with the next copy.
    ///
    /// Waits for the disk.
    ///
    /// - Parameters:
    ///   - host: the name of the other machine.
    ///   - folder: for the copy; what is in it is removed.
    ///   - prepare: writes what is to be in the copy and not in the library, before writing ends.
    ///   - progress: told how far a migration of the copy has come, from 0 to 1, on this thread.
    /// - Throws: `.busy` if the other machine writes all the time, and as ``open(at:isExpected:environment:leases:progress:)``.
    public static func openCopy(
        of url: URL,
        heldBy host: String,
        in folder: URL,
        environment: LibraryEnvironment = .live,
        prepare: (Library) throws -> Void = { _ in },
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> Library {
        let source = LibraryFiles(database: url)
        let copy = ReadingCopy(source: source, folder: folder, environment: environment)
        do {
            var environment = environment
            // The copy is this machine's alone.
            environment.isShared = { _ in false }
            let library = try open(
                at: try copy.take(),
                isExpected: true,
                environment: environment,
                progress: progress
            )
            try prepare(library)
            library.store.becomeCopy(heldBy: host)
            return library
        } catch {
            try? copy.remove()
            throw LibraryError.translating(error, doing: "copy the library", url: url)
        }
    }

    /// The name of the machine that has the library open of which this is a copy; nil for the library itself.
    public var holderOfOriginal: String? { store.standing.withLock(\.holderOfOriginal) }
}
