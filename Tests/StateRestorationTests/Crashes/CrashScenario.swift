import StateRestorationTesting

@testable import StateRestoration

/// Something an application does with its session, during which anything may happen.
struct CrashScenario {
    var name: String
    var configure: (inout RestorationSession.Configuration) -> Void = { _ in }
    /// Whether the files are damaged from the beginning.
    var isDamaged = false
    /// What must hold of the files after the next launches, beyond what holds in every scenario.
    var invariant: (InMemoryFileSystem) -> Bool = { _ in true }
    /// Brings about what is there before.
    var prepare: @MainActor (CrashRun) async throws -> Void
    /// What is done.
    var steps: @MainActor (CrashRun) async throws -> Void
}
