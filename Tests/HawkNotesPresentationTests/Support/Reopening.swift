import StateRestoration
import TestSupport

extension RestorationSession {
    /// Opens the window again that was closed last, and runs the main queue until that is done; for
    /// tests that are not asynchronous themselves.
    @MainActor
    func reopenAndWaitWithoutDisplay() -> RestorationScene? {
        var answer: RestorationScene??
        Task { answer = .some(await reopenMostRecentlyClosed()) }
        _ = runMainQueue { answer != nil }
        return answer ?? nil
    }
}
