import Foundation

/// How a writer gets the directory that could not be had at the start.
struct DirectoryTaking {
    /// Takes it, unless that fails.
    let take: () throws(RestorationError) -> Void
    /// Called, on the writer's queue, when it has been taken.
    let taken: @Sendable () -> Void
    var backoff = Backoff()
}

extension StateWriter {
    /// Goes on trying to take the directory, ever more slowly, and sooner while somebody is at work.
    func takeLater(
        _ access: DirectoryAccess,
        after error: RestorationError,
        taken: @escaping @Sendable () -> Void
    ) {
        queue.async { [self] in
            taking = DirectoryTaking(take: access.takeLate, taken: taken)
            takingFailed(error)
        }
    }

    /// The same after it was lost to another program, on the writer's queue.
    func takeLater(
        again access: DirectoryAccess,
        after error: RestorationError,
        taken: @escaping @Sendable () -> Void
    ) {
        taking = DirectoryTaking(take: access.takeAgain, taken: taken)
        takingFailed(error)
    }

    /// Tries to take the directory, if that is still to be done. Blocks as long as the disk does.
    func takeNow() { queue.sync { takeDirectory() } }

    /// The same on the writer's queue, unless it was tried a moment ago.
    func takeDirectoryIfDue() {
        if taking?.backoff.isDue(at: clock.uptime()) == true { takeDirectory() }
    }

    private func takeDirectory() {
        guard let taking, !hasEnded, holdsDirectory() else { return }
        do {
            try taking.take()
        } catch {
            return takingFailed(error)
        }
        self.taking = nil
        taking.taken()
    }

    private func takingFailed(_ error: RestorationError) {
        report(error)
        guard let delay = taking?.backoff.fail(at: clock.uptime()) else { return }
        clock.schedule(delay, queue) { [weak self] in
            guard let self else { return }
            taking?.backoff.begin()
            takeDirectory()
        }
    }
}
