import Foundation

// A directory that another machine has taken. On the writer's queue.

extension StateWriter {
    /// Asks the application whether the session still has the directory, and stops writing when it has
    /// not. Before each burst of writing.
    func holdsDirectory() -> Bool {
        if access.hold.ask() { return true }
        stopWriting()
        return false
    }

    /// Writes nothing any more, whatever becomes of the session. What changes is still applied to the state
    /// of the windows, for the directory that they may go on in.
    func stopWriting() {
        guard !isStopped else { return }
        isStopped = true
        mayWrite = false
        taking = nil
        heldBack = []
        jobs.abandonSoon()
        directoryLost()
    }
}
