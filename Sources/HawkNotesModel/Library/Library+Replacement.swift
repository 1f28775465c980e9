import Foundation
import Synchronization

extension Library {
    /// What is known of another program's having replaced the library's files; nil while they are in place.
    ///
    /// Reads go on, of what is open. Writes throw `.replaced`, and so does the end of one that was under way
    /// meanwhile. What is open is copied to `set-aside`; ``LibraryRestore`` puts it back, and closing and
    /// opening the library again goes on with the other one.
    public var replaced: ReplacedLibrary? { store.replaced }

    /// Calls the body on the main thread when the files turn out to be replaced, when the copy of what was
    /// open is made, and with nil when missing files are back. The last one that is given counts.
    ///
    /// - Parameter isActive: whether a person is looking: where the file system does not tell of changes, it
    ///   is asked only then.
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
            // Not at once: a program that writes several files tells of each.
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

    /// How many seconds after a change in the folder the files are compared.
    private static let quietTime: TimeInterval = 0.1
    /// How many seconds pass between two looks where the file system does not tell.
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

    /// Copies what was open to a place that a person has chosen, whatever lies in the library's place.
    ///
    /// - Parameter url: a file that is not there yet.
    public func saveCopyOfReplaced(to url: URL) throws {
        do {
            try store.saveCopy(to: url)
        } catch {
            throw LibraryError.translating(error, doing: "save a copy", url: url)
        }
    }
}
