import Foundation

extension Library {
    /// Opens a copy of a library that another machine has open.
    ///
    /// Everything can be read; every write throws `.heldElsewhere`, as if the library itself
    /// refused it. The other machine's files are only read. The copy is removed when it is closed;
    /// a copy left by a killed process is removed with the next copy.
    ///
    /// Waits for the disk.
    ///
    /// - Parameters:
    ///   - host: the name of the other machine.
    ///   - folder: the folder for the copy; its contents are removed.
    ///   - prepare: writes additional contents to the copy before it becomes read-only.
    ///   - progress: called with the progress of a migration of the copy, from 0 to 1, on this
    ///     thread.
    /// - Throws: `.busy` if the other machine writes continuously, and the errors of
    ///   ``open(at:isExpected:environment:leases:progress:)``.
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
            // Only this machine uses the copy.
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

    /// The name of the machine that has the original library open; nil if this is not a copy.
    public var holderOfOriginal: String? { store.standing.withLock(\.holderOfOriginal) }
}
