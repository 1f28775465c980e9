import Foundation

extension RestorationSession {
    /// The windows of `recentlyClosed`, in its order, as a person would tell them apart.
    ///
    /// Reads the file of each, off the main thread; one that was closed a moment ago comes from memory.
    /// A window that cannot be read has no more than its title.
    public func summariesOfRecentlyClosed() async -> [SceneSummary] {
        var summaries: [SceneSummary] = []
        for closed in recentlyClosed {
            let found = await writer.readClosed(closed.id)
            guard case .state(let state, _)? = found.reading else {
                var nothing = WindowState()
                nothing.title = closed.title
                summaries.append(SceneSummary(closed.id, nothing, nil))
                continue
            }
            summaries.append(SceneSummary(closed.id, state, nil))
        }
        return summaries
    }
}
