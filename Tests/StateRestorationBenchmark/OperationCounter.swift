import Foundation
import StateRestoration

/// Counts what is done to the real disk.
final class OperationCounter: @unchecked Sendable {
    private let lock = NSLock()
    private var operations = 0
    private var bytes = 0

    /// How many operations that change something there were, and how many bytes they wrote.
    var counts: (operations: Int, bytes: Int) { lock.withLock { (operations, bytes) } }

    func reset() { lock.withLock { (operations, bytes) = (0, 0) } }

    /// The disk, counted.
    ///
    /// - Parameter syncs: Whether to wait for the disk, which counting bytes has no need of.
    func fileSystem(syncs: Bool) -> FileSystem {
        let live = FileSystem.live
        var files = live
        files.create = { [self] path, bytes in
            count(bytes.count)
            try live.create(path, bytes)
        }
        files.append = { [self] path, bytes in
            count(bytes.count)
            try live.append(path, bytes)
        }
        files.sync = { [self] path in
            count(0)
            if syncs { try live.sync(path) }
        }
        files.syncDirectory = { [self] path in
            count(0)
            if syncs { try live.syncDirectory(path) }
        }
        files.rename = { [self] from, to in
            count(0)
            try live.rename(from, to)
        }
        files.remove = { [self] path in
            count(0)
            try live.remove(path)
        }
        return files
    }

    private func count(_ byteCount: Int) {
        lock.withLock {
            operations += 1
            bytes += byteCount
        }
    }
}
