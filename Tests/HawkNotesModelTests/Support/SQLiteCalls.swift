import Foundation
import GRDBSQLite
import Synchronization

/// Takes from SQLite what a file system may not have, by replacing what it calls of the system.
enum SQLiteCalls {
    private static let refusals = Mutex((left: 0, count: 0))

    /// Refuses to map files, as 9p and virtiofs do; SQLite maps nothing but the index of a log.
    ///
    /// - Parameter times: how often; nil for always.
    /// - Returns: how often that was, and what `body` returns.
    static func refusingToMap<Value>(
        times: Int? = nil,
        _ body: () throws -> Value
    ) rethrows -> (count: Int, Value) {
        refusals.withLock { $0 = (times ?? .max, 0) }
        replace("mmap", with: unsafeBitCast(map, to: sqlite3_syscall_ptr.self))
        defer { replace("mmap", with: nil) }
        let value = try body()
        return (refusals.withLock { $0.count }, value)
    }

    private static let map:
        @convention(c) (
            UnsafeMutableRawPointer?, Int, Int32, Int32, Int32, Int
        ) -> UnsafeMutableRawPointer? = { address, size, protection, flags, file, offset in
            let isRefused = refusals.withLock { refusals in
                guard refusals.left > 0 else { return false }
                refusals.left -= 1
                refusals.count += 1
                return true
            }
            guard isRefused else { return mmap(address, size, protection, flags, file, offset) }
            errno = ENODEV
            return UnsafeMutableRawPointer(bitPattern: -1)
        }

    /// - Parameter function: nil for the system's own.
    private static func replace(_ name: String, with function: sqlite3_syscall_ptr?) {
        guard let system = sqlite3_vfs_find("unix") else { return }
        _ = system.pointee.xSetSystemCall(system, name, function)
    }
}
