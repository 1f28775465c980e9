import Foundation

/// Runs the main queue until the condition holds; for tests without a display, where nothing else does.
///
/// - Returns: whether the condition holds.
@MainActor
public func runMainQueue(until condition: () throws -> Bool) rethrows -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    while try !condition() {
        if Date() > end { return false }
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    return true
}
