import Foundation

/// The owner of a claimed path: the kind of storage, and the line of code that created it.
struct ClaimOwner: Sendable, CustomStringConvertible {
    let kind: Any.Type
    private let fileID: StaticString
    private let line: UInt

    init(_ kind: Any.Type, _ fileID: StaticString, _ line: UInt) {
        self.kind = kind
        self.fileID = fileID
        self.line = line
    }

    var description: String { "\(kind) at \(fileID):\(line)" }
}

/// The owned paths of a window.
///
/// Locked, because owners are released in a `deinit`, which runs wherever the last reference is
/// dropped.
final class ClaimRegistry: @unchecked Sendable {
    private let lock = NSLock()
    private var owners: [String: [(number: Int, owner: ClaimOwner)]] = [:]
    private var count = 0

    /// Claims the path until the returned object is released.
    ///
    /// - Returns: The claim, and the current owners of the path: none in a correct program.
    func claim(_ path: String, by owner: ClaimOwner) -> (claim: Claim, others: [ClaimOwner]) {
        lock.withLock {
            let others = owners[path, default: []].map(\.owner)
            count += 1
            owners[path, default: []].append((count, owner))
            return (Claim(path: path, number: count, registry: self), others)
        }
    }

    func isClaimed(_ path: String) -> Bool { lock.withLock { owners[path] != nil } }

    fileprivate func release(_ path: String, _ number: Int) {
        lock.withLock {
            owners[path]?.removeAll { $0.number == number }
            if owners[path]?.isEmpty == true { owners[path] = nil }
        }
    }
}

/// The ownership of one path.
final class Claim: Sendable {
    private let path: String
    private let number: Int
    private let registry: ClaimRegistry

    fileprivate init(path: String, number: Int, registry: ClaimRegistry) {
        self.path = path
        self.number = number
        self.registry = registry
    }

    deinit { registry.release(path, number) }
}
