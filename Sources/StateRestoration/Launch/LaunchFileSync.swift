import Foundation

/// Brings files that another run has written to the disk.
///
/// After a sync that failed a second one may succeed and do nothing, as the kernel has given up what
/// it could not write. Such a file is therefore written anew, from what can still be read of it.
final class LaunchFileSync: @unchecked Sendable {
    private let lock = NSLock()
    private var failed: Set<String> = []

    /// Syncs a file; does nothing when it is not there. May be repeated until it succeeds.
    func sync(_ path: String, _ directory: StateDirectory) throws {
        do {
            if lock.withLock({ failed.contains(path) }) {
                let limit = StateDirectory.fileSizeLimit
                try directory.replace(path, with: directory.fileSystem.read(path, limit))
                _ = lock.withLock { failed.remove(path) }
            } else {
                try directory.fileSystem.sync(path)
            }
        } catch let error as POSIXError where error.code == .ENOENT {
            // It has got another name since the launch.
        } catch {
            _ = lock.withLock { failed.insert(path) }
            // Of no use, and no name that a launch tidies up.
            try? directory.removeIfPresent(StateDirectory.replacement(of: path))
            throw error
        }
    }
}
