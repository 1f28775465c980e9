import Foundation

extension Library {
    /// Works with the library off the main thread, then calls back on the main thread.
    ///
    /// Calls run one after another, in order: a note that is deleted and then restored ends up
    /// restored. The main thread never waits for the disk.
    ///
    /// - Parameters:
    ///   - work: the work; it may take as long as the disk does.
    ///   - completion: called with the result. Observers of the library are notified of changes
    ///     independently, before or after that.
    @MainActor
    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Library) throws -> Value,
        completion: @escaping @MainActor @Sendable (Result<Value, LibraryError>) -> Void
    ) {
        let onMain = environment.onMain
        workQueue.async { [self] in
            let result: Result<Value, LibraryError>
            do {
                result = .success(try work(self))
            } catch {
                result = .failure(LibraryError.translating(error, doing: "do that", url: nil))
            }
            onMain { completion(result) }
        }
    }

    /// Returns when all work passed to `perform` so far is done; its completions may still be
    /// pending. Waits for the disk: use it only when the process must end at once.
    public func waitForWork() { workQueue.sync {} }
}
