/// Runs a test's body on the main actor, on which it is already.
///
/// An `async` test would run inside the main queue's drain, which is not re-entrant: nothing that the
/// body waits for could run. A test method with the actor in its type is not found on Linux.
public func onMainActor<Value: Sendable>(_ body: @MainActor () throws -> Value) rethrows -> Value {
    try MainActor.assumeIsolated(body)
}
