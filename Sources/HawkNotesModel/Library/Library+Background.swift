import Foundation

extension Library {
    /// Works with the library off the main thread, then tells the result on the main thread.
    ///
    /// Calls take turns, in the order in which they came: a note that is deleted and brought back
    /// is there in the end. The main thread never waits for the disk.
    ///
    /// - Parameters:
    ///   - work: what to do; it may take as long as the disk does.
    ///   - completion: told what came of it. The library's observers learn of a change by
    ///     themselves, before or after that.
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

    /// Returns when the work that has been handed to `perform` so far is done; its completions may be
    /// still to come. Waits for the disk: for an end that leaves no time.
    public func waitForWork() { workQueue.sync {} }
}
