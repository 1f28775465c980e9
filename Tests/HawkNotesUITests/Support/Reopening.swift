import GTKBridge
import Phrases
import StateRestoration

extension RestorationSession {
    /// Opens the window again that was closed last, and runs the main loop until that is done; for
    /// tests that are not asynchronous themselves.
    @MainActor
    func reopenAndWait() -> RestorationScene? {
        var answer: RestorationScene??
        Task { answer = .some(await reopenMostRecentlyClosed()) }
        _ = MainLoop.run { answer != nil }
        return answer ?? nil
    }
}
