import Foundation

/// The owner of a claimed path: the kind of storage, and the line of code that made it.
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

/// Which paths of a window have an owner.
///
/// Locked, because an owner goes in a `deinit`, which runs wherever its last reference is dropped.
final class ClaimRegistry: @unchecked Sendable {
    private let lock = NSLock()
    private var owners: [String: [(number: Int, owner: ClaimOwner)]] = [:]
    private var count = 0

    /// Claims the path; the claim lasts as long as the returned object.
    ///
    /// - Returns: The claim, and the owners that have the path already: none in a program without mistakes.
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
