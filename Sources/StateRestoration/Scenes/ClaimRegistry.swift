import Foundation

/// Which paths of a window have an owner.
///
/// Locked, because an owner goes in a `deinit`, which runs wherever its last reference is dropped.
final class ClaimRegistry: @unchecked Sendable {
    private let lock = NSLock()
    private var owners: [String: Int] = [:]

    /// Claims the path; the claim lasts as long as the returned object.
    func claim(_ path: String) -> (claim: Claim, isFirst: Bool) {
        let count = lock.withLock {
            owners[path, default: 0] += 1
            return owners[path, default: 0]
        }
        return (Claim(path: path, registry: self), count == 1)
    }

    func isClaimed(_ path: String) -> Bool { lock.withLock { owners[path] != nil } }

    fileprivate func release(_ path: String) {
        lock.withLock {
            let count = owners[path, default: 0] - 1
            owners[path] = count > 0 ? count : nil
        }
    }
}

/// The ownership of one path.
final class Claim: Sendable {
    private let path: String
    private let registry: ClaimRegistry

    fileprivate init(path: String, registry: ClaimRegistry) {
        self.path = path
        self.registry = registry
    }

    deinit { registry.release(path) }
}
