import Foundation
import Synchronization

extension Library {
    /// Information on another program's replacement of the library's files; nil while they are in
    /// place.
    ///
    /// Reads continue from the open files. Writes throw `.replaced`, and so does one that was under
    /// way at the time. The open library is copied to `set-aside`; ``LibraryRestore`` can restore
    /// that copy, and closing and reopening the library continues with the replacement.
    public var replaced: ReplacedLibrary? { store.replaced }

    /// Calls the body on the main thread when the files are found to be replaced, when the copy of
    /// the open library has been made, and with nil when missing files are back. A later call
    /// replaces the body.
    ///
    /// - Parameter isActive: whether the user is present: if the file system doesn't report
    ///   changes, the files are checked only then.
    @MainActor
    public func watchFiles(
        isActive: @escaping @MainActor @Sendable () -> Bool,
        onReplacement: @escaping @MainActor @Sendable (ReplacedLibrary?) -> Void
    ) {
        guard let files = store.files else { return }
        let environment = environment
        store.onReplacement { replaced in environment.onMain { onReplacement(replaced) } }
        let isDue = Mutex(false)
        let watch = environment.watch(files) { [weak store] in
            // Waits, because a program that writes several files causes an event for each.
            guard
                !isDue.withLock({ due in
                    defer { due = true }; return due
                })
            else { return }
            environment.after(Self.quietTime) { [weak store] in
                isDue.withLock { $0 = false }
                store?.lookAtFilesIfOpen()
            }
        }
        watching.withLock { $0 = watch }
        if watch == nil { poll(isActive) }
    }

    /// The delay in seconds between a change in the folder and the comparison of the files.
    private static let quietTime: TimeInterval = 0.1
    /// The interval in seconds between two checks if the file system doesn't report changes.
    private static let pollTime: TimeInterval = 2

    @MainActor
    private func poll(_ isActive: @escaping @MainActor @Sendable () -> Bool) {
        let environment = environment
        let looks = isActive()
        environment.after(Self.pollTime) { [weak self] in
            guard let self, !store.isClosed else { return }
            if looks { store.lookAtFilesIfOpen() }
            environment.onMain { [weak self] in self?.poll(isActive) }
        }
    }

    /// Copies the library that was open to a user-chosen file, whatever is now in the library's
    /// place.
    ///
    /// - Parameter url: a file that does not exist yet.
    public func saveCopyOfReplaced(to url: URL) throws {
        do {
            try store.saveCopy(to: url)
        } catch {
            throw LibraryError.translating(error, doing: "save a copy", url: url)
        }
    }
}
