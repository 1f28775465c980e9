import Foundation

/// A way from the writer's queue to the session on the main thread, without keeping it alive.
final class SessionLink: @unchecked Sendable {
    @MainActor weak var session: RestorationSession?

    func onMain(_ body: @escaping @MainActor @Sendable (RestorationSession) -> Void) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                if let session = self.session { body(session) }
            }
        }
    }
}
